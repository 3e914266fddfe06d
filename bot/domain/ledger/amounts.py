"""What money accrued: an amount with what is sure of it, per meter."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from decimal import Decimal

from bot.domain.ledger.policy import Meter


@dataclass(frozen=True, slots=True)
class Amount:
    """US dollars: what is reckoned, the least and the most that it can be, and how much of it is assumed."""

    usd: Decimal
    low: Decimal
    high: Decimal
    assumed: Decimal

    @classmethod
    def sure(cls, usd: Decimal) -> "Amount":
        """Make an amount of which nothing is open."""
        return cls(usd, usd, usd, Decimal(0))

    @property
    def unsure(self) -> bool:
        """Whether it may have been more or less."""
        return self.low != self.high

    @property
    def marked(self) -> bool:
        """Whether it is to be marked ±: it may have been another, or time before tracking is in it."""
        return self.unsure or self.assumed != 0

    def __add__(self, other: "Amount") -> "Amount":
        return Amount(self.usd + other.usd, self.low + other.low, self.high + other.high, self.assumed + other.assumed)

    def __sub__(self, other: "Amount") -> "Amount":
        return Amount(self.usd - other.usd, self.low - other.low, self.high - other.high, self.assumed - other.assumed)


NOTHING = Amount.sure(Decimal(0))


@dataclass(frozen=True, slots=True)
class Costs:
    """What accrued, by meter; None where a rate or a counter is unknown. Differences and sums keep the unknown."""

    compute: Amount | None = NOTHING
    disk: Amount | None = NOTHING
    traffic_in: Amount | None = NOTHING
    traffic_out: Amount | None = NOTHING

    def of(self, meter: Meter) -> Amount | None:
        """Give one meter's amount."""
        amount: Amount | None = getattr(self, meter.name.lower())
        return amount

    @property
    def missing(self) -> tuple[Meter, ...]:
        """The meters of which nothing is known."""
        return tuple(meter for meter in Meter if self.of(meter) is None)

    @property
    def known(self) -> Amount:
        """The sum of the meters that are known; name the `missing` ones beside it."""
        return sum((amount for meter in Meter if (amount := self.of(meter)) is not None), NOTHING)

    @property
    def total(self) -> Amount | None:
        """The sum of all meters; None while one is unknown."""
        return None if self.missing else self.known

    def __add__(self, other: "Costs") -> "Costs":
        return self._with(other, Amount.__add__)

    def __sub__(self, other: "Costs") -> "Costs":
        return self._with(other, Amount.__sub__)

    def _with(self, other: "Costs", combine: Callable[[Amount, Amount], Amount]) -> "Costs":
        pairs = ((getattr(self, field.name), getattr(other, field.name)) for field in fields(self))
        return Costs(*(None if left is None or right is None else combine(left, right) for left, right in pairs))
