"""Near misses: the listings that come closest to fitting, and by how much they miss."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from bot.domain.filters import Filter
from bot.domain.listing import Listing
from bot.domain.money import GpuRate
from bot.domain.need import Need
from bot.domain.search import Judged

MOST_MISSES = 3

_HOPELESS = frozenset({Filter.GPU, Filter.RENTABLE, Filter.PRICING, Filter.PRICE_UNKNOWN, Filter.END_UNKNOWN})
"""Not near: another card, or nothing that could be rented or reckoned with."""


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A listing and the filters that it fails; `short_by` tells by how much, where that is a span."""

    judged: Judged

    @property
    def listing(self) -> Listing:
        """The listing that nearly fits."""
        return self.judged.listing

    @property
    def fails(self) -> tuple[Filter, ...]:
        """Every filter that it fails, in the order of the search."""
        return self.judged.fails

    @property
    def short_by(self) -> timedelta | None:
        """How much time is missing, when time is what is missing."""
        fit = self.judged.fit
        return fit.short_by if fit is not None and Filter.TIME in self.fails else None


def near_misses(need: Need, judged: Iterable[Judged], now: datetime) -> tuple[NearMiss, ...]:
    """Pick the nearest: those that fail the fewest filters, then by how little they miss them, then by price."""
    near = [NearMiss(j) for j in judged if j.fails and not _HOPELESS.intersection(j.fails)]
    near.sort(key=lambda miss: _distance(need, miss, now))
    return tuple(near[:MOST_MISSES])


def _distance(need: Need, miss: NearMiss, now: datetime) -> tuple[object, ...]:
    price = miss.judged.price
    return (
        len(miss.fails),
        sum(_missed(need, miss.judged, failed) for failed in miss.fails),
        Decimal("Infinity") if price is None else price.high.total,
        now - (miss.listing.ends_at or now),
        miss.listing.ref,
    )


def _missed(need: Need, judged: Judged, failed: Filter) -> float:
    """Give by which part of what was asked a listing misses a filter; what is a yes or no, or not known, by all."""
    listing, fit = judged.listing, judged.fit
    part: float | Decimal | None = None
    if failed is Filter.TIME and fit is not None:
        part = fit.short_by / fit.schedule.total
    elif failed is Filter.BY and fit is not None and need.by is not None:
        part = (fit.surely_finished_at - need.by) / fit.schedule.total
    elif failed is Filter.COUNT:
        part = abs(need.gpus - listing.gpus) / need.gpus
    elif failed is Filter.DISK and listing.disk_gb is not None:
        part = 1 - listing.disk_gb / need.disk_gb
    elif failed is Filter.RELIABILITY and listing.reliability is not None:
        part = 1 - listing.reliability / need.reliability
    elif failed is Filter.MAX_PRICE:
        part = _dearer_by(need, listing)
    return 1.0 if part is None else float(part)


def _dearer_by(need: Need, listing: Listing) -> Decimal | None:
    rate, limit = listing.hourly(need.disk_gb), need.max_rate
    machine = limit.for_machine(listing.gpus) if isinstance(limit, GpuRate) else limit
    if rate is None or machine is None or not machine.usd_per_hour:
        return None
    return rate.usd_per_hour / machine.usd_per_hour - 1
