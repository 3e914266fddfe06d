"""GPU idle: a machine that runs and costs, while its cards do next to nothing."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from enum import Enum

from bot.domain.incidents.changes import Change, IncidentKind
from bot.domain.incidents.settled import Settled, unclaimed
from bot.domain.incidents.watch import ALL_WELL, Watch, step

IDLE_BELOW = Decimal("0.1")
IDLE_FOR = timedelta(minutes=15)

_BLIND_AFTER = 3.5
"""In polls. Two failed ones in a row are bridged; three make us blind, and low use before says nothing any more."""


class NotRunning(Enum):
    """The reading of a machine that surely doesn't run: it cannot be idle."""

    NOT_RUNNING = "not running"


NOT_RUNNING = NotRunning.NOT_RUNNING


@dataclass(frozen=True, slots=True)
class IdleWatch:
    """A run's GPU use under watch, and when it was last read."""

    watch: Watch[bool] = ALL_WELL
    read_at: datetime | None = None


def step_idle(
    state: IdleWatch, use: Decimal | NotRunning | None, now: datetime, *, every: timedelta
) -> tuple[IdleWatch, tuple[Change, ...]]:
    """Take one reading of GPU use, a share of 1, None when unknown; polls come `every` so often.

    One reading that isn't low ends it: from then on a person has nothing to do.
    """
    if use is None:
        return state, ()
    low = not isinstance(use, NotRunning) and use < IDLE_BELOW
    watch = state.watch if _unbroken(state.read_at, now, every) else _afresh(state.watch)
    sure = not low or now - _low_since(watch.settled, now) >= IDLE_FOR
    watch, changes = step(watch, low, now, incidents={True: IncidentKind.IDLE}, after=1, sure=sure)
    return IdleWatch(watch, now), changes


def _unbroken(read_at: datetime | None, now: datetime, every: timedelta) -> bool:
    return read_at is not None and timedelta(0) <= now - read_at <= every * _BLIND_AFTER


def _afresh(watch: Watch[bool]) -> Watch[bool]:
    return Watch(unclaimed(watch.settled), watch.told)


def _low_since(settled: Settled[bool], now: datetime) -> datetime:
    return settled.claimed_at or now
