"""A rented machine as a marketplace describes it, and the account that pays for it."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum

from bot.domain.gpu import Conflict, Gpu, Unrecognised
from bot.domain.listing import ListingRef, Pricing
from bot.domain.money import MachineRate


class InstanceState(StrEnum):
    """What the marketplace says an instance is doing; `unknown` when it says nothing that we know."""

    PENDING = "pending"
    RUNNING = "running"
    STOPPED = "stopped"
    OFFLINE = "offline"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Instance:
    """A rented machine. Rates are the contract's, locked at deploy; `state_text` is the marketplace's own word.

    GB are 10^9 bytes, links Mbit/s, prices US dollars, `gpu_use` 0 to 1. Traffic counts since the start and begins
    anew where the marketplace made the machine anew. None means that the marketplace did not say; of a machine that
    is offline, use, disk and traffic are at best the last that was heard.
    """

    ref: ListingRef
    machine_id: str
    label: str | None
    state: InstanceState
    state_text: str
    gpu: Gpu | Conflict | Unrecognised
    gpu_name: str
    gpus: int
    country: str | None
    compute: MachineRate | None
    disk_usd_per_gb_month: Decimal | None
    disk_gb: Decimal | None
    started_at: datetime | None
    ends_at: datetime | None
    gpu_use: Decimal | None
    ssh_host: str | None = None
    ssh_port: int | None = None
    disk_used_gb: Decimal | None = None
    traffic_in_gb: Decimal | None = None
    traffic_out_gb: Decimal | None = None
    in_usd_per_gb: Decimal | None = None
    out_usd_per_gb: Decimal | None = None
    uplink_mbps: Decimal | None = None
    pricing: Pricing | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """What an account can spend, in US dollars. `level` is the marketplace's own word, where it has levels."""

    balance: Decimal
    level: str | None = None
