"""Estimate, accrual and the marketplace's own charges: three numbers side by side, never mixed (cases a17, d93)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from bot.domain.ledger.amounts import NOTHING, Amount, Costs
from bot.domain.ledger.book import Ledger
from bot.domain.ledger.instants import micros, utc
from bot.domain.ledger.policy import HOUR_METERS, TRAFFIC_METERS, Meter
from bot.domain.ledger.rates import TimeAtRates, money
from bot.domain.ledger.traffic import counted_gb
from bot.domain.price import Parts


@dataclass(frozen=True, slots=True)
class RunEstimate:
    """What a run was to cost: so many hours at the locked rates, disk and traffic, without margin."""

    hours: timedelta
    parts: Parts

    def to_date(self, running: timedelta) -> Parts:
        """Give the estimate's share after so much running, at most whole."""
        if running >= self.hours:
            return self.parts
        done, whole = micros(max(running, timedelta(0))), micros(self.hours)
        parts = self.parts
        amounts = (parts.compute, parts.disk, parts.traffic_in, parts.traffic_out)
        return Parts(*(usd * done / whole for usd in amounts))


@dataclass(frozen=True, slots=True)
class Comparison:
    """One meter (None: all of them) in US dollars: estimated to date, accrued, charged; None is unknown.

    `before` is what of the accrued was there before the run began: the charges have it, the estimate does not. `then`
    is what accrued in the time of which the charges are.
    """

    meter: Meter | None
    estimate: Decimal
    accrued: Amount | None
    charged: Decimal | None
    before: Decimal = Decimal(0)
    then: Amount | None = None

    @property
    def over_estimate(self) -> Decimal | None:
        """How much more accrued since the run began than was estimated."""
        return None if self.accrued is None else self.accrued.usd - self.before - self.estimate

    @property
    def unexplained(self) -> Decimal | None:
        """How much more the marketplace charges than we say accrued in that time."""
        return None if self.then is None or self.charged is None else self.charged - self.then.usd


def compare(
    estimate: Parts,
    accrued: Costs,
    charged: Mapping[Meter | None, Decimal],
    before: Costs | None = None,
    then: Costs | None = None,
) -> tuple[Comparison, ...]:
    """Put the three numbers side by side: a row per meter, then one for all of them.

    The charges' sum counts as whole once anything is charged: a meter that costs nothing has no charge. What is charged
    under None stands for no meter of ours. `before` is what had accrued when the run began (None: nothing), `then` what
    accrued in the time of which the charges are (None: in all the time).
    """
    in_time = accrued if then is None else then
    old = Costs() if before is None else before
    rows = [
        Comparison(
            meter,
            part_of(estimate, meter),
            accrued.of(meter),
            charged.get(meter),
            _usd(old.of(meter)),
            in_time.of(meter),
        )
        for meter in Meter
    ]
    everything = sum(charged.values(), Decimal(0)) if charged else None
    return (*rows, Comparison(None, estimate.total, accrued.total, everything, old.known.usd, in_time.total))


def _usd(amount: Amount | None) -> Decimal:
    return (amount or NOTHING).usd


def made_by(rows: tuple[Comparison, ...]) -> Meter | None:
    """Give the meter that made most of the difference from the estimate; None when there is no difference."""
    apart = {row.meter: abs(row.over_estimate) for row in rows if row.meter is not None and row.over_estimate}
    return max(apart, key=lambda meter: apart[meter], default=None)


def part_of(parts: Parts, meter: Meter) -> Decimal:
    """Give one meter's part of a price."""
    usd: Decimal = getattr(parts, meter.name.lower())
    return usd


def at_completion(ledger: Ledger, now: datetime, remaining: timedelta, in_gb: Decimal, out_gb: Decimal) -> Costs:
    """Give what the run will have cost: accrued, and what remains at the locked rates.

    `remaining` is the running time still needed; `in_gb` and `out_gb` are the traffic of the whole run, of which what
    was counted is taken off. A counter that says nothing is taken to have counted nothing.
    """
    so_far, now = ledger.read(now), utc(now)
    gb = {Meter.TRAFFIC_IN: in_gb, Meter.TRAFFIC_OUT: out_gb}
    hours = (_plus(so_far.of(meter), _ahead(ledger, meter, now, remaining)) for meter in HOUR_METERS)
    counted = {meter: counted_gb(ledger.traffic, meter, now) for meter in TRAFFIC_METERS}
    accrued = {meter: NOTHING if counted[meter] is None else so_far.of(meter) for meter in TRAFFIC_METERS}
    left = {meter: max(Decimal(0), gb[meter] - (counted[meter] or 0)) for meter in TRAFFIC_METERS}
    traffic = (_plus(accrued[meter], _priced(ledger, meter, now, left[meter])) for meter in TRAFFIC_METERS)
    return Costs(*hours, *traffic)


def _ahead(ledger: Ledger, meter: Meter, now: datetime, remaining: timedelta) -> Decimal | None:
    rate = ledger.rates_of(meter).at(now)
    return None if rate is None else money(TimeAtRates({rate: micros(max(remaining, timedelta(0)))}))


def _priced(ledger: Ledger, meter: Meter, now: datetime, left: Decimal) -> Decimal | None:
    if left == 0:
        return Decimal(0)
    rate = ledger.rates_of(meter).at(now)
    return None if rate is None else left * rate


def _plus(accrued: Amount | None, ahead: Decimal | None) -> Amount | None:
    return None if accrued is None or ahead is None else accrued + Amount.sure(ahead)
