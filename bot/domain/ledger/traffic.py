"""Traffic: counters of GB in and out, which only grow but for a reset, and may say nothing."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal, localcontext

from bot.domain.ledger.amounts import NOTHING, Amount
from bot.domain.ledger.instants import utc
from bot.domain.ledger.policy import Meter
from bot.domain.ledger.rates import GRAIN, MORE_DIGITS_THAN_ANY_SUM, Rates


@dataclass(frozen=True, slots=True)
class CounterReading:
    """What the marketplace's counters stood at, in GB of 10^9 bytes since the instance's start; None is unknown."""

    at: datetime
    in_gb: Decimal | None
    out_gb: Decimal | None

    def of(self, meter: Meter) -> Decimal | None:
        """Give the counter of one traffic meter."""
        return self.in_gb if meter is Meter.TRAFFIC_IN else self.out_gb


def increases(readings: Iterable[CounterReading], meter: Meter) -> Iterator[tuple[datetime, Decimal]]:
    """Give when each GB was first counted. The first reading counts from 0; a counter that fell began anew at 0."""
    stood = Decimal(0)
    for reading in sorted(readings, key=lambda reading: utc(reading.at)):
        stands = reading.of(meter)
        if stands is None or stands == stood:
            continue
        yield utc(reading.at), stands - stood if stands > stood else stands
        stood = stands


def counted_gb(readings: Sequence[CounterReading], meter: Meter, until: datetime) -> Decimal | None:
    """Give the GB counted up to an instant; None when the counter never said anything."""
    if all(reading.of(meter) is None for reading in readings):
        return None
    return sum((gb for at, gb in increases(readings, meter) if at <= until), Decimal(0))


def read_traffic(readings: Sequence[CounterReading], meter: Meter, rates: Rates, until: datetime) -> Amount | None:
    """Read a traffic meter: each GB at the rate in force when it was counted, in US dollars.

    None when the counter never said anything, or no price is known for what it counted. What is free costs nothing,
    however much there was of it.
    """
    if rates.steps and not any(usd for _, usd in rates.steps):
        return NOTHING
    counted = list(increases(readings, meter))
    if all(reading.of(meter) is None for reading in readings) or (counted and not rates.steps):
        return None
    with localcontext(prec=MORE_DIGITS_THAN_ANY_SUM):
        usd = sum((gb * (rates.at(at) or 0) for at, gb in counted if at <= until), Decimal(0))
        return Amount.sure(usd.quantize(GRAIN))
