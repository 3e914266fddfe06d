"""One row of Vast.ai's charges, from JSON to what an instance was charged on each meter."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

import msgspec

from bot.domain.account import Charge
from bot.domain.ledger.policy import Meter
from bot.domain.listing import ListingRef
from bot.markets import values
from bot.markets.vast.refusals import VAST

_METERS: Mapping[str, Meter] = {
    "gpu": Meter.COMPUTE,
    "disk": Meter.DISK,
    "bwd": Meter.TRAFFIC_IN,
    "bwu": Meter.TRAFFIC_OUT,
}
_INSTANCE = "instance"
_SOURCE = re.compile(r"instance-([1-9][0-9]{0,17})", re.ASCII)
_DAY = 86_400
_LARGEST_DAY_INDEX = 1_000_000
_DUST = Decimal("0.000001")
"""Less than this between a row and its items is the rounding of floats."""


class _Kind(msgspec.Struct):
    type: str | None = None
    source: str | None = None


class _Item(msgspec.Struct):
    amount: Decimal
    type: str | None = None


class _Row(msgspec.Struct):
    source: str
    start: float
    amount: Decimal
    end: float | None = None
    items: list[_Item] | None = None


_kind = msgspec.json.Decoder(_Kind)
_row = msgspec.json.Decoder(_Row, strict=False)


@dataclass(frozen=True, slots=True)
class DayCharged:
    """What one instance was charged on one UTC day: US dollars by meter, None for what no meter stands for."""

    ref: ListingRef
    day: date
    parts: tuple[tuple[Meter | None, Decimal], ...]


def read_charge(raw: msgspec.Raw) -> DayCharged | None:
    """Read one row; None for a row that is not an instance's. Raises ValueError for one that can't be read whole."""
    kind = _kind.decode(raw)
    if kind.type != _INSTANCE and not _SOURCE.fullmatch(kind.source or ""):
        return None
    row = _row.decode(raw)
    source = _SOURCE.fullmatch(row.source)
    if source is None:
        raise values.OddValueError("impossible `source`")
    return DayCharged(ListingRef(VAST.source, source[1]), _day(row), _parts(row))


def by_meter(rows: Iterable[DayCharged]) -> tuple[Charge, ...]:
    """Add up what several rows say of one day, instance and meter; what adds up to nothing is no charge."""
    sums: dict[tuple[date, ListingRef, Meter | None], Decimal] = defaultdict(Decimal)
    for row in rows:
        for meter, usd in row.parts:
            sums[row.day, row.ref, meter] += usd
    charges = (Charge(ref=ref, day=day, meter=meter, usd=usd) for (day, ref, meter), usd in sums.items() if usd)
    return tuple(sorted(charges, key=lambda charge: (charge.day, charge.ref, charge.meter or "")))


def _parts(row: _Row) -> tuple[tuple[Meter | None, Decimal], ...]:
    """Give the items, and what the row is more than its items."""
    parts = tuple((_METERS.get(item.type or ""), _usd(item.amount)) for item in row.items or ())
    rest = _usd(row.amount) - sum((usd for _, usd in parts), Decimal(0))
    return parts if abs(rest) < _DUST else (*parts, (None, rest))


def _day(row: _Row) -> date:
    """Give the UTC day of a row, told in seconds or as a day's number. A row of several days has none."""
    start = values.instant("start", _seconds(row.start))
    end = None if row.end is None else values.instant("end", _seconds(row.end))
    if start is None or (end is not None and end - start > timedelta(days=1)):
        raise values.OddValueError("impossible `start` or `end`")
    return start.date()


def _seconds(told: float) -> float:
    return told * _DAY if abs(told) < _LARGEST_DAY_INDEX else told


def _usd(amount: Decimal) -> Decimal:
    """Pass a finite amount; a refund is below nothing."""
    return values.money("amount", amount, values.MOST_USD)
