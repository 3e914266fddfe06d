"""The bot's own health, as plain facts that app and handlers gather and the views show."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo

from bot.domain.listing import Listings
from bot.domain.outside import Fact


class SlackHealth(Protocol):
    """How well Slack is heard. `heard_age` is seconds since its last sign of life, not a flag (case f149).

    `connections` is how many Slack counted at hello, `expected` how many there should be.
    """

    @property
    def mode(self) -> str:
        """Socket Mode or HTTP."""
        ...

    @property
    def fresh(self) -> bool:
        """Whether Slack was heard recently enough."""
        ...

    @property
    def connected_since(self) -> datetime | None:
        """Since when the present connection stands."""
        ...

    @property
    def heard_age(self) -> float | None:
        """Seconds since Slack's last sign of life; None: never."""
        ...

    @property
    def reconnects(self) -> int:
        """How often the connection was rebuilt."""
        ...

    @property
    def connections(self) -> int | None:
        """How many connections of this app Slack counted at hello."""
        ...

    @property
    def expected(self) -> int:
        """How many connections there should be."""
        ...

    @property
    def last_error(self) -> str | None:
        """What last went wrong, without secrets."""
        ...

    @property
    def crowded(self) -> bool:
        """Whether another bot seems to run with the same token."""
        ...


@dataclass(frozen=True, slots=True)
class Polling:
    """One marketplace under watch: how often it is asked, and when that last went well (None: never)."""

    every: timedelta
    last_good: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchStatus:
    """How the watch goes. `has_turn` is false where another process watches.

    `wake_age` is since the last good wake, of which one is due `every` so often. `waiting` messages are unsaid, the
    oldest for `oldest`, and were looked through `looked_age` ago (None: not yet); `given_up` could not be said at all.
    `heartbeat` is None where none is set, else "" or why it does not arrive. `clock_ahead` is how far this machine's
    clock is ahead of Slack's, below zero behind it.
    """

    has_turn: bool
    every: timedelta
    wake_age: timedelta
    polling: Mapping[str, Polling]
    waiting: int
    oldest: timedelta | None
    given_up: int
    trouble: str | None
    heartbeat: str | None
    clock_ahead: timedelta | None = None
    looked_age: timedelta | None = None

    @property
    def late(self) -> bool:
        """Whether wakes are missing (cases c80, g172)."""
        return self.has_turn and self.wake_age > self.every * _LATE_AFTER


_LATE_AFTER = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """Everything that `/gpu status` tells, at one instant.

    `slack` is None where nothing listens to Slack. `markets` holds each marketplace's last answer to any query; None:
    not asked since the start. An answer is used again for `keep_answer`, a look at every card for `keep_sweep`.
    """

    version: str
    started_at: datetime
    now: datetime
    zone: ZoneInfo
    slack: SlackHealth | None
    markets: Mapping[str, Fact[Listings] | None]
    keep_answer: timedelta
    keep_sweep: timedelta
    watch: WatchStatus | None = None

    @property
    def uptime(self) -> timedelta:
        """How long the process has run."""
        return self.now - self.started_at
