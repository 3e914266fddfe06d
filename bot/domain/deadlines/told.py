"""What was told of a machine's ends: the whole memory that warnings need, and when it stops to count."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from bot.domain.deadlines.kinds import DeadlineKind

MOVED_BY = timedelta(minutes=30)
"""An end that moved by more than this is another end."""

RECOVERY = 1.5
"""Money that lasts so many times as long as a threshold has recovered from it."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One threshold that was told (None: the latest safe copy start), and the end that it was told for.

    All marks of a kind carry one end. A fixed date keeps the one that it was first told for, so that creeping adds up;
    money's end is the last one seen, as it wanders all the time. It is the same mark whenever it was told; `at` is what
    our clock showed then, None where nobody noted it.
    """

    kind: DeadlineKind
    threshold: timedelta | None
    end: datetime
    at: datetime | None = field(default=None, compare=False)


Told = frozenset[Mark]
"""What was told of one machine's deadlines; a store keeps one row a mark."""


def still_told(marks: Collection[Mark], end: datetime, lead: timedelta | None, now: datetime) -> Told:
    """Give what still counts as told, of marks of one kind, now that its end is this one."""
    if not marks:
        return frozenset()
    before = max(mark.end for mark in marks)
    moved = abs(end - before) > MOVED_BY
    if not next(iter(marks)).kind.is_money:
        return frozenset() if moved else frozenset(marks)
    kept = (mark for mark in marks if not _recovered(mark.threshold or lead, before, end, now))
    return frozenset(replace(mark, end=end if moved else before) for mark in kept)


def surely_recovered(marks: Collection[Mark], end: datetime, now: datetime) -> Told:
    """Give those of which money that ends then, or later, has recovered whatever else is unknown."""
    return frozenset(mark for mark in marks if mark.threshold is not None and _lasts(mark.threshold, end, now))


def _recovered(threshold: timedelta | None, before: datetime, end: datetime, now: datetime) -> bool:
    """Tell whether money lasts clearly longer than what was told: seen to, or it must have while nobody looked.

    Money that was to be spent by now and isn't was added to; where that moved the end by half a threshold (what seen
    recovery takes at least), a warning for the new end is owed.
    """
    if threshold is None:
        return False
    unseen = before <= now < end and end - before > threshold * (RECOVERY - 1)
    return unseen or _lasts(threshold, end, now)


def _lasts(threshold: timedelta, end: datetime, now: datetime) -> bool:
    return end - now > threshold * RECOVERY
