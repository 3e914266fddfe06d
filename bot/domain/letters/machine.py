"""Letters about what a run's machine does, is, and costs."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from bot.domain.incidents import IncidentKind
from bot.domain.letters.answered import Answerable
from bot.domain.letters.titles import Outlook, Resume, Title


@dataclass(frozen=True, slots=True)
class Idle(Answerable):
    """The cards do next to nothing since `since`, which cost `usd` so far; `use` is the last reading, a share of 1."""

    title: Title
    since: datetime
    use: Decimal
    usd: Decimal | None


@dataclass(frozen=True, slots=True)
class Late(Answerable):
    """The forecast finish lies past `planned`, which is the estimate with its margin.

    `before` is what of `at_completion` accrued before the run began: the estimate leaves it out. `or_more` tells that
    it leaves out a meter of which nothing is known; `budget_short` by how many US dollars it is over the budget.
    """

    title: Title
    planned: datetime
    margin: Decimal
    outlook: Outlook
    at_completion: Decimal | None
    estimate: Decimal | None
    resume: Resume | None = None
    before: Decimal = Decimal(0)
    or_more: bool = False
    budget_short: Decimal | None = None


@dataclass(frozen=True, slots=True)
class PriceAsked(Answerable):
    """The host asks for another price or end; only a human may accept it, at the marketplace.

    Rates are US dollars per hour of the whole machine, GPU and disk; None was not told.
    """

    title: Title
    now: Decimal | None
    then: Decimal | None
    ends_then: datetime | None


@dataclass(frozen=True, slots=True)
class DiskFull(Answerable):
    """The disk may not take the next checkpoint; GB of 10^9 bytes. `step_gb` is the largest rise that was seen."""

    title: Title
    used_gb: Decimal
    size_gb: Decimal
    step_gb: Decimal | None


@dataclass(frozen=True, slots=True)
class Changed:
    """One thing that is not as it was asked for, or as it was: what, what was expected, what is."""

    what: str
    expected: str
    is_now: str


@dataclass(frozen=True, slots=True)
class Hardware(Answerable):
    """The machine is not as it was asked for, or no longer the one that was rented (cases a11, a18, a28, b55)."""

    title: Title
    changes: tuple[Changed, ...]
    moved: bool


@dataclass(frozen=True, slots=True)
class Over:
    """An incident of this kind is over, since `since`; `became` is what came in its place and is told by itself.

    `taken_by` names the run that sits on the machine now, where that ended it; `run_over` is the end of the run itself
    where that did; `unwatched` tells that the run is over and nobody looks at its machine any more.
    """

    title: Title
    kind: IncidentKind
    since: datetime
    outlook: Outlook | None = None
    became: IncidentKind | None = None
    taken_by: str | None = None
    run_over: datetime | None = None
    unwatched: bool = False
