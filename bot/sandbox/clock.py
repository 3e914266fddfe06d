"""A clock that can be set, advanced and sped up, for trying the bot out and for tests."""

import asyncio
import contextlib
import time
from datetime import UTC, datetime, timedelta

FASTEST = 3600.0
"""Sandbox seconds per real second, at most: a day in 24 seconds."""

_EPSILON = 1e-9


class SandboxClock:
    """The time of a sandbox.

    `rate` is sandbox seconds per real second: 1 is real time, up to 3600; 0 stands still, so that only
    `advance` moves it. `start` must be aware; without it the clock starts at the real time.
    """

    def __init__(self, start: datetime | None = None, *, rate: float = 1.0) -> None:
        self._wall = _utc(start if start is not None else datetime.now(UTC))
        self._mono = 0.0
        self._real = time.monotonic()
        self._rate = _checked(rate)
        self._moved = asyncio.Event()

    @property
    def rate(self) -> float:
        """Sandbox seconds per real second."""
        return self._rate

    @rate.setter
    def rate(self, rate: float) -> None:
        self._rebase()
        self._rate = _checked(rate)
        self._wake()

    def now(self) -> datetime:
        """Return the wall clock's time, aware, in UTC."""
        return self._wall + timedelta(seconds=self._passed())

    def timestamp(self) -> float:
        """Return the wall clock's time as seconds since the epoch."""
        return self.now().timestamp()

    def monotonic(self) -> float:
        """Return sandbox seconds since the clock was made; `set` never moves it."""
        return self._mono + self._passed()

    def set(self, instant: datetime) -> None:
        """Set the wall clock, forwards or back, as an administrator or NTP would: no time passes."""
        self._rebase()
        self._wall = _utc(instant)

    def advance(self, delta: timedelta | float) -> None:
        """Let time pass at once (a timedelta, or seconds); sleepers whose time has come wake.

        Raises ValueError for a negative step; use `set` to turn the wall clock back.
        """
        step = delta if isinstance(delta, timedelta) else timedelta(seconds=delta)
        if step < timedelta(0):
            raise ValueError("time does not pass backwards")
        self._rebase()
        self._wall += step
        self._mono += step.total_seconds()
        self._wake()

    async def sleep(self, seconds: float) -> None:
        """Wait for so many sandbox seconds to pass, however they pass."""
        until = self.monotonic() + seconds
        await asyncio.sleep(0)
        while (left := until - self.monotonic()) > _EPSILON:
            moved = self._moved
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(left / self._rate if self._rate else None):
                    await moved.wait()

    def _passed(self) -> float:
        return (time.monotonic() - self._real) * self._rate

    def _rebase(self) -> None:
        passed = self._passed()
        self._real = time.monotonic()
        self._wall += timedelta(seconds=passed)
        self._mono += passed

    def _wake(self) -> None:
        self._moved.set()
        self._moved = asyncio.Event()


def _utc(instant: datetime) -> datetime:
    if instant.tzinfo is None:
        raise ValueError("a time without a zone is no time")
    return instant.astimezone(UTC)


def _checked(rate: float) -> float:
    if rate != 0 and not 1 <= rate <= FASTEST:
        raise ValueError(f"rate must be 0 (standing still) or 1 to {FASTEST:g}, not {rate!r}")
    return float(rate)
