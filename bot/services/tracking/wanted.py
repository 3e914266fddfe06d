"""What is wanted when a run is to be tracked, read from words or from a form."""

from dataclasses import dataclass, field

from bot.domain.listing import ListingRef
from bot.domain.runs import Ask, Keeping, Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A run to be tracked: its name, owner (a Slack user's id) and plan, and on which instance.

    `owner_said` is false where the owner is only who typed; a run that is changed keeps its owner then. `said` names
    the plan's fields that were said; a run that is changed keeps its others. `none` names fields, of the plan,
    `keeping` and `ask`, and `ends_at`, that were said to be nothing: those it keeps no longer.
    """

    ref: ListingRef
    name: str
    owner: str
    plan: Plan
    keeping: Keeping = field(default_factory=Keeping)
    ask: Ask = field(default_factory=Ask)
    owner_said: bool = False
    said: frozenset[str] = frozenset()
    none: frozenset[str] = frozenset()
