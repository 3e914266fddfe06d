"""A run: the team's training job, its plan, and what it keeps."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal

from bot.domain.fit import scale
from bot.domain.listing import ListingRef
from bot.domain.runs.ask import Ask
from bot.domain.runs.progress import Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a run is to take: training `hours` without margin, traffic in GB of 10^9 bytes, a budget in US dollars."""

    duration: timedelta
    margin: Decimal = Decimal("0.15")
    in_gb: Decimal = Decimal(0)
    out_gb: Decimal | None = None
    budget: Decimal | None = None

    @property
    def longest(self) -> timedelta:
        """The training time with its margin: the upper bound of the estimate."""
        return scale(self.duration, 1 + self.margin)


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeping:
    """What must leave the machine: paths on it, how often it saves, where they go, and how the machine is reached."""

    paths: tuple[str, ...] = ()
    every: timedelta | None = None
    to: str | None = None
    ssh: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A run on its present instance `ref`.

    `owner` is a Slack user's id, `channel` where it is told of. `begun_at` is from when on its hours are counted.
    `ended_at` is the last proof of its machine's life, once that is gone.
    """

    id: str
    name: str
    owner: str
    channel: str
    ref: ListingRef
    plan: Plan
    keeping: Keeping = field(default_factory=Keeping)
    ask: Ask = field(default_factory=Ask)
    tracked_at: datetime
    begun_at: datetime
    max_duration: timedelta | None = None
    progress: Progress | None = None
    ended_at: datetime | None = None

    @property
    def by_hand(self) -> bool:
        """Whether no marketplace can be asked about its machine."""
        return self.ref.by_hand
