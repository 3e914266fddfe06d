"""Price to finish: everything a run will cost on one listing, as a range with named parts."""

from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

from bot.domain.fit import Schedule
from bot.domain.listing import Listing
from bot.domain.money import disk_rate
from bot.domain.need import Need

_DEPOSIT_COMPUTE = timedelta(hours=1)
_DEPOSIT_DISK = timedelta(hours=24)
_DEPOSIT_TRAFFIC_GB = Decimal(50)


@dataclass(frozen=True, slots=True)
class Parts:
    """What a run costs by meter, in US dollars, unrounded."""

    compute: Decimal
    disk: Decimal
    traffic_in: Decimal
    traffic_out: Decimal

    @property
    def total(self) -> Decimal:
        """The sum of the meters."""
        return self.compute + self.disk + self.traffic_in + self.traffic_out


@dataclass(frozen=True, slots=True)
class PriceToFinish:
    """From `low` (the typed hours at the rate) to `high` (margin, boot and copy-out too)."""

    low: Parts
    high: Parts


def price_to_finish(need: Need, listing: Listing, plan: Schedule) -> PriceToFinish | None:
    """Price a run on a listing. None when any price that the run would pay is unknown."""
    compute, disk_price = listing.compute, listing.disk_usd_per_gb_month
    traffic_in = _traffic(need.in_gb, listing.in_usd_per_gb)
    traffic_out = _traffic(need.copy_out_gb, listing.out_usd_per_gb)
    if compute is None or disk_price is None or traffic_in is None or traffic_out is None:
        return None
    disk = disk_rate(disk_price, need.disk_gb)

    def parts(span: timedelta) -> Parts:
        return Parts(compute.over(span), disk.over(span), traffic_in, traffic_out)

    return PriceToFinish(low=parts(plan.training), high=parts(plan.until_finished))


def _traffic(gb: Decimal, usd_per_gb: Decimal | None) -> Decimal | None:
    if gb == 0:
        return Decimal(0)
    return None if usd_per_gb is None else gb * usd_per_gb


def deposit(need: Need, listing: Listing) -> Decimal | None:
    """Give about what is held at deploy, in US dollars: an hour of GPU, a day of disk, 50 GB of traffic (or less).

    The marketplaces name the parts but not their sizes (Cloudj's checklist: "about an hour of GPU, some storage
    hours and a bandwidth reserve"), so the sizes are ours and the answer says "about".
    """
    if listing.compute is None or listing.disk_usd_per_gb_month is None:
        return None
    reserve_gb = min(_DEPOSIT_TRAFFIC_GB, need.in_gb + need.copy_out_gb)
    reserve_rate = max(listing.in_usd_per_gb or Decimal(0), listing.out_usd_per_gb or Decimal(0))
    disk = disk_rate(listing.disk_usd_per_gb_month, need.disk_gb)
    return listing.compute.over(_DEPOSIT_COMPUTE) + disk.over(_DEPOSIT_DISK) + reserve_gb * reserve_rate
