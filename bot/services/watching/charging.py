"""The marketplaces' own charges, read now and then: today's still move, and earlier ones may be corrected."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta

from sqlalchemy import Connection

from bot.domain.account import Charge
from bot.domain.outside import Fact, Known, Unknown
from bot.domain.runs import Run
from bot.ports import Clock, Marketplace
from bot.store import charges
from bot.store.store import Store
from bot.store.ticker import Guard
from bot.timing import in_time

log = logging.getLogger(__name__)

EVERY = timedelta(hours=1)
_PATIENCE = 45.0
_MOST_DAYS = timedelta(days=31)
_DAY = timedelta(days=1)


class Charging:
    """Reads the charges of all that was rented, once an hour, from the first day on which a run's machine cost."""

    def __init__(self, store: Store, markets: Sequence[Marketplace], clock: Clock) -> None:
        self._store = store
        self._markets = {market.name: market for market in markets}
        self._clock = clock
        self._read_at: dict[str, datetime] = {}
        self._silent: set[str] = set()

    async def read(self, by_market: Mapping[str, Sequence[Run]], now: datetime, guard: Guard) -> None:
        """Read what is due, all marketplaces side by side."""
        due = [
            (market, await self._store.read(_days, name, some, now))
            for name, market in self._markets.items()
            if (some := by_market.get(name)) and self._is_due(name, now)
        ]
        self._read_at |= {market.name: now for market, _ in due}
        told = await asyncio.gather(*(in_time(self._clock, _PATIENCE, market.charges(*days)) for market, days in due))
        for (market, days), fact in zip(due, told, strict=True):
            await self._take(market.name, days, fact, now, guard)

    def _is_due(self, name: str, now: datetime) -> bool:
        last = self._read_at.get(name)
        return last is None or not timedelta(0) <= now - last < EVERY

    async def _take(
        self, name: str, days: tuple[date, date], fact: Fact[Sequence[Charge]] | None, now: datetime, guard: Guard
    ) -> None:
        if isinstance(fact, Known):
            self._silent.discard(name)
            await self._store.transact(_keep, name, *days, tuple(fact.value), now, guard)
        elif name not in self._silent:
            self._silent.add(name)
            why = fact.sentence if isinstance(fact, Unknown) else "no answer in time"
            log.info("the charges of %s are not known: %s", name, why)


def _days(c: Connection, market: str, some: Sequence[Run], now: datetime) -> tuple[date, date]:
    """Give the billing days to ask for: from the day before the first machine began to cost up to before tomorrow.

    That may be long before its run was tracked, and what we say accrued counts from there.
    """
    first = charges.first_accrual(c, market, [run.id for run in some]) or now
    begun = min((first, *(run.begun_at for run in some)))
    start = max(begun, now - _MOST_DAYS).astimezone(UTC).date() - _DAY
    return start, now.astimezone(UTC).date() + _DAY


def _keep(
    c: Connection, market: str, start: date, end: date, told: Sequence[Charge], now: datetime, guard: Guard
) -> None:
    guard(c)
    charges.replace(c, market, start, end, told, now)
    charges.note_read(c, market, datetime.combine(start, time(), UTC), now)
