"""Damping: what comes and goes is told once as such, and ends with the real state."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.domain.incidents.changes import Change, IncidentKind, What

FLAPS = 3
WITHIN = timedelta(minutes=30)
QUIET = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Level:
    """The incident that holds, None where all is well, and between when it came about."""

    kind: IncidentKind | None
    since: datetime
    not_before: datetime | None = None


@dataclass(frozen=True, slots=True)
class Damper:
    """What was told of one fact.

    `open` is the incident that stands open, `level` the one that holds, None where all is well; they differ only while
    flapping. `changed` are the changes of level of the last half hour.
    """

    open: IncidentKind | None = None
    level: IncidentKind | None = None
    changed: tuple[datetime, ...] = ()
    flapping: bool = False


def damp(state: Damper, level: Level, now: datetime) -> tuple[Damper, tuple[Change, ...]]:
    """Take the level that an observation leaves, and give what is to be told."""
    recent = _lately(state.changed, now)
    if level.kind == state.level:
        if state.flapping and _quiet(recent, now):
            return Damper(level.kind, level.kind), _real(state.open, level)
        return replace(state, changed=recent), ()
    recent = (*recent, now)[-FLAPS:]
    if state.flapping:
        return replace(state, level=level.kind, changed=recent), ()
    if len(recent) < FLAPS:
        return Damper(level.kind, level.kind, recent), _moved(state.open, level)
    held = tuple(Change(kind, What.FLAPPING, recent[0]) for kind in (state.open or level.kind,) if kind)
    return Damper(state.open or level.kind, level.kind, recent, flapping=True), held


@dataclass(frozen=True, slots=True)
class Flaps:
    """How something that is said anew whenever it changes did so: `changed` in the last half hour."""

    changed: tuple[datetime, ...] = ()
    flapping: bool = False


def count(flaps: Flaps, now: datetime, *, moved: bool) -> Flaps:
    """Take one clear look at it. It flaps from the third change in half an hour until it was quiet."""
    recent = _lately(flaps.changed, now)
    if moved:
        recent = (*recent, now)[-FLAPS:]
        return Flaps(recent, flaps.flapping or len(recent) == FLAPS)
    return Flaps() if flaps.flapping and _quiet(recent, now) else Flaps(recent, flaps.flapping)


def _lately(changed: tuple[datetime, ...], now: datetime) -> tuple[datetime, ...]:
    """Give the changes of the last half hour; none is later than now, whatever the clock did."""
    return tuple(min(one, now) for one in changed if now - one <= WITHIN)


def _quiet(recent: tuple[datetime, ...], now: datetime) -> bool:
    """Tell whether ten minutes passed without a change."""
    return not recent or now - recent[-1] >= QUIET


def _real(told: IncidentKind | None, level: Level) -> tuple[Change, ...]:
    """Tell how it ended, also where that is what was told last."""
    if told is not None and told == level.kind:
        return (Change(told, What.SETTLED, level.since, level.not_before),)
    return _moved(told, level)


def _moved(told: IncidentKind | None, level: Level) -> tuple[Change, ...]:
    """Close what was told and open what holds."""
    closed = () if told is None else (Change(told, What.CLOSED, level.since, level.not_before, became=level.kind),)
    opened = () if level.kind is None else (Change(level.kind, What.OPENED, level.since, level.not_before),)
    return closed + opened
