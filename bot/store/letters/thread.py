"""Where a letter's opener stands, also when that had to go its second way."""

from sqlalchemy import ColumnElement, Connection, FromClause, and_, bindparam, or_, select

from bot.store.letters.rows import SECOND, State
from bot.store.tables import letters

first = letters.alias("first")
"""The opener of a letter's thread."""
other = letters.alias("other")
"""The same on its second route."""

FIRST = first.c.key == letters.c.thread
OTHER = other.c.key == letters.c.thread + SECOND

_PLACE = (
    select(letters.c.channel, letters.c.ts)
    .where(letters.c.key.in_(bindparam("keys", expanding=True)), letters.c.ts.is_not(None))
    .order_by(letters.c.id.desc())
)


def place(connection: Connection, key: str) -> tuple[str, str] | None:
    """Give the channel and the timestamp under which a letter stands in Slack; None while it stands nowhere."""
    row = connection.execute(_PLACE, {"keys": [key, key + SECOND]}).first()
    return None if row is None else (row.channel, row.ts)


def settled() -> ColumnElement[bool]:
    """Say in SQL that a letter's opener stands somewhere or never will, so that its answer need not wait.

    To be used with an outer join of `first` by FIRST and of `other` by OTHER.
    """
    return or_(letters.c.thread.is_(None), and_(_settled(first), _settled(other)))


def _settled(opener: FromClause) -> ColumnElement[bool]:
    return or_(opener.c.id.is_(None), opener.c.ts.is_not(None), opener.c.state == State.DEAD)
