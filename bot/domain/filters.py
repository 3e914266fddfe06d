"""The filters of a search, in the order in which they are applied and counted. A removed listing is counted once."""

from collections.abc import Iterator
from enum import StrEnum

from bot.domain.fit import Fit
from bot.domain.gpu import Gpu
from bot.domain.listing import Listing, Verification
from bot.domain.money import GpuRate, MachineRate
from bot.domain.need import Need
from bot.domain.price import PriceToFinish


class Filter(StrEnum):
    """Why a listing is not shown."""

    UNREADABLE = "unreadable row"
    GPU = "another card"
    CONFLICT = "name contradicts memory"
    COUNT = "another GPU count"
    RENTABLE = "not rentable now"
    PRICING = "another kind of price"
    VERIFIED = "host not verified"
    DATACENTER = "not a datacenter"
    COUNTRY = "another country"
    RELIABILITY = "reliability too low or unknown"
    DISK = "disk too small or unknown"
    PRICE_UNKNOWN = "price not fully known"
    MAX_PRICE = "over the price limit"
    END_UNKNOWN = "end not known"
    TIME = "ends before the run can finish"
    BY = "finishes after the latest finish"


def listing_failures(need: Need, listing: Listing) -> Iterator[Filter]:
    """Name every filter that a listing fails by what it is, in order; time and price to finish come after."""
    if isinstance(listing.gpu, Gpu):
        if not need.gpu.matches(listing.gpu):
            yield Filter.GPU
        if listing.mixed and listing.gpus > 1:
            yield Filter.CONFLICT
    else:
        yield Filter.CONFLICT if _speaks_of(need, listing) else Filter.GPU
    if listing.gpus != need.gpus:
        yield Filter.COUNT
    if not listing.rentable:
        yield Filter.RENTABLE
    if listing.pricing is not need.pricing:
        yield Filter.PRICING
    yield from _host_failures(need, listing)
    if listing.disk_gb is None or listing.disk_gb < need.disk_gb:
        yield Filter.DISK
    rate = listing.hourly(need.disk_gb)
    if rate is not None and need.max_rate is not None and _dearer(rate, listing.gpus, need.max_rate):
        yield Filter.MAX_PRICE


def _speaks_of(need: Need, listing: Listing) -> bool:
    """Whether a name outside our table, or one that contradicts itself, speaks of the family asked for (case b42)."""
    return need.gpu.family.casefold().replace(" ", "") in listing.gpu_name.casefold().replace(" ", "")


def _host_failures(need: Need, listing: Listing) -> Iterator[Filter]:
    if not need.unverified and listing.verification not in (Verification.VERIFIED, Verification.NOT_A_NOTION):
        yield Filter.VERIFIED
    if need.datacenter and listing.datacenter is not True:
        yield Filter.DATACENTER
    if need.countries is not None and listing.country not in need.countries:
        yield Filter.COUNTRY
    # an unknown reliability is not "at least"
    if listing.reliability is None or listing.reliability < need.reliability:
        yield Filter.RELIABILITY


def _dearer(rate: MachineRate, gpus: int, limit: MachineRate | GpuRate) -> bool:
    machine_limit = limit.for_machine(gpus) if isinstance(limit, GpuRate) else limit
    return rate > machine_limit


def finish_failures(need: Need, fit: Fit | None, price: PriceToFinish | None) -> Iterator[Filter]:
    """Name every filter that a listing fails by when the run would end there and what it would cost."""
    if fit is None:
        yield Filter.END_UNKNOWN
        return
    if price is None:
        yield Filter.PRICE_UNKNOWN
    if not fit.fits:
        yield Filter.TIME
    if need.by is not None and fit.surely_finished_at > need.by:
        yield Filter.BY
