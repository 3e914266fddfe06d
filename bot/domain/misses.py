"""Near misses: the listings that come closest to fitting, and by how much they miss."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from bot.domain.filters import Filter
from bot.domain.listing import Listing
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


def near_misses(judged: Iterable[Judged], now: datetime) -> tuple[NearMiss, ...]:
    """Pick the nearest: those that fail the fewest filters, then by missing time, then by price."""
    near = [NearMiss(j) for j in judged if j.fails and not _HOPELESS.intersection(j.fails)]
    near.sort(key=lambda miss: _distance(miss, now))
    return tuple(near[:MOST_MISSES])


def _distance(miss: NearMiss, now: datetime) -> tuple[object, ...]:
    price = miss.judged.price
    return (
        len(miss.fails),
        miss.short_by or timedelta(0),
        Decimal("Infinity") if price is None else price.high.total,
        now - (miss.listing.ends_at or now),
        miss.listing.ref,
    )
