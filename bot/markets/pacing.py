"""Asking no oftener than a marketplace allows."""

from collections import deque

from bot.domain.outside import Why
from bot.markets.provider import MarketError, Provider
from bot.ports import Clock

_LONGEST_WAIT = 2.0


class Pacer:
    """At most `most` calls in any `window` seconds; a short wait is waited out, a long one is told."""

    def __init__(self, provider: Provider, clock: Clock, *, most: int, window: float = 60.0) -> None:
        self._provider = provider
        self._clock = clock
        self._window = window
        self._calls: deque[float] = deque(maxlen=most)

    async def wait(self) -> None:
        """Book one call and wait until it may go. Raises MarketError when that is more than 2 s away."""
        now = self._clock.monotonic()
        full = len(self._calls) == self._calls.maxlen
        wait = max(0.0, self._calls[0] + self._window - now) if full else 0.0
        if wait > _LONGEST_WAIT:
            raise self._too_soon(wait)
        self._calls.append(now + wait)
        if wait:
            await self._clock.sleep(wait)

    def _too_soon(self, wait: float) -> MarketError:
        return MarketError(
            Why.RATE_LIMITED,
            f"{self._provider.name} takes {self._calls.maxlen} searches in {self._window:.0f} s and those are used: "
            f"the next can go in {wait:.0f} s.",
            again_in=wait,
        )
