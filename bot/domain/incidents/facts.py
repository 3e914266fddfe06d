"""Facts that hold or don't: whether a marketplace can be seen, and all that one clear answer settles."""

from datetime import datetime

from bot.domain.incidents.changes import Change, IncidentKind
from bot.domain.incidents.watch import Watch, step

FAILURES = 3
"""So many failed polls in a row, and a marketplace is not visible."""


def step_sight(watch: Watch[bool], now: datetime, *, good: bool) -> tuple[Watch[bool], tuple[Change, ...]]:
    """Take one poll of an account's marketplace, good when all of its answer could be read.

    One good poll is sight again. This is an incident of our sight, never of the machines there.
    """
    return step(watch, not good, now, incidents={True: IncidentKind.NOT_VISIBLE}, after=1 if good else FAILURES)


def step_fact(
    watch: Watch[bool], kind: IncidentKind, now: datetime, *, holds: bool | None, after: int = 1
) -> tuple[Watch[bool], tuple[Change, ...]]:
    """Take one observation of a pending price increase, changed hardware, a nearly full disk and their like.

    None where nobody could tell. It opens and closes on `after` in a row that agree.
    """
    if holds is None:
        return watch, ()
    return step(watch, holds, now, incidents={True: kind}, after=after)
