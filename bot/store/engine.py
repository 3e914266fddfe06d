"""How the database is opened: SQLite in a file, or PostgreSQL.

SQLite takes its write lock when a transaction begins: one that read first and then wants to write fails at once
and without a wait when another has written in between, whatever the busy time says.
"""

from pathlib import Path
from sqlite3 import Connection as SqliteConnection

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import ConnectionPoolEntry

from bot.errors import DatabaseUnusable

BUSY_SECONDS = 30
"""How long a writer waits for another before it gives up."""

FILE_NAME = "runsitter.db"


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


def _engine(url: URL) -> Engine:
    match url.get_backend_name():
        case "sqlite":
            return _sqlite(url)
        case "postgresql":
            return create_engine(url.set(drivername="postgresql+psycopg"), pool_pre_ping=True)
        case other:
            raise DatabaseUnusable(f"{other} is neither sqlite nor postgresql")


def _sqlite(url: URL) -> Engine:
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS})
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin_immediate)
    return engine


def _prepare(connection: SqliteConnection, _entry: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # the driver's own BEGIN would be a deferred one
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")  # what was committed outlives a power cut too
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
