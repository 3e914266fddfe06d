import asyncio
import time
from datetime import UTC, datetime, timedelta, timezone

import pytest

from bot.sandbox.clock import SandboxClock

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def test_a_clock_that_stands_still_moves_by_advance_alone() -> None:
    """At rate 0 no real time passes into it."""
    clock = SandboxClock(NOON, rate=0)
    assert NOON == clock.now()
    clock.advance(timedelta(hours=72))
    assert NOON + timedelta(days=3) == clock.now()
    assert clock.monotonic() == 72 * 3600


def test_setting_the_wall_clock_lets_no_time_pass() -> None:
    """A wall clock that jumps a day back leaves the monotonic one where it was, as on a real machine."""
    clock = SandboxClock(NOON, rate=0)
    clock.advance(60)
    clock.set(NOON - timedelta(days=1))
    assert NOON - timedelta(days=1) == clock.now()
    assert clock.monotonic() == 60


def test_now_is_in_utc_whatever_zone_it_was_set_in() -> None:
    """An aware time of another zone is the same instant."""
    clock = SandboxClock(NOON.astimezone(timezone(timedelta(hours=9))), rate=0)
    assert NOON == clock.now()
    assert clock.now().tzinfo is UTC
    assert clock.timestamp() == NOON.timestamp()


def test_a_rate_multiplies_the_time_that_really_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """At 3600 two real seconds are two hours, on both clocks."""
    real = 1_000.0
    monkeypatch.setattr(time, "monotonic", lambda: real)
    clock = SandboxClock(NOON, rate=3600)
    real += 2.0
    assert NOON + timedelta(hours=2) == clock.now()
    assert clock.monotonic() == 7200


def test_changing_the_rate_keeps_the_time() -> None:
    """Stopping a running clock freezes it where it is."""
    clock = SandboxClock(NOON, rate=3600)
    clock.rate = 0
    frozen = clock.now()
    assert clock.rate == 0
    assert frozen == clock.now()
    assert frozen >= NOON


@pytest.mark.parametrize("rate", [-1, 0.5, 3601, float("nan")])
def test_a_rate_that_is_none_is_refused(rate: float) -> None:
    """Only 0 and 1 to 3600 are rates."""
    with pytest.raises(ValueError, match="rate must be"):
        SandboxClock(NOON, rate=rate)


def test_a_naive_time_is_refused() -> None:
    """A time without a zone is no time."""
    clock = SandboxClock(NOON, rate=0)
    with pytest.raises(ValueError, match="without a zone"):
        clock.set(NOON.replace(tzinfo=None))


def test_time_does_not_pass_backwards() -> None:
    """Turning the wall clock back is `set`, not a negative `advance`."""
    with pytest.raises(ValueError, match="backwards"):
        SandboxClock(NOON, rate=0).advance(-1)


async def test_a_sleeper_wakes_when_its_time_has_come_and_not_before() -> None:
    """Small steps add up; setting the wall clock wakes nobody."""
    clock = SandboxClock(NOON, rate=0)
    sleeper = asyncio.create_task(clock.sleep(5))
    await asyncio.sleep(0)
    clock.set(NOON + timedelta(days=1))
    for _ in range(49):
        clock.advance(0.1)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert not sleeper.done()
    clock.advance(0.1)
    await sleeper


async def test_a_sleeper_follows_the_rate() -> None:
    """An hour at 3600 ends by itself; so does one that began on a standing clock."""
    clock = SandboxClock(NOON, rate=0)
    sleeper = asyncio.create_task(clock.sleep(36))
    await asyncio.sleep(0)
    clock.rate = 3600
    await sleeper
    assert clock.now() >= NOON + timedelta(seconds=36)
