"""Rows of the assumed Cloudj contract: times RFC 3339 in UTC, money as decimal strings in US dollars."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from bot.sandbox.market.cards import SERVER
from bot.sandbox.market.instances import OFFLINE, RUNNING, Instance
from bot.sandbox.market.machines import Listing

SLUGS = {"H100 SXM": "h100-sxm", "A100 SXM4": "a100-sxm4", "RTX 4090": "rtx-4090"}

_COUNTS = frozenset({1, 2, 4, 8})
_CENT_OF_CENT = Decimal("0.000001")
_MINUTES_AN_HOUR = 60
_DATACENTRE_LEVEL = 2
_STATUSES = {RUNNING: "running", OFFLINE: "offline", "stopped": "stopped", "exited": "stopped"}


def is_offered(listing: Listing) -> bool:
    """Whether Cloudj lists this slice: three cards, one to eight of them, on every other machine."""
    machine = listing.machine
    known = machine.card.name in SLUGS and machine.country != ""
    return known and listing.gpus in _COUNTS and machine.id % 2 == 0


def listing_row(listing: Listing) -> dict[str, Any]:
    """Return a listing; prices are the whole slice's, by the minute."""
    machine = listing.machine
    return {
        "id": str(listing.id),
        "machine_id": str(machine.id),
        "model": SLUGS[machine.card.name],
        "gpu_memory_gb": _gigabytes(machine.gpu_memory_mb),
        "gpus": listing.gpus,
        "country": machine.country,
        "price_per_minute": money(listing.price / _MINUTES_AN_HOUR),
        **_prices(listing),
        "disk_available_gb": int(listing.disk_gb),
        "reliability": machine.reliability,
        "max_duration_days": machine.max_duration_days,
        "available_until": moment(listing.ends_at),
        "account_level_required": _DATACENTRE_LEVEL if machine.card.seat == SERVER else 1,
    }


def instance_row(instance: Instance) -> dict[str, Any]:
    """Return an instance; `gpu_utilisation` is percent, null unless it runs."""
    listing, machine = instance.listing, instance.listing.machine
    return {
        "id": str(instance.id),
        "label": instance.label,
        "machine_id": str(machine.id),
        "status": _status(instance),
        "model": SLUGS.get(machine.card.name, machine.card.name),
        "gpus": listing.gpus,
        "gpu_memory_gb": _gigabytes(machine.gpu_memory_mb),
        "country": machine.country,
        "locked_price_per_minute": money(listing.price / _MINUTES_AN_HOUR),
        **_prices(listing),
        "disk_gb": instance.disk_gb,
        "disk_used_gb": None if instance.disk_used_gb < 0 else instance.disk_used_gb,
        "traffic_in_gb": instance.traffic_in_gb,
        "traffic_out_gb": instance.traffic_out_gb,
        "gpu_utilisation": instance.gpu_util if instance.actual_status == RUNNING else None,
        "deployed_at": moment(instance.started_at),
        "available_until": moment(instance.ends_at),
        "ssh_host": instance.ssh_host,
        "ssh_port": instance.ssh_port,
    }


def money(dollars: float) -> str:
    """Return dollars as a decimal string, to a millionth."""
    return format(Decimal(dollars).quantize(_CENT_OF_CENT), "f")


def moment(epoch: float) -> str:
    """Return seconds since the epoch as RFC 3339 in UTC, whole seconds."""
    return datetime.fromtimestamp(int(epoch), UTC).isoformat().replace("+00:00", "Z")


def _prices(listing: Listing) -> dict[str, str]:
    machine = listing.machine
    return {
        "storage_price_per_gb_month": money(machine.storage_price),
        "bandwidth_price_per_gb": money(max(machine.inet_down_price, machine.inet_up_price)),
    }


def _status(instance: Instance) -> str:
    if instance.gone_at is not None:
        return "destroyed"
    return _STATUSES.get(instance.actual_status or "", "starting")


def _gigabytes(megabytes: int) -> int:
    return round(megabytes / 1024)
