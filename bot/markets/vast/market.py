"""Vast.ai behind the port `Marketplace`.

The wire format is known from its public documentation, its own client and bodies that others recorded; each odd
rule says so where it is kept.
"""

from collections.abc import Sequence
from functools import partial

import httpx

from bot.domain.gpu import GpuAsk
from bot.domain.instance import Account, Instance
from bot.domain.listing import Listing, Listings, Pricing
from bot.domain.outside import Fact
from bot.markets.gate import settle
from bot.markets.line import PATIENCE, Line
from bot.markets.vast.refusals import VAST, refuse
from bot.markets.vast.rented import VastRented
from bot.markets.vast.search import VastSearch
from bot.ports import Clock

URL = "https://console.vast.ai"


class Vast:
    """Vast.ai. Search works without a key; what an account has does not. `patience` is seconds for one question."""

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

    async def listings(self, gpu: GpuAsk | None, pricing: Pricing) -> Fact[Listings]:
        """List what is on offer, filtered by nothing but rentable, kind of price and the family's names."""
        return await settle(self._line, self._search.listings(gpu, pricing))

    async def listing(self, listing_id: str) -> Fact[Listing | None]:
        """Look up one listing, with its on-demand price."""
        return await settle(self._line, self._search.listing(listing_id))

    async def instances(self) -> Fact[Sequence[Instance]]:
        """List every instance of the account, all pages."""
        return await settle(self._line, self._rented.instances())

    async def instance(self, instance_id: str) -> Fact[Instance | None]:
        """Look up one instance; Known(None) when it is gone."""
        return await settle(self._line, self._rented.instance(instance_id))

    async def account(self) -> Fact[Account]:
        """Ask what the account can spend."""
        return await settle(self._line, self._rented.account())
