"""When a run is over: with the last proof of its machine's life, or at the end that was typed in."""

from dataclasses import replace
from datetime import datetime, timedelta

from bot.domain.incidents import Presence
from bot.domain.ledger import Level
from bot.domain.runs import Run
from bot.domain.watching.ends import machine_end
from bot.domain.watching.machine import Machine
from bot.domain.watching.standing import Standing

WATCHED_AFTER = timedelta(days=7)
"""So long after its run's end a machine is still looked for, since it may come back or be prolonged."""


def goes_on(run: Run, now: datetime) -> bool:
    """Tell whether what is said of a run changes it: it is live, or ended by the end that was typed in and may move."""
    return run.ended_at is None or (run.by_hand and now - run.ended_at < WATCHED_AFTER)


def ended(standing: Standing) -> Standing:
    """End a run with the last proof of its machine's life; it goes on should that come back (case d85)."""
    if standing.run.by_hand:
        return standing
    gone = standing.watches.presence.settled.level is Presence.GONE
    return _with_end(standing, standing.machine.seen_at if gone else None)


def ended_by_hand(standing: Standing, now: datetime) -> Standing:
    """End a run that was typed in once its machine's end has passed: no marketplace will ever say so."""
    return _with_end(standing, _passed(standing, now)) if standing.run.by_hand else standing


def gone_by_hand(standing: Standing, now: datetime) -> Standing:
    """Let a machine that was typed in be gone from its end on, and there again where that was moved."""
    if not standing.run.by_hand:
        return standing
    levels = _while_there(standing.machine)
    end = _passed(standing, now)
    if end is not None and levels:
        at = max(end, levels[-1].seen)
        levels = (*levels, Level(levels[-1].state, at, at), Level(None, at, at))
    return replace(standing, machine=replace(standing.machine, levels=levels))


def _while_there(machine: Machine) -> tuple[Level, ...]:
    """Leave out the end that was put to its levels: that it was there until then, and that it is gone."""
    return machine.levels[:-2] if machine.levels and machine.levels[-1].state is None else machine.levels


def _passed(standing: Standing, now: datetime) -> datetime | None:
    end = machine_end(standing)
    return end if end is not None and end <= now else None


def _with_end(standing: Standing, at: datetime | None) -> Standing:
    return standing if standing.run.ended_at == at else replace(standing, run=replace(standing.run, ended_at=at))
