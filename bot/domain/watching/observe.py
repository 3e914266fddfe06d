"""The facts under watch of one run: each takes a look, and tells what changed."""

from dataclasses import replace
from datetime import datetime
from decimal import Decimal

from bot.domain.incidents import (
    NOT_RUNNING,
    Change,
    IncidentKind,
    NotRunning,
    Presence,
    Sighting,
    Watch,
    What,
    step_fact,
    step_idle,
    step_presence,
)
from bot.domain.instance import InstanceState
from bot.domain.letters.machine import Changed
from bot.domain.watching.ends import outlook_of
from bot.domain.watching.hardware import unlike
from bot.domain.watching.look import Look
from bot.domain.watching.progress import planned_finish
from bot.domain.watching.standing import Standing, Watches
from bot.domain.watching.terms import Terms

NEARLY_FULL = Decimal("0.95")
"""Share of a disk from which on it counts as nearly full, where no checkpoint's size was seen."""

_CHECKPOINT_GB = Decimal(1)
"""A smaller rise of the disk use between two looks is taken for logs, not for a checkpoint."""

_Step = tuple[Watches, tuple[Change, ...]]


def observe(before: Standing, after: Standing, look: Look, terms: Terms) -> tuple[Standing, tuple[Change, ...]]:
    """Take one look at all that is under watch. `after` has the look's row already, `before` not yet."""
    watches = before.watches
    changes: list[Change] = []
    for step in (_presence, _idle, _price, _hardware):
        watches, told = step(watches, after, look, terms)
        changes += told
    watches, told = _disk(watches, before, after, look, terms)
    changes += told
    watches, told = _late(watches, replace(after, watches=watches), look, terms)
    return replace(after, watches=watches), (*changes, *told)


def _presence(watches: Watches, after: Standing, look: Look, terms: Terms) -> _Step:
    watch, told = step_presence(watches.presence, look.sighting, _seen_at(after, look, terms))
    return replace(watches, presence=watch), told


def _seen_at(after: Standing, look: Look, terms: Terms) -> datetime:
    """Give the moment by which the ledger dates a look too: when it was asked, in the order of what was seen."""
    return min(max([look.at, *(level.seen for level in after.machine.levels[-1:])]), terms.now)


def _idle(watches: Watches, _: Standing, look: Look, terms: Terms) -> _Step:
    watch, told = step_idle(watches.idle, _use(watches, look), terms.now, every=terms.every)
    return replace(watches, idle=watch), told


def _use(watches: Watches, look: Look) -> Decimal | NotRunning | None:
    """Read the GPU use: None is unknown, and a machine that surely doesn't run can't be idle.

    One that is gone is not looked up by its id any more: a list without it is enough then.
    """
    gone = watches.presence.settled.level is Presence.GONE and look.sighting is Sighting.UNLISTED
    if look.sighting is Sighting.ABSENT or gone:
        return NOT_RUNNING
    row = look.instance
    if row is None or row.state is InstanceState.UNKNOWN:
        return None
    return row.gpu_use if row.state is InstanceState.RUNNING else NOT_RUNNING


def _price(watches: Watches, _: Standing, look: Look, terms: Terms) -> _Step:
    asked = None if look.asked is None else bool(look.asked)
    watch, told = _fact(watches, watches.price, IncidentKind.PRICE_INCREASE, asked, look, terms)
    return replace(watches, price=watch), told


def _hardware(watches: Watches, after: Standing, look: Look, terms: Terms) -> _Step:
    other = None if look.instance is None else bool(changes_of(after))
    watch, told = _fact(watches, watches.hardware, IncidentKind.HARDWARE, other, look, terms)
    return replace(watches, hardware=watch), told


def changes_of(standing: Standing) -> tuple[Changed, ...]:
    """Give all that is not as it was asked for or as it was."""
    return unlike(standing.run.ask, standing.machine.locked, standing.machine.seen)


def _disk(watches: Watches, before: Standing, after: Standing, look: Look, terms: Terms) -> _Step:
    row = look.instance
    used = None if row is None or row.state is not InstanceState.RUNNING else row.disk_used_gb
    step = _larger(watches.disk_step_gb, before.machine.seen.disk_used_gb, used)
    full = _nearly_full(used, after.machine.seen.disk_gb, step)
    watch, told = _fact(watches, watches.disk, IncidentKind.DISK, full, look, terms)
    return replace(watches, disk=watch, disk_step_gb=step), told


def _larger(step: Decimal | None, before: Decimal | None, now: Decimal | None) -> Decimal | None:
    rise = Decimal(0) if before is None or now is None else now - before
    return step if rise < _CHECKPOINT_GB else max(rise, step or rise)


def _nearly_full(used: Decimal | None, size: Decimal | None, step: Decimal | None) -> bool | None:
    """Tell whether the next checkpoint may not fit; it is taken to be as large as the largest rise that was seen."""
    if used is None or size is None or size <= 0:
        return None
    return used >= size * NEARLY_FULL or (step is not None and used + step > size)


def _late(watches: Watches, after: Standing, look: Look, terms: Terms) -> _Step:
    """Judge the forecast finish, but not while the host is away: its own incident tells what that does to it.

    Nor while nothing is seen of a machine that can be seen: time alone tells nothing of it. A run that ended by the end
    that was typed in is late no more.
    """
    blind = look.sighting is not Sighting.HERE and not after.run.by_hand
    away = watches.presence.settled.level is not Presence.HERE
    finish = outlook_of(after, terms.now).finish_at
    late = None if finish is None or away or blind else finish > planned_finish(after)
    late = False if after.run.by_hand and after.run.ended_at is not None else late
    watch, told = _fact(watches, watches.late, IncidentKind.FORECAST, late, look, terms)
    return replace(watches, late=watch), told


def _fact(
    watches: Watches, watch: Watch[bool], kind: IncidentKind, holds: bool | None, look: Look, terms: Terms
) -> tuple[Watch[bool], tuple[Change, ...]]:
    """Take one look at a fact about a machine. Of one that is gone none holds: that it is gone took their place."""
    if watches.presence.settled.level is not Presence.GONE or look.sighting is Sighting.UNKNOWN:
        return step_fact(watch, kind, terms.now, holds=holds)
    watch, told = step_fact(watch, kind, terms.now, holds=False)
    closed = (replace(one, became=IncidentKind.GONE) if one.what is What.CLOSED else one for one in told)
    return watch, tuple(closed)
