"""Values at the gate: what can't be so is refused by the name of its field, never mended by a guess."""

import math
from datetime import UTC, datetime, timedelta
from decimal import Decimal

MOST_USD = Decimal(100_000)
"""No machine costs as much in an hour, no GB as much at all."""

LEAST_USD = Decimal("0.001")
"""No machine costs so little in an hour; the cheapest recorded ones cost some cents."""

MOST = Decimal(10**9)
"""No disk has so many GB, no line so many Mbit/s."""

MOST_MONEY = Decimal(10**12)
"""No account holds or owes so many dollars."""

LEAST_PLACE = -18
"""No figure is told to a place beyond: what is so small, and is not nothing, is no figure but an exponent's slip."""

PERCENT = Decimal(100)
"""A share in percent is at most this."""

_EARLIEST = datetime(2000, 1, 1, tzinfo=UTC).timestamp()
_LATEST = datetime(2200, 1, 1, tzinfo=UTC).timestamp()
_MILLISECONDS_FROM = 1e11
"""Seconds since the epoch stay below it until the year 5138; milliseconds are above it since 1973 (case a27)."""


class OddValueError(ValueError):
    """A value that can't be; its text is the field's name alone."""


def amount(field: str, value: Decimal | None, most: Decimal = MOST) -> Decimal | None:
    """Pass a finite amount from 0 to `most`, or None."""
    if value is None:
        return None
    passed = money(field, value, most)
    if passed < 0:
        raise OddValueError(f"impossible `{field}`")
    return passed


def money(field: str, value: Decimal, most: Decimal = MOST_MONEY) -> Decimal:
    """Pass a finite sum, also one below 0, of a size that can be reckoned with: 1e-999999 overflows what it divides."""
    if value.is_finite() and -most <= value <= most:
        if not value:
            return Decimal(0)
        if value.adjusted() >= LEAST_PLACE:
            return +value  # in as many digits as are reckoned with, for a text may have a million
    raise OddValueError(f"impossible `{field}`")


def price(field: str, value: Decimal | None) -> Decimal | None:
    """Pass a price of a machine per hour, or None. Nobody gives a machine away, or all but."""
    usd = amount(field, value, MOST_USD)
    if usd is not None and usd < LEAST_USD:
        raise OddValueError(f"impossible `{field}`")
    return usd


def instant(field: str, epoch: float | None) -> datetime | None:
    """Read seconds (or milliseconds) since the epoch as aware UTC (case a27)."""
    if epoch is None:
        return None
    seconds = epoch / 1000 if abs(epoch) > _MILLISECONDS_FROM else epoch
    if not _EARLIEST <= seconds <= _LATEST:
        raise OddValueError(f"impossible `{field}`")
    return datetime.fromtimestamp(seconds, UTC)


def utc(field: str, moment: datetime | None) -> datetime | None:
    """Bring an aware instant to UTC; a naive one is refused."""
    if moment is None:
        return None
    if moment.tzinfo is None or not _EARLIEST <= moment.timestamp() <= _LATEST:
        raise OddValueError(f"impossible `{field}`")
    return moment.astimezone(UTC)


def after(field: str, start: datetime, seconds: float | None) -> datetime | None:
    """Give the instant so many seconds after (or before) another."""
    if seconds is None:
        return None
    if not math.isfinite(seconds) or abs(seconds) > _LATEST - _EARLIEST:
        raise OddValueError(f"impossible `{field}`")
    return start + timedelta(seconds=seconds)
