"""A listing: one machine on offer, in one set of units, whichever marketplace it came from."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum

from bot.domain.gpu import Conflict, Gpu, Unrecognised
from bot.domain.money import MachineRate, disk_rate

BY_HAND = "by-hand"
"""The marketplace of a machine that was typed in: nobody can be asked about it."""


class Pricing(StrEnum):
    """How the price binds: on demand is locked at deploy, a bid can be outbid at any time (case a18)."""

    ON_DEMAND = "on-demand"
    BID = "bid"


class Verification(StrEnum):
    """What the marketplace says of the host. `deverified` hosts still rent."""

    VERIFIED = "verified"
    UNVERIFIED = "unverified"
    DEVERIFIED = "deverified"
    UNKNOWN = "unknown"
    NOT_A_NOTION = "the marketplace verifies nobody"


@dataclass(frozen=True, slots=True, order=True)
class ListingRef:
    """A listing's address, written `vast:4411`."""

    market: str
    id: str

    def __str__(self) -> str:
        return f"{self.market}:{self.id}"

    @property
    def by_hand(self) -> bool:
        """Whether it was typed in, so that nobody can be asked about it."""
        return self.market == BY_HAND


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """One machine on offer.

    GB are 10^9 bytes; link speeds are Mbit/s; prices are US dollars. None means that the marketplace did not say.
    `ends_at` is the earlier of "available until" and now + max duration, aware UTC: then the machine and its disk go.
    """

    ref: ListingRef
    machine_id: str
    gpu: Gpu | Conflict | Unrecognised
    gpu_name: str
    gpus: int
    country: str | None
    compute: MachineRate | None
    disk_usd_per_gb_month: Decimal | None
    in_usd_per_gb: Decimal | None
    out_usd_per_gb: Decimal | None
    disk_gb: Decimal | None
    uplink_mbps: Decimal | None
    downlink_mbps: Decimal | None = None
    reliability: Decimal | None
    ends_at: datetime | None
    pricing: Pricing = Pricing.ON_DEMAND
    verification: Verification = Verification.UNKNOWN
    rentable: bool = True
    datacenter: bool | None = None
    account_level: str | None = None
    mixed: bool = False
    url: str | None = None

    def hourly(self, disk_gb: Decimal) -> MachineRate | None:
        """Give the rate with so much disk: base + storage price x GB / 720. None when a part is unknown."""
        if self.compute is None or self.disk_usd_per_gb_month is None:
            return None
        return self.compute + disk_rate(self.disk_usd_per_gb_month, disk_gb)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listings:
    """One marketplace's whole answer: what was read, how many rows were not readable, whether more may exist.

    `rows` and `unreadable` add up to what was examined. `skew_seconds` is the marketplace's clock minus ours.
    """

    rows: tuple[Listing, ...]
    unreadable: int = 0
    truncated: bool = False
    skew_seconds: float | None = None

    @property
    def examined(self) -> int:
        """Count every row that the marketplace returned."""
        return len(self.rows) + self.unreadable
