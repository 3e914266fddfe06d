"""One ticker, and a fence behind it."""

import signal
import subprocess
import sys
from contextlib import contextmanager

import pytest
from sqlalchemy import select, text

from bot.errors import AnotherRunsitter, LostTicker
from bot.store import notes
from bot.store.engine import open_engine
from bot.store.lock import FileLock
from bot.store.tables import notes as table
from bot.store.ticker import TERM, guard, next_term, ticker_of

ONLY_SQLITE = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
ONLY_POSTGRESQL = pytest.mark.parametrize("backend", ["postgresql"], indirect=True)

OTHERS_LOSE_THEIR_LOCKS = """
SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database ON oid = database
WHERE locktype = 'advisory' AND datname = current_database() AND pid <> pg_backend_pid()
"""

HOLDER = """
import asyncio, sys
from bot.store.engine import open_engine
from bot.store.ticker import ticker_of

async def hold():
    ticker = ticker_of(open_engine(sys.argv[1]))
    print(await ticker.try_hold(), ticker.term, flush=True)
    sys.stdin.read()

asyncio.run(hold())
"""


@contextmanager
def another_process(url):
    """Have a real process hold the ticker within the block."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout.readline() == "True 1\n"
        yield process
    finally:
        process.kill()
        process.communicate()


async def test_one_holds_it_for_as_long_as_it_lives(engine):
    """It asks at each wake, and its term stays the same."""
    ticker = ticker_of(engine)
    assert not await ticker.held() or engine.dialect.name == "sqlite"
    assert [True, True, True] == [await ticker.try_hold(), await ticker.try_hold(), await ticker.held()]
    assert ticker.term == 1
    await ticker.release()


async def test_after_a_kill_the_next_has_it_at_once(engine, url):
    """Case g167, with a real SIGKILL. Nobody waits for a lease to end, and the term is a new one."""
    with another_process(url) as process:
        process.send_signal(signal.SIGKILL)
        process.wait(30)
        ticker = ticker_of(engine)
        while not await ticker.try_hold():
            pass  # PostgreSQL needs a moment to see that its client is gone
        assert ticker.term == 2
        await ticker.release()


@ONLY_SQLITE
async def test_with_a_file_a_second_process_is_refused(engine, url):
    """It ends with 2 and says which process to stop."""
    with another_process(url) as process, pytest.raises(AnotherRunsitter, match=f"process {process.pid} holds"):
        ticker_of(engine)


@ONLY_POSTGRESQL
async def test_with_a_server_a_second_process_stands_by(engine, url):
    """It may handle what people type meanwhile, and never watches."""
    ticker = ticker_of(engine)
    with another_process(url):
        assert not await ticker.try_hold()
        assert not await ticker.try_hold()
        with engine.begin() as connection, pytest.raises(LostTicker):
            ticker.guard(connection)
    await ticker.release()


@ONLY_POSTGRESQL
async def test_a_session_that_the_server_ended_holds_nothing(engine, url):
    """Its next wake finds out, and takes a new term."""
    ticker = ticker_of(engine)
    assert await ticker.try_hold()
    other = open_engine(url)
    with other.begin() as connection:
        connection.execute(text(OTHERS_LOSE_THEIR_LOCKS))
    other.dispose()

    assert not await ticker.held()
    assert ticker.term is None
    assert await ticker.try_hold()
    assert ticker.term == 2
    await ticker.release()


@ONLY_POSTGRESQL
async def test_one_that_was_released_is_free_at_once(engine, url):
    """A restart hands over without a gap."""
    first, second = ticker_of(engine), ticker_of(open_engine(url))
    for former, heir in ((first, second), (second, first)):
        if former.term is None:
            assert await former.try_hold()
        assert not await heir.try_hold()
        await former._in_thread(former._hold.release)
        assert await heir.try_hold()
    await first.release()
    await second.release()
    second._engine.dispose()


async def test_one_that_was_asleep_while_another_took_over_changes_nothing(engine):
    """Its transaction is taken back before it wrote anything."""
    ticker = ticker_of(engine)
    await ticker.try_hold()
    with engine.begin() as connection:
        ticker.guard(connection)
        next_term(connection)
    with pytest.raises(LostTicker, match="its term was 1, it is 2"), engine.begin() as connection:
        ticker.guard(connection)
    await ticker.release()


def test_nobody_without_a_term_passes(engine):
    """Not even where no term has ever begun."""
    with engine.begin() as connection:
        with pytest.raises(LostTicker):
            guard(connection, None)
        with pytest.raises(LostTicker):
            guard(connection, 1)
        assert next_term(connection) == 1
        guard(connection, 1)
        assert notes.number(connection, TERM) == 1


@ONLY_POSTGRESQL
def test_who_takes_over_waits_for_what_the_former_has_begun(engine):
    """Else the former could write after the new one has read."""
    with engine.begin() as connection:
        next_term(connection)
    with engine.begin() as former, engine.begin() as heir:
        guard(former, 1)
        held = select(table.c.number).where(table.c.name == TERM)
        assert heir.execute(held.with_for_update(skip_locked=True)).all() == []
        guard(heir, 1)


def test_a_lock_file_that_was_replaced_is_no_longer_held(tmp_path):
    """Somebody deleted it: another process could lock a new one."""
    lock = FileLock(tmp_path / "runsitter.db")
    assert lock.held()
    lock.path.unlink()
    assert not lock.held()
    lock.path.touch()
    assert not lock.held()
    lock.release()


@ONLY_SQLITE
async def test_a_ticker_whose_lock_file_is_gone_stops(engine):
    """It can't know who else watches by now."""
    ticker = ticker_of(engine)
    assert await ticker.try_hold()
    ticker._hold._lock.path.unlink()

    assert not await ticker.held()
    with pytest.raises(AnotherRunsitter, match="deleted or replaced"):
        await ticker.try_hold()
    await ticker.release()
