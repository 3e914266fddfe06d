import asyncio
from typing import Any

import aiohttp
import pytest

from bot.slack.answer import answer
from bot.slack.message import Message
from bot.slack.responder import Outcome, Responder

LOOKING = Message("looking…")


@pytest.fixture
def responder(script: Any, session: aiohttp.ClientSession, clock: Any) -> Responder:
    """Give a responder on the clock that stands still."""
    return Responder(script.hook, session, clock, api_url=script.url)


async def _after(clock: Any, seconds: float) -> Message:
    await clock.sleep(seconds)
    return Message("found")


def _texts(script: Any) -> list[str]:
    return [body["text"] for body in script.bodies]


async def _until(script: Any, calls: int) -> None:
    while len(script.calls) < calls:  # noqa: ASYNC110 - real loopback traffic, watched from outside
        await asyncio.sleep(0.001)


async def test_quick_work_is_answered_without_looking(responder: Responder, script: Any, clock: Any) -> None:
    """What is there within a second is the only message."""
    assert await answer(responder, _after(clock, 0), LOOKING, clock) is Outcome.SENT
    assert _texts(script) == ["found"]


async def test_work_of_just_under_a_second_is_answered_without_looking(
    responder: Responder, script: Any, clock: Any, pass_time: Any
) -> None:
    """The limit is a whole second."""
    task = asyncio.ensure_future(answer(responder, _after(clock, 0.9), LOOKING, clock))
    await pass_time(1)
    await task
    assert _texts(script) == ["found"]


async def test_slow_work_says_looking_and_replaces_it(
    responder: Responder, script: Any, clock: Any, pass_time: Any
) -> None:
    """Case f152: the person sees a sign after one second, and in the end one answer in its place."""
    task = asyncio.ensure_future(answer(responder, _after(clock, 4), LOOKING, clock))
    await pass_time(1)
    await _until(script, 1)
    assert _texts(script) == ["looking…"]
    await pass_time(3)
    assert await task is Outcome.SENT
    assert _texts(script) == ["looking…", "found"]
    assert script.bodies[1]["replace_original"] is True


async def test_an_error_of_the_work_reaches_the_caller_who_can_replace_looking(
    responder: Responder, script: Any, clock: Any, pass_time: Any
) -> None:
    """Nobody is left with "looking…": what the caller says next takes its place."""

    async def fail() -> Message:
        await clock.sleep(2)
        raise LookupError("no such run")

    task = asyncio.ensure_future(answer(responder, fail(), LOOKING, clock))
    await pass_time(1)
    await _until(script, 1)
    await pass_time(1)
    with pytest.raises(LookupError):
        await task
    await responder.post(Message("sorry"))
    assert script.bodies[1]["replace_original"] is True


async def test_a_cancelled_answer_cancels_its_work(responder: Responder, clock: Any, pass_time: Any) -> None:
    """On stop no search goes on for nobody."""
    cancelled = asyncio.Event()

    async def work() -> Message:
        try:
            await clock.sleep(100)
        finally:
            cancelled.set()
        return LOOKING

    task = asyncio.ensure_future(answer(responder, work(), LOOKING, clock))
    await pass_time(0.5)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert cancelled.is_set()
