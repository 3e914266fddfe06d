"""The database as it is opened, on a real SQLite file."""

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import IntegrityError

from bot.errors import DatabaseUnusable
from bot.store.check import check_database
from bot.store.engine import database_in, open_engine


@pytest.fixture
def url(tmp_path: Path) -> str:
    """Give the URL of a file in a data folder that isn't there yet."""
    return database_in(tmp_path / "deep/data")


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    """Open a database with one counter at 0 in it."""
    engine = open_engine(url)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE counter (value INTEGER NOT NULL)"))
        connection.execute(text("INSERT INTO counter VALUES (0)"))
    yield engine
    engine.dispose()


def read(connection: Connection) -> int:
    """Read the counter."""
    return int(connection.execute(text("SELECT value FROM counter")).scalar_one())


def write(connection: Connection, value: int) -> None:
    """Set the counter."""
    connection.execute(text("UPDATE counter SET value = :value"), {"value": value})


def test_one_that_reads_and_then_writes_waits_for_another_that_does(engine: Engine) -> None:
    """Case g176. The second waits at its beginning; a deferred one would have failed at once at its write."""
    has_read, may_write = Event(), Event()

    def first() -> None:
        with engine.begin() as connection:
            value = read(connection)
            has_read.set()
            assert may_write.wait(30)
            write(connection, value + 1)

    def second() -> None:
        assert has_read.wait(30)
        may_write.set()
        with engine.begin() as connection:
            write(connection, read(connection) + 1)

    with ThreadPoolExecutor() as pool:
        for done in [pool.submit(first), pool.submit(second)]:
            done.result()
    with engine.begin() as connection:
        assert read(connection) == 2


def test_no_step_is_lost_between_many(engine: Engine) -> None:
    """Case g176. What each read before it wrote was still true when it wrote."""

    def step(_: int) -> None:
        with engine.begin() as connection:
            write(connection, read(connection) + 1)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(step, range(60)))
    with engine.begin() as connection:
        assert read(connection) == 60


def test_a_transaction_holds_the_write_lock_from_its_beginning(engine: Engine, url: str) -> None:
    """Another that would write is refused while one that has only read is open, and let in after it."""
    other = sqlite3.connect(url.removeprefix("sqlite:///"), timeout=0, isolation_level=None)
    with engine.begin() as connection:
        read(connection)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
    other.execute("BEGIN IMMEDIATE")
    other.close()


def test_a_reader_outside_sees_the_last_commit_and_waits_for_nobody(engine: Engine, url: str) -> None:
    """The write-ahead log lets a backup or a look by hand go on beside a write."""
    other = sqlite3.connect(url.removeprefix("sqlite:///"), timeout=0)
    with engine.begin() as connection:
        write(connection, 9)
        assert other.execute("SELECT value FROM counter").fetchone() == (0,)
    assert other.execute("SELECT value FROM counter").fetchone() == (9,)
    other.close()


def test_what_is_rolled_back_was_never_there(engine: Engine) -> None:
    """An error inside a transaction takes all of it back, a new table too."""

    def stumble() -> None:
        with engine.begin() as connection:
            connection.execute(text("CREATE TABLE other (value INTEGER)"))
            write(connection, 1 // 0)

    with pytest.raises(ZeroDivisionError):
        stumble()
    with engine.begin() as connection:
        tables = connection.execute(text("SELECT name FROM sqlite_master")).scalars().all()
    assert tables == ["counter"]


def test_a_row_cannot_point_nowhere(engine: Engine) -> None:
    """Foreign keys are kept, which SQLite leaves off by itself."""
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE parent (id INTEGER PRIMARY KEY)"))
        connection.execute(text("CREATE TABLE child (parent INTEGER REFERENCES parent)"))
    with pytest.raises(IntegrityError), engine.begin() as connection:
        connection.execute(text("INSERT INTO child VALUES (1)"))


def test_the_data_folder_is_for_its_owner_alone(url: str, tmp_path: Path) -> None:
    """It will hold host keys and copies."""
    assert url.endswith("/deep/data/runsitter.db")
    assert (tmp_path / "deep/data").stat().st_mode & 0o777 == 0o700


def test_a_folder_of_any_name_will_do(tmp_path: Path) -> None:
    """A `?`, `#`, `%` or space in a path is a part of the path."""
    assert check_database(database_in(tmp_path / "a ?#%20&é")).journal == "wal"
    assert [path.name for path in tmp_path.glob("*/runsitter.db")] == ["runsitter.db"]


def test_the_doctor_says_what_it_found_and_leaves_nothing(url: str) -> None:
    """It writes for real and takes it back."""
    report = check_database(url)

    assert str(report) == f"sqlite {sqlite3.sqlite_version} at {url}, journal wal"
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as other, other:
        assert other.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)
    other.close()


def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    """What stands there is left as it is."""
    path = tmp_path / "notes.txt"
    path.write_text("not a database, " * 100)

    with pytest.raises(DatabaseUnusable, match="file is not a database"):
        check_database(f"sqlite:///{path}")
    assert path.read_text().startswith("not a database")


def test_a_folder_in_the_files_place_is_told(tmp_path: Path) -> None:
    """The remedy names the settings to change."""
    with pytest.raises(DatabaseUnusable, match=r"DATABASE_URL or RUNSITTER_DATA_DIR.*unable to open database file"):
        check_database(f"sqlite:///{tmp_path}")


def test_a_data_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    """A file stands in its way."""
    (tmp_path / "file").touch()

    with pytest.raises(DatabaseUnusable, match="cannot be made"):
        database_in(tmp_path / "file/data")


def test_a_server_that_does_not_answer_is_told_without_the_password() -> None:
    """The address is shown, for that is what may be wrong; the password is not."""
    with pytest.raises(DatabaseUnusable) as raised:
        check_database("postgresql://bot:hunter2@127.0.0.1:1/runs?connect_timeout=1&password=hunter2")

    assert "postgresql://bot:***@127.0.0.1:1/runs" in str(raised.value)
    assert "hunter2" not in str(raised.value)


@pytest.mark.parametrize(
    "wrong",
    [
        "postgresql://bot:hunter2@host:port/name",
        "postgresql://bot:hunter2@[::1/name",
        "postgresql://bot:hunter2@host/name?host=a&host=b:c&port=d",
        "sqlite:///runs.db?timeout=hunter2",
        "sqlite:///hunter2\0.db",
    ],
)
def test_a_url_with_a_wrong_part_is_told_without_a_secret(wrong: str) -> None:
    """A port or a number that is none is no traceback, and the driver's error would repeat it."""
    with pytest.raises(DatabaseUnusable) as raised:
        check_database(wrong)

    assert "bot:hunter2" not in str(raised.value)
    assert "timeout" not in str(raised.value)


@pytest.mark.parametrize("wrong", ["", "runsitter.db", "mysql://host/name"])
def test_a_url_of_no_known_kind_is_told(wrong: str) -> None:
    """Neither a stack trace nor a missing driver's name."""
    with pytest.raises(DatabaseUnusable):
        open_engine(wrong)
