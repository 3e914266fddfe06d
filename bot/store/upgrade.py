"""The tables as this version needs them: made, or brought there step by step from any older version's."""

from dataclasses import dataclass
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import SQLAlchemyError

from bot.errors import DatabaseTooNew
from bot.store.engine import open_engine
from bot.store.trouble import unusable, where_of

VERSION_TABLE = "runsitter_revision"
"""Of our own, so that a database can be shared with another program that Alembic serves."""

LOCK = 0x52756E7369747465
"""The advisory lock that lets one upgrade at a time; SQLite's write lock does the same by itself."""

_SCRIPTS = Path(__file__).with_name("migrations")


@dataclass(frozen=True, slots=True)
class Report:
    """The database's revision before and after; None is a database without tables."""

    before: str | None
    after: str

    def __str__(self) -> str:
        if self.before == self.after:
            return f"at revision {self.after}, as it was"
        return f"brought from {self.before or 'nothing'} to revision {self.after}"


def upgrade(url: str) -> Report:
    """Bring a database to this version's tables. Raises DatabaseUnusable, DatabaseTooNew; then it is as it was."""
    engine = open_engine(url)
    try:
        return upgrade_in(engine)
    finally:
        engine.dispose()


def upgrade_in(engine: Engine, to: str = "head") -> Report:
    """Do the same with an engine, as far as a revision, in one transaction. Several at once take turns."""
    try:
        with engine.begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(select(func.pg_advisory_xact_lock(LOCK)))
            before = revision_of(connection)
            if before not in {None, *revisions()}:
                raise DatabaseTooNew(f"{where_of(engine.url)} is at revision {before}")
            command.upgrade(_config(connection), to)
            return Report(before, revision_of(connection) or "nothing")
    except SQLAlchemyError as error:
        raise unusable(engine.url, error) from error


def revision_of(connection: Connection) -> str | None:
    """Give a database's revision; None where it has no tables of ours."""
    return MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE}).get_current_revision()


def revisions() -> tuple[str, ...]:
    """Give every revision that this version knows, oldest first."""
    scripts = ScriptDirectory.from_config(_config())
    return tuple(reversed([script.revision for script in scripts.walk_revisions()]))


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    config.attributes["version_table"] = VERSION_TABLE
    return config
