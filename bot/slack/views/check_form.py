"""The form behind `/gpu check` without an id: a listing typed in by hand from a console, and what the run needs."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from bot.domain.gpu import Conflict, Gpu, Unrecognised, identify
from bot.domain.listing import Listing, ListingRef, Verification
from bot.domain.money import GpuRate, MachineRate
from bot.domain.place import country_of
from bot.slack.views.blocks import Block, section
from bot.slack.views.fields import MOST_ERROR, Field, errors_by_field, field_id, modal, number, typed
from bot.slack.views.find_form import LENGTH, MARGIN, TRAFFIC, run_clauses
from bot.slack.views.text import esc, plain
from bot.words import Misread

FORM = "check"
BY_HAND = ListingRef("by-hand", "typed")

_MIB_PER_GB = 1024
_MINUTES_PER_HOUR = 60
_MOST_DAYS = Decimal(3650)
_LATEST = 4_102_444_800
"""2100-01-01, in Unix seconds: as late as an end is taken for."""

FIELDS: tuple[Field, ...] = (
    Field(name="card", label="GPU, as the marketplace calls it", example="H100 SXM"),
    Field(
        name="memory", label="Memory per GPU in GB", kind="number", optional=True, hint="Tells 40 GB from 80 GB cards."
    ),
    Field(name="gpus", label="GPUs in the machine", kind="number", default="1", whole=True),
    Field(name="price", label="Price in US dollars", kind="number", example="0.0358"),
    Field(name="per", label="Per", kind="choice", options=(("minute", "minute"), ("hour", "hour"))),
    Field(name="scope", label="For", kind="choice", options=(("machine", "the whole machine"), ("gpu", "one GPU"))),
    Field(name="storage", label="Storage price, $ per GB and month", kind="number", default="0", optional=True),
    Field(name="traffic", label="Traffic price, $ per GB", kind="number", default="0", optional=True),
    Field(name="space", label="Disk on offer in GB", kind="number"),
    Field(name="reliability", label="Reliability, 0 to 1", kind="number", example="0.99", optional=True),
    Field(name="days", label="Max duration in days", kind="number", optional=True),
    Field(name="until", label="Available until", kind="moment", optional=True),
    Field(name="country", label="Country", default="US", optional=True),
    *LENGTH,
    *TRAFFIC,
    MARGIN,
)


def check_modal(filled: Mapping[str, str] | None = None, metadata: str = "") -> Block:
    """Make the form; `filled` are texts by field name."""
    above = section(esc("What the console says of the listing, then what the run needs."))
    return modal(FORM, "Check a listing", FIELDS, filled or {}, "Check", above=(above,), metadata=metadata)


def check_words(values: Mapping[str, Any]) -> str:
    """Write what the run needs as the words of a check without an id; `typed_listing` reads the listing."""
    return " ".join(filter(None, _clauses(values).values()))


def check_errors(values: Mapping[str, Any], misread: Misread) -> dict[str, str]:
    """Give `errors` for `response_action: errors`: each problem at the field that it speaks of."""
    return errors_by_field(FORM, _clauses(values), misread)


def typed_listing(values: Mapping[str, Any], now: datetime) -> Listing | dict[str, str]:
    """Read the listing that was typed in, or give `errors` for `response_action: errors`.

    It ends at the earlier of "available until" and now + max duration. Nobody verifies what is typed in by hand.
    """
    said = typed(FORM, FIELDS, values)
    gpu, ends_at = _gpu(said), _ends_at(said, now)
    gpus, price, space = number(said.get("gpus")), number(said.get("price")), number(said.get("space"))
    if not isinstance(gpu, Gpu) or ends_at is None or not gpus or not price or not space:
        return _missing(said, gpu, ends_at)
    traffic = number(said.get("traffic"))
    return Listing(
        ref=BY_HAND,
        machine_id="typed in",
        gpu=gpu,
        gpu_name=said["card"],
        gpus=int(gpus),
        country=country_of(said.get("country")),
        compute=_rate(said, price, int(gpus)),
        disk_usd_per_gb_month=number(said.get("storage")),
        in_usd_per_gb=traffic,
        out_usd_per_gb=traffic,
        disk_gb=space,
        uplink_mbps=None,
        reliability=number(said.get("reliability")),
        ends_at=ends_at,
        verification=Verification.NOT_A_NOTION,
    )


def _clauses(values: Mapping[str, Any]) -> dict[str, str]:
    return run_clauses(typed(FORM, FIELDS, values))


def _gpu(said: Mapping[str, str]) -> Gpu | Conflict | Unrecognised:
    memory = number(said.get("memory"))
    return identify(said.get("card", ""), int(memory * _MIB_PER_GB) if memory else None)


def _rate(said: Mapping[str, str], price: Decimal, gpus: int) -> MachineRate:
    per_hour = price if said.get("per") == "hour" else price * _MINUTES_PER_HOUR
    return GpuRate(per_hour).for_machine(gpus) if said.get("scope") == "gpu" else MachineRate(per_hour)


def _ends_at(said: Mapping[str, str], now: datetime) -> datetime | None:
    days, until = number(said.get("days")), number(said.get("until"))
    ends = [now + timedelta(days=float(min(days, _MOST_DAYS)))] if days else []
    if until:
        ends.append(datetime.fromtimestamp(min(int(until), _LATEST), UTC))
    return min(ends, default=None)


def _missing(said: Mapping[str, str], gpu: Gpu | Conflict | Unrecognised, ends_at: datetime | None) -> dict[str, str]:
    wrong = {name: "a number above 0, please" for name in ("gpus", "price", "space") if not number(said.get(name))}
    if not isinstance(gpu, Gpu):
        wrong["memory" if isinstance(gpu, Conflict) else "card"] = plain(gpu.why, MOST_ERROR)
    if ends_at is None:
        wrong["until"] = "when does it end? This or the max duration, please"
    return {field_id(FORM, name): why for name, why in wrong.items()}
