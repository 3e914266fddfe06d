"""One Vast.ai instance row."""

from typing import Any

import msgspec

from bot.sandbox.market.instances import OFFLINE, RUNNING, Instance
from bot.sandbox.market.vast_offer import offer
from bot.sandbox.market.vast_price import priced

_LEFT_OUT = ("ask_contract_id", "bundle_id", "bundled_results", "rn", "resource_type", "geolocode")
_SSH_PORT_NAME = "22/tcp"
_KB_PER_GB = 1_000_000
"""The unit of `inet_*_billed` is stated nowhere; a public dashboard measured kilobytes."""

STORED = frozenset(
    {
        "id",
        "label",
        "actual_status",
        "cur_state",
        "intended_status",
        "next_state",
        "machine_id",
        "host_id",
        "gpu_name",
        "verification",
        "image_uuid",
        "start_date",
        "end_date",
        "is_bid",
    }
)
"""Columns that the list can filter by and sort on; any other is computed and answers 400."""


def row(instance: Instance, now: float) -> dict[str, Any]:
    """Return the row: `duration` is what is left of the contract in seconds, `gpu_util` is percent."""
    fields: dict[str, Any] = {}
    for part in offer(instance.listing):
        fields |= msgspec.to_builtins(part)
    fields |= msgspec.to_builtins(priced(instance.listing, instance.disk_gb, bid=False)) | {"is_bid": instance.bid}
    for name in _LEFT_OUT:
        fields.pop(name, None)
    return fields | _contract(instance, now) | _report(instance) | _connection(instance)


def stored(instance: Instance, column: str, now: float) -> object:
    """Return what the database holds: `offline` is computed, so the status before it is stored."""
    if column == "actual_status":
        told = [status for _, status in instance.history if status != OFFLINE]
        return told[-1] if told else None
    return row(instance, now)[column]


def _contract(instance: Instance, now: float) -> dict[str, Any]:
    return {
        "id": instance.id,
        "label": instance.label,
        "image_uuid": instance.image,
        "image_runtype": "ssh_direc ssh_proxy",
        "extra_env": instance.extra_env,
        "onstart": instance.onstart,
        "start_date": instance.started_at,
        "end_date": instance.ends_at,
        "duration": instance.ends_at - now,
        "disk_space": instance.disk_gb,
        "verified": None,
        "volume_info": [],
        "uptime_mins": None,
        "client_run_time": 1.1,
        "host_run_time": 2592000.0,
    }


def _report(instance: Instance) -> dict[str, Any]:
    heard = instance.actual_status == RUNNING
    unknown_disk = instance.disk_used_gb < 0
    return {
        "actual_status": instance.actual_status,
        "intended_status": instance.intended_status,
        "cur_state": instance.cur_state,
        "next_state": instance.next_state,
        "status_msg": None if instance.status_msg is None else instance.status_msg + "\n",
        "gpu_util": instance.gpu_util if heard else None,
        "gpu_temp": instance.gpu_temp if heard else None,
        "cpu_util": 4.2 if heard else None,
        "mem_usage": 21.5 if heard else None,
        "mem_limit": instance.listing.machine.ram_mb * instance.listing.share / 1000 if heard else None,
        "vmem_usage": None,
        "disk_usage": -1 if unknown_disk else instance.disk_used_gb,
        "disk_util": -1 if unknown_disk else instance.disk_used_gb / instance.disk_gb,
        "inet_down_billed": instance.traffic_in_gb * _KB_PER_GB or None,
        "inet_up_billed": instance.traffic_out_gb * _KB_PER_GB or None,
    }


def _connection(instance: Instance) -> dict[str, Any]:
    up = instance.actual_status == RUNNING
    port = str(instance.ssh_port)
    ports = {_SSH_PORT_NAME: [{"HostIp": ip, "HostPort": port} for ip in ("0.0.0.0", "::")]}  # noqa: S104 -- shown
    return {
        "ssh_host": instance.ssh_host,
        "ssh_port": instance.ssh_port,
        "ssh_idx": "1",
        "public_ipaddr": f"{instance.ssh_host}\n",
        "local_ipaddrs": "10.2.202.31 172.17.0.1 \n",
        "ports": ports if up else {},
        "direct_port_start": instance.ssh_port if up else -1,
        "direct_port_end": instance.ssh_port if up else -1,
    }
