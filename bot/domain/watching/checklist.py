"""The checklist of a multi-day run, which ticks itself off."""

from collections.abc import Iterator
from datetime import datetime

from bot.domain.letters.card import Check, CheckLine, Tick
from bot.domain.runs import Run
from bot.domain.watching.ends import outlook_of
from bot.domain.watching.hardware import is_rate, unlike
from bot.domain.watching.money import estimate_of
from bot.domain.watching.standing import Standing


def checklist_of(standing: Standing, now: datetime) -> tuple[CheckLine, ...]:
    """Give every line with how it stands; what only later versions can see is told as unknown."""
    return tuple(_lines(standing, now))


def _lines(standing: Standing, now: datetime) -> Iterator[CheckLine]:
    over = standing.run.ended_at is not None
    estimate = estimate_of(standing)
    yield CheckLine(Check.ESTIMATED, Tick.OPEN if estimate is None else Tick.DONE)
    fits = outlook_of(standing, now).fits
    yield CheckLine(Check.FITS, _tick(good=fits))
    machine = standing.machine
    locked = machine.locked.compute is not None
    dearer = any(is_rate(one) for one in unlike(standing.run.ask, machine.locked, machine.seen))
    yield CheckLine(Check.PRICE_LOCKED, _tick(good=locked or None), "dearer than it was to be" if dearer else "")
    yield CheckLine(Check.LEAVES, Tick.UNKNOWN)
    yield CheckLine(Check.WATCHED, Tick.DONE)
    yield CheckLine(Check.VERIFIED, Tick.UNKNOWN)
    yield CheckLine(Check.DESTROYED, _destroyed(standing.run))
    yield CheckLine(Check.COMPARED, Tick.DONE if over and estimate is not None else Tick.OPEN)


def _destroyed(run: Run) -> Tick:
    """Tell whether the machine is away. Of one by hand only its typed end has passed: nobody saw that it is."""
    if run.ended_at is None:
        return Tick.OPEN
    return Tick.UNKNOWN if run.by_hand else Tick.DONE


def _tick(*, good: bool | None) -> Tick:
    if good is None:
        return Tick.UNKNOWN
    return Tick.DONE if good else Tick.WRONG
