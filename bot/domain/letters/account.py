"""Letters about an account, what is rented on it, and the ways to Slack."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from bot.domain.letters.answered import Answerable
from bot.domain.listing import ListingRef


@dataclass(frozen=True, slots=True)
class SightLost(Answerable):
    """A marketplace could not be read since `since`; `last_good` is when it last could. Nothing is known of its hosts.

    `sentence` is the last refusal with its remedy. `runs` are the names of the runs there.
    """

    market: str
    since: datetime
    last_good: datetime | None
    sentence: str
    runs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SightBack:
    """A marketplace can be read again, after `blind`."""

    market: str
    since: datetime
    blind: timedelta
    runs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BalanceEnd(Answerable):
    """The balance ends at `end` at the present burn of everything that the account pays for.

    `missing` are instances whose cost is unknown, so that it may end sooner. `needed` is what the runs still take.
    """

    market: str
    balance: Decimal
    burn: Decimal
    end: datetime
    crossed: tuple[timedelta, ...]
    runs: tuple[str, ...]
    missing: tuple[ListingRef, ...]
    needed: Decimal | None


@dataclass(frozen=True, slots=True)
class BalanceRecovered:
    """The balance lasts again until `end`; None: nothing burns it.

    `burn` is what all hosts burn once those that are away are back, in US dollars per hour; None: none is away.
    `or_sooner`: what some machine costs is unknown.
    """

    market: str
    balance: Decimal
    end: datetime | None
    burn: Decimal | None = None
    or_sooner: bool = False


@dataclass(frozen=True, slots=True)
class Unclaimed(Answerable):
    """An instance on the account sits with no run; it costs `hourly` and so far about `so_far`, in US dollars."""

    ref: ListingRef
    label: str | None
    gpus: int
    gpu: str
    state: str
    hourly: Decimal | None
    since: datetime | None
    so_far: Decimal | None


@dataclass(frozen=True, slots=True)
class UnclaimedOver:
    """An unclaimed instance is `claimed_by` a run now, or (None) no longer there."""

    ref: ListingRef
    claimed_by: str | None


@dataclass(frozen=True, slots=True)
class RouteBroken(Answerable):
    """What was to be said in a channel can't be: Slack's `error`. `waiting` messages went or go another way."""

    channel: str
    error: str
    since: datetime
    waiting: int


@dataclass(frozen=True, slots=True)
class RouteMended:
    """The channel takes messages again."""

    channel: str
    since: datetime
