"""What a marketplace says of an account's money beside its balance: what it charged, and what hosts ask for."""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from bot.domain.ledger.policy import Meter
from bot.domain.listing import ListingRef
from bot.domain.money import GpuRate


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge:
    """What the marketplace itself charged one instance on one meter for one of its billing days (cases d81, d89).

    US dollars, unrounded (case d90); negative is money given back. The day that has not ended still moves. `meter` is
    None for what is charged under a name, or a difference, that stands for no meter of ours: nothing charged is hidden.
    """

    ref: ListingRef
    day: date
    meter: Meter | None
    usd: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceIncrease:
    """A host's wish for more money, which waits for a person: Runsitter shows it and never accepts it.

    It would hold from `ends_now`, the contract's end, to `ends_then`; until then the old prices stay. A part whose
    `then` is None would not change. Compute is per GPU (case a19), disk per GB and month, traffic per GB.
    """

    ref: ListingRef
    id: str
    compute_now: GpuRate | None
    compute_then: GpuRate | None
    disk_usd_per_gb_month_now: Decimal | None
    disk_usd_per_gb_month_then: Decimal | None
    in_usd_per_gb_now: Decimal | None
    in_usd_per_gb_then: Decimal | None
    out_usd_per_gb_now: Decimal | None
    out_usd_per_gb_then: Decimal | None
    ends_now: datetime | None
    ends_then: datetime | None
    asked_at: datetime | None
