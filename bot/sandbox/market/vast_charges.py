"""Vast.ai's charges: one row an instance and UTC day, its items the GPU, the disk and the traffic."""

from typing import Any

from bot.sandbox.market.instances import Instance
from bot.sandbox.market.ledger import Cost, cost

_DAY = 86_400
_LARGEST_DAY_INDEX = 1_000_000
_MOMENT = 1e-6
"""Traffic of this very instant is charged."""


def day_start(value: float) -> int:
    """Return the start of a day given as seconds since the epoch or as a day's index; both are sent."""
    seconds = value * _DAY if value < _LARGEST_DAY_INDEX else value
    return int(seconds // _DAY) * _DAY


def rows(instances: list[Instance], first: float, last: float, now: float) -> list[dict[str, Any]]:
    """Return what was charged from the day of `first` to the day of `last`, oldest day first."""
    start, end = day_start(first), min(day_start(last) + _DAY, int(now) + 1)
    found = []
    for day in range(start, end, _DAY):
        until = min(day + _DAY, now)
        costs = [(each, cost(each, day, min(day + _DAY, now + _MOMENT))) for each in instances]
        found += [_row(each, spent, day, until) for each, spent in costs if spent.total > 0]
    return found


def _row(instance: Instance, spent: Cost, day: int, until: float) -> dict[str, Any]:
    rate = instance.listing.price
    items = [
        _item("gpu", f"{spent.gpu_hours:.3f} hours at ${rate:.3f}/hour", spent.gpu, day, until),
        _item("disk", f"{instance.disk_gb:g} GB", spent.disk, day, until),
        _item("bwd", f"{spent.in_gb:g} GB down", spent.traffic_in, day, until),
        _item("bwu", f"{spent.out_gb:g} GB up", spent.traffic_out, day, until),
    ]
    return {
        "start": day,
        "end": until,
        "type": "instance",
        "source": f"instance-{instance.id}",
        "description": f"Instance {instance.id} Charges",
        "amount": spent.total,
        "metadata": {"label": instance.label},
        "items": [item for item in items if item["amount"]],
    }


def _item(kind: str, description: str, amount: float, start: float, end: float) -> dict[str, Any]:
    return {
        "start": start,
        "end": end,
        "type": kind,
        "source": None,
        "description": description,
        "amount": amount,
        "metadata": {},
        "items": [],
    }
