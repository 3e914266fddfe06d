"""One instance's ledger: its meters, read at any instant. What a span of time costs is the difference of readings."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from bot.domain.instance import InstanceState
from bot.domain.ledger.amounts import Amount, Costs
from bot.domain.ledger.instants import utc
from bot.domain.ledger.policy import HOUR_METERS, TRAFFIC_METERS, Meter, Policy
from bot.domain.ledger.rates import RateFact, Rates, TimeAtRates, money
from bot.domain.ledger.spans import StateSpan, state_at, time_in
from bot.domain.ledger.traffic import CounterReading, read_traffic


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """Dated facts of one instance: its states, its rates and its traffic counters, and its marketplace's policy."""

    policy: Policy
    spans: tuple[StateSpan, ...]
    rates: Sequence[RateFact]
    traffic: Sequence[CounterReading] = ()

    @property
    def start(self) -> datetime | None:
        """When money may have begun to accrue; None for an instance of which nothing was ever seen."""
        return min((*(span.start for span in self.spans[:1]), *(utc(seen.at) for seen in self.traffic)), default=None)

    def read(self, at: datetime) -> Costs:
        """Give what accrued from the start until an instant."""
        at = utc(at)
        hours = (self._hours(meter, at) for meter in HOUR_METERS)
        traffic = (read_traffic(self.traffic, meter, self.rates_of(meter), at) for meter in TRAFFIC_METERS)
        return Costs(*hours, *traffic)

    def between(self, start: datetime, end: datetime) -> Costs:
        """Give what accrued in [start, end)."""
        return self.read(end) - self.read(start)

    def running(self, until: datetime) -> timedelta:
        """Give how long the instance has been running, up to an instant."""
        return time_in(self.spans, InstanceState.RUNNING, utc(until))

    def burn(self, at: datetime) -> Decimal | None:
        """Give what the instance costs at an instant, in US dollars per hour; None when a rate that bills is unknown.

        An instance that nobody ever saw costs an unknown amount; one that is gone costs nothing.
        """
        due = self._due(at)
        return None if not self.spans or None in due else _sum(due)

    def least_burn(self, at: datetime) -> Decimal:
        """Give what is known of the burn: it costs that much, or more."""
        return _sum(self._due(at))

    def _due(self, at: datetime) -> list[Decimal | None]:
        """Give the rates that bill at an instant; None for one that is unknown."""
        state = state_at(self.spans, utc(at))
        return [self.rates_of(meter).at(utc(at)) for meter in HOUR_METERS if self.policy.bills(meter, state)]

    def rates_of(self, meter: Meter) -> Rates:
        """Give one meter's rates by date."""
        return Rates.of(meter, self.rates)

    def _hours(self, meter: Meter, at: datetime) -> Amount | None:
        rates = self.rates_of(meter)
        if not rates.steps or not self.spans:
            return None
        usd, low, high, assumed = (TimeAtRates() for _ in range(4))
        for span in self.spans:
            time = rates.over(span.start, span.until(at))
            bills = self.policy.bills(meter, span.state)
            perhaps = [bills, *(self.policy.bills(meter, state) for state in span.perhaps)]
            _add(usd, time, bills)
            _add(low, time, all(perhaps))
            _add(high, time, any(perhaps))
            _add(assumed, time, bills and span.assumed)
        return Amount(money(usd), money(low), money(high), money(assumed))


def _sum(rates: Iterable[Decimal | None]) -> Decimal:
    return sum((usd for usd in rates if usd is not None), Decimal(0))


def _add(total: TimeAtRates, time: Counter[Decimal], counts: bool) -> None:
    if counts:
        total.update(time)
