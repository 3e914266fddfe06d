"""A clock that went back was ahead before or is behind now. Undoing is the graver error: it needs evidence."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection

from bot.store import letters, notes

SINCE = "clock went back"
"""The note of the first wake that found traces in the future, with the newest time of Slack's then."""

_HAD_SHOWN = "clock had shown"
"""The note of the newest of those traces: the wakes that follow write over some of them."""

LASTS = timedelta(minutes=5)
"""What a boot shows until NTP answers is over by then. What lasts longer is asked about, with a message to Slack."""

_MICROSECOND = timedelta(microseconds=1)
_EPOCH = datetime.fromtimestamp(0, UTC)


def noted(c: Connection, newest: datetime, now: datetime) -> datetime:
    """Give since when our clock stands before its own newest trace; noted if it just went back, or back further."""
    since = notes.instant(c, SINCE)
    if since is not None and since <= now:
        return since
    slack = letters.slack_time(c)
    notes.set_instant(c, SINCE, now)
    notes.set_number(c, SINCE, 0 if slack is None else (slack - _EPOCH) // _MICROSECOND)
    notes.set_instant(c, _HAD_SHOWN, newest)
    return now


def is_proven(c: Connection, now: datetime, tolerance: timedelta) -> bool:
    """Tell whether Slack's timestamps show that the clock was ahead, or that it is right since it went back.

    A message that was posted before it went back and agreed says nothing of now.
    """
    before = _EPOCH + (notes.number(c, SINCE) or 0) * _MICROSECOND
    return letters.was_ahead_of_slack(c, now + tolerance, tolerance) or letters.agreed_with_slack(c, before, tolerance)


def forget(c: Connection) -> None:
    """Forget it: what was written ahead is undone, or the clock has come to where it was."""
    notes.forget(c, SINCE)
    notes.forget(c, _HAD_SHOWN)
