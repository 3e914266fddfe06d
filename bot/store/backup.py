"""Backups of an SQLite database: one file, whole and on the disk, or none."""

import os
import shlex
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import mkdtemp
from urllib.parse import quote

from sqlalchemy import URL, make_url

from bot.errors import BadBackup, DatabaseUnusable
from bot.store.engine import BUSY_SECONDS, file_of, open_engine
from bot.store.upgrade import revision_of


def back_up(url: str, target: Path) -> None:
    """Copy the database to a new file while others work with it. Raises BadBackup, DatabaseUnusable.

    The file is there only once it is whole; one that is there before is never touched. What `restore` would refuse is
    no backup: a database without tables of ours is refused here already.
    """
    database = sqlite_file(url, "pg_dump", "--format=custom", "--no-owner", f"--file={target}")
    if target.exists():
        raise BadBackup(f"{target} is there already, so name another file")
    if not database.is_file():
        raise DatabaseUnusable(f"{database} is not there")
    try:
        fresh = copy_of(database, target.absolute().parent)
        try:
            if not holds_tables(fresh):
                raise BadBackup(
                    f"{database} holds no tables of Runsitter's, so there is nothing to back up;"
                    " type runsitter db upgrade, or start the bot, to have them made"
                )
            fresh.chmod(0o600)
            os.link(fresh, target)  # a rename would take the place of a file that came meanwhile
            sync(target.absolute().parent)
        finally:
            discard(fresh)
    except sqlite3.Error as error:
        raise DatabaseUnusable(f"{database} ({error})") from error
    except OSError as error:
        raise BadBackup(f"{target} cannot be written ({error.strerror})") from error


def copy_of(database: Path, folder: Path) -> Path:
    """Copy an SQLite database, as it is at one instant, to a file of any name in a new folder within a folder."""
    fresh = Path(mkdtemp(prefix=".runsitter-", dir=folder)) / "copy.db"
    try:
        with closing(look_into(database, "rw")) as source, closing(sqlite3.connect(fresh)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # so that it is one file
        sync(fresh)
    except BaseException:
        discard(fresh)
        raise
    return fresh


def holds_tables(database: Path) -> bool:
    """Tell whether an SQLite database that nobody works with is one of Runsitter's, of whatever version."""
    engine = open_engine(URL.create("sqlite", database=str(database)).render_as_string())
    try:
        with engine.begin() as connection:
            return revision_of(connection) is not None
    finally:
        engine.dispose()


def discard(fresh: Path) -> None:
    """Delete a copy with its folder."""
    for file in fresh.parent.iterdir():
        file.unlink()
    fresh.parent.rmdir()


def look_into(database: Path, mode: str) -> sqlite3.Connection:
    """Open an SQLite file that is there; "ro" leaves the helping files of a live database behind, "rw" tidies up."""
    return sqlite3.connect(f"file:{quote(str(database.absolute()))}?mode={mode}", uri=True, timeout=BUSY_SECONDS)


def sqlite_file(url: str, *instead: str) -> Path:
    """Give the file of an SQLite database. Raises BadBackup with what to type `instead` for PostgreSQL."""
    file = file_of(open_engine(url).url)
    if file is None:
        line = shlex.join([*instead, _without_password(make_url(url))])
        raise BadBackup(f"PostgreSQL has programs of its own for it; type {line}")
    return file


def _without_password(url: URL) -> str:
    bare = URL.create("postgresql", url.username, None, url.host, url.port, url.database, url.query)
    return bare.difference_update_query(["password"]).render_as_string()


def sync(path: Path) -> None:
    """Have a file's bytes, or a folder's names, outlive a power cut."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
