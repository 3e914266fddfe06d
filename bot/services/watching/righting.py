"""A wake under a wrong clock: what it wrote counts no more once the clock is right, and somebody learns of it.

A wake that finds its own traces in the future can't tell by them which of the two clocks was wrong: the one that wrote
them, or its own. Slack's timestamps can, and until they do nothing is undone: `setback` has the evidence.
"""

import logging
from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.domain.letters import Priority
from bot.domain.letters.health import HealthMatter, HealthNote
from bot.domain.watching.seen_to import SNOOZE_FOR
from bot.services.watching import setback
from bot.services.watching.duty import Duty
from bot.services.watching.itself import key_of, tell_of_itself
from bot.store import letters, notes, righting
from bot.store.store import Store
from bot.store.ticker import Guard

log = logging.getLogger(__name__)

TOLERANCE = timedelta(minutes=5)
"""So far a clock may be set back with nothing undone: NTP steps by less, and so little makes no warning wrong."""

RIGHT_WITHIN = TOLERANCE / 2
"""So near Slack's a clock that was wrong is right again: one that sways about the bound is told of once."""

_NOTES = {HealthMatter.CLOCK_IS_AHEAD: "clock ahead", HealthMatter.CLOCK_IS_BEHIND: "clock behind"}
"""The notes of what Slack's clock showed when ours was first seen to be wrong."""


async def set_right(store: Store, duty: Duty, now: datetime, guard: Guard) -> None:
    """Undo what a clock was proven to have written ahead of time, and say so where ours and Slack's differ."""
    if await store.read(_is_odd, now):
        await store.transact(_set_right, duty, now, guard)


def _is_odd(c: Connection, now: datetime) -> bool:
    noted = any(notes.instant(c, name) is not None for name in (*_NOTES.values(), setback.SINCE))
    return noted or _from_the_future(c, now) is not None or _is_wrong(c, now)


def _from_the_future(c: Connection, now: datetime) -> datetime | None:
    """Give the newest trace of a wake if it is too far in the future to be a small step back."""
    found = righting.newest(c)
    return found if found is not None and found - now > TOLERANCE else None


def _is_wrong(c: Connection, now: datetime) -> bool:
    ahead = letters.ahead_of_slack(c, now)
    return ahead is not None and abs(ahead) > TOLERANCE


def _set_right(c: Connection, duty: Duty, now: datetime, guard: Guard) -> None:
    guard(c)
    _look_ahead(c, duty, now)
    ahead = letters.ahead_of_slack(c, now)
    if ahead is not None:  # what is not known now is no better than it was
        _compare(c, HealthMatter.CLOCK_IS_AHEAD, ahead, now - ahead, duty, now)
        _compare(c, HealthMatter.CLOCK_IS_BEHIND, -ahead, now - ahead, duty, now)


def _compare(
    c: Connection, matter: HealthMatter, wrong_by: timedelta, slack: datetime, duty: Duty, now: datetime
) -> None:
    if wrong_by > TOLERANCE:
        _tell_wrong(c, matter, slack, duty, now)
    elif wrong_by <= RIGHT_WITHIN:
        _tell_right(c, matter, duty, now)


def _look_ahead(c: Connection, duty: Duty, now: datetime) -> None:
    """Undo what stands in the future where it is proven that this is not our own clock's fault; else have it proven."""
    newest, slack = _from_the_future(c, now), letters.slack_time(c)
    if newest is None:
        setback.forget(c)
        return
    if slack is not None and slack - now > TOLERANCE:
        return
    since = setback.noted(c, newest, now)
    opener = key_of(HealthMatter.CLOCK_WENT_BACK, since)
    is_asked = letters.get(c, opener) is not None
    if setback.is_proven(c, now, TOLERANCE):
        log.warning("the clock was ahead: it had shown %s; what was told then counts no more", newest)
        setback.forget(c)
        righting.set_right(c, now, TOLERANCE, SNOOZE_FOR)
        facts = HealthNote(HealthMatter.CLOCK_WAS_AHEAD, newest, now)
        tell_of_itself(c, facts, duty, now, priority=Priority.ALERT, thread=opener if is_asked else None)
    elif now - since >= setback.LASTS and not is_asked:
        log.warning("the clock went back from %s to %s; Slack is to tell which was right", newest, now)
        facts = HealthNote(HealthMatter.CLOCK_WENT_BACK, newest, now)
        tell_of_itself(c, facts, duty, now, priority=Priority.ALERT, key=opener)


def _tell_wrong(c: Connection, matter: HealthMatter, slack: datetime, duty: Duty, now: datetime) -> None:
    if notes.instant(c, _NOTES[matter]) is not None:
        return
    log.warning("this machine's %s: it shows %s, Slack's %s", matter, now, slack)
    notes.set_instant(c, _NOTES[matter], slack)
    facts = HealthNote(matter, now, slack)
    tell_of_itself(c, facts, duty, now, priority=Priority.ALERT, key=key_of(matter, slack))


def _tell_right(c: Connection, matter: HealthMatter, duty: Duty, now: datetime) -> None:
    since = notes.instant(c, _NOTES[matter])
    if since is not None:
        notes.forget(c, _NOTES[matter])
        facts, opener = HealthNote(HealthMatter.CLOCK_IS_RIGHT, now, None), key_of(matter, since)
        tell_of_itself(c, facts, duty, now, priority=Priority.ALERT, key=f"{opener}:over", thread=opener)
