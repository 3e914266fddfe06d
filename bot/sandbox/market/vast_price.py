"""The priced part of a Vast.ai offer row, which depends on the storage asked for and on the kind of offer."""

import msgspec

from bot.sandbox.market.machines import Listing

_HOURS_A_MONTH = 720.0
_ADJUSTED_FOR_GB = 2.0


class Hourly(msgspec.Struct, gc=False, rename="camel"):
    """The breakdown of a price, dollars an hour."""

    gpu_cost_per_hour: float
    disk_hour: float
    sla_premium_per_hour: float
    total_hour: float
    discount_total_hour: float
    discounted_total_per_hour: float


class Priced(msgspec.Struct, gc=False):
    """What depends on the storage asked for and on whether it is a bid."""

    dph_base: float
    storage_total_cost: float
    dph_total: float
    dph_total_adj: float
    discounted_dph_total: float
    discounted_hourly: float
    min_bid: float
    is_bid: bool
    dlperf_per_dphtotal: float
    flops_per_dphtotal: float
    score: float
    search: Hourly
    instance: Hourly


def priced(listing: Listing, storage_gb: float, *, bid: bool) -> Priced:
    """Price a slice for so many GB of disk: GPUs plus storage, no traffic, exactly as recorded rows add up."""
    base = listing.min_bid if bid else listing.price
    storage = listing.machine.storage_price * storage_gb / _HOURS_A_MONTH
    total = base + storage
    hourly = Hourly(base, storage, 0.0, total, 0.0, total)
    return Priced(
        dph_base=base,
        storage_total_cost=storage,
        dph_total=total,
        dph_total_adj=total + _ADJUSTED_FOR_GB * listing.machine.inet_down_price,
        discounted_dph_total=total,
        discounted_hourly=0.0,
        min_bid=listing.min_bid,
        is_bid=bid,
        dlperf_per_dphtotal=listing.dlperf / total,
        flops_per_dphtotal=listing.machine.card.tflops * listing.gpus / total,
        score=listing.dlperf / total * listing.machine.reliability,
        search=hourly,
        instance=Hourly(0.0, storage, 0.0, storage, 0.0, storage),
    )
