"""One ticker: of all processes on a database one watches, and what a former one still does is refused."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy import Connection, Engine, select, update
from sqlalchemy.exc import SQLAlchemyError

from bot.errors import LostTicker
from bot.store.engine import file_of
from bot.store.holds import FileHold, Hold, SessionHold
from bot.store.lock import FileLock
from bot.store.rows import put_new
from bot.store.tables import notes
from bot.store.trouble import unusable

TERM = "term"
_TERM_NOW = select(notes.c.number).where(notes.c.name == TERM).with_for_update(read=True)

T = TypeVar("T")

Guard = Callable[[Connection], None]
"""Raises LostTicker where this process is no longer the one that ticks."""


class Ticker:
    """Whether this process is the one that watches, and in which term.

    A term is a number in the database that grows whenever somebody takes over. `guard` in each transaction of the
    ticker compares it, so that a process that was asleep while another took over changes nothing.
    """

    def __init__(self, engine: Engine, hold: Hold) -> None:
        self._engine = engine
        self._hold = hold
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="ticker")
        self.term: int | None = None

    async def try_hold(self) -> bool:
        """Be the ticker, if nobody else is; ask at each wake. Raises DatabaseUnusable, on SQLite AnotherRunsitter."""
        return await self._in_thread(self._try_hold)

    async def held(self) -> bool:
        """Tell whether this process is the ticker still."""
        return await self._in_thread(self._held)

    async def settled(self) -> None:
        """Wait until nothing that was asked for is still being done, even where its asker was cancelled."""
        await self._in_thread(lambda: None)

    async def release(self) -> None:
        """Let another be the ticker, at once."""
        await self._in_thread(self._hold.release)
        self.term = None
        self._thread.shutdown(wait=False)

    def guard(self, c: Connection) -> None:
        """Go on in a transaction only as the ticker. Raises LostTicker."""
        guard(c, self.term)

    def _try_hold(self) -> bool:
        if not self._held() and not self._hold.take():
            return False
        if self.term is None:
            self.term = self._next_term()
        return True

    def _held(self) -> bool:
        held = self._hold.held()
        if not held:
            self.term = None
        return held

    def _next_term(self) -> int:
        try:
            with self._engine.begin() as connection:
                return next_term(connection)
        except SQLAlchemyError as error:
            raise unusable(self._engine.url, error) from error

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)


def guard(c: Connection, term: int | None) -> None:
    """Go on in a transaction only in this term, and let none begin before it ends. Raises LostTicker."""
    now = c.scalar(_TERM_NOW)
    if term is None or now != term:
        raise LostTicker(f"its term was {term}, it is {now}")


def next_term(c: Connection) -> int:
    """Begin a term, once the ticker's transactions of the one before are over."""
    put_new(c, notes, {"name": TERM, "number": 0})
    begun = update(notes).where(notes.c.name == TERM).values(number=notes.c.number + 1).returning(notes.c.number)
    term: int = c.execute(begun).scalar_one()
    return term


def ticker_of(engine: Engine) -> Ticker:
    """Give the ticker of a database. With SQLite its lock file is taken now: raises AnotherRunsitter."""
    file = file_of(engine.url)
    return Ticker(engine, SessionHold(engine) if file is None else FileHold(FileLock(file)))
