"""A run's card: everything that is known of it, in one message that is edited in place."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from enum import StrEnum

from bot.domain.deadlines import DeadlineKind
from bot.domain.incidents import IncidentKind
from bot.domain.letters.summary import Plight
from bot.domain.letters.titles import Outlook, Title
from bot.domain.runs.progress import Progress


class Check(StrEnum):
    """The checklist, in its order."""

    ESTIMATED = "estimated"
    FITS = "fits"
    PRICE_LOCKED = "locked price written down"
    LEAVES = "logs and checkpoints leave the machine"
    WATCHED = "watched"
    VERIFIED = "verified"
    DESTROYED = "destroyed"
    COMPARED = "compared"


class Tick(StrEnum):
    """How a line of the checklist stands; UNKNOWN is what this version can't tell."""

    DONE = "done"
    OPEN = "open"
    WRONG = "wrong"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class CheckLine:
    """One line of the checklist; `note` tells the particular."""

    check: Check
    tick: Tick
    note: str = ""


@dataclass(frozen=True, slots=True)
class Money:
    """A run's money in US dollars: so far, estimated to date, the whole estimate, that with its margin, at completion.

    `unsure` marks the cost so far ±; `missing` names meters of which nothing is known. `before` is the part of the cost
    that accrued before the run began, on a machine that was there already: the estimate leaves it out. `or_more` tells
    that `at_completion` leaves out a meter of which nothing is known.
    """

    so_far: Decimal
    unsure: bool
    missing: tuple[str, ...]
    to_date: Decimal | None
    estimate: Decimal | None
    estimate_high: Decimal | None
    at_completion: Decimal | None
    budget: Decimal | None
    before: Decimal = Decimal(0)
    or_more: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """A run as it stands at `as_of`, by its three truths: `marketplace`, `ssh` and `training` say (None: unknown).

    `copy_start` is the latest safe copy start before `stops`, the first end that stops the machine, which a budget's
    does not.
    `seen_at` is when the marketplace last told of it. `binding_or_sooner` tells that the binding end is a budget's of
    which a price is unknown. `uplink_assumed` tells that nobody told how fast its copy goes. `budget_short` is by how
    many US dollars the run's cost at completion is over its budget, None while it is not. `plights` are what needs a
    person besides the incidents that are open.
    """

    title: Title
    as_of: datetime
    seen_at: datetime | None
    marketplace: str | None
    ssh: str | None
    training: str | None
    gpu_use: Decimal | None
    progress: Progress | None
    running: timedelta
    planned: timedelta
    money: Money
    binding: tuple[DeadlineKind, datetime] | None
    copy_start: datetime | None
    outlook: Outlook
    open: tuple[IncidentKind, ...]
    checklist: tuple[CheckLine, ...]
    ended_at: datetime | None = None
    by_hand: bool = False
    binding_or_sooner: bool = False
    uplink_assumed: bool = False
    budget_short: Decimal | None = None
    plights: tuple[Plight, ...] = ()
    stops: tuple[DeadlineKind, datetime] | None = None
