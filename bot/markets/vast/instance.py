"""One rented machine of Vast.ai, from JSON to Instance."""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal

import msgspec

from bot.domain.gpu import Conflict, Gpu, Unrecognised, parse_memory
from bot.domain.instance import Instance, InstanceState
from bot.domain.listing import ListingRef, Pricing
from bot.domain.money import MachineRate
from bot.domain.place import country_of
from bot.markets import values
from bot.markets.fields import Fields
from bot.markets.vast.card import read_card
from bot.markets.vast.refusals import VAST

_STATES: Mapping[str, InstanceState] = {
    "created": InstanceState.PENDING,
    "loading": InstanceState.PENDING,
    "rebooting": InstanceState.PENDING,
    "restarting": InstanceState.PENDING,
    "scheduling": InstanceState.PENDING,
    "running": InstanceState.RUNNING,
    "frozen": InstanceState.RUNNING,  # paused with its memory kept: the GPU is still charged for
    "stopped": InstanceState.STOPPED,
    "exited": InstanceState.STOPPED,
    "offline": InstanceState.OFFLINE,
}
_PRICINGS = {True: Pricing.BID, False: Pricing.ON_DEMAND, None: None}
_LONGEST_WORD = 40
_PERCENT = 100
_MOST_PORT = 65535
_KB_PER_GB = 1_000_000
_MOST_KB = values.MOST * _KB_PER_GB
"""`inet_*_billed` say no unit. A public dashboard that measured them (2026) saw a counter grow by 1.78 million in 380 s
on a line of 1,027 Mbit/s: of KB that is 37 Mbit/s, of MB it can't be. The marketplace's charges are the settled truth.
"""


def read_instance(raw: msgspec.Raw, as_of: datetime) -> Instance:
    """Read one row. Raises ValueError where it does not say which machine it is or how many GPUs it has.

    `status_msg` and `extra_env` are not read: they can hold tokens. `duration` is what is left, not the age.
    """
    row = Fields(raw)
    gpus = row.must("num_gpus", int)
    if gpus < 1:
        raise values.OddValueError("impossible `num_gpus`")
    rate, status = row.price("dph_base"), row.text("actual_status")
    host, port = _ssh(row)
    return Instance(
        ref=ListingRef(VAST.source, str(row.must("id", int))),
        machine_id=str(row.must("machine_id", int)),
        label=row.text("label"),
        state=_state(status),
        state_text=(status or "being provisioned")[:_LONGEST_WORD],
        gpu=_card(row, gpus),
        gpu_name=row.text("gpu_name") or "",
        gpus=gpus,
        country=country_of(row.text("geolocation")),
        compute=None if rate is None else MachineRate(rate),
        disk_usd_per_gb_month=row.amount("storage_cost", values.MOST_USD),
        disk_gb=row.amount("disk_space"),
        started_at=row.instant("start_date"),
        ends_at=row.instant("end_date") or row.after("duration", as_of),
        gpu_use=_gpu_use(row),
        ssh_host=host,
        ssh_port=port,
        disk_used_gb=row.amount("disk_usage"),
        traffic_in_gb=_traffic(row, "inet_down_billed"),
        traffic_out_gb=_traffic(row, "inet_up_billed"),
        in_usd_per_gb=row.amount("inet_down_cost", values.MOST_USD),
        out_usd_per_gb=row.amount("inet_up_cost", values.MOST_USD),
        uplink_mbps=row.amount("inet_up"),
        pricing=_PRICINGS.get(row.get("is_bid", bool)),
    )


def _gpu_use(row: Fields) -> Decimal | None:
    """Read the use, 0 to 1. A GPU at 0 degrees has sent no report, and its 0 percent is none either."""
    percent = row.amount("gpu_util", values.PERCENT)
    if percent is None or (percent == 0 and row.get("gpu_temp", Decimal) == 0):
        return None
    return percent / _PERCENT


def _traffic(row: Fields, name: str) -> Decimal | None:
    counted = row.amount(name, _MOST_KB)
    return None if counted is None else counted / _KB_PER_GB


def _state(status: str | None) -> InstanceState:
    """Read the state; null is a machine that is being provisioned."""
    return InstanceState.PENDING if status is None else _STATES.get(status.lower(), InstanceState.UNKNOWN)


def _card(row: Fields, gpus: int) -> Gpu | Conflict | Unrecognised:
    memory = row.get("gpu_ram", float)
    known = memory if memory is not None and parse_memory(memory) is not None else None
    return read_card(row.text("gpu_name") or "", known, None, gpus)


def _ssh(row: Fields) -> tuple[str | None, int | None]:
    """Where SSH answers: the mapped port on the machine itself, else the marketplace's proxy, as its CLI does."""
    direct, address = _mapped_port(row.get("ports", object)), row.text("public_ipaddr")
    if direct is not None and address is not None:
        return address, direct
    host, proxy = row.text("ssh_host"), row.get("ssh_port", int)
    if host is None or proxy is None:
        return None, None
    port = _port(proxy + ("jupyter" in (row.text("image_runtype") or "")))
    return (None, None) if port is None else (host, port)


def _mapped_port(ports: object) -> int | None:
    """Host port of 22/tcp in Docker's map: a text there, and any part may be missing until the machine runs."""
    match ports:
        case {"22/tcp": [{"HostPort": str() | int() as port}, *_]}:
            text = str(port)
            return _port(int(text)) if text.isascii() and text.isdecimal() and len(text) < len("100000") else None
    return None


def _port(number: int) -> int | None:
    return number if 0 < number <= _MOST_PORT else None
