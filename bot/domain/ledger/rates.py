"""What each meter costs, as dated facts (case a30): a rate holds from its instant until another does."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal, localcontext
from itertools import pairwise

from bot.domain.ledger.instants import micros, utc
from bot.domain.ledger.policy import Meter

GRAIN = Decimal("1e-18")
"""US dollars: to this a meter is read. What a stretch of time costs is the difference of two readings, so that the
parts of any division add up to the whole, digit for digit; an hour has no finite decimal share of a microsecond."""

MICROSECONDS_PER_HOUR = 3_600_000_000
MORE_DIGITS_THAN_ANY_SUM = 100

TimeAtRates = Counter[Decimal]
"""Microseconds at each rate in US dollars per hour: what is added up is time, not money."""


@dataclass(frozen=True, slots=True)
class RateFact:
    """From `since` on a meter costs `usd`: per hour of the whole machine (compute, disk), or per GB (traffic)."""

    meter: Meter
    since: datetime
    usd: Decimal


@dataclass(frozen=True, slots=True)
class Rates:
    """One meter's rates by date. The first holds before its date too: rates are locked at deploy."""

    steps: tuple[tuple[datetime, Decimal], ...]

    @classmethod
    def of(cls, meter: Meter, facts: Iterable[RateFact]) -> "Rates":
        """Take one meter's facts, in any order; of two with one date the later told holds."""
        dated = {utc(fact.since): fact.usd for fact in facts if fact.meter is meter}
        return cls(tuple(sorted(dated.items())))

    def at(self, at: datetime) -> Decimal | None:
        """Give the rate in force at an instant; None when none is known."""
        first = self.steps[0][1] if self.steps else None
        return next((usd for since, usd in reversed(self.steps) if since <= at), first)

    def over(self, start: datetime, end: datetime) -> TimeAtRates:
        """Divide [start, end) by the rates in force in it."""
        edges = [start, *(since for since, _ in self.steps[1:] if start < since < end), end]
        time: TimeAtRates = Counter()
        for left, right in pairwise(edges):
            rate = self.at(left)
            if rate is not None and left < right:
                time[rate] += micros(right - left)
        return time


def money(time: TimeAtRates) -> Decimal:
    """Read a meter: US dollars for so much time at such rates, summed exactly and then read to the grain."""
    with localcontext(prec=MORE_DIGITS_THAN_ANY_SUM):
        return (sum((rate * span for rate, span in time.items()), Decimal(0)) / MICROSECONDS_PER_HOUR).quantize(GRAIN)
