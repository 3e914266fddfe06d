"""Vast.ai behind the port `Marketplace`.

The wire format is known from its public documentation, its own client and bodies that others recorded; each odd
rule says so where it is kept.
"""

from collections.abc import Callable, Sequence
from datetime import date
from decimal import Decimal
from functools import partial

import httpx

from bot.domain.account import Charge, PriceIncrease
from bot.domain.gpu import GpuAsk
from bot.domain.instance import Account, Instance
from bot.domain.listing import Listing, Listings, Pricing
from bot.domain.outside import Fact
from bot.markets.gate import settle
from bot.markets.line import PATIENCE, Line
from bot.markets.pages import nothing
from bot.markets.vast.charges import VastCharges
from bot.markets.vast.deposit import VastDeposit
from bot.markets.vast.logs import VastLogs
from bot.markets.vast.price_increases import VastPriceIncreases
from bot.markets.vast.refusals import VAST, refuse
from bot.markets.vast.rented import VastRented, list_seconds
from bot.markets.vast.search import VastSearch
from bot.ports import Clock

URL = "https://console.vast.ai"


class Vast:
    """Vast.ai. Search works without a key; what an account has does not.

    `patience` is seconds for one question; of the account's instances and charges, for each page.
    """

    name = VAST.source

    def __init__(
        self,
        client: httpx.AsyncClient,
        *,
        url: str = URL,
        key: str | None,
        clock: Clock,
        patience: float = PATIENCE,
    ) -> None:
        refuses = partial(refuse, has_key=bool(key))
        self._line = Line(VAST, client, url, key, clock, refuses, patience=patience)
        self._search = VastSearch(self._line, has_key=bool(key))
        self._rented = VastRented(self._line)
        self._deposits = VastDeposit(self._line)
        self._charges = VastCharges(self._line)
        self._increases = VastPriceIncreases(self._line)
        self._logs = VastLogs(self._line)

    async def listings(self, gpu: GpuAsk | None, pricing: Pricing) -> Fact[Listings]:
        """List what is on offer, filtered by nothing but rentable, kind of price and the family's names."""
        return await settle(self._line, self._search.listings(gpu, pricing))

    async def listing(self, listing_id: str) -> Fact[Listing | None]:
        """Look up one listing, with its on-demand price."""
        return await settle(self._line, self._search.listing(listing_id))

    async def instances(self, heard: Callable[[], None] = nothing) -> Fact[Sequence[Instance]]:
        """List every instance of the account, all pages; `heard` is called for each that came."""
        return await settle(self._line, self._rented.instances(heard), by_page=True)

    async def instance(self, instance_id: str) -> Fact[Instance | None]:
        """Look up one instance; Known(None) when it is gone."""
        return await settle(self._line, self._rented.instance(instance_id))

    async def deposit(self, instance_id: str) -> Fact[Decimal]:
        """Ask what would be paid back of an instance's prepayment, in US dollars."""
        return await settle(self._line, self._deposits.deposit(instance_id))

    async def account(self) -> Fact[Account]:
        """Ask what the account can spend."""
        return await settle(self._line, self._rented.account())

    async def charges(self, start: date, end: date) -> Fact[Sequence[Charge]]:
        """Ask what was charged on the UTC days from `start` up to before `end`, all pages."""
        return await settle(self._line, self._charges.charges(start, end), by_page=True)

    async def price_increases(self) -> Fact[Sequence[PriceIncrease]]:
        """List the price increases that hosts ask for."""
        return await settle(self._line, self._increases.price_increases())

    async def logs(self, instance_id: str, lines: int) -> Fact[tuple[str, ...]]:
        """Read the last lines, at most 1,000, that an instance's container wrote."""
        return await settle(self._line, self._logs.logs(instance_id, lines))

    def list_seconds(self, rows: int) -> float:
        """Give the seconds that a whole list of so many instances takes up: a second for every 25."""
        return list_seconds(rows)
