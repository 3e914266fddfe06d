"""Letters about whether a run's host is there."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from bot.domain.incidents import IncidentKind
from bot.domain.letters.answered import Answerable
from bot.domain.letters.titles import Outlook, Resume, Title


@dataclass(frozen=True, slots=True)
class HostOffline(Answerable):
    """The marketplace says that the host is away: since `since`, and not before `not_before`, when it was last seen.

    `billing_paused` is what the marketplace's policy says. `saved_at` is when the last complete checkpoint off the
    machine was taken, None where none is known; `at_risk` is the running time since (or since the start), which cost
    `at_risk_usd`.
    """

    title: Title
    since: datetime
    not_before: datetime | None
    billing_paused: bool
    saved_at: datetime | None
    at_risk: timedelta
    at_risk_usd: Decimal | None
    outlook: Outlook
    resume: Resume | None = None


@dataclass(frozen=True, slots=True)
class HostBack:
    """The host is back. `unbilled` is what was not billed for the time away, in US dollars, least and most."""

    title: Title
    since: datetime
    not_before: datetime | None
    away: timedelta
    state: str
    unbilled: tuple[Decimal, Decimal] | None
    outlook: Outlook


@dataclass(frozen=True, slots=True)
class HostGone(Answerable):
    """The machine is in no list and by its id there is none: it and its disk are gone.

    `last_seen` is the last proof of its life, until which it is charged. `cost` is what the run cost until then.
    `at_risk` is the running time since `saved_at` (or since the start), which cost `at_risk_usd`; `step` is the last
    that was verified elsewhere.
    """

    title: Title
    last_seen: datetime | None
    last_state: str | None
    was_due: datetime | None
    cost: Decimal | None
    saved_at: datetime | None
    at_risk: timedelta | None = None
    at_risk_usd: Decimal | None = None
    step: int | None = None
    resume: Resume | None = None


@dataclass(frozen=True, slots=True)
class Flapping:
    """A fact comes and goes since `since`; nothing more is said until it has been quiet for ten minutes."""

    about: Title | str
    kind: IncidentKind
    since: datetime


@dataclass(frozen=True, slots=True)
class Settled(Answerable):
    """The coming and going is over, and the fact still holds, since `since`."""

    about: Title | str
    kind: IncidentKind
    since: datetime
