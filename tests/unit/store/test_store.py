"""The store: one thread for the database, whole transactions or none, and an error that says what to do."""

import asyncio
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import Pool

from bot.errors import AnotherRunsitter, DatabaseTooNew, DatabaseUnusable
from bot.store import notes, runs
from bot.store.engine import open_engine
from bot.store.opening import opened
from bot.store.store import Store
from bot.store.ticker import next_term
from bot.store.upgrade import revision_of, revisions, upgrade, upgrade_in

ONLY_SQLITE = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
ONLY_POSTGRESQL = pytest.mark.parametrize("backend", ["postgresql"], indirect=True)

OTHERS_DIE = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


async def number(store):
    """Read the number that the tests set."""
    return await store.read(notes.number, "n")


async def test_work_is_kept_whole_and_gives_its_answer(store):
    """Arguments of both kinds reach it."""
    await store.transact(notes.set_number, "n", value=7)
    assert await number(store) == 7


async def test_an_error_takes_all_of_it_back_and_is_given_on(store):
    """Also one of the database's that speaks of the work, not of the database."""

    def stumble(c):
        notes.set_number(c, "n", 7)
        c.execute(text("INSERT INTO notes (name) VALUES ('n')"))

    with pytest.raises(IntegrityError):
        await store.transact(stumble)
    assert await number(store) is None


async def test_work_is_done_one_after_another_off_the_loop(store):
    """So the loop answers meanwhile, and no two writers meet in this process."""
    threads = []

    def add(c):
        threads.append(threading.current_thread())
        notes.set_number(c, "n", (notes.number(c, "n") or 0) + 1)

    await asyncio.gather(*(store.transact(add) for _ in range(20)))
    assert await number(store) == 20
    assert len(set(threads)) == 1
    assert threading.current_thread() not in threads


async def test_who_only_reads_cannot_write(store):
    """A slip would take no write lock, and could fail in the middle."""
    with pytest.raises((DatabaseUnusable, DBAPIError), match=r"readonly|read-only"):
        await store.read(notes.set_number, "n", 7)
    await store.transact(notes.set_number, "n", 8)
    assert await number(store) == 8


async def test_who_reads_waits_for_no_writer_and_sees_one_instant(store, url):
    """Another process writes in between two looks."""
    other = open_engine(url)
    await store.transact(notes.set_number, "n", 1)

    def look_twice(c):
        before = notes.number(c, "n")
        with other.begin() as connection:
            notes.set_number(connection, "n", 2)
        return before, notes.number(c, "n")

    assert await store.read(look_twice) == (1, 1)
    assert await number(store) == 2
    other.dispose()


async def test_what_was_cancelled_before_its_turn_is_never_done(store):
    """And what had begun is done whole."""
    begun, go_on = threading.Event(), threading.Event()

    def hold(c):
        begun.set()
        assert go_on.wait(30)
        notes.set_number(c, "n", 1)

    first = asyncio.create_task(store.transact(hold))
    await asyncio.to_thread(begun.wait, 30)
    second = asyncio.create_task(store.transact(notes.set_number, "n", 2))
    await asyncio.sleep(0)
    for task in (first, second):
        task.cancel()
    go_on.set()
    await asyncio.gather(first, second, return_exceptions=True)
    assert await number(store) == 1


@ONLY_POSTGRESQL
async def test_a_connection_that_dies_in_the_middle_is_made_anew(store):
    """PostgreSQL was restarted: nothing was kept, so the same work is done once more."""
    tried = []

    def work(c):
        tried.append(1)
        notes.set_number(c, "n", len(tried))
        if len(tried) == 1:
            c.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))

    await store.transact(work)
    assert await number(store) == 2


@ONLY_POSTGRESQL
async def test_a_connection_that_dies_again_is_told(store):
    """Twice is enough; the next call begins anew."""

    def work(c):
        c.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))

    with pytest.raises(DatabaseUnusable, match=r"terminating connection|closed the connection"):
        await store.transact(work)
    assert await number(store) is None


@ONLY_POSTGRESQL
async def test_a_connection_that_died_while_idle_is_not_noticed(store, url):
    """A night's pause, a firewall that forgot the line."""
    await store.transact(notes.set_number, "n", 1)
    other = Store(open_engine(url))
    await other.transact(lambda c: c.execute(text(OTHERS_DIE)).all())
    assert await number(store) == 1
    await other.close()


@ONLY_SQLITE
async def test_a_file_that_was_taken_away_is_told_each_time(store, url):
    """What is written to a deleted file nobody ever finds again. No empty one is put in its place."""
    await store.transact(notes.set_number, "n", 1)
    file = url.removeprefix("sqlite:///")
    move(file, f"{file}.elsewhere")

    for _ in range(2):
        with pytest.raises(DatabaseUnusable, match="was moved or deleted while it was open"):
            await store.transact(notes.set_number, "n", 2)
    move(f"{file}.elsewhere", file)
    assert await number(store) == 1


def move(source, target):
    """Move a file to where none is."""
    assert not Path(target).exists()
    Path(source).rename(target)


async def test_a_file_that_is_damaged_is_told_with_the_remedy(tmp_path):
    """A disk that lies, a copy by hand while it was written."""
    file = tmp_path / "damaged.db"
    upgrade(f"sqlite:///{file}")
    whole = file.read_bytes()
    file.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
    store = Store(open_engine(f"sqlite:///{file}"))

    with pytest.raises(DatabaseUnusable, match="malformed; bring back a backup with runsitter db restore"):
        await store.read(runs.all_runs)
    await store.close()


async def test_a_database_without_tables_is_told_with_the_remedy(empty_url):
    """Somebody pointed the settings at another one."""
    store = Store(open_engine(empty_url))
    with pytest.raises(DatabaseUnusable, match=r"no such table|does not exist"):
        await number(store)
    await store.close()


async def test_a_server_that_is_not_there_is_told_without_the_password():
    """Rule 10 of the design: nothing secret in an error."""
    store = Store(open_engine("postgresql://bot:hunter2@127.0.0.1:1/runs?connect_timeout=1"))
    with pytest.raises(DatabaseUnusable, match=r"127\.0\.0\.1:1/runs") as told:
        await store.read(runs.all_runs)
    assert "hunter2" not in str(told.value)
    await store.close()


KILLED = """
import os, signal, sys
from bot.store import notes
from bot.store.engine import open_engine

with open_engine(sys.argv[1]).begin() as connection:
    notes.set_number(connection, "n", 2)
    connection.exec_driver_sql("CREATE TABLE half_done (one INTEGER)")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def ended(code, url):
    """Run code in a process of its own; gives how it ended and what it complained of."""
    done = subprocess.run([sys.executable, "-c", code, url], capture_output=True, timeout=60, check=False)
    return done.returncode, done.stderr


async def test_a_kill_in_the_middle_of_a_transaction_leaves_what_was(store, url):
    """Promise 11, with a real SIGKILL of a real process."""
    await store.transact(notes.set_number, "n", 1)
    assert ended(KILLED, url) == (-9, b"")
    await store.transact(notes.set_number, "other", 1)
    assert await number(store) == 1
    with pytest.raises((DatabaseUnusable, DBAPIError)):
        await store.read(lambda c: c.execute(text("SELECT * FROM half_done")))


async def test_the_bot_opens_a_new_database_ready_to_use(empty_url):
    """Tables and all; nobody ticks before they ask to."""
    async with opened(empty_url) as (store, ticker):
        assert await store.read(revision_of) == revisions()[-1]
        assert ticker.term is None
        assert await ticker.try_hold()


async def test_a_bot_that_is_stopped_while_it_brings_the_tables_up_to_date_ends_when_they_are(empty_url, monkeypatch):
    """Else it would write on behind a lock that it has let go of, and leave its connection open."""
    begun, go = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def held_up(engine):
        loop.call_soon_threadsafe(begun.set)
        assert go.wait(10)
        return upgrade_in(engine)

    async def opening():
        async with opened(empty_url):
            raise AssertionError("it was stopped before that")

    monkeypatch.setattr("bot.store.store.upgrade_in", held_up)
    stopped = asyncio.create_task(opening())
    await begun.wait()
    for _ in range(3):  # whoever is in a hurry stops it more than once
        stopped.cancel()
        await asyncio.sleep(0.01)
        assert not stopped.done()
    loop.call_soon(go.set)
    with pytest.raises(asyncio.CancelledError):
        await stopped
    assert upgrade(empty_url).before == revisions()[-1]


@pytest.fixture
def left_open():
    """Give the connections of databases that were opened and not closed since."""
    left = []
    heard = {
        "connect": lambda connection, _entry: left.append(connection),
        "close": lambda connection, _entry: left.remove(connection),
        "close_detached": left.remove,
    }
    for name, hear in heard.items():
        event.listen(Pool, name, hear)
    yield left
    for name, hear in heard.items():
        event.remove(Pool, name, hear)


async def test_a_bot_stopped_while_it_takes_its_turn_leaves_no_connection_open(empty_url, left_open, monkeypatch):
    """The turn is taken in a thread of its own, which a cancelled task does not end."""
    begun, go = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def held_up(connection):
        loop.call_soon_threadsafe(begun.set)
        assert go.wait(10)
        return next_term(connection)

    async def taking():
        async with opened(empty_url) as (_, ticker):
            await ticker.try_hold()

    monkeypatch.setattr("bot.store.ticker.next_term", held_up)
    stopped = asyncio.create_task(taking())
    await begun.wait()
    stopped.cancel()
    loop.call_later(0.05, go.set)
    with pytest.raises(asyncio.CancelledError):
        await stopped
    assert left_open == []


@ONLY_SQLITE
async def test_a_second_bot_on_a_file_is_refused_before_it_touches_anything(empty_url):
    """It is named which process has it, and the exit code is that of a wrong setting."""
    async with opened(empty_url):
        with pytest.raises(
            AnotherRunsitter, match=r"stop that one first.*process \d+ holds .*runsitter\.db\.lock"
        ) as told:
            async with opened(empty_url):
                pass
    assert told.value.exit_code == 2
    async with opened(empty_url):
        pass


async def test_a_database_of_a_newer_version_does_not_stay_locked(url):
    """The right version can be started at once."""
    async with opened(url) as (store, _):
        await store.transact(lambda c: c.execute(text("UPDATE runsitter_revision SET version_num = '9999'")) and None)
    for _ in range(2):
        with pytest.raises(DatabaseTooNew):
            async with opened(url):
                pass
