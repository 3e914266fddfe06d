"""How a run stands: everything that one look at its machine is judged against."""

from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal

from bot.domain.deadlines import EndWatch, Told
from bot.domain.incidents import ALL_WELL, THERE, Flaps, IdleWatch, IncidentKind, Presence, Watch
from bot.domain.runs import Run
from bot.domain.watching.incident import Incident
from bot.domain.watching.machine import Machine


@dataclass(frozen=True, slots=True, kw_only=True)
class Watches:
    """What is under watch of one run.

    `disk_step_gb` is the largest rise of its disk use between two looks, `card_at` when its card was last drawn. `ends`
    is how its ends moved, a watch for each kind that was ever known; `unlike` is how what is not as it
    was asked for changed, while anything is.
    """

    presence: Watch[Presence] = THERE
    idle: IdleWatch = field(default_factory=IdleWatch)
    late: Watch[bool] = ALL_WELL
    price: Watch[bool] = ALL_WELL
    disk: Watch[bool] = ALL_WELL
    hardware: Watch[bool] = ALL_WELL
    disk_step_gb: Decimal | None = None
    card_at: datetime | None = None
    ends: tuple[EndWatch, ...] = ()
    unlike: Flaps = field(default_factory=Flaps)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A run with its present machine, what is under watch, what was told of its deadlines, and its open incidents."""

    run: Run
    machine: Machine
    watches: Watches = field(default_factory=Watches)
    told: Told = frozenset()
    open: tuple[Incident, ...] = ()

    def incident(self, kind: IncidentKind) -> Incident | None:
        """Give the open incident of a kind."""
        return next((one for one in self.open if one.kind is kind), None)
