"""How far a run is: what has run, and what remains."""

from datetime import datetime, timedelta

from bot.domain.instance import InstanceState
from bot.domain.ledger import time_in
from bot.domain.runs import Run
from bot.domain.watching.standing import Standing

BOOT = timedelta(minutes=30)
"""What the fit allows for a machine to come up, the same as where a listing is judged."""

ENOUGH = timedelta(minutes=30)
"""Running time between two words of progress from which on they tell a pace."""

FASTEST = 3
"""A first word that makes a run more than so many times as fast as its plan tells of steps done elsewhere."""

BEYOND = timedelta(days=3652)
"""Ten years stand for all that takes longer: a first step of a trillion leads beyond every calendar."""

_NONE = timedelta(0)
_MICROSECOND = timedelta(microseconds=1)


def ran(standing: Standing, now: datetime) -> timedelta:
    """Give how long the machine has run for this run, outages and stops left out."""
    spans = standing.machine.ledger.spans
    begun = min(standing.run.begun_at, now)
    running = InstanceState.RUNNING
    return max(_NONE, time_in(spans, running, now) - time_in(spans, running, begun))


def remaining(standing: Standing, now: datetime) -> timedelta | None:
    """Give how much running time the training still needs; None when nothing can be said of a run that is over.

    Told progress counts, at the pace on this machine; where that is not known, at the plan's. Else the estimate.
    `BEYOND` is longer than can be told.
    """
    run = standing.run
    if run.ended_at is not None:
        return None
    told = run.progress
    if told is None or told.done == 0:
        return max(_NONE, run.plan.duration - ran(standing, now))
    steps, span = pace_of(run) or (told.total, run.plan.duration)
    left_then = _shared(span, told.total - told.done, steps)
    if left_then >= BEYOND:
        return BEYOND
    return max(_NONE, left_then - max(_NONE, ran(standing, now) - told.running))


def from_the_start(standing: Standing) -> timedelta:
    """Give how much running time the whole training takes: at the pace that was told, else by the estimate."""
    told, pace = standing.run.progress, pace_of(standing.run)
    if told is None or pace is None:
        return standing.run.plan.duration
    steps, span = pace
    return _shared(span, told.total, steps)


def pace_of(run: Run) -> tuple[int, timedelta] | None:
    """Give how many steps took how much running time on this machine; None where nothing tells.

    Of a run that was resumed, what its first word told was done elsewhere: only what came after it tells a pace.
    """
    told = run.progress
    if told is None:
        return None
    if told.since_base is not None:
        steps, span = told.since_base
        if steps > 0 and span >= ENOUGH:
            return steps, span
    planned, running = run.plan.duration // _MICROSECOND, told.running // _MICROSECOND
    too_fast = told.done * planned > FASTEST * told.total * running
    return None if told.done == 0 or too_fast else (told.done, told.running)


def _shared(span: timedelta, steps: int, done: int) -> timedelta:
    """Give the time of so many steps at the pace at which the done ones took a span, to the microsecond, rounded up.

    It is at most `BEYOND`.
    """
    micros = -(-(span // _MICROSECOND) * steps // done)
    return min(micros, BEYOND // _MICROSECOND) * _MICROSECOND


def planned_finish(standing: Standing) -> datetime:
    """Give when the training is over at the latest: by the estimate with its margin, and with the boot of the fit."""
    return standing.run.begun_at + BOOT + standing.run.plan.longest
