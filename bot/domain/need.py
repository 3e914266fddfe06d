"""What a run needs of a machine, with the defaults that every answer names."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from bot.domain.gpu import GpuAsk
from bot.domain.listing import Pricing
from bot.domain.money import GpuRate, MachineRate

MULTI_DAY = timedelta(hours=24)
"""A run longer than this must not sit on an interruptible machine without checkpoints."""

ASSUMED_UPLINK_MBPS = Decimal(100)
"""Taken where a listing does not say its uplink (Cloudj's never do); slow on purpose, and said in the answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """What a run needs. GB are 10^9 bytes; `margin` and `reliability` are fractions; `countries` None is anywhere.

    `duration` is the training time alone; boot, margin, copy-out and slack come on top. `by` is the latest finish.
    """

    gpu: GpuAsk
    duration: timedelta
    disk_gb: Decimal
    gpus: int = 1
    in_gb: Decimal = Decimal(0)
    out_gb: Decimal | None = None
    countries: tuple[str, ...] | None = ("US",)
    reliability: Decimal = Decimal("0.95")
    max_rate: MachineRate | GpuRate | None = None
    pricing: Pricing = Pricing.ON_DEMAND
    margin: Decimal = Decimal("0.15")
    boot: timedelta = timedelta(minutes=30)
    slack: timedelta = timedelta(hours=2)
    by: datetime | None = None
    unverified: bool = False
    datacenter: bool = False
    checkpoint_every: timedelta | None = None

    @property
    def copy_out_gb(self) -> Decimal:
        """What must leave the machine at the end: `out`, else the whole disk."""
        return self.disk_gb if self.out_gb is None else self.out_gb

    @property
    def needs_checkpoint_interval(self) -> bool:
        """Whether this is a multi-day run on an interruptible machine with no word on checkpoints."""
        return self.pricing is Pricing.BID and self.duration > MULTI_DAY and self.checkpoint_every is None
