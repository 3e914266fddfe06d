"""Setting right what was written while the clock was ahead: what lies in the future now was not written then."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Column, Connection, Table, and_, case, delete, func, literal, select, update

from bot.domain.watching.redated import end_watch_by, watch_by, watches_by
from bot.store.columns import Instant
from bot.store.letters.rows import UNFINISHED
from bot.store.tables import accounts, incidents, letters, levels, marks, notes, rates, runs, strays, summaries, traffic

_OF_EACH_WAKE = (marks.c.told_at, summaries.c.told_at, runs.c.seen_at, accounts.c.tried_at, notes.c.at)
"""Where a wake leaves its instant."""
_NEWEST = select(*(select(func.max(column)).scalar_subquery() for column in _OF_EACH_WAKE))

_DAY = timedelta(days=1)

_DATED: tuple[tuple[Table, tuple[str, ...]], ...] = (
    (runs, ("tracked_at", "begun_at", "seen_at", "ended_at")),
    (rates, ("since",)),
    (traffic, ("at",)),
    (accounts, ("tried_at", "last_good", "balance_at")),
    (strays, ("since",)),
    (incidents, ("since", "not_before", "opened_at", "closed_at", "acknowledged_at")),
    (letters, ("created_at",)),
    (notes, ("at",)),
)
"""What did happen, and no later than now."""

_PACKED: tuple[tuple[Column[Any], Callable[[Any, datetime], Any]], ...] = (
    (runs.c.watches, watches_by),
    (accounts.c.sight, watch_by),
    (accounts.c.ending, end_watch_by),
    (strays.c.watch, watch_by),
)
"""What is under watch, likewise."""


def newest(c: Connection) -> datetime | None:
    """Give the latest instant at which a wake wrote anything; None before the first."""
    return max((at for at in c.execute(_NEWEST).one() if at is not None), default=None)


def set_right(c: Connection, now: datetime, tolerance: timedelta, longest_snooze: timedelta) -> None:
    """Undo what a clock ahead by more than the tolerance wrote; what is told and seen from now on stands by itself.

    Deadlines and summaries of the future count as untold, and what was seen then as not seen: nobody knows when that
    was. What else happened did so by now. Lines that were told of a day's cost stay, and are corrected when it is over.
    """
    limit = now + tolerance
    c.execute(delete(marks).where(marks.c.told_at > limit))
    c.execute(delete(summaries).where(summaries.c.told_at > limit))
    c.execute(delete(levels).where(levels.c.since > limit))
    last_seen = case((levels.c.since > now, levels.c.since), else_=literal(now, Instant))
    c.execute(update(levels).where(levels.c.seen > limit).values(seen=last_seen))
    _look_back_further(c, now, limit)
    _let_go(c, now, limit)
    for table, names in _DATED:
        for column in (table.c[name] for name in names):
            _no_later_than(c, column, now, limit)
    _no_later_than(c, incidents.c.snoozed_until, now + longest_snooze, limit + longest_snooze)
    for column, by in _PACKED:
        _pack_anew(c, column, by, now)


def _no_later_than(c: Connection, column: Column[datetime], now: datetime, limit: datetime) -> None:
    c.execute(update(column.table).where(column > limit).values({column: now}))


def _let_go(c: Connection, now: datetime, limit: datetime) -> None:
    """Let go what was queued then, as long as its date still tells: it waits for a time that only that clock showed."""
    queued = (letters.c.created_at > limit, letters.c.not_before > now, letters.c.state.in_(UNFINISHED))
    c.execute(update(letters).where(*queued).values(not_before=now))


def _pack_anew(c: Connection, column: Column[Any], by: Callable[[Any, datetime], Any], now: datetime) -> None:
    """Write what a column holds anew where it held something of the future."""
    keys = tuple(column.table.primary_key)
    for packed, *key in c.execute(select(column, *keys).where(column.is_not(None))).all():
        if (after := by(packed, now)) != packed:
            is_it = and_(*(name == value for name, value in zip(keys, key, strict=True)))
            c.execute(update(column.table).where(is_it).values({column: after}))


def _look_back_further(c: Connection, now: datetime, limit: datetime) -> None:
    """Have what may be in Slack already looked for from before its post on: nobody knows when that was."""
    since = case((letters.c.created_at <= now, letters.c.created_at), else_=literal(now - _DAY, Instant))
    c.execute(update(letters).where(letters.c.sent_at.is_not(None)).values(sent_at=None))
    c.execute(update(letters).where(letters.c.sending_since > limit).values(sending_since=since))
