"""Money in US dollars, as Decimal. A rate's scope, machine or GPU, is its type: the two can't be mixed (a19)."""

from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

HOURS_PER_BILLING_MONTH = 720
"""Vast.ai prices disk per GB and month of 720 hours: exact on 26 recorded offers (facts: storage_total_cost)."""

_MICROSECONDS_PER_HOUR = 3_600_000_000


def hours(span: timedelta) -> Decimal:
    """Give a span in hours, exactly."""
    return Decimal(span // timedelta(microseconds=1)) / _MICROSECONDS_PER_HOUR


@dataclass(frozen=True, slots=True, order=True)
class GpuRate:
    """US dollars per hour for one GPU."""

    usd_per_hour: Decimal

    def for_machine(self, gpus: int) -> "MachineRate":
        """Give the rate of a machine with so many of these GPUs."""
        return MachineRate(self.usd_per_hour * gpus)


@dataclass(frozen=True, slots=True, order=True)
class MachineRate:
    """US dollars per hour for the whole machine."""

    usd_per_hour: Decimal

    def per_gpu(self, gpus: int) -> GpuRate:
        """Give the share of one of so many GPUs."""
        return GpuRate(self.usd_per_hour / gpus)

    def over(self, span: timedelta) -> Decimal:
        """Give what the machine costs over a span, in US dollars, unrounded."""
        return self.usd_per_hour * hours(span)

    def __add__(self, other: "MachineRate") -> "MachineRate":
        return MachineRate(self.usd_per_hour + other.usd_per_hour)


def disk_rate(usd_per_gb_month: Decimal, gb: Decimal) -> MachineRate:
    """Give what so many GB of disk cost per hour at a price per GB and month."""
    return MachineRate(usd_per_gb_month * gb / HOURS_PER_BILLING_MONTH)
