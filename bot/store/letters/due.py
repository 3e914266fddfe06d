"""What is to go out now, in its order."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, Subquery, and_, bindparam, exists, func, not_, or_, select

from bot.store.columns import Instant
from bot.store.letters.rows import UNFINISHED, Unreadable, Waiting, read
from bot.store.letters.thread import FIRST, OTHER, first, other, settled
from bot.store.tables import letters

PATIENCE = 6
"""After so many failures in a row a letter no longer holds up those that came after it."""

_ahead = letters.alias("ahead")
_NOW = bindparam("now", type_=Instant)


def due(connection: Connection, now: datetime, limit: int, *, each: int = 4) -> Sequence[Waiting | Unreadable]:
    """Give what is to be posted or edited now, by priority and age, at most `each` per channel of either.

    An answer waits until its opener stands somewhere or never will. A new letter waits behind an earlier one to the
    same channel with the same priority that could not go yet.
    """
    return [read(row) for row in connection.execute(_DUE, {"now": now, "each": each, "at_most": limit})]


def next_due(connection: Connection, now: datetime) -> datetime | None:
    """Give the next instant at which a letter that waits for its time is due."""
    found: datetime | None = connection.scalar(_NEXT, {"now": now})
    return found


def _ranked() -> Subquery:
    rank = func.row_number().over(
        partition_by=(letters.c.to, letters.c.ts.is_(None)), order_by=(letters.c.priority, letters.c.id)
    )
    return (
        select(letters.c.id, rank.label("rank"))
        .select_from(letters.outerjoin(first, FIRST).outerjoin(other, OTHER))
        .where(letters.c.state.in_(UNFINISHED), letters.c.not_before <= _NOW)
        .where(or_(letters.c.ts.is_not(None), and_(settled(), not_(_held_up()))))
        .subquery()
    )


def _held_up() -> ColumnElement[bool]:
    return exists().where(
        _ahead.c.to == letters.c.to,
        _ahead.c.priority == letters.c.priority,
        _ahead.c.id < letters.c.id,
        _ahead.c.state.in_(UNFINISHED),
        _ahead.c.ts.is_(None),
        _ahead.c.error.is_not(None),
        _ahead.c.not_before > _NOW,
        _ahead.c.attempts < PATIENCE,
    )


def _due() -> Select[Any]:
    one = _ranked()
    return (
        select(letters)
        .join(one, one.c.id == letters.c.id)
        .where(one.c.rank <= bindparam("each"))
        .order_by(letters.c.priority, letters.c.id)
        .limit(bindparam("at_most"))
    )


_DUE = _due()
_NEXT = select(func.min(letters.c.not_before)).where(letters.c.state.in_(UNFINISHED), letters.c.not_before > _NOW)
