"""What the database's errors mean to whoever runs the bot: a sentence with the remedy, never a password."""

from sqlalchemy import URL, exc
from sqlalchemy.exc import DatabaseError, DBAPIError

from bot.errors import DatabaseUnusable

_REMEDIES = {
    "database is locked": "another program holds it, so stop that one",
    "disk is full": "make room on its disk",
    "readonly database": "let the bot's user write it and its folder",
    "malformed": "bring back a backup with runsitter db restore",
    "no such table": "runsitter db upgrade makes the tables",
}
_TRANSIENT = {"40001", "40P01"}
"""PostgreSQL took the transaction back, because of another one; there it can be done again."""
_UNUSABLE = {"42501", "42P01"}
"""PostgreSQL's "may not" and "no such table": nothing that another statement would mend."""


def where_of(url: URL) -> str:
    """Give the database's address as it may be shown."""
    return url.set(query={}).render_as_string(hide_password=True)


def why_of(error: BaseException) -> str:
    """Give the driver's first line, without SQLAlchemy's statement and links."""
    cause = getattr(error, "orig", None) or error
    return (str(cause).splitlines() or [type(cause).__name__])[0]


def unusable(url: URL, error: BaseException) -> DatabaseUnusable:
    """Say what an error means, with a remedy where it is known."""
    why = why_of(error)
    remedy = next((f"; {remedy}" for word, remedy in _REMEDIES.items() if word in why), "")
    return DatabaseUnusable(f"{where_of(url)} ({why}{remedy})")


def is_unusable(error: Exception) -> bool:
    """Tell whether the database is at fault, not what was asked of it."""
    if isinstance(error, exc.OperationalError | exc.InterfaceError | exc.TimeoutError) or type(error) is DatabaseError:
        return True
    return isinstance(error, DBAPIError) and state_of(error) in _UNUSABLE


def may_be_repeated(error: DBAPIError) -> bool:
    """Tell whether the transaction surely left nothing, and may do better when done again."""
    return error.connection_invalidated or state_of(error) in _TRANSIENT


def state_of(error: DBAPIError) -> str | None:
    """Give PostgreSQL's own code of an error."""
    state: str | None = getattr(error.orig, "sqlstate", None)
    return state
