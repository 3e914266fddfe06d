"""The database as the rest of the bot reaches it: one thread, one transaction at a time, never the event loop."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from bot.store.engine import reading
from bot.store.trouble import is_unusable, may_be_repeated, unusable
from bot.store.upgrade import Report, upgrade_in

P = ParamSpec("P")
T = TypeVar("T")


class Store:
    """Runs work on the database in a thread of its own.

    Work is a plain function of a connection and of what else it is given. It may run twice, so all that it does is in
    the transaction. Cancelled before its turn it is never done; after that, it is done whole all the same.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._reading = reading(engine)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store")

    async def transact(self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do it in a transaction that may write: kept whole, or an error and nothing. Raises DatabaseUnusable."""
        return await self._in_thread(self._engine, partial(_with_rest, work, args, kwargs))

    async def read(self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do it in a transaction that can't write and sees one instant. Raises DatabaseUnusable."""
        return await self._in_thread(self._reading, partial(_with_rest, work, args, kwargs))

    async def upgrade(self) -> Report:
        """Bring its tables to this version's. Raises DatabaseUnusable, DatabaseTooNew; then they are as they were."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, upgrade_in, self._engine)

    async def close(self) -> None:
        """Finish what has begun, and let go of the database."""
        await asyncio.to_thread(self._thread.shutdown)
        self._engine.dispose()

    async def _in_thread(self, engine: Engine, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, _done, engine, work)


def _with_rest(work: Callable[..., T], args: tuple[object, ...], kwargs: dict[str, object], c: Connection) -> T:
    return work(c, *args, **kwargs)


class _TakenBackError(Exception):
    """The transaction surely left nothing; its cause is the database's error."""


def _done(engine: Engine, work: Callable[[Connection], T]) -> T:
    """Do it once, or once more where a lost connection or another transaction took it back before its commit."""
    try:
        try:
            return _once(engine, work)
        except _TakenBackError:
            return _once(engine, work)
    except _TakenBackError as error:
        raise unusable(engine.url, error.__cause__ or error) from error.__cause__
    except SQLAlchemyError as error:
        if is_unusable(error):
            raise unusable(engine.url, error) from error
        raise


def _once(engine: Engine, work: Callable[[Connection], T]) -> T:
    with engine.begin() as connection:
        try:
            return work(connection)
        except DBAPIError as error:
            if may_be_repeated(error):
                raise _TakenBackError from error
            raise
