"""What relaxing one thing at a time would bring, when nothing fits."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from enum import StrEnum

from bot.domain.filters import Filter
from bot.domain.gpu import siblings
from bot.domain.listing import Listing
from bot.domain.longest import longest_that_fits
from bot.domain.money import MachineRate, hours
from bot.domain.need import Need
from bot.domain.price import PriceToFinish
from bot.domain.search import Judged, judge, search

_COUNTS = (1, 2, 4, 8)
_CENT = Decimal("0.01")
_HOUR = timedelta(hours=1)
_TO_READ = timedelta(minutes=15)


class Knob(StrEnum):
    """The one thing that was relaxed."""

    COUNT = "count"
    CARD = "card"
    ADD_CANADA = "add CA"
    ANYWHERE = "anywhere"
    RELIABILITY = "reliability"
    MARGIN = "margin"
    UNVERIFIED = "unverified"
    MAX_PRICE = "max price"
    BY = "later finish"


@dataclass(frozen=True, slots=True)
class Relaxed:
    """A need with one thing changed, how many listings then fit, and the cheapest price to finish among them.

    `longest` is the longest training time that would fit, told where none fits with the typed hours.
    """

    knob: Knob
    need: Need
    count: int
    cheapest: PriceToFinish | None
    longest: timedelta | None = None


def relaxations(need: Need, judged: Sequence[Judged], now: datetime) -> tuple[Relaxed, ...]:
    """Try one change at a time; keep those that bring a listing, and other counts by their longest run.

    `judged` is every listing, judged against the need as it was typed.
    """
    listings = [j.listing for j in judged]
    tried = [_try(knob, changed, listings, now) for knob, changed in _changes(need, judged)]
    return tuple(r for r in tried if r.count or r.longest)


def _try(knob: Knob, changed: Need, listings: Sequence[Listing], now: datetime) -> Relaxed:
    outcome = search(changed, listings, now)
    if outcome.fits:
        return Relaxed(knob, changed, len(outcome.fits), outcome.fits[0].price)
    longest = None
    if knob is Knob.COUNT:
        longest = longest_that_fits(changed, (judge(changed, listing, now) for listing in listings)) or None
    return Relaxed(knob, changed, 0, None, longest)


def _changes(need: Need, judged: Sequence[Judged]) -> Iterator[tuple[Knob, Need]]:
    for count in _COUNTS:
        if count != need.gpus:
            yield Knob.COUNT, replace(need, gpus=count)
    for other in siblings(need.gpu):
        yield Knob.CARD, replace(need, gpu=other)
    yield from _places(need)
    yield from _by_degrees(need, judged)
    if not need.unverified:
        yield Knob.UNVERIFIED, replace(need, unverified=True)


def _places(need: Need) -> Iterator[tuple[Knob, Need]]:
    if need.countries is None:
        return
    if "CA" not in need.countries:
        yield Knob.ADD_CANADA, replace(need, countries=(*need.countries, "CA"))
    yield Knob.ANYWHERE, replace(need, countries=None)


def _by_degrees(need: Need, judged: Sequence[Judged]) -> Iterator[tuple[Knob, Need]]:
    """Change what has a degree no further than the nearest listing asks for."""
    reliability = _most(judged, Filter.RELIABILITY, lambda j: j.listing.reliability)
    if reliability is not None:
        yield Knob.RELIABILITY, replace(need, reliability=reliability.quantize(_CENT, rounding=ROUND_FLOOR))
    margin = _most(judged, Filter.TIME, lambda j: _margin_that_fits(need, j))
    if margin is not None and 0 <= margin < need.margin:
        yield Knob.MARGIN, replace(need, margin=margin)
    minus_rate = _most(judged, Filter.MAX_PRICE, lambda j: _minus_rate(need, j))
    if minus_rate is not None:
        yield Knob.MAX_PRICE, replace(need, max_rate=MachineRate(-minus_rate))
    finish = _earliest_finish(judged)
    if finish is not None:
        yield Knob.BY, replace(need, by=finish)


def _most(judged: Sequence[Judged], only: Filter, measure: Callable[[Judged], Decimal | None]) -> Decimal | None:
    """Give the greatest measure among the listings that fail this one filter only."""
    measures = (measure(j) for j in judged if j.fails == (only,))
    return max((m for m in measures if m is not None), default=None)


def _earliest_finish(judged: Sequence[Judged]) -> datetime | None:
    """Give the earliest finish on a listing that fails by its latest finish only.

    It is a full hour, and far enough off to be read and pressed: with every minute the finish moves too.
    """
    finishes = [j.fit.surely_finished_at for j in judged if j.fit is not None and j.fails == (Filter.BY,)]
    return (min(finishes) + _TO_READ).replace(minute=0, second=0, microsecond=0) + _HOUR if finishes else None


def _margin_that_fits(need: Need, judged: Judged) -> Decimal | None:
    if judged.fit is None:
        return None
    window = judged.fit.window
    margin = (hours(window) / hours(need.duration) - 1).quantize(_CENT, rounding=ROUND_FLOOR)
    # a margin that fills the window to the microsecond would end with the listing, not before it
    return margin if hours(need.duration) * (1 + margin) < hours(window) else margin - _CENT


def _minus_rate(need: Need, judged: Judged) -> Decimal | None:
    rate = judged.listing.hourly(need.disk_gb)
    return None if rate is None else -rate.usd_per_hour.quantize(_CENT, rounding=ROUND_CEILING)
