"""What a start, and each wake, leaves behind: so that a gap can be told, and the first summary has its date."""

from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.domain.letters.health import HealthMatter, HealthNote
from bot.services.watching.duty import Duty
from bot.services.watching.itself import tell_of_itself
from bot.store import notes
from bot.store.store import Store
from bot.store.ticker import Guard

LAST_WAKE = "last wake"

GAP = timedelta(minutes=5)
"""A shorter time without a wake is a restart that nobody need hear of."""


async def began(store: Store, duty: Duty, now: datetime, guard: Guard) -> None:
    """Note the first start, and tell of the time since the last wake if nobody watched for long (case f150)."""
    await store.transact(_began, duty, now, guard)


async def woke(store: Store, now: datetime, guard: Guard) -> None:
    """Note that a wake went well."""
    await store.transact(_woke, now, guard)


async def tell_late(store: Store, duty: Duty, since: datetime, guard: Guard) -> None:
    """Tell that the bot's own loop is late (cases c80, g172)."""
    await store.transact(_tell_late, duty, since, guard)


def _began(c: Connection, duty: Duty, now: datetime, guard: Guard) -> None:
    notes.first_start(c, now)
    last = notes.instant(c, LAST_WAKE)
    if last is not None and now - last > GAP:
        guard(c)
        tell_of_itself(c, HealthNote(HealthMatter.GAP, last, now), duty, now)


def _woke(c: Connection, now: datetime, guard: Guard) -> None:
    guard(c)
    notes.set_instant(c, LAST_WAKE, now)


def _tell_late(c: Connection, duty: Duty, since: datetime, guard: Guard) -> None:
    guard(c)
    tell_of_itself(c, HealthNote(HealthMatter.LATE_LOOP, since, None), duty, since)
