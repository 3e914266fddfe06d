"""How delivery stands, for `/gpu status` and the metrics."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.store.letters import Backlog


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryHealth:
    """At one instant: what waits, how long the oldest has, and for how long the loop has not looked.

    `looked_age` is None where it has not looked since the start. `last_error` is what went wrong last, None once
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

    def __init__(self) -> None:
        self.looked_at: datetime | None = None
        self.error: str | None = None

    def health(self, backlog: Backlog, ahead: timedelta | None, now: datetime) -> DeliveryHealth:
        """Put it together."""
        return DeliveryHealth(
            backlog=backlog,
            oldest=_age(backlog.oldest, now),
            looked_age=_age(self.looked_at, now),
            last_error=self.error,
            ahead=ahead,
        )


def _age(at: datetime | None, now: datetime) -> timedelta | None:
    return None if at is None else max(now - at, timedelta(0))
