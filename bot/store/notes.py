"""Single facts of the bot itself, by name: an instant, a number, or both."""

from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, select

from bot.store.rows import put_new, put_over
from bot.store.tables import notes

FIRST_START = "first start"

_IS_IT = notes.c.name == bindparam("of_name")
_AT = select(notes.c.at).where(_IS_IT)
_NUMBER = select(notes.c.number).where(_IS_IT)


def instant(c: Connection, name: str) -> datetime | None:
    """Give a noted instant; None: it was never noted."""
    at: datetime | None = c.scalar(_AT, {"of_name": name})
    return at


def set_instant(c: Connection, name: str, at: datetime) -> None:
    """Note an instant."""
    put_over(c, notes, [{"name": name, "at": at}])


def forget(c: Connection, name: str) -> None:
    """Note no longer what was noted."""
    c.execute(delete(notes).where(notes.c.name == name))


def number(c: Connection, name: str) -> int | None:
    """Give a noted number; None: it was never noted."""
    found: int | None = c.scalar(_NUMBER, {"of_name": name})
    return found


def set_number(c: Connection, name: str, value: int) -> None:
    """Note a number."""
    put_over(c, notes, [{"name": name, "number": value}])


def first_start(c: Connection, now: datetime) -> datetime:
    """Give when the bot first started with this database: now, if it never did."""
    put_new(c, notes, {"name": FIRST_START, "at": now})
    return instant(c, FIRST_START) or now
