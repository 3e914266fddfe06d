"""How the database is opened: SQLite in a file, or PostgreSQL.

SQLite takes its write lock when a transaction begins: one that read first and then wants to write fails at once
and without a wait when another has written in between, whatever the busy time says.
"""

import time
from functools import partial
from pathlib import Path
from sqlite3 import SQLITE_BUSY, OperationalError
from sqlite3 import Connection as SqliteConnection
from typing import TYPE_CHECKING

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import ConnectionPoolEntry

from bot.errors import DatabaseUnusable

if TYPE_CHECKING:
    import psycopg  # the driver is loaded where there is a PostgreSQL

BUSY_SECONDS = 30
"""How long a writer waits for another before it gives up."""

FILE_NAME = "runsitter.db"

_PAUSE = 0.01
"""Seconds between two tries of what SQLite refuses without a wait."""

_FIRST_BYTE = 0xFF
"""SQLite tells what kind of error it is in the first byte of its code, and more of it in the others."""

_READING = "runsitter_reading"
_FILE = "runsitter_file"
_DEAD_LINE = {
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
"""Libpq's settings with which a dead line to PostgreSQL is noticed in half a minute; the URL may say otherwise."""
_SESSION = (
    "SET TIME ZONE 'UTC'",
    f"SET lock_timeout = '{BUSY_SECONDS}s'",
    f"SET idle_in_transaction_session_timeout = '{2 * BUSY_SECONDS}s'",
    "SET tcp_keepalives_idle = 10",
    "SET tcp_keepalives_interval = 5",
    "SET tcp_keepalives_count = 3",
)
"""What PostgreSQL is told of each session, so that one whose bot is dead holds nobody up for long."""


def database_in(data_dir: Path) -> str:
    """Give the URL of the SQLite file in the data folder, which is made for its owner alone where it isn't there."""
    try:
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseUnusable(f"{data_dir} cannot be made ({error.strerror})") from error
    return URL.create("sqlite", database=str(data_dir.absolute() / FILE_NAME)).render_as_string()


def open_engine(url: str) -> Engine:
    """Give an engine whose transactions never meet "database is locked" in the middle. Opens nothing yet.

    Raises DatabaseUnusable for a URL that SQLAlchemy cannot read or a database that is neither kind.
    """
    try:
        return _engine(make_url(url))
    except (ArgumentError, ValueError):  # ValueError: a number that is none; either may repeat what it read
        raise DatabaseUnusable("the URL is not one that SQLAlchemy reads") from None


def reading(engine: Engine) -> Engine:
    """Give the same engine for transactions that only read: all of one instant, without the write lock."""
    options: dict[str, object] = {_READING: True}
    if engine.dialect.name == "postgresql":
        options |= {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
    return engine.execution_options(**options)


def file_of(url: URL) -> Path | None:
    """Give the file of an SQLite database; None for PostgreSQL."""
    return Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None


def _engine(url: URL) -> Engine:
    match url.get_backend_name():
        case "sqlite":
            return _sqlite(url)
        case "postgresql":
            return _postgresql(url)
        case other:
            raise DatabaseUnusable(f"{other} is neither sqlite nor postgresql")


def _postgresql(url: URL) -> Engine:
    patience = {name: value for name, value in _DEAD_LINE.items() if name not in url.query}
    engine = create_engine(url.set(drivername="postgresql+psycopg"), pool_pre_ping=True, connect_args=patience)
    event.listen(engine, "connect", _set_session)
    return engine


def _set_session(connection: "psycopg.Connection[object]", _entry: ConnectionPoolEntry) -> None:
    connection.execute("; ".join(_SESSION))
    connection.commit()


def _sqlite(url: URL) -> Engine:
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS})
    event.listen(engine, "connect", partial(_prepare, file_of(url)))
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(file: Path | None, connection: SqliteConnection, entry: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # the driver's own BEGIN would be a deferred one
    try:
        _write_ahead(connection)
        connection.execute("PRAGMA synchronous = FULL")  # what was committed outlives a power cut too
        connection.execute("PRAGMA foreign_keys = ON")
    except BaseException:
        connection.close()  # SQLAlchemy forgets one that it could not prepare
        raise
    entry.info[_FILE] = _identity(file)


def _write_ahead(connection: SqliteConnection) -> None:
    """Have it write ahead. Of several that turn a new file to that at once, all but one are refused without a wait."""
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except OperationalError as error:
            if error.sqlite_errorcode & _FIRST_BYTE != SQLITE_BUSY or time.monotonic() >= until:
                raise
            time.sleep(_PAUSE)
        else:
            return


def _begin(connection: Connection) -> None:
    file = file_of(connection.engine.url)
    if _identity(file) != connection.info[_FILE]:  # what is written from here on nobody would ever find again
        raise DatabaseUnusable(f"{file} was moved or deleted while it was open")
    reads = connection.get_execution_options().get(_READING, False)
    connection.exec_driver_sql(f"PRAGMA query_only = {int(reads)}")
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def _identity(file: Path | None) -> tuple[int, int] | None:
    try:
        found = file.stat() if file else None
    except OSError:
        return None
    return found and (found.st_dev, found.st_ino)
