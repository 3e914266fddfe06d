"""What wakes take: every run judged and stored, on SQLite, behind a marketplace that answers at once.

`python own_wake.py make 1000` makes so many runs in the folder that it stands in, and `… wake 1000 3` wakes there in so
many rounds and prints a JSON line: of each sort of wake its seconds on the wall and of processor, those in which
sqlite3 alone writes the same rows in the same transactions, and how many rows that is; then the MiB by which the
process grew while it woke, and its peak.
"""

import asyncio
import json
import sqlite3
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from datetime import time as local_time
from pathlib import Path
from statistics import median
from zoneinfo import ZoneInfo

from rented import CHANNEL, MINUTE, Rented, fill
from sqlalchemy import Engine, event

from bot.app.interpreter import answer_at_once
from bot.domain.instance import InstanceState
from bot.sandbox.clock import SandboxClock
from bot.services.watching import Duty, Watch
from bot.store.engine import open_engine
from bot.store.store import Store
from bot.store.ticker import ticker_of
from bot.store.upgrade import upgrade

Statement = tuple[str, Sequence[object], bool]
"""One statement with its parameters, or, where it is done many times, a list of them."""

START = datetime(2026, 11, 30, 12, 30, tzinfo=UTC)
LATER = timedelta(hours=6)
"""After so long every card is due, however many there are."""

_FILE, _COPY = Path("runsitter.db"), Path("copy.db")


class Wakes:
    """Wakes by a clock of their own."""

    def __init__(self, engine: Engine, number: int) -> None:
        self._clock = SandboxClock(START, rate=0)
        self._engine, self.store, self._ticker = engine, Store(engine), ticker_of(engine)
        self.market = Rented(number, self._clock, START)
        duty = Duty(channel=CHANNEL, admin=None, zone=ZoneInfo("UTC"), summary_at=local_time(9), every=MINUTE)
        self._watch = Watch(self.store, [self.market], self._clock, duty, lambda: None)

    async def wake(self, later: timedelta = MINUTE) -> tuple[float, float]:
        """Wake so much later; give the seconds on the wall and of processor."""
        self._clock.advance(later)
        await self._ticker.try_hold()
        wall, own = time.perf_counter(), time.process_time()
        await self._watch.wake(self._ticker.guard)
        return time.perf_counter() - wall, time.process_time() - own

    async def replayed(self, later: timedelta = MINUTE) -> tuple[float, int]:
        """Wake, and write the same once more by sqlite3 alone; give its seconds, and how many rows it wrote."""
        with closing(sqlite3.connect(_FILE)) as now, closing(sqlite3.connect(_COPY)) as before:
            now.backup(before)
        with _recording(self._engine) as statements:
            await self.wake(later)
        return _replay(statements)

    async def close(self) -> None:
        """Let go of the database."""
        await self.store.close()
        await self._ticker.release()


@contextmanager
def _recording(engine: Engine) -> Iterator[list[Statement]]:
    """Record all that is written, and where transactions begin and end."""
    statements: list[Statement] = []

    def execute(_c: object, _cursor: object, sql: str, parameters: Sequence[object], _: object, many: bool) -> None:
        if not sql.startswith(("SELECT", "PRAGMA")):
            statements.append((sql, parameters, many))

    def commit(_: object) -> None:
        statements.append(("COMMIT", (), False))

    event.listen(engine, "before_cursor_execute", execute)
    event.listen(engine, "commit", commit)
    try:
        yield statements
    finally:
        event.remove(engine, "before_cursor_execute", execute)
        event.remove(engine, "commit", commit)


def _replay(statements: Sequence[Statement]) -> tuple[float, int]:
    """Do what was recorded to the copy of the database, and delete that."""
    with closing(sqlite3.connect(_COPY, isolation_level=None)) as connection:
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}")
        start = time.perf_counter()
        for sql, parameters, many in statements:
            (connection.executemany if many else connection.execute)(sql, parameters).fetchall()
        seconds, rows = time.perf_counter() - start, connection.total_changes
    _COPY.unlink()
    return seconds, rows


@contextmanager
def _memory() -> Iterator[dict[str, float]]:
    """Give, once the block is over, the MiB by which memory grew in it at most, and its peak."""
    Path("/proc/self/clear_refs").write_text("5")  # the kernel's own peak begins anew
    before = _status("VmRSS")
    told: dict[str, float] = {}
    yield told
    peak = _status("VmHWM")
    told |= {"grew": peak - before, "peak": peak}


def _status(name: str) -> float:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{name}:")) / 1024


async def measure(number: int, rounds: int) -> dict[str, object]:
    """Wake when nothing is to be told, when every card is due, and when every host was seen away a second time."""
    wakes = Wakes(open_engine(f"sqlite:///{_FILE}"), number)
    answer_at_once()
    await wakes.wake()
    with _memory() as memory:
        walls = {"quiet": _middle([await wakes.wake() for _ in range(rounds)])}
        walls["cards"] = _middle([await wakes.wake(LATER) for _ in range(rounds)])
        wakes.market.state = InstanceState.OFFLINE
        await wakes.wake()
        walls["away"] = await wakes.wake()
    wakes.market.state = InstanceState.RUNNING
    await wakes.wake()
    peers = {"away": await wakes.replayed()}  # every host is back: as much to write as when it went away
    peers["quiet"] = _middle([await wakes.replayed() for _ in range(rounds)])
    peers["cards"] = _middle([await wakes.replayed(LATER) for _ in range(rounds)])
    await wakes.close()
    return {sort: (*wall, *peers[sort]) for sort, wall in walls.items()} | memory


def _middle(rounds: Sequence[tuple[float, float]]) -> tuple[float, ...]:
    return tuple(median(each) for each in zip(*rounds, strict=True))


def make(number: int) -> None:
    """Make the runs: in a process of its own, which grows by it."""
    url = f"sqlite:///{_FILE}"
    upgrade(url)
    with open_engine(url).begin() as connection:
        fill(connection, number, START)


def main() -> None:
    """Do what was asked for."""
    what, number, *rounds = sys.argv[1:]
    if what == "make":
        make(int(number))
    else:
        sys.stdout.write(json.dumps(asyncio.run(measure(int(number), int(rounds[0])))) + "\n")


if __name__ == "__main__":
    main()
