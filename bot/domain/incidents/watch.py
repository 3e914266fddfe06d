"""A fact under watch: its level, settled by observations in a row, and what was told of it, damped."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Generic, TypeVar

from bot.domain.incidents.changes import Change, IncidentKind
from bot.domain.incidents.damper import Damper, Level, damp
from bot.domain.incidents.settled import Settled, settle

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Watch(Generic[T]):
    """One fact about one run (or account). A store keeps it, so a restart is nothing special (c73)."""

    settled: Settled[T]
    told: Damper = field(default_factory=Damper)


ALL_WELL: Watch[bool] = Watch(Settled(level=False))
"""A fact that holds or doesn't, before the first observation."""


def step(
    watch: Watch[T],
    said: T,
    now: datetime,
    *,
    incidents: Mapping[T, IncidentKind],
    after: int,
    sure: bool = True,
) -> tuple[Watch[T], tuple[Change, ...]]:
    """Take one clear observation. `incidents` says which levels need a person, and as what."""
    settled = settle(watch.settled, said, now, after=after, sure=sure)
    level = Level(incidents.get(settled.level), settled.since or now, settled.not_before)
    told, changes = damp(watch.told, level, now)
    return Watch(settled, told), changes
