"""Incidents: open facts that need a person, judged from what is, not from what happened in between.

Each fact is a `Watch` that a store keeps. `step_…(watch, observation, now)` gives the next one and what is to be told.
An observation that says nothing (UNKNOWN, None) gives back the very same watch and nothing to tell.
"""

from bot.domain.incidents.changes import Change, IncidentKind, What
from bot.domain.incidents.damper import Damper, Flaps, count
from bot.domain.incidents.facts import step_fact, step_sight
from bot.domain.incidents.idle import NOT_RUNNING, IdleWatch, NotRunning, step_idle
from bot.domain.incidents.presence import THERE, Presence, Sighting, sighting, step_presence
from bot.domain.incidents.settled import Settled
from bot.domain.incidents.watch import ALL_WELL, Watch

__all__ = [
    "ALL_WELL",
    "NOT_RUNNING",
    "THERE",
    "Change",
    "Damper",
    "Flaps",
    "IdleWatch",
    "IncidentKind",
    "NotRunning",
    "Presence",
    "Settled",
    "Sighting",
    "Watch",
    "What",
    "count",
    "sighting",
    "step_fact",
    "step_idle",
    "step_presence",
    "step_sight",
]
