import asyncio
from types import SimpleNamespace

from bot.sandbox.clock import SandboxClock
from bot.slack.message import Message
from bot.slack.responder import Outcome
from bot.slack.tasks import TaskSet
from handlers.front import answer_later
from handlers.way import Way

WAY = Way("https://hooks.test/1", "C1", "U1")


class Heard:
    """A responder that keeps what was posted."""

    def __init__(self, outcome=Outcome.SENT):
        self.posts, self.outcome = [], outcome

    async def post(self, message, **_):
        """Take a post."""
        self.posts.append(message.text)
        return self.outcome


def desk_with(responder):
    """Give as much of a desk as an answer needs, on a clock that stands still."""
    whispered = []

    async def whisper(channel, user, message):
        whispered.append((channel, user, message.text))
        return True

    return SimpleNamespace(
        clock=SandboxClock(rate=0),
        tasks=TaskSet(),
        respond=lambda _: responder,
        whisper=whisper,
        whispered=whispered,
    )


async def turns():
    """Let everything run that can run without time passing."""
    for _ in range(30):
        await asyncio.sleep(0)


async def test_who_waits_while_the_bot_stops_is_told_to_type_it_again():
    """Case f174's kind: a "looking…" never stays for ever."""
    heard = Heard()
    desk = desk_with(heard)

    async def never():
        await asyncio.Event().wait()

    answer_later(desk, WAY, "a find", never)
    await turns()
    desk.clock.advance(1)
    await turns()
    drained = asyncio.create_task(desk.tasks.drain(desk.clock, limit=10))
    await turns()
    desk.clock.advance(10)
    assert 1 == await drained
    assert "Looking" in heard.posts[0]
    assert "being restarted" in heard.posts[1]


async def test_an_answer_that_can_not_go_back_is_whispered_in_the_channel():
    """The response_url has expired, the person still gets the answer."""
    desk = desk_with(Heard(Outcome.EXPIRED))

    async def work():
        return Message("3 machines")

    answer_later(desk, WAY, "a find", work)
    await turns()
    assert [("C1", "U1", "3 machines")] == desk.whispered
