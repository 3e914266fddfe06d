"""The longest run that would fit, and the segments into which a run that is too long could be split."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.domain.filters import Filter
from bot.domain.fit import scale
from bot.domain.listing import Listing
from bot.domain.need import Need
from bot.domain.price import PriceToFinish
from bot.domain.search import Judged, judge

SHORTEST_SEGMENT = timedelta(hours=2)
MOST_SEGMENTS = 10

_HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Segments:
    """A run in so many equal pieces, each on a machine like `listing`, with what one piece costs there."""

    count: int
    each: timedelta
    listing: Listing
    price_each: PriceToFinish


def longest_run(need: Need, judged: Judged) -> timedelta:
    """Give the longest training time, in whole tenths of an hour, that would fit on this listing; 0 if none would."""
    if judged.fit is None:
        return timedelta(0)
    window = judged.fit.window
    if window <= timedelta(0):
        return timedelta(0)
    tenths = scale(window, 1 / (1 + need.margin)) // (_HOUR / 10)
    longest = tenths * (_HOUR / 10)
    # what fits must end before the end, not with it
    return longest if scale(longest, 1 + need.margin) < window else longest - _HOUR / 10


def only_time_is_short(judged: Judged) -> bool:
    """Whether a listing has everything but the time (or the latest finish)."""
    return judged.fails == (Filter.TIME,)


def longest_that_fits(need: Need, judged: Iterable[Judged]) -> timedelta:
    """Give the longest training time that would fit on any listing that has everything but the time."""
    return max((longest_run(need, j) for j in judged if only_time_is_short(j) or not j.fails), default=timedelta(0))


def segments(need: Need, judged: Iterable[Judged], now: datetime) -> Segments | None:
    """Split a run over listings that have everything but the time: fewest pieces first, then the cheapest.

    Every piece boots, takes its data in and copies out again, which its price holds. None when no split helps.
    """
    best: Segments | None = None
    for j in judged:
        split = _split(need, j, now) if only_time_is_short(j) else None
        if split is not None and (best is None or _better(split, best)):
            best = split
    return best


def _split(need: Need, judged: Judged, now: datetime) -> Segments | None:
    longest = longest_run(need, judged)
    if longest < SHORTEST_SEGMENT:
        return None
    count = -(-need.duration // longest)
    if count > MOST_SEGMENTS:
        return None
    each = need.duration / count
    piece = judge(replace(need, duration=each), judged.listing, now)
    if piece.fails or piece.price is None:
        return None
    return Segments(count, each, judged.listing, piece.price)


def _better(one: Segments, other: Segments) -> bool:
    return (one.count, one.price_each.high.total) < (other.count, other.price_each.high.total)
