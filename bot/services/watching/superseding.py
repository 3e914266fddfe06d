"""The alerts of runs that are over and watched no more: their end is said (promise 3)."""

from datetime import datetime

from sqlalchemy import Connection

from bot.domain.watching.ending import WATCHED_AFTER
from bot.domain.watching.superseded import superseded
from bot.services.watching.applying import terms_for
from bot.services.watching.duty import Duty
from bot.store import runs, standings
from bot.store.keep import keep_run
from bot.store.store import Store
from bot.store.ticker import Guard


async def supersede(store: Store, duty: Duty, now: datetime, guard: Guard) -> None:
    """Close what is still open of them. They are watched no more, so nobody else will."""
    if await store.read(_over, now):
        await store.transact(_supersede, duty, now, guard)


def _over(c: Connection, now: datetime) -> dict[str, str | None]:
    """Give them by their ids, each with the run that sits on its machine now, if any does."""
    return dict.fromkeys(runs.unwatched(c, now - WATCHED_AFTER)) | runs.superseded(c)


def _supersede(c: Connection, duty: Duty, now: datetime, guard: Guard) -> None:
    guard(c)
    by = _over(c, now)
    for before in standings.load(c, ids=list(by), lock=True):
        terms = terms_for(c, [before], duty, now, duty.every)
        keep_run(c, before, superseded(before, by[before.run.id], terms), now)
