"""The rates that a marketplace states for an instance, and which of them are news."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from decimal import Decimal

from bot.domain.instance import Instance
from bot.domain.ledger.instants import utc
from bot.domain.ledger.policy import Meter
from bot.domain.ledger.rates import RateFact, Rates
from bot.domain.money import disk_rate


def hourly(instance: Instance) -> dict[Meter, Decimal]:
    """Give an instance's rates in US dollars per hour; a meter of which a part is not stated is left out."""
    rates = {}
    if instance.compute is not None:
        rates[Meter.COMPUTE] = instance.compute.usd_per_hour
    if instance.disk_usd_per_gb_month is not None and instance.disk_gb is not None:
        rates[Meter.DISK] = disk_rate(instance.disk_usd_per_gb_month, instance.disk_gb).usd_per_hour
    return rates


def locked_rates(instance: Instance, since: datetime) -> tuple[RateFact, ...]:
    """Give an instance's hourly rates as facts of an instant."""
    return tuple(RateFact(meter, since, usd) for meter, usd in hourly(instance).items())


def news(known: Sequence[RateFact], stated: Iterable[RateFact]) -> tuple[RateFact, ...]:
    """Give those stated rates that differ from the ones in force, which alone are worth keeping."""
    return tuple(fact for fact in stated if Rates.of(fact.meter, known).at(utc(fact.since)) != fact.usd)
