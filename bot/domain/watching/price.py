"""What a host's wish for more money would make a machine cost."""

from decimal import Decimal

from bot.domain.account import PriceIncrease
from bot.domain.instance import Instance
from bot.domain.money import disk_rate


def asked_rates(asked: PriceIncrease, seen: Instance) -> tuple[Decimal | None, Decimal | None]:
    """Give what the whole machine with its disk costs per hour now, and would then; None where a part is unknown."""
    compute_now = None if seen.compute is None else seen.compute.usd_per_hour
    wanted = asked.compute_then
    compute_then = compute_now if wanted is None else wanted.for_machine(seen.gpus).usd_per_hour
    disk_then = asked.disk_usd_per_gb_month_then
    disk_now = seen.disk_usd_per_gb_month
    return (
        _whole(compute_now, disk_now, seen.disk_gb),
        _whole(compute_then, disk_now if disk_then is None else disk_then, seen.disk_gb),
    )


def _whole(compute: Decimal | None, per_gb_month: Decimal | None, gb: Decimal | None) -> Decimal | None:
    if compute is None or per_gb_month is None or gb is None:
        return None
    return compute + disk_rate(per_gb_month, gb).usd_per_hour
