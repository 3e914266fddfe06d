"""Price increases that Vast.ai's hosts ask for. They are read here; nothing in Runsitter can accept or reject one."""

from decimal import Decimal

import msgspec

from bot.domain.account import PriceIncrease
from bot.domain.listing import ListingRef
from bot.domain.money import GpuRate
from bot.domain.outside import Known
from bot.markets import values
from bot.markets.fields import Fields
from bot.markets.gate import reason
from bot.markets.line import Line
from bot.markets.vast.envelope import Envelope, read_vast
from bot.markets.vast.refusals import VAST

_SECONDS_PER_HOUR = 3600
_SECONDS_PER_MONTH = 30 * 24 * _SECONDS_PER_HOUR
"""The marketplace's own client shows compute by GPU and hour, disk by GB and 30 days."""


class _Pending(Envelope, kw_only=True):
    pending_price_increases: list[msgspec.Raw]
    count: int = 0
    truncated: bool = False


_pending = msgspec.json.Decoder(_Pending)


class VastPriceIncreases:
    """Reads pending price increases, with a key."""

    def __init__(self, line: Line) -> None:
        self._line = line

    async def price_increases(self) -> Known[tuple[PriceIncrease, ...]]:
        """Everything pending. There are no pages; an answer that says it is cut short is half an answer."""
        self._line.require_key()
        answer = await self._line.get("/api/v0/instances/pending-price-increases/")
        page = read_vast(answer, _pending, has_key=True)
        rows = {row.id: row for row in map(_read, page.pending_price_increases)}
        if page.truncated or len(rows) < page.count:
            raise VAST.half_listed()
        return Known(tuple(rows.values()), answer.at, VAST.source)


def _read(raw: msgspec.Raw) -> PriceIncrease:
    try:
        return _increase(Fields(raw))
    except ValueError as error:
        raise VAST.unreadable(f"a price increase: {reason(error)}") from None


def _increase(row: Fields) -> PriceIncrease:
    return PriceIncrease(
        ref=ListingRef(VAST.source, str(row.must("contract_id", int))),
        id=str(row.must("pending_price_increase_id", int)),
        compute_now=_compute(row, "old_gpu_costpersec"),
        compute_then=_compute(row, "new_gpu_costpersec"),
        disk_usd_per_gb_month_now=_price(row, "old_disk_ram_costpersec", _SECONDS_PER_MONTH),
        disk_usd_per_gb_month_then=_price(row, "new_disk_ram_costpersec", _SECONDS_PER_MONTH),
        in_usd_per_gb_now=_price(row, "old_bwd_cost"),
        in_usd_per_gb_then=_price(row, "new_bwd_cost"),
        out_usd_per_gb_now=_price(row, "old_bwu_cost"),
        out_usd_per_gb_then=_price(row, "new_bwu_cost"),
        ends_now=row.instant("contract_end_date"),
        ends_then=row.instant("ask_end_date"),
        asked_at=row.instant("created_at"),
    )


def _compute(row: Fields, name: str) -> GpuRate | None:
    usd = _price(row, name, _SECONDS_PER_HOUR)
    return None if usd is None else GpuRate(usd)


def _price(row: Fields, name: str, times: int = 1) -> Decimal | None:
    """Read a price. A new one that is null stays as it is; one that can't be read must not look like that."""
    usd = row.amount(name, values.MOST_USD)
    if usd is not None:
        return usd * times
    if name.startswith("new_") and bytes(row.get(name, msgspec.Raw) or b"null") != b"null":
        raise values.OddValueError(f"impossible `{name}`")
    return None
