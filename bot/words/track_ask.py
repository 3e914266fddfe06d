"""What was said of a run that is to be sat with."""

from dataclasses import dataclass, field, fields, replace
from datetime import datetime, timedelta
from decimal import Decimal

from bot.domain.listing import ListingRef
from bot.domain.runs import Ask, Keeping, Plan, Run
from bot.domain.runs.anew import over

DEFAULT_MARGIN = Decimal("0.15")


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackAsk:
    """A run and its machine; without `ref` the machine is typed in by hand. Units as in `Plan`.

    `name`, `duration` and what else the plan has are None where they were not said. `keeping.to` None is the bot's own
    folder, `keeping.ssh` None is what the marketplace says, `owner` None is who typed. `ask` is what the machine was
    chosen by; `disk_gb` and `ends_at` are said only of a machine that is typed in by hand, of others they are read.
    `none` names the fields, of the plan, of `keeping`, of `ask` and `ends_at`, that are to have nothing from now on.
    """

    ref: ListingRef | None
    name: str | None = None
    duration: timedelta | None = None
    margin: Decimal | None = None
    in_gb: Decimal | None = None
    out_gb: Decimal | None = None
    budget: Decimal | None = None
    keeping: Keeping = field(default_factory=Keeping)
    owner: str | None = None
    ask: Ask = field(default_factory=Ask)
    disk_gb: Decimal | None = None
    ends_at: datetime | None = None
    none: frozenset[str] = frozenset()

    @property
    def by_hand(self) -> bool:
        """Whether no marketplace can be asked about the machine."""
        return self.ref is None

    @property
    def complete(self) -> bool:
        """Whether nothing need be asked: an instance, a name and a duration are there."""
        return self.ref is not None and self.name is not None and self.duration is not None

    @property
    def plan(self) -> Plan | None:
        """The plan, once it is known how long the run trains."""
        if self.duration is None:
            return None
        return Plan(
            duration=self.duration,
            margin=DEFAULT_MARGIN if self.margin is None else self.margin,
            in_gb=self.in_gb or Decimal(0),
            out_gb=self.out_gb,
            budget=self.budget,
        )

    @property
    def said(self) -> frozenset[str]:
        """Name what of the plan was said, by its fields; the rest of it is a default."""
        return frozenset(
            one.name for one in fields(Plan) if getattr(self, one.name) is not None or one.name in self.none
        )

    @property
    def describes(self) -> bool:
        """Whether something was said of the machine itself, which of one by hand is typed into a form."""
        return self.ask != Ask() or self.disk_gb is not None or self.ends_at is not None

    def of(self, run: Run) -> "TrackAsk":
        """Give the ask whole, of a run that is sat with: what was not said is as the run has it."""
        plan = {one.name: getattr(self if one.name in self.said else run.plan, one.name) for one in fields(Plan)}
        return replace(
            self,
            name=run.name,
            **plan,
            keeping=over(run.keeping, self.keeping, self.none),
            owner=self.owner or run.owner,
            ask=over(run.ask, self.ask, self.none),
        )
