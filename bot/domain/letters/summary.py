"""The daily summary, and the chart in its thread."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum

from bot.domain.incidents import IncidentKind
from bot.domain.letters.account import Unclaimed
from bot.domain.letters.titles import Outlook, Title


@dataclass(frozen=True, slots=True)
class Correction:
    """What became known late: a day that was told cost `usd` more (or less) on a meter, in US dollars."""

    day: date
    meter: str
    usd: Decimal


class Plight(StrEnum):
    """What needs a person though no incident stands for it."""

    OVERSPENT = "overspent"
    """An account's balance is below zero, or was spent since it was read."""
    UNREAD = "unread"
    """An account was never read well, or not for long."""
    UNSEEN = "unseen"
    """A run's machine was not seen for long, though its marketplace was."""
    UNASKED = "unasked"
    """A run's marketplace is not set up here, so nobody asks after its machine."""
    PASSED = "passed"
    """The machine's end has passed."""
    END_NEAR = "end_near"
    """The machine's end comes near: it was warned of, and stands."""
    COPY_START = "copy_start"
    """The latest safe copy start has passed."""
    NO_FIT = "no_fit"
    """The run does not fit in the time that is left."""
    SPENT = "spent"
    """The budget is spent."""
    BUDGET_NEAR = "budget_near"
    """The budget will soon be spent: that was warned of, and stands."""
    BUDGET_SHORT = "budget_short"
    """The run will have cost more than its budget."""
    STOPPED = "stopped"
    """The machine is stopped, which still costs."""
    DONE = "done"
    """The training is done, and its machine is still there."""


@dataclass(frozen=True, slots=True)
class OpenFact:
    """One thing that needs a person.

    `about` is a run's name, a marketplace's, an instance with no run, or a channel or person in Slack.
    """

    about: str
    what: IncidentKind | Plight


MOST_LINES = 35
"""Runs and unclaimed instances of one part: more than that is no message that Slack takes (case f156)."""


@dataclass(frozen=True, slots=True)
class SummaryRow:
    """One run's line, in US dollars; `made_by` is the meter that made most of the difference from the estimate.

    `before` is the part of `so_far` that accrued before the run began; the difference leaves it out. `plights` are what
    needs a person besides the incidents that are open. `charged` is known up to `charged_until`. `or_more` tells that
    `at_completion` leaves out a meter of which nothing is known.
    """

    title: Title
    state: str | None
    so_far: Decimal
    unsure: bool
    missing: tuple[str, ...]
    to_date: Decimal | None
    estimate: Decimal | None
    at_completion: Decimal | None
    difference: Decimal | None
    made_by: str | None
    charged: Decimal | None
    outlook: Outlook
    open: tuple[IncidentKind, ...]
    stopped_for: timedelta | None = None
    ended_at: datetime | None = None
    corrections: tuple[Correction, ...] = ()
    before: Decimal = Decimal(0)
    plights: tuple[Plight, ...] = ()
    charged_until: datetime | None = None
    or_more: bool = False


@dataclass(frozen=True, slots=True)
class AccountRow:
    """One marketplace's account: balance and how long it lasts, when it was last read well, and the poll's pace.

    `lasts` None: nothing burns, or the balance is unknown (None too). `every` is the time between polls.
    """

    market: str
    balance: Decimal | None
    burn: Decimal | None
    lasts: timedelta | None
    missing: int
    last_good: datetime | None
    every: timedelta


@dataclass(frozen=True, slots=True)
class Totals:
    """The sums over all runs of the summary, the same in each of its parts; None while it is unknown of any run.

    `before` is the part of `so_far` that accrued before the runs began; `unsure` marks it ±, and `missing` names the
    meters of which nothing is known for some run; `or_more` tells that `at_completion` leaves one out.
    """

    runs: int
    so_far: Decimal
    to_date: Decimal | None
    at_completion: Decimal | None
    before: Decimal = Decimal(0)
    unsure: bool = False
    missing: tuple[str, ...] = ()
    or_more: bool = False


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary of `day`; `days` are all dates it stands for, when some were missed. `part` is of `parts`, from 1.

    `open_count` things need a person, whatever part their lines are in; `open` are the first of them.
    """

    day: date
    days: tuple[date, ...]
    as_of: datetime
    part: int
    parts: int
    rows: tuple[SummaryRow, ...]
    totals: Totals
    accounts: tuple[AccountRow, ...]
    unclaimed: tuple[Unclaimed, ...]
    open: tuple[OpenFact, ...] = ()
    open_count: int = 0


def parted(summary: Summary, most: int = MOST_LINES) -> Iterator[Summary]:
    """Spread a summary over as many parts as its runs and unclaimed instances need, each with the same totals."""
    count = len(summary.rows) + len(summary.unclaimed)
    parts = max(1, -(-count // most))
    for part in range(parts):
        first, last = part * most, (part + 1) * most
        after = len(summary.rows)
        yield replace(
            summary,
            part=part + 1,
            parts=parts,
            rows=summary.rows[first:last],
            unclaimed=summary.unclaimed[max(first - after, 0) : max(last - after, 0)],
        )


@dataclass(frozen=True, slots=True)
class Series:
    """One run's cost since it began against its estimate, if it has one, in US dollars at the end of each day.

    `before` is what its machine had cost until then, which is left out.
    """

    name: str
    cost: tuple[tuple[date, Decimal], ...]
    estimate: tuple[tuple[date, Decimal], ...]
    before: Decimal = Decimal(0)


@dataclass(frozen=True, slots=True)
class Chart:
    """Cost against estimate by day, for the thread of a summary.

    `unpriced` are the runs whose GPUs' price nobody told, which are not drawn; `partly` those drawn without their disk,
    of which nobody told the price.
    """

    day: date
    series: tuple[Series, ...]
    unpriced: tuple[str, ...] = ()
    partly: tuple[str, ...] = ()
