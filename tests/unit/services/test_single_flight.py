import asyncio
import gc
from datetime import timedelta

import pytest

from bot.services.single_flight import SingleFlight

MINUTE = timedelta(seconds=60)


class Fetch:
    """Counts its calls; answers with the call's number, once it may."""

    def __init__(self):
        self.calls = 0
        self.called, self.may = asyncio.Event(), asyncio.Event()
        self.error = None

    async def __call__(self):
        """Wait, then answer or break."""
        self.calls += 1
        number = self.calls
        self.called.set()
        await self.may.wait()
        if self.error:
            raise self.error
        return number


@pytest.fixture
def fetch():
    """Make a fetch that waits until it may answer."""
    return Fetch()


@pytest.fixture
def flight(clock):
    """Keep at most three answers, and none that says unknown."""
    return SingleFlight(clock, lambda answer: answer != "unknown", most=3)


async def in_flight(flight, fetch, askers):
    """Ask so many times at once, and come back when the request is on its way."""
    asking = [asyncio.create_task(flight.get("h100", MINUTE, fetch)) for _ in range(askers)]
    await fetch.called.wait()
    return asking


async def test_all_who_ask_at_once_share_one_request(flight, fetch):
    """Case f140: five people press enter, the marketplace is asked once."""
    asking = await in_flight(flight, fetch, 5)
    fetch.may.set()
    assert [1] * 5 == await asyncio.gather(*asking)
    assert 1 == fetch.calls


async def test_another_key_is_another_request(flight, fetch):
    """Who asks for something else neither waits nor shares."""
    fetch.may.set()
    assert [1, 2] == [await flight.get(key, MINUTE, fetch) for key in ("h100", "a100")]


async def test_an_answer_is_kept_for_its_time_and_not_longer(flight, fetch, clock):
    """60 s by the injected clock: at 59.9 s the same answer, at 60 s a fresh one."""
    fetch.may.set()
    told = []
    for seconds in (0, 59.9, 0.1):
        clock.advance(seconds)
        told.append(await flight.get("h100", MINUTE, fetch))
    assert [1, 1, 2] == told


async def test_a_wall_clock_that_is_turned_back_keeps_nothing_longer(flight, fetch, clock):
    """An hour back by an administrator's hand, and a minute later the answer is still a minute old."""
    fetch.may.set()
    await flight.get("h100", MINUTE, fetch)
    clock.set(clock.now() - timedelta(hours=1))
    clock.advance(MINUTE)
    assert 2 == await flight.get("h100", MINUTE, fetch)


async def test_the_time_runs_from_the_answer(flight, fetch, clock):
    """A request that took half a minute is kept for a whole one after it."""
    (asking,) = await in_flight(flight, fetch, 1)
    clock.advance(30)
    fetch.may.set()
    await asking
    clock.advance(59)
    assert 1 == await flight.get("h100", MINUTE, fetch)


async def test_an_answer_that_is_not_worth_keeping_is_asked_for_again(flight):
    """From unknown nothing follows, not even for a minute."""
    calls = []

    async def fetch():
        calls.append(1)
        return "unknown"

    assert ["unknown"] * 2 == [await flight.get("h100", MINUTE, fetch) for _ in range(2)]
    assert 2 == len(calls)
    assert 0 == len(flight)


async def test_one_who_gives_up_leaves_the_request_to_the_others(flight, fetch):
    """The one who started it is cancelled; the one who joined gets the answer."""
    first, second = await in_flight(flight, fetch, 2)
    first.cancel()
    await asyncio.wait({first})
    fetch.may.set()
    assert first.cancelled()
    assert 1 == await second
    assert 1 == fetch.calls


async def test_an_error_reaches_all_and_is_not_kept(flight, fetch):
    """All who wait are told; the next who asks gets a fresh request."""
    asking = await in_flight(flight, fetch, 3)
    fetch.error = ValueError("broken")
    fetch.may.set()
    assert [fetch.error] * 3 == await asyncio.gather(*asking, return_exceptions=True)
    fetch.error = None
    assert 2 == await flight.get("h100", MINUTE, fetch)


async def test_an_error_that_nobody_waits_for_any_more_is_not_told_at_exit(flight, fetch, caplog):
    """All have given up, then it breaks: no "exception was never retrieved"."""
    (asking,) = await in_flight(flight, fetch, 1)
    asking.cancel()
    await asyncio.wait({asking})
    fetch.error = ValueError("broken")
    fetch.may.set()
    for _ in range(3):
        await asyncio.sleep(0)
    gc.collect()
    assert [] == caplog.records


async def test_the_number_kept_is_bounded(flight, fetch):
    """The oldest answer goes first, whatever it was asked by."""
    fetch.may.set()
    for key in "abcd":
        await flight.get(key, MINUTE, fetch)
    assert 3 == len(flight)
    assert [4, 5] == [await flight.get(key, MINUTE, fetch) for key in "da"]


async def test_what_is_over_does_not_count_as_kept(flight, fetch, clock):
    """`/gpu status` tells how many answers serve now."""
    fetch.may.set()
    await flight.get("h100", MINUTE, fetch)
    assert 1 == len(flight)
    clock.advance(MINUTE)
    assert 0 == len(flight)


async def test_what_is_forgotten_is_asked_for_again(flight, fetch):
    """A kept answer can be too old for one who asks."""
    fetch.may.set()
    await flight.get("h100", MINUTE, fetch)
    flight.forget("h100")
    flight.forget("never asked")
    assert 2 == await flight.get("h100", MINUTE, fetch)
