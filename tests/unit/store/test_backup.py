"""`runsitter db`: a backup is one whole file or none, and what it takes the place of is kept."""

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.cli import main
from bot.errors import DatabaseUnusable
from bot.store import backup, notes, restore
from bot.store.engine import open_engine
from bot.store.lock import FileLock
from bot.store.upgrade import revisions, upgrade

NEWEST = revisions()[-1]


@pytest.fixture
def database(tmp_path, monkeypatch):
    """Have the settings name a database with a number in it; gives its file."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "data/runsitter.db"
    file.parent.mkdir()
    monkeypatch.setenv("DATABASE_URL", url_of(file))
    upgrade(url_of(file))
    write(file, 1)
    return file


@pytest.fixture
def told(capsys):
    """Run `runsitter db`; gives its exit code and what it printed on either stream."""

    def run(*words):
        code = main(["db", *map(str, words)])
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    return run


def url_of(file):
    """Give the URL of a file."""
    return f"sqlite:///{file}"


def write(file, number):
    """Set the number."""
    engine = open_engine(url_of(file))
    with engine.begin() as connection:
        notes.set_number(connection, "n", number)
    engine.dispose()


def number_in(file):
    """Read the number, without a trace left."""
    with closing(backup.look_into(file, "rw")) as connection:
        return connection.execute("SELECT number FROM notes WHERE name = 'n'").fetchone()[0]


def files_in(folder):
    """Name what lies in a folder."""
    return sorted(path.name for path in folder.iterdir())


def test_upgrade_makes_the_tables_and_says_so(tmp_path, monkeypatch, told):
    """In the data folder where no other database is set; the second time nothing is to be done."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RUNSITTER_DATA_DIR", str(tmp_path / "data"))
    where = f"sqlite:///{tmp_path}/data/runsitter.db"

    assert told("upgrade") == (0, f"{where} is brought from nothing to revision {NEWEST}.\n")
    assert told("upgrade") == (0, f"{where} is at revision {NEWEST}, as it was.\n")


def test_a_backup_is_one_file_and_comes_back(database, tmp_path, told):
    """For its owner alone; what was there before is kept beside the database."""
    assert told("backup", "kept.db") == (0, f"{url_of(database)} is backed up to kept.db.\n")
    assert files_in(tmp_path) == ["data", "kept.db"]
    assert (tmp_path / "kept.db").stat().st_mode & 0o777 == 0o600
    write(database, 2)

    before = f"{database}.before-restore"
    code, said = told("restore", "kept.db")
    assert (code, said.splitlines()) == (
        0,
        [
            f"{url_of(database)} is restored from kept.db, at revision {NEWEST}, as it was.",
            f"What was there before is kept as {before}.",
        ],
    )
    assert (number_in(database), number_in(Path(before))) == (1, 2)
    assert files_in(database.parent) == ["runsitter.db", "runsitter.db.before-restore", "runsitter.db.lock"]


def test_nothing_is_overwritten(database, tmp_path, told):
    """Neither a file that is there, whatever it is, nor what an earlier restore kept."""
    (tmp_path / "precious").write_text("mine")
    assert told("backup", "precious")[0] == 2
    assert (tmp_path / "precious").read_text() == "mine"

    told("backup", "kept.db")
    for number in (2, 3):
        write(database, number)
        assert told("restore", "kept.db")[0] == 0
    kept = [database.with_name(f"runsitter.db.before-restore{tail}") for tail in ("", "1")]
    assert [number_in(file) for file in kept] == [2, 3]


def test_a_file_that_came_meanwhile_is_not_overwritten(database, tmp_path, monkeypatch, told):
    """Between the look and the last step."""
    copy_of = backup.copy_of

    def slow(*arguments):
        (tmp_path / "kept.db").write_text("mine")
        return copy_of(*arguments)

    monkeypatch.setattr(backup, "copy_of", slow)
    code, said = told("backup", "kept.db")

    assert (code, files_in(tmp_path)) == (2, ["data", "kept.db"])
    assert "kept.db cannot be written (File exists)" in said
    assert (tmp_path / "kept.db").read_text() == "mine"
    assert number_in(database) == 1


WRITER = """
import sys
from bot.store import notes
from bot.store.engine import open_engine

engine = open_engine(sys.argv[1])
for number in range(1, 100_000):
    with engine.begin() as connection:
        notes.set_number(connection, "n", number)
        notes.set_number(connection, "other", number)
    if number == 5:
        print("writing", flush=True)
"""


def test_a_backup_beside_a_writer_is_of_one_instant(database, tmp_path):
    """A bot goes on meanwhile: what it wrote together is there together."""
    writer = subprocess.Popen([sys.executable, "-c", WRITER, url_of(database)], stdout=subprocess.PIPE)
    try:
        writer.stdout.readline()
        for name in ("one", "two", "three"):
            backup.back_up(url_of(database), tmp_path / name)
    finally:
        writer.kill()
        writer.communicate()

    restore.restore(url_of(database), tmp_path / "two")
    with closing(backup.look_into(database, "rw")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        numbers = connection.execute("SELECT number FROM notes WHERE name IN ('n', 'other')").fetchall()
    assert len(numbers) == 2
    assert len(set(numbers)) == 1
    assert number_in(tmp_path / "one") <= numbers[0][0] <= number_in(tmp_path / "three")


def test_a_restore_waits_until_no_bot_is_there(database, told):
    """The bot would write on into a file that nobody finds any more."""
    told("backup", "kept.db")
    write(database, 2)
    lock = FileLock(database)
    code, said = told("restore", "kept.db")
    lock.release()

    assert code == 2
    assert "stop that one first" in said
    assert number_in(database) == 2


@pytest.mark.parametrize("wrong", ["missing", "words", "another program's", "damaged", "newer", "a folder"])
def test_what_is_no_backup_of_ours_changes_nothing(database, tmp_path, told, wrong):
    """It is looked at as a whole before anything is touched."""
    file = tmp_path / "kept.db"
    match wrong:
        case "words":
            file.write_text("dear diary, " * 1000)
        case "another program's":
            with closing(sqlite3.connect(file)) as other:
                other.execute("CREATE TABLE runs (mine INTEGER)")
        case "damaged":
            whole = database.read_bytes()
            file.write_bytes(whole[:4096] + b"\xff" * 4096 + whole[8192:])
        case "newer":
            backup.back_up(url_of(database), file)
            with closing(sqlite3.connect(file)) as newer:
                newer.execute("UPDATE runsitter_revision SET version_num = '9999'")
                newer.commit()
        case "a folder":
            file.mkdir()
    code, said = told("restore", file)

    assert (code, number_in(database)) == (2, 1)
    assert said.count("\n") == 1
    assert "Traceback" not in said
    assert files_in(database.parent) in (["runsitter.db"], ["runsitter.db", "runsitter.db.lock"])


def test_a_damaged_database_is_replaced_and_kept_with_its_log(database, told):
    """The very case for which there are backups."""
    told("backup", "kept.db")
    log = database.with_name("runsitter.db-wal")
    database.write_bytes(b"\xff" * 8192)
    log.write_bytes(b"\xff" * 100)

    assert told("restore", "kept.db")[0] == 0
    assert number_in(database) == 1
    kept = database.with_name("runsitter.db.before-restore")
    assert kept.read_bytes() == b"\xff" * 8192
    assert not log.exists() or log.stat().st_size == 0


def test_a_restore_where_nothing_was_needs_nothing_kept(database, told):
    """A new machine."""
    told("backup", "kept.db")
    shutil.rmtree(database.parent)
    database.parent.mkdir()

    code, said = told("restore", "kept.db")
    assert (code, said.count("\n"), number_in(database)) == (0, 1, 1)


def test_a_restore_that_fails_at_the_last_leaves_what_was(database, told, monkeypatch):
    """The disk is full, say."""
    told("backup", "kept.db")
    write(database, 2)

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(restore, "_set_aside", full)
    code, said = told("restore", "kept.db")

    assert (code, number_in(database)) == (2, 2)
    assert "No space left on device" in said
    assert files_in(database.parent) == ["runsitter.db", "runsitter.db.lock"]


def test_a_backup_of_nothing_is_refused(database, told):
    """An empty file would give comfort and no more."""
    database.unlink()
    code, said = told("backup", "kept.db")
    assert code == 2
    assert "is not there" in said


def test_a_backup_into_a_folder_that_is_not_there_is_refused(database):
    """In one line, with the system's own word."""
    code = main(["db", "backup", str(database.parent / "nowhere/kept.db")])
    assert code == 2
    assert files_in(database.parent) == ["runsitter.db"]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            ("backup", "a b"),
            "pg_dump --format=custom --no-owner '--file=a b' 'postgresql://bot@db.test/runs?sslmode=require'",
        ),
        (
            ("restore", "a b"),
            "pg_restore --clean --if-exists --no-owner 'a b' --dbname 'postgresql://bot@db.test/runs?sslmode=require'",
        ),
    ],
)
def test_for_postgresql_it_says_what_to_type(monkeypatch, told, words, line):
    """Its own programs do it better; the password stays where it is."""
    monkeypatch.setenv("DATABASE_URL", "postgresql://bot:hunter2@db.test/runs?sslmode=require&password=hunter2")
    code, said = told(*words)
    assert code == 2
    assert line in said
    assert "hunter2" not in said


def test_words_that_are_missing_are_asked_for(told):
    """As everywhere on the command line."""
    for words in ((), ("backup",), ("burn",)):
        with pytest.raises(SystemExit) as ended:
            told(*words)
        assert ended.value.code == 2


def test_a_database_that_cannot_be_read_is_told(tmp_path):
    """Also when it is the one to be backed up."""
    (tmp_path / "words.db").write_text("dear diary, " * 1000)
    with pytest.raises(DatabaseUnusable, match="not a database"):
        backup.back_up(url_of(tmp_path / "words.db"), tmp_path / "kept.db")
    assert files_in(tmp_path) == ["words.db"]


@pytest.mark.parametrize("table", [";", "CREATE TABLE theirs (x)"])
def test_a_database_without_our_tables_is_no_backup(tmp_path, monkeypatch, told, table):
    """Its copy could not be restored; what is wrong and what to type is said now, not on the day that it is needed."""
    file = tmp_path / "empty.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(table)
        connection.commit()
    file.touch()
    before = file.read_bytes()
    monkeypatch.setenv("DATABASE_URL", url_of(file))

    code, said = told("backup", tmp_path / "copy")
    assert code == 2
    assert f"{file} holds no tables of Runsitter's" in said
    assert "type runsitter db upgrade" in said
    assert file.read_bytes() == before
    assert files_in(tmp_path) == ["empty.db"]
