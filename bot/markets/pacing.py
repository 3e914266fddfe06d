"""Asking no oftener than a marketplace allows."""

import random
from collections import deque

from bot.domain.outside import Why
from bot.markets.provider import MarketError, Provider
from bot.ports import Clock

_LONGEST_WAIT = 2.0
_FIRST_BACKOFF = 2.0
_LONGEST_BACKOFF = 240.0


class Pacer:
    """At most `most` calls in any `window` seconds; a short wait is waited out, a long one is told."""

    def __init__(self, provider: Provider, clock: Clock, *, most: int = 1, window: float = 60.0) -> None:
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
        most = self._calls.maxlen
        return MarketError(
            Why.RATE_LIMITED,
            f"{self._provider.name} takes {most} such {'question' if most == 1 else 'questions'} in "
            f"{self._window:.0f} s and no more: the next can go in {wait:.0f} s.",
            again_in=wait,
        )


class Backoff:
    """How long to leave a marketplace alone that says "too often" and not for how long: 2 s, 4 s, … 4 min (case c72).

    Each wait is spread by a quarter either way, so that two who were refused together do not come back together.
    """

    def __init__(self) -> None:
        self._refusals = 0

    def refused(self) -> float:
        """Count one more refusal in a row; give the seconds to wait."""
        self._refusals += 1
        longest = min(_FIRST_BACKOFF * 2.0 ** min(self._refusals - 1, 10), _LONGEST_BACKOFF)
        return longest * random.uniform(0.75, 1.25)  # noqa: S311 -- spreads waits, guards nothing

    def answered(self) -> None:
        """Start anew: it answers."""
        self._refusals = 0
