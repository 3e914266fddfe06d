"""How long to wait before dialing Slack again, and how often at most."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from bot.ports import Clock


@dataclass(frozen=True, slots=True)
class Patience:
    """The watchdog's figures, in seconds where no unit stands.

    A link is silent after `silent_after` without any frame (pings go out every 10). One that lived shorter than
    `stable_after` counts as a failure; after `tries` failures in a row the bot gives up.
    """

    look_every: float = 3.0
    silent_after: float = 30.0
    fresh_for: float = 60.0
    stable_after: float = 60.0
    first_delay: float = 1.0
    longest_delay: float = 60.0
    tries: int = 10
    opens_per_minute: int = 5
    replicas: int = 1

    def delay(self, failures: int, jitter: Callable[[], float]) -> float:
        """Give the wait after so many failures in a row: doubling, capped, between half and whole of it."""
        if failures <= 0:
            return 0.0
        whole = min(self.first_delay * 2.0 ** min(failures - 1, 16), self.longest_delay)
        return whole * (1 + jitter()) / 2


CALM = Patience()


class OpenBudget:
    """Lets through at most so many openings in any minute, whatever happens: a storm is impossible."""

    def __init__(self, clock: Clock, most: int, *, per: float = 60.0) -> None:
        self._clock = clock
        self._per = per
        self._spent: deque[float] = deque(maxlen=most)

    async def spend(self) -> None:
        """Wait until one more opening is allowed, and take it."""
        if len(self._spent) == self._spent.maxlen:
            await self._clock.sleep(max(self._spent[0] + self._per - self._clock.monotonic(), 0.0))
        self._spent.append(self._clock.monotonic())
