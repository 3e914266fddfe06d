"""What is to be said now, from the ends and what was told. Nothing is scheduled, so nothing can be missed (g173)."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.domain.deadlines.ends import Deadlines
from bot.domain.deadlines.kinds import COPY_START, THRESHOLDS, DeadlineKind
from bot.domain.deadlines.told import Mark, Told, still_told
from bot.domain.outside import Unknown


@dataclass(frozen=True, slots=True)
class DueWarning:
    """One message about one end. It names the time that is `left`, below zero when the end has passed.

    `crossed` are the thresholds that it stands for, widest first. `copy_start` is the latest safe copy start, where the
    message is the one to say that it has passed.
    """

    kind: DeadlineKind
    end: datetime
    left: timedelta
    crossed: tuple[timedelta, ...]
    copy_start: datetime | None = None

    @property
    def threshold(self) -> timedelta | None:
        """The narrowest threshold that was crossed; None when only the latest safe copy start was."""
        return self.crossed[-1] if self.crossed else None

    @property
    def passed(self) -> bool:
        """Whether the end itself has passed, so that nothing is left to name."""
        return self.left <= timedelta(0)


@dataclass(frozen=True, slots=True)
class Due:
    """What to say, at most one message for each end, and what counts as told once these messages are kept."""

    warnings: tuple[DueWarning, ...]
    told: Told


def due_warnings(deadlines: Deadlines, told: Told, now: datetime, held: Collection[DeadlineKind] = ()) -> Due:
    """Derive what to say now. Keep `told` of the answer together with the messages: the next wake starts from it.

    An end that is unknown, or absent now, says nothing and forgets nothing: whether it has recovered shows when it is
    back. Nor is anything forgotten of the `held` kinds, whose ends move to and fro; what comes nearer is still said.
    """
    warnings: list[DueWarning] = []
    there = {one.kind for one in deadlines.all}
    marks = {mark for mark in told if mark.kind not in there}
    binding = deadlines.binding(now)
    for kind, end in ((one.kind, one.end) for one in deadlines.all):
        mine = frozenset(mark for mark in told if mark.kind is kind)
        if not isinstance(end, Unknown):
            mine = mine if kind in held else still_told(mine, end, deadlines.copy_lead, now)
            lead = deadlines.copy_lead if binding == (kind, end) else None
            warning = _warning(kind, end, mine, lead, now)
            if warning is not None:
                warnings.append(warning)
                mine |= _marks(warning, mine, now)
        marks |= mine
    return Due(tuple(warnings), frozenset(marks))


def _warning(kind: DeadlineKind, end: datetime, told: Told, lead: timedelta | None, now: datetime) -> DueWarning | None:
    """Say what this end crossed that is untold; what is wider than something told counts as told."""
    left = end - now
    said = [mark.threshold for mark in told]
    narrowest = min((one for one in said if one is not None), default=timedelta.max)
    crossed = tuple(one for one in THRESHOLDS[kind] if left <= one < narrowest)
    late = lead is not None and left <= lead and COPY_START not in said
    if not crossed and not late:
        return None
    return DueWarning(kind, end, left, crossed, end - lead if late and lead is not None else None)


def _marks(warning: DueWarning, told: Told, now: datetime) -> Told:
    end = next((mark.end for mark in told), warning.end)
    copy = () if warning.copy_start is None else (COPY_START,)
    return frozenset(Mark(warning.kind, threshold, end, now) for threshold in (*warning.crossed, *copy))
