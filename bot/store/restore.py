"""Bringing a backup back: checked and upgraded before it takes the database's place, which is kept beside it."""

import os
import sqlite3
from contextlib import closing, suppress
from itertools import count
from pathlib import Path

from sqlalchemy import URL

from bot.errors import BadBackup, DatabaseUnusable
from bot.store.backup import copy_of, discard, holds_tables, look_into, sqlite_file, sync
from bot.store.engine import open_engine
from bot.store.lock import FileLock
from bot.store.upgrade import Report, upgrade_in

KEPT = ".before-restore"


def restore(url: str, backup: Path) -> tuple[Report, Path | None]:
    """Put a backup in the database's place; gives its revisions, and where the former database is kept.

    Raises BadBackup, DatabaseTooNew, and AnotherRunsitter while a bot works with the database; then nothing changed.
    """
    database = sqlite_file(url, "pg_restore", "--clean", "--if-exists", "--no-owner", str(backup), "--dbname")
    _check(backup)
    lock = FileLock(database)
    try:
        fresh = copy_of(backup, database.absolute().parent)
        try:
            report = _upgraded(fresh)
            kept = _set_aside(database)
            fresh.replace(database)
            sync(database.absolute().parent)
        finally:
            discard(fresh)
    except (OSError, sqlite3.Error) as error:
        raise DatabaseUnusable(f"{database} ({error})") from error
    finally:
        lock.release()
    return report, kept


def _check(backup: Path) -> None:
    """Refuse what is no whole SQLite database. Raises BadBackup."""
    if not backup.is_file():
        raise BadBackup(f"{backup} is not there")
    try:
        with closing(look_into(backup, "ro")) as found:
            (says,) = found.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.Error as error:
        says = str(error)
    if says != "ok":
        raise BadBackup(f"{backup} is damaged or no database ({' '.join(says.split())})")


def _upgraded(fresh: Path) -> Report:
    if not holds_tables(fresh):
        raise BadBackup("it is a database, but not one of Runsitter's")
    engine = open_engine(URL.create("sqlite", database=str(fresh)).render_as_string())
    try:
        report = upgrade_in(engine)
    finally:
        engine.dispose()
    sync(fresh)
    return report


def _set_aside(database: Path) -> Path | None:
    """Keep the former database under a name that nothing has. Until the new one stands there it has both names."""
    if not database.exists():
        return None
    with suppress(sqlite3.Error), closing(sqlite3.connect(database)) as former:
        former.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    names = (database.with_name(f"{database.name}{KEPT}{n or ''}") for n in count())
    kept = next(name for name in names if not name.exists())
    for tail in ("-wal", "-shm"):  # left only where the former database could not be read
        with suppress(FileNotFoundError):
            database.with_name(f"{database.name}{tail}").rename(kept.with_name(f"{kept.name}{tail}"))
    os.link(database, kept)
    return kept
