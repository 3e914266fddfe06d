"""How long a balance lasts, over everything that the account pays for (case a6)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

from bot.domain.instance import Instance, InstanceState
from bot.domain.ledger.instants import MICROSECOND
from bot.domain.ledger.locked import hourly
from bot.domain.ledger.policy import HOUR_METERS, Policy
from bot.domain.ledger.rates import MICROSECONDS_PER_HOUR
from bot.domain.listing import ListingRef

_TEN_YEARS = timedelta(days=3652)


@dataclass(frozen=True, slots=True)
class Runway:
    """How long a balance lasts at `burn` US dollars per hour, which leaves out the instances in `missing`.

    `at_most` is None when nothing burns; ten years stand for all that is longer.
    """

    burn: Decimal
    at_most: timedelta | None
    missing: tuple[ListingRef, ...] = ()

    @property
    def left(self) -> timedelta | None:
        """How long it lasts; None when nothing burns, and when that is `unknown`."""
        return None if self.unknown else self.at_most

    @property
    def unknown(self) -> bool:
        """Whether what some instance costs is unknown; then it lasts `at_most` so long."""
        return bool(self.missing)


def runway(balance: Decimal, burns: Mapping[ListingRef, Decimal | None]) -> Runway:
    """Give how long a balance in US dollars lasts over all instances, each with its US dollars per hour or None."""
    burn = sum((usd for usd in burns.values() if usd is not None), Decimal(0))
    missing = tuple(ref for ref, usd in burns.items() if usd is None)
    return Runway(burn, _lasts(balance, burn) if burn > 0 else None, missing)


def _lasts(balance: Decimal, burn: Decimal) -> timedelta:
    """To the microsecond, rounded down: a balance never lasts longer than is said."""
    if balance <= 0:
        return timedelta(0)
    span = balance / burn * MICROSECONDS_PER_HOUR
    return _TEN_YEARS if span >= _TEN_YEARS // MICROSECOND else int(span) * MICROSECOND


def burn_of(instance: Instance, policy: Policy) -> Decimal | None:
    """Give what an instance costs now, in US dollars per hour; None when its state or a rate that bills is unknown."""
    if instance.state is InstanceState.UNKNOWN:
        return None
    rates = hourly(instance)
    due = [meter for meter in HOUR_METERS if policy.bills(meter, instance.state)]
    return sum((rates[meter] for meter in due), Decimal(0)) if all(meter in rates for meter in due) else None
