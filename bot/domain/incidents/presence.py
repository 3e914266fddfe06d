"""Whether the marketplace says that a run's machine is there: offline, back and gone, after two polls that agree."""

from datetime import datetime
from enum import StrEnum

from bot.domain.incidents.changes import Change, IncidentKind
from bot.domain.incidents.settled import Settled
from bot.domain.incidents.watch import Watch, step
from bot.domain.instance import InstanceState

POLLS = 2


class Presence(StrEnum):
    """Where a machine is, by all that the marketplace says."""

    HERE = "here"
    OFFLINE = "offline"
    GONE = "gone"


class Sighting(StrEnum):
    """What one poll says of one machine.

    UNLISTED: a complete list without it, and no answer yet by its id. ABSENT: the same, and by its id null. UNKNOWN:
    anything else that isn't a clear answer, whoever's fault it is (c59, c63).
    """

    HERE = "here"
    OFFLINE = "offline"
    UNLISTED = "unlisted"
    ABSENT = "absent"
    UNKNOWN = "unknown"


THERE: Watch[Presence] = Watch(Settled(Presence.HERE))
"""A machine before the first poll: nothing was told of it."""

_SAYS = {
    Sighting.HERE: Presence.HERE,
    Sighting.OFFLINE: Presence.OFFLINE,
    Sighting.UNLISTED: Presence.GONE,
    Sighting.ABSENT: Presence.GONE,
}
_INCIDENTS = {Presence.OFFLINE: IncidentKind.OFFLINE, Presence.GONE: IncidentKind.GONE}
_SEEN_AS = {InstanceState.OFFLINE: Sighting.OFFLINE, InstanceState.UNKNOWN: Sighting.UNKNOWN}


def sighting(state: InstanceState) -> Sighting:
    """Read a listed machine's state: whatever else it does, one that isn't offline is there."""
    return _SEEN_AS.get(state, Sighting.HERE)


def step_presence(watch: Watch[Presence], seen: Sighting, now: datetime) -> tuple[Watch[Presence], tuple[Change, ...]]:
    """Take one poll's sighting. One that is UNKNOWN changes nothing: our blindness is nobody's outage (c63).

    `settled.held_at` of the watch is when it was last seen as it stands.
    """
    if seen is Sighting.UNKNOWN:
        return watch, ()
    return step(watch, _SAYS[seen], now, incidents=_INCIDENTS, after=POLLS, sure=seen is not Sighting.UNLISTED)
