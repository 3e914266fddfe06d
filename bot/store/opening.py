"""The database, ready to be used: locked, its tables brought up to date, and let go of at the end."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.store.engine import open_engine
from bot.store.store import Store
from bot.store.ticker import Ticker, ticker_of
from bot.timing import seen_through


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[tuple[Store, Ticker]]:
    """Open a database for the bot, as long as the block lasts. Nobody ticks yet.

    Raises DatabaseUnusable, DatabaseTooNew, and with SQLite AnotherRunsitter before anything is touched.
    """
    engine = open_engine(url)
    ticker = ticker_of(engine)
    store = Store(engine)
    try:
        await store.upgrade()
        yield store, ticker
    finally:
        await seen_through(_closed(store, ticker))


async def _closed(store: Store, ticker: Ticker) -> None:
    """Let go of the lock last: until then something may still be written. A turn half taken has a connection out."""
    try:
        await ticker.settled()
        await store.close()
    finally:
        await ticker.release()
