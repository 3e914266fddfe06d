"""Wakes come by monotonic time, one at a time, whatever the wall clock does."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from apscheduler.schedulers.asyncio import AsyncIOScheduler

from bot.sandbox.clock import SandboxClock
from bot.watch.waker import Waker


class Woken:
    """Counts wakes, and can be made to hang or to fail."""

    def __init__(self) -> None:
        self.times = 0
        self.hang: asyncio.Event | None = None
        self.error: Exception | None = None

    async def __call__(self) -> None:
        """Be woken."""
        self.times += 1
        if self.error is not None:
            raise self.error
        if self.hang is not None:
            await self.hang.wait()


@pytest.fixture
def clock() -> SandboxClock:
    """Give a clock that only the test moves."""
    return SandboxClock(rate=0)


@pytest.fixture
def woken() -> Woken:
    """Give what is woken."""
    return Woken()


@pytest.fixture
async def waker(clock: SandboxClock, woken: Woken) -> AsyncIterator[Waker]:
    """Run a waker of once a minute."""
    waker = Waker(clock, 60, woken)
    running = asyncio.create_task(waker.run())
    await quiet()
    yield waker
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def quiet() -> None:
    """Let everything that can go on now do so."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_it_wakes_at_the_start_and_every_minute(waker: Waker, clock: SandboxClock, woken: Woken):
    """One wake at once, the next a minute of monotonic time later."""
    assert woken.times == 1
    clock.advance(59)
    await quiet()
    assert woken.times == 1
    clock.advance(1)
    await quiet()
    assert woken.times == 2
    assert waker.age() == 0


@pytest.mark.usefixtures("waker")
@pytest.mark.parametrize("jump", [timedelta(days=-400), timedelta(days=400)])
async def test_a_clock_that_is_set_changes_nothing(clock: SandboxClock, woken: Woken, jump: timedelta):
    """Neither a jump back nor one ahead costs or adds a wake."""
    clock.set(clock.now() + jump)
    await quiet()
    assert woken.times == 1
    clock.advance(60)
    await quiet()
    assert woken.times == 2


async def test_a_wake_that_fails_does_not_stop_the_next(waker: Waker, clock: SandboxClock, woken: Woken, caplog):
    """The error is logged, the next wake comes as usual, and the age tells that none went well meanwhile."""
    woken.error = ValueError("broken")
    clock.advance(60)
    await quiet()
    assert "a wake went wrong" in caplog.text
    assert waker.age() == 60
    woken.error = None
    clock.advance(60)
    await quiet()
    assert woken.times == 3
    assert waker.age() == 0


async def test_a_wake_that_hangs_is_not_doubled(waker: Waker, clock: SandboxClock, woken: Woken):
    """While one runs the next are left out and counted; afterwards they come again. Case g172."""
    woken.hang = asyncio.Event()
    clock.advance(60)
    await quiet()
    for _ in range(2):
        clock.advance(60)
        await quiet()
    assert (woken.times, waker.skipped) == (2, 2)
    woken.hang.set()
    await quiet()
    assert waker.skipped == 0
    clock.advance(60)
    await quiet()
    assert woken.times == 3


async def test_it_ends_where_the_scheduler_does_not_keep_to_its_settings(
    clock: SandboxClock, woken: Woken, monkeypatch
):
    """Case g165: an option that is dropped on its way is no wake left out at night, but an end at the start."""

    def deaf(**settings: object) -> AsyncIOScheduler:
        return AsyncIOScheduler(**settings | {"job_defaults": {"misfire_grace_time": 1}})

    monkeypatch.setattr("bot.watch.waker.AsyncIOScheduler", deaf)
    with pytest.raises(RuntimeError, match=r"does not keep to its settings: \{'misfire_grace_time': 1"):
        await asyncio.wait_for(Waker(clock, 60, woken).run(), 10)
