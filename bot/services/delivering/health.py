"""How delivery stands, for `/gpu status` and the metrics."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.ports import Clock
from bot.store.letters import Backlog


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryHealth:
    """At one instant: what waits, how long the oldest has, and for how long the loop has not looked.

    `looked_age` is None where it has not looked since its turn began. `last_error` is what went wrong last, None once
    something went well again. `ahead` is how far our clock is ahead of Slack's, below zero behind it; None while nobody
    knows.
    """

    backlog: Backlog
    oldest: timedelta | None
    looked_age: timedelta | None
    last_error: str | None
    ahead: timedelta | None = None


class Pulse:
    """What the loop notes about itself."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._looked: float | None = None
        self.error: str | None = None

    def begins(self) -> None:
        """Note that a turn begins, in which it has not looked yet."""
        self._looked = None

    def looked(self, began: float) -> None:
        """Note that a look which began at this monotonic second went well."""
        self._looked = began

    def age(self) -> timedelta | None:
        """Tell how long ago it last looked, however the wall clock was set."""
        return None if self._looked is None else timedelta(seconds=self._clock.monotonic() - self._looked)

    def health(self, backlog: Backlog, ahead: timedelta | None, now: datetime) -> DeliveryHealth:
        """Put it together."""
        return DeliveryHealth(
            backlog=backlog,
            oldest=None if backlog.oldest is None else max(now - backlog.oldest, timedelta(0)),
            looked_age=self.age(),
            last_error=self.error,
            ahead=ahead,
        )
