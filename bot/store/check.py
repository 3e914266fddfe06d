"""The doctor's look at the database: whether it opens and can be written."""

from dataclasses import dataclass
from uuid import uuid4

from sqlalchemy import Column, Connection, Integer, MetaData, Table, insert, make_url, select
from sqlalchemy.exc import SQLAlchemyError

from bot.errors import DatabaseUnusable
from bot.store.engine import open_engine
from bot.store.trouble import unusable, where_of


@dataclass(frozen=True)
class DatabaseReport:
    """What was found; `journal` is SQLite's journal mode, None elsewhere. `where` never shows a password."""

    backend: str
    version: str
    where: str
    journal: str | None

    def __str__(self) -> str:
        journal = f", journal {self.journal}" if self.journal else ""
        return f"{self.backend} {self.version} at {self.where}{journal}"


def check_database(url: str) -> DatabaseReport:
    """Open the database, make a table, write and read a row, and take it all back. Raises DatabaseUnusable."""
    engine = open_engine(url)
    address = make_url(url)
    try:
        with engine.connect() as connection:
            with connection.begin() as transaction:
                _write(connection)
                transaction.rollback()
            version = ".".join(map(str, connection.dialect.server_version_info or ()))
            journal = _journal(connection)
    except (SQLAlchemyError, ValueError) as error:
        raise unusable(address, error) from error
    finally:
        engine.dispose()
    return DatabaseReport(engine.dialect.name, version, where_of(address), journal)


def _write(connection: Connection) -> None:
    """Use a real table: a temporary one would be kept elsewhere and prove nothing about this database."""
    trial = Table(f"runsitter_trial_{uuid4().hex}", MetaData(), Column("one", Integer))
    trial.create(connection)
    connection.execute(insert(trial).values(one=1))
    if connection.scalar(select(trial.c.one)) != 1:
        raise DatabaseUnusable("a row that was written could not be read")


def _journal(connection: Connection) -> str | None:
    if connection.dialect.name != "sqlite":
        return None
    return str(connection.exec_driver_sql("PRAGMA journal_mode").scalar_one())
