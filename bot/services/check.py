"""Judge one listing, by its id, with the same verdict as a find."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bot.domain.gpu import Gpu, GpuAsk
from bot.domain.instance import Account
from bot.domain.listing import Listing, ListingRef
from bot.domain.need import Need
from bot.domain.outside import Fact, Unknown, Why
from bot.domain.search import Judged, judge
from bot.ports import Clock
from bot.services.offers import Offers


@dataclass(frozen=True, slots=True)
class Checked:
    """A listing judged against a need. `read_at` is when the marketplace told of it."""

    need: Need
    judged: Judged
    account: Fact[Account] | None
    read_at: datetime
    judged_at: datetime


@dataclass(frozen=True, slots=True)
class NoSuchListing:
    """The marketplace answered well and has no such listing: rented by somebody, withdrawn, or mistyped."""

    ref: ListingRef


async def check_listing(
    ref: ListingRef, need_for: Callable[[GpuAsk, int], Need], offers: Offers, clock: Clock
) -> Checked | NoSuchListing | Unknown:
    """Look one listing up and judge it. `need_for` completes the need with the listing's card and count."""
    market = offers.market(ref.market)
    if market is None:
        return Unknown(Why.NOT_SET_UP, f"{ref.market} is not set up here.", clock.now(), ref.market)
    fact, balances = await asyncio.gather(offers.listing(market, ref.id), offers.balances())
    if isinstance(fact, Unknown):
        return fact
    if fact.value is None:
        return NoSuchListing(ref)
    listing = fact.value
    need = need_for(card_of(listing), listing.gpus)
    now = clock.now()
    return Checked(need, judge(need, listing, now), balances.get(ref.market), fact.at, now)


def card_of(listing: Listing) -> GpuAsk:
    """Give the ask that means a listing's card; for a card outside our table, its name as it stands."""
    gpu = listing.gpu
    return GpuAsk(gpu.family, gpu.memory_gb, gpu.form) if isinstance(gpu, Gpu) else GpuAsk(listing.gpu_name)


def check_typed(need: Need, listing: Listing, clock: Clock) -> Checked:
    """Judge a listing that somebody typed in by hand, off a marketplace's console."""
    now = clock.now()
    return Checked(need, judge(need, listing, now), None, now, now)
