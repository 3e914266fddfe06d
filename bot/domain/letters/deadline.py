"""Letters about an end: that it comes near, and that it moves to and fro."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from bot.domain.deadlines import DeadlineKind
from bot.domain.letters.answered import Answerable
from bot.domain.letters.titles import Outlook, Resume, Title


@dataclass(frozen=True, slots=True)
class Copying:
    """What a copy out is reckoned with: so many GB (10^9 bytes) at a line of so many Mbit/s, and how long that takes.

    `takes` has half as much again in it. `whole_disk` tells that nobody said how much goes out, `assumed` that nobody
    told the speed.
    """

    gb: Decimal
    mbps: Decimal
    takes: timedelta
    whole_disk: bool
    assumed: bool


@dataclass(frozen=True, slots=True)
class DeadlineNear(Answerable):
    """One end of a run's machine (or of its budget) comes near; `crossed` are the thresholds, widest first.

    `copy_start` is the latest safe copy start before it (None for a budget's, which stops nothing), `copy_missed`
    whether this letter is the one to say that it has passed; `copying` is what that is reckoned with. `spent` is what
    the run has cost so far, marked ± where `unsure`, without the `missing` meters. `moved_from` is the end that was
    told before. `left` is the time left when this was decided: a message can be late, so it may be less than any
    threshold (case g164). `restless` is whether the end moves to and fro, of which this letter is the one to tell.
    `or_sooner` tells that the end is a budget's of which a price is unknown, `uplink_assumed` that nobody told how fast
    the copy goes, `budget_short` by how many US dollars the cost at completion is over the budget (None: it is not).
    """

    title: Title
    kind: DeadlineKind
    end: datetime
    crossed: tuple[timedelta, ...]
    copy_start: datetime | None
    copy_missed: bool
    outlook: Outlook
    spent: Decimal | None
    budget: Decimal | None
    moved_from: datetime | None = None
    left: timedelta | None = None
    resume: Resume | None = None
    or_sooner: bool = False
    uplink_assumed: bool = False
    budget_short: Decimal | None = None
    restless: bool = False
    copying: Copying | None = None
    unsure: bool = False
    missing: tuple[str, ...] = ()

    @property
    def lacks_only_the_copy(self) -> bool:
        """Whether the training is done before the machine ends, and only its results do not get out in time."""
        finish, end = self.outlook.finish_at, self.outlook.ends_at
        return self.outlook.fits is False and finish is not None and end is not None and finish <= end


@dataclass(frozen=True, slots=True)
class EndMoves:
    """An end that was warned of moves to and fro, or does so no more: it is at `end` at the time of this letter."""

    title: Title
    kind: DeadlineKind
    end: datetime
    over: bool
