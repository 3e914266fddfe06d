"""One row of a Vast.ai search, from JSON to Listing: units, nulls and odd types as recorded bodies have them."""

from datetime import datetime
from decimal import Decimal
from functools import lru_cache

import msgspec

from bot.domain.listing import Listing, ListingRef, Pricing, Verification
from bot.domain.money import MachineRate
from bot.domain.place import country_of
from bot.markets import values
from bot.markets.vast.card import Memory, read_card
from bot.markets.vast.refusals import VAST

CONSOLE = "https://cloud.vast.ai/create/"
"""The marketplace's own search page. No link to a single offer is documented."""

_MOST_GPUS = 1024
_VERICODES = {0: Verification.UNVERIFIED, 1: Verification.VERIFIED}
_VERIFICATIONS = {kind.value: kind for kind in _VERICODES.values()} | {"deverified": Verification.DEVERIFIED}

_country = lru_cache(maxsize=4096)(country_of)


class Offer(msgspec.Struct, gc=False):
    """The fields of about 90 that are used. Numbers may come as texts; unknown fields are passed over.

    `gpu_ram` MB per card, `dph_base` and `min_bid` $/h for the machine without disk, `storage_cost` $/GB/month,
    `inet_*_cost` $/GB, `inet_*` Mbit/s, `end_date` epoch seconds, `duration` seconds left of it.
    """

    machine_id: int
    gpu_name: str
    num_gpus: int
    ask_contract_id: int | None = None
    id: int | None = None
    gpu_ram: Memory = None
    gpu_total_ram: Memory = None
    dph_base: Decimal | None = None
    min_bid: Decimal | None = None
    storage_cost: Decimal | None = None
    inet_down_cost: Decimal | None = None
    inet_up_cost: Decimal | None = None
    inet_down: Decimal | None = None
    inet_up: Decimal | None = None
    disk_space: Decimal | None = None
    reliability: Decimal | None = None
    reliability2: Decimal | None = None
    end_date: float | None = None
    duration: float | None = None
    verification: str | None = None
    vericode: int | None = None
    hosting_type: int | None = None
    geolocation: str | None = None
    rentable: bool | None = None
    is_bid: bool | None = None


_decode = msgspec.json.Decoder(Offer, strict=False).decode


def read_offer(raw: msgspec.Raw, asked: Pricing, as_of: datetime) -> tuple[Listing, float | None]:
    """Read one row, with the marketplace's own time (epoch seconds) where the row tells it.

    Raises ValueError for a row that is unreadable or says what can't be.
    """
    row = _decode(raw)
    ends_at = values.instant("end_date", row.end_date)
    left_until = values.after("duration", as_of, row.duration)
    server_time = None
    if ends_at is not None and row.duration is not None:
        server_time = ends_at.timestamp() - row.duration
    return _listing(row, asked, _end(ends_at, left_until)), server_time


def _end(told: datetime | None, counted: datetime | None) -> datetime | None:
    """Give the end; where the date and the time left tell two, the earlier, for one of them or a clock is wrong."""
    return min((end for end in (told, counted) if end is not None), default=None)


def _listing(row: Offer, asked: Pricing, ends_at: datetime | None) -> Listing:
    number = row.id if row.ask_contract_id is None else row.ask_contract_id
    if number is None or not 1 <= row.num_gpus <= _MOST_GPUS:
        raise values.OddValueError("impossible `id` or `num_gpus`")
    if not row.gpu_name.strip():
        raise values.OddValueError("impossible `gpu_name`")
    pricing = _pricing(row, asked)
    return Listing(
        ref=ListingRef(VAST.source, str(number)),
        machine_id=str(row.machine_id),
        gpu=read_card(row.gpu_name, row.gpu_ram, row.gpu_total_ram, row.num_gpus),
        gpu_name=row.gpu_name,
        gpus=row.num_gpus,
        country=_country(row.geolocation),
        compute=_compute(row, pricing),
        disk_usd_per_gb_month=values.amount("storage_cost", row.storage_cost, values.MOST_USD),
        in_usd_per_gb=values.amount("inet_down_cost", row.inet_down_cost, values.MOST_USD),
        out_usd_per_gb=values.amount("inet_up_cost", row.inet_up_cost, values.MOST_USD),
        disk_gb=values.amount("disk_space", row.disk_space),
        uplink_mbps=values.amount("inet_up", row.inet_up),
        downlink_mbps=values.amount("inet_down", row.inet_down),
        reliability=values.amount("reliability", _reliability(row), Decimal(1)),
        ends_at=ends_at,
        pricing=pricing,
        verification=_verification(row),
        rentable=row.rentable is not False,
        datacenter=None if row.hosting_type is None else row.hosting_type >= 1,
        url=CONSOLE,
    )


def _pricing(row: Offer, asked: Pricing) -> Pricing:
    if row.is_bid is None:
        return asked
    return Pricing.BID if row.is_bid else Pricing.ON_DEMAND


def _compute(row: Offer, pricing: Pricing) -> MachineRate | None:
    """Take the rate without disk: a bid starts at its floor, which can lie above the on-demand price (case a18)."""
    base, floor = values.price("dph_base", row.dph_base), values.amount("min_bid", row.min_bid, values.MOST_USD)
    if pricing is Pricing.BID:
        base = values.price("min_bid", floor)
    return None if base is None else MachineRate(base)


def _reliability(row: Offer) -> Decimal | None:
    return row.reliability2 if row.reliability is None else row.reliability


def _verification(row: Offer) -> Verification:
    word = _VERIFICATIONS.get((row.verification or "").strip().lower())
    if word is not None:
        return word
    if row.vericode is None:
        return Verification.UNKNOWN
    return _VERICODES.get(row.vericode, Verification.DEVERIFIED if row.vericode > 1 else Verification.UNKNOWN)
