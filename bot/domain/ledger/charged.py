"""What a marketplace charged, beside what accrued by our own meters in the very same time."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from bot.domain.ledger.amounts import Costs
from bot.domain.ledger.policy import Meter


@dataclass(frozen=True, slots=True)
class Charged:
    """The marketplace's own charges from `since` up to `until`, in US dollars, and what `accrued` in that time.

    `by_meter` has under None what it charges under a name that stands for no meter of ours; nothing of it is left out.
    """

    by_meter: Mapping[Meter | None, Decimal]
    since: datetime
    until: datetime
    accrued: Costs

    @property
    def total(self) -> Decimal:
        """The marketplace's own sum."""
        return sum(self.by_meter.values(), Decimal(0))

    @property
    def other(self) -> Decimal:
        """What stands for no meter of ours."""
        return self.by_meter.get(None, Decimal(0))

    @property
    def unexplained(self) -> Decimal | None:
        """How much more it charges than accrued by our meters; None while one of them is not known."""
        return None if self.accrued.total is None else self.total - self.accrued.total.usd
