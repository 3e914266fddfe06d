import asyncio
from types import SimpleNamespace

from bot.sandbox.clock import SandboxClock
from bot.slack.message import Message
from bot.slack.reach import Reached
from bot.slack.responder import Outcome
from bot.slack.tasks import TaskSet
from handlers.front import answer_later
from handlers.way import Way

WAY = Way("https://hooks.test/1", "C1", "U1", typed=True)


class Heard:
    """A responder that keeps what was posted."""

    def __init__(self, *outcomes):
        self.posts, self.outcomes = [], [*outcomes, Outcome.SENT]

    async def post(self, message, **_):
        """Take a post."""
        self.posts.append(message.text)
        return self.outcomes.pop(0) if len(self.outcomes) > 1 else self.outcomes[0]


class Mute:
    """A responder that never gets anything out."""

    async def post(self, *_, **__):
        """Hang."""
        await asyncio.Event().wait()


def desk_with(responder, whisper_reaches=Reached.YES, dm_reaches=Reached.YES):
    """Give as much of a desk as an answer needs, on a clock that stands still."""
    whispered = []
    written = []

    async def whisper(channel, user, message):
        whispered.append((channel, user, message.text))
        return whisper_reaches

    async def write_to(user, message):
        written.append((user, message.text))
        return dm_reaches

    return SimpleNamespace(
        clock=SandboxClock(rate=0),
        tasks=TaskSet(),
        respond=lambda _: responder,
        whisper=whisper,
        whispered=whispered,
        write_to=write_to,
        written=written,
    )


async def found():
    """Give an answer."""
    return Message("3 machines")


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
    answer_later(desk, WAY, "a find", found)
    await turns()
    assert [("C1", "U1", "3 machines")] == desk.whispered
    assert [] == desk.written


async def test_where_the_bot_is_no_member_the_answer_goes_to_the_persons_direct_messages():
    """A command works in every channel; a private word in one only where the bot has been invited."""
    desk = desk_with(Heard(Outcome.EXPIRED), Reached.NO)
    answer_later(desk, WAY, "a find", found)
    await turns()
    assert [("U1", "3 machines")] == desk.written


async def test_a_way_without_a_channel_leads_to_the_direct_messages():
    """As the submission of a form may have none."""
    desk = desk_with(Heard(Outcome.FAILED))
    answer_later(desk, Way("https://hooks.test/1", "", "U1"), "a form", found)
    await turns()
    assert ([], [("U1", "3 machines")]) == (desk.whispered, desk.written)


async def test_nobody_is_told_twice_by_a_word_that_may_have_come_through(caplog):
    """An unclear whisper ends it, and the log says so."""
    desk = desk_with(Heard(Outcome.EXPIRED), Reached.MAYBE)
    answer_later(desk, WAY, "a find", found)
    await turns()
    assert [] == desk.written
    assert "did not arrive in the channel or as a direct message either" in caplog.text


async def test_an_unclear_answer_to_a_command_is_repeated_in_its_own_place():
    """Nothing else stands at a command's response_url, so the second replaces the first, if that is there."""
    heard = Heard(Outcome.UNCLEAR)
    desk = desk_with(heard)
    answer_later(desk, WAY, "a find", found)
    await turns()
    assert ["3 machines"] * 2 == heard.posts
    assert [] == desk.whispered


async def test_a_bot_that_stops_does_not_wait_for_a_slow_last_word(caplog):
    """One line in the log and no traceback; the stop goes on after two seconds."""
    desk = desk_with(Mute())
    answer_later(desk, WAY, "a find", found)
    await turns()
    drained = asyncio.create_task(desk.tasks.drain(desk.clock, limit=0))
    await turns()
    desk.clock.advance(2)
    assert 1 == await drained
    assert ["the bot stops before a find was answered, and could not say so in time"] == caplog.messages
