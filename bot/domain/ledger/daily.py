"""What each day cost, and what has been told of it: a told line is never rewritten, late knowledge adds another."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from decimal import Decimal
from itertools import pairwise

from bot.domain.days import day_of
from bot.domain.ledger.amounts import Costs
from bot.domain.ledger.book import Ledger
from bot.domain.ledger.days import Day, days_between, whole_day
from bot.domain.ledger.instants import utc
from bot.domain.ledger.policy import Meter


@dataclass(frozen=True, slots=True)
class DayCosts:
    """What one day cost, as far as it had passed."""

    day: Day
    costs: Costs


@dataclass(frozen=True, slots=True)
class Line:
    """One told line: what a day cost on a meter, in US dollars; or, as a correction, how much more (or less) it was."""

    day: date
    meter: Meter
    usd: Decimal
    told_at: datetime
    correction: bool = False


def costs_of(ledgers: Iterable[Ledger], at: datetime) -> Costs:
    """Give what a run has cost until an instant, on one instance after another."""
    return sum((ledger.read(at) for ledger in ledgers), Costs())


def costs_by_day(ledgers: Sequence[Ledger], zone: tzinfo, until: datetime) -> tuple[DayCosts, ...]:
    """Divide what a run has cost by the days of a zone. The days' sum is `costs_of`, digit for digit.

    Traffic belongs to the day in which it was counted; what was counted at midnight, to the day that ends.
    """
    until = utc(until)
    starts = [ledger.start for ledger in ledgers if ledger.start is not None]
    if not starts or min(starts) > until:
        return ()
    days = list(days_between(min(starts), until, zone)) or [whole_day(day_of(until, zone), zone)]
    edges = [*(day.end for day in days[:-1]), until]
    readings = pairwise([Costs(), *(costs_of(ledgers, edge) for edge in edges)])
    return tuple(DayCosts(day, after - before) for day, (before, after) in zip(days, readings, strict=True))


def lines_due(told: Iterable[Line], days: Iterable[DayCosts], at: datetime) -> tuple[Line, ...]:
    """Give what is still to be told: days not told yet, and dated corrections of those that were.

    All lines of a day and meter add up to what is known of it now. What is unknown has no line and corrects none.
    """
    so_far: dict[tuple[date, Meter], Decimal] = defaultdict(Decimal)
    for line in told:
        so_far[line.day, line.meter] += line.usd
    lines = []
    for entry, meter in ((entry, meter) for entry in days for meter in Meter):
        amount, key = entry.costs.of(meter), (entry.day.date, meter)
        if amount is not None and (key not in so_far or so_far[key] != amount.usd):
            lines.append(Line(*key, amount.usd - so_far.get(key, Decimal(0)), at, correction=key in so_far))
    return tuple(lines)
