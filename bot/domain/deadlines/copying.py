"""How long taking the results off a machine takes, and how long before its end that must begin."""

from datetime import timedelta
from decimal import Decimal

from bot.domain.fit import COPY_OUT_FACTOR, line_time, scale

COPY_SLACK = timedelta(hours=2)
"""What is left between a copy that went as reckoned and the machine's end."""

_BYTES_PER_GB = 10**9


def copy_time(
    *,
    manifest_bytes: int | None,
    out_gb: Decimal | None,
    disk_gb: Decimal | None,
    measured_mbps: Decimal | None,
    listed_mbps: Decimal | None,
) -> timedelta | None:
    """Give the time to copy out at line speed, None when a size or a speed is unknown.

    The size is the last manifest's, else what the run said it takes out, else its whole disk; the uplink is the
    measured one, else the listed one. An empty manifest says nothing, for it comes before the first checkpoint; but a
    run that said that nothing goes out has nothing to copy.
    """
    gb = Decimal(manifest_bytes) / _BYTES_PER_GB if manifest_bytes else disk_gb if out_gb is None else out_gb
    if gb == 0 and gb == out_gb:
        return timedelta(0)
    mbps = _positive(measured_mbps) or _positive(listed_mbps)
    return None if not gb or mbps is None else line_time(gb, mbps)


def copy_lead(at_line_speed: timedelta) -> timedelta:
    """Give how long before an end its copy must begin: 1.5 x the copy time + 2 h (a1)."""
    return scale(at_line_speed, COPY_OUT_FACTOR) + COPY_SLACK


def _positive(mbps: Decimal | None) -> Decimal | None:
    return mbps if mbps is not None and mbps > 0 else None
