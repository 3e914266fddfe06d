"""What Slack's own clock showed, and how ours stood to it: each message's timestamp tells."""

from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, func, select

from bot.store.tables import letters

_NEWEST = select(func.max(letters.c.ts))
_NEWEST_POST = (
    select(letters.c.ts, letters.c.sent_at)
    .where(letters.c.ts.is_not(None), letters.c.sent_at.is_not(None))
    .order_by(letters.c.ts.desc())
    .limit(1)
)
_ENOUGH = 100
"""So many of the newest messages tell whether a clock was ahead; edits have no time of ours."""

_SLACK_BEGAN = datetime(2013, 8, 1, tzinfo=UTC)
"""An earlier timestamp is none of Slack's."""


def slack_time(c: Connection) -> datetime | None:
    """Give when, by Slack's clock, the newest message of ours was posted; None before the first."""
    return _instant(c.scalar(_NEWEST))


def ahead_of_slack(c: Connection, now: datetime) -> timedelta | None:
    """Give how far our clock is ahead of Slack's, as the newest message tells; below zero it is behind.

    None before the first whose time is known by both, and where our clock was set back since.
    """
    row = c.execute(_NEWEST_POST).one_or_none()
    posted = None if row is None or row.sent_at > now else _instant(row.ts)
    then = None if row is None or posted is None else row.sent_at - posted
    newest = slack_time(c)
    if newest is None or newest <= now:
        return then
    at_least = now - newest  # a message from our future: since it was posted, time went on
    return at_least if then is None else min(at_least, then)


def was_ahead_of_slack(c: Connection, after: datetime, tolerance: timedelta) -> bool:
    """Tell whether a message that was posted `after` an instant by our clock was so much earlier by Slack's."""
    posted = letters.c.ts.is_not(None) & (letters.c.sent_at > after)
    rows = c.execute(select(letters.c.ts, letters.c.sent_at).where(posted).order_by(letters.c.ts.desc()).limit(_ENOUGH))
    dated = ((_instant(row.ts), row.sent_at) for row in rows)
    return any(ts is not None and sent_at - ts > tolerance for ts, sent_at in dated)


def agreed_with_slack(c: Connection, after: datetime, tolerance: timedelta) -> bool:
    """Tell whether our clock was right when the newest message was posted, if Slack dates that `after` an instant."""
    row = c.execute(_NEWEST_POST).one_or_none()
    ts = None if row is None else _instant(row.ts)
    if row is None or ts is None or ts <= after:
        return False
    apart: timedelta = abs(row.sent_at - ts)
    return apart <= tolerance


def _instant(ts: str | None) -> datetime | None:
    try:
        at = None if ts is None else datetime.fromtimestamp(float(ts), UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return at if at is None or at >= _SLACK_BEGAN else None
