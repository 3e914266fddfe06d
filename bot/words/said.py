"""What was said, by name; an absent key was not said. A key of `Draft` is a field of `Need`."""

from datetime import datetime, timedelta
from decimal import Decimal
from typing import TypedDict, cast

from bot.domain.gpu import GpuAsk
from bot.domain.listing import ListingRef, Pricing
from bot.words.money import Rate


class Draft(TypedDict, total=False):
    """The part of a need that was said; units as in `Need`."""

    gpu: GpuAsk
    duration: timedelta
    disk_gb: Decimal
    gpus: int
    in_gb: Decimal
    out_gb: Decimal | None
    countries: tuple[str, ...] | None
    reliability: Decimal
    max_rate: Rate | None
    pricing: Pricing
    margin: Decimal
    boot: timedelta
    slack: timedelta
    by: datetime | None
    unverified: bool
    datacenter: bool
    checkpoint_every: timedelta | None


class Said(Draft, total=False):
    """Everything that any command can say: a draft, a listing's address, a short test, a disk's parts, a run's own."""

    ref: ListingRef
    steps: int
    took: timedelta
    total_steps: int
    pace: timedelta
    warmup: int
    warmup_took: timedelta
    weights_gb: Decimal
    dataset_gb: Decimal
    image_gb: Decimal
    checkpoint_gb: Decimal
    kept: int
    headroom_share: Decimal
    headroom_gb: Decimal
    name: str
    by_hand: bool
    budget: Decimal | None
    rate: Rate | None
    machine_id: str | None
    no_gpu: bool
    no_gpus: bool
    keep: tuple[str, ...]
    to: str | None
    ssh: str | None
    owner: str


def draft_of(said: Said) -> Draft:
    """Keep what belongs to a need."""
    return cast("Draft", {key: value for key, value in said.items() if key in Draft.__annotations__})
