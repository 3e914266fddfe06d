"""What was seen of a machine, as levels: one for each stretch of sightings that agree, however many there were."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.domain.instance import InstanceState
from bot.domain.ledger.instants import utc

Sighting = tuple[datetime, InstanceState | None]
"""When a marketplace was asked and what it said; None is a complete answer without the machine: it is gone."""


@dataclass(frozen=True, slots=True)
class Level:
    """A state that was first seen at `since` and last seen at `seen`; state None is gone.

    A `stated` level is the marketplace's own word on from when to when; its ends are exact, a seen level's are not.
    Raises ValueError for `unknown`, which is no sight of it, and for a level that ends before it begins.
    """

    state: InstanceState | None
    since: datetime
    seen: datetime
    stated: bool = False

    def __post_init__(self) -> None:
        if self.state is InstanceState.UNKNOWN or utc(self.seen) < utc(self.since):
            raise ValueError(f"{self.state} from {self.since} to {self.seen} is nothing that was seen.")


def see(last: Level | None, sighting: Sighting, blind_after: timedelta) -> Level | None:
    """Give the level after a sighting: `last` extended where it has the same `since`, else one to add behind it.

    Seeing nothing (`unknown`) changes nothing. The same state after more than `blind_after` without sight is a level of
    its own, since nobody knows what was in between. A clock that steps back never shortens what was seen.
    """
    at, state = utc(sighting[0]), sighting[1]
    if state is InstanceState.UNKNOWN:
        return last
    if last is None:
        return Level(state, at, at)
    at = max(at, last.seen)
    if state is last.state and at - last.seen <= blind_after:
        return replace(last, seen=at)
    return Level(state, at, at)


def levels_of(sightings: Iterable[Sighting], blind_after: timedelta) -> tuple[Level, ...]:
    """Give the levels of a whole series of sightings, oldest first."""
    levels: list[Level] = []
    for sighting in sightings:
        level = see(levels[-1] if levels else None, sighting, blind_after)
        if level is None:
            continue
        if levels and levels[-1].since == level.since:
            levels.pop()
        levels.append(level)
    return tuple(levels)


def restate(levels: Iterable[Level], start: datetime, end: datetime) -> tuple[Level, ...]:
    """Put the marketplace's word, that the host was offline in [start, end), in the place of what we saw (case a31).

    It replaces an outage that it overlaps as a whole, beginning and end, once we saw that end; and otherwise only what
    lies within it. Raises ValueError for an outage without length.
    """
    start, end = utc(start), utc(end)
    if start >= end:
        raise ValueError(f"An outage must end after it began, not {start} to {end}.")
    seen, result = list(levels), [Level(InstanceState.OFFLINE, start, end, stated=True)]
    for number, level in enumerate(seen):
        apart = level.seen < start or level.since >= end
        ended = any(later.state is not InstanceState.OFFLINE for later in seen[number + 1 :])
        if apart:
            result.append(level)
        elif level.state is not InstanceState.OFFLINE or not ended:
            result += _outside(level, start, end)
    return tuple(sorted(result, key=lambda level: (level.since, level.seen)))


def _outside(level: Level, start: datetime, end: datetime) -> Iterable[Level]:
    """Give what of a level that touches [start, end) lies before it and what after."""
    if level.since < start:
        yield replace(level, seen=start)
    if level.seen >= end:
        yield replace(level, since=end)
