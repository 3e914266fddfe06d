"""What is on offer, asked politely: one request in flight per query, answers kept, all markets side by side."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.domain.gpu import GpuAsk
from bot.domain.instance import Account
from bot.domain.listing import Listing, ListingRef, Listings, Pricing
from bot.domain.mixed import NamesSeen
from bot.domain.outside import Fact, Known, Unknown
from bot.ports import Clock, Marketplace
from bot.services.aside import aside
from bot.services.side_by_side import side_by_side
from bot.services.single_flight import SingleFlight

KEEP_ANSWER = timedelta(seconds=60)
KEEP_SWEEP = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Answer:
    """One marketplace's answer to one query."""

    market: str
    listings: Fact[Listings]

    @property
    def rows(self) -> tuple[Listing, ...]:
        """The listings that were read; none where the answer is unknown."""
        return self.listings.value.rows if isinstance(self.listings, Known) else ()


class Offers:
    """The marketplaces that are set up, with their last answers."""

    def __init__(self, markets: Sequence[Marketplace], clock: Clock) -> None:
        self.markets = tuple(markets)
        self._clock = clock
        self._queries: SingleFlight[Fact[Listings]] = SingleFlight(clock, _is_known)
        self._lookups: SingleFlight[Fact[Listing | None]] = SingleFlight(clock, _is_known)
        self._accounts: SingleFlight[Fact[Account]] = SingleFlight(clock, _is_known)
        self._names = NamesSeen()
        self.last: dict[str, Fact[Listings]] = {}

    def market(self, name: str) -> Marketplace | None:
        """Give the marketplace of that short name, if it is set up."""
        return next((market for market in self.markets if market.name == name), None)

    @property
    def kept(self) -> int:
        """How many answers are remembered at the moment."""
        return len(self._queries)

    async def ask(self, gpu: GpuAsk, pricing: Pricing) -> tuple[Answer, ...]:
        """Ask every marketplace for a card family. One that fails doesn't take the others down."""
        family = GpuAsk(gpu.family)
        return await self._ask_all(family, pricing, KEEP_ANSWER)

    async def sweep(self, pricing: Pricing, *, since: datetime | None = None) -> tuple[Answer, ...]:
        """Ask every marketplace for everything: the wider look when nothing fits, and for prices of all cards.

        With `since`, a kept answer that is older does not serve.
        """
        answers = await self._ask_all(None, pricing, KEEP_SWEEP)
        old = [answer.market for answer in answers if since is not None and answer.listings.at < since]
        for market in old:
            self._queries.forget((market, None, pricing))
        return await self._ask_all(None, pricing, KEEP_SWEEP) if old else answers

    async def listing(self, market: Marketplace, listing_id: str) -> Fact[Listing | None]:
        """Look one listing up. Known(None): the marketplace answered well and has no such listing."""

        async def fetch() -> Fact[Listing | None]:
            fact = await market.listing(listing_id)
            if isinstance(fact, Unknown) or fact.value is None:
                return fact
            (row,) = await aside(self._names.mark, (fact.value,))
            return replace(fact, value=row)

        return await self._lookups.get(ListingRef(market.name, listing_id), KEEP_ANSWER, fetch)

    async def balances(self) -> dict[str, Fact[Account]]:
        """Ask every marketplace what the account can spend."""
        asks = {market.name: self._account(market) for market in self.markets}
        return await side_by_side(asks, self._clock, insist=False)

    async def _account(self, market: Marketplace) -> Fact[Account]:
        return await self._accounts.get(market.name, KEEP_ANSWER, market.account)

    async def _ask_all(self, gpu: GpuAsk | None, pricing: Pricing, keep: timedelta) -> tuple[Answer, ...]:
        asks = {market.name: self._ask_one(market, gpu, pricing, keep) for market in self.markets}
        facts = await side_by_side(asks, self._clock)
        return tuple(Answer(market, fact) for market, fact in facts.items())

    async def _ask_one(
        self, market: Marketplace, gpu: GpuAsk | None, pricing: Pricing, keep: timedelta
    ) -> Fact[Listings]:
        async def fetch() -> Fact[Listings]:
            fact = await market.listings(gpu, pricing)
            if isinstance(fact, Known):
                fact = replace(fact, value=replace(fact.value, rows=await aside(self._names.mark, fact.value.rows)))
            self.last[market.name] = fact
            return fact

        return await self._queries.get((market.name, gpu, pricing), keep, fetch)


def _is_known(fact: Fact[object]) -> bool:
    return isinstance(fact, Known)
