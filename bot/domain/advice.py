"""What to tell somebody for whom nothing fits."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.domain.listing import Listing
from bot.domain.longest import Segments, longest_that_fits, segments
from bot.domain.misses import NearMiss, near_misses
from bot.domain.need import Need
from bot.domain.relax import Relaxed, relaxations
from bot.domain.search import judge


@dataclass(frozen=True, slots=True)
class Advice:
    """Near misses, what relaxing brings, the longest run that would fit, and a split. `examined` counts rows."""

    near: tuple[NearMiss, ...]
    relaxed: tuple[Relaxed, ...]
    longest: timedelta
    split: Segments | None
    examined: int


def advise(need: Need, listings: Sequence[Listing], now: datetime) -> Advice:
    """Look at all listings again, every filter of each."""
    judged = [judge(need, listing, now) for listing in listings]
    return Advice(
        near=near_misses(need, judged, now),
        relaxed=relaxations(need, judged, now),
        longest=longest_that_fits(need, judged),
        split=segments(need, judged, now),
        examined=len(judged),
    )
