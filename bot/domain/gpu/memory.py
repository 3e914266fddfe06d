"""GPU memory: one unit inside, MiB, whatever a marketplace writes (case b35)."""

import re
from decimal import Decimal

_TEXT = re.compile(r"\s*(\d+|\d{1,3}(?:,\d{3})+)(\.\d+)?\s*(g|gb|gib|m|mb|mib)?\s*", re.IGNORECASE | re.ASCII)
_LONGEST = 32
_MIB_PER_GB = 1024
_BARE_GB_BELOW = 1536
"""A bare number below it is GB, since no card has so many; from it on MiB, since no card has so few."""
_MOST_MIB = 16 * 1024 * 1024
"""16 TiB: more is not the memory of any machine but some other unit."""
_LEAST_OF_NOMINAL, _MOST_OF_NOMINAL = 0.915, 1.02
"""Drivers report 92.0 % (a T4 with ECC, 15079 MiB of 16 GB) to 100 % of nominal x 1024 MiB; a B300 93.3 %."""


def parse_memory(value: float | str) -> int | None:
    """Read a GPU memory size in any of its units into MiB; None where it is no such size.

    81559 is MiB (marketplaces write MB for what NVIDIA counts in MiB); 80, "80 GB" and "80gb" are a nominal size,
    80 x 1024 MiB.
    """
    if isinstance(value, str):
        return _parse_text(value) if len(value) <= _LONGEST else None
    if isinstance(value, bool) or not 0 < value <= _MOST_MIB:
        return None
    return _parse_text(f"{value:f}")


def reports(nominal_gb: int, mib: int) -> bool:
    """Whether a card of this nominal size can report so many MiB."""
    full = nominal_gb * _MIB_PER_GB
    return full * _LEAST_OF_NOMINAL <= mib <= full * _MOST_OF_NOMINAL


def _parse_text(text: str) -> int | None:
    found = _TEXT.fullmatch(text)
    if found is None:
        return None
    number = Decimal(found[1].replace(",", "") + (found[2] or ""))
    unit = (found[3] or "").lower()[:1] or ("g" if number < _BARE_GB_BELOW else "m")
    mib = int(number * _MIB_PER_GB if unit == "g" else number)
    return mib if 0 < mib <= _MOST_MIB else None
