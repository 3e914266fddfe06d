"""The form behind `/gpu check` without an id: a listing typed in by hand from a console, and what the run needs."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from bot.domain.gpu import Gpu
from bot.domain.listing import BY_HAND, Listing, ListingRef, Verification
from bot.domain.money import GpuRate, MachineRate
from bot.domain.place import country_of
from bot.slack.views.blocks import Block, section
from bot.slack.views.fields import (
    Field,
    at_fields,
    errors_by_field,
    misfilled,
    modal,
    moment,
    number,
    typed,
)
from bot.slack.views.find_form import LENGTH, MARGIN, SHARE_HINT, TRAFFIC, run_clauses
from bot.slack.views.text import esc
from bot.slack.views.typed_card import Refusal, mistyped, typed_card
from bot.words import Misread
from bot.words.counts import MOST_GPUS

FORM = "check"
TYPED_IN = ListingRef(BY_HAND, "typed")

_MINUTES_PER_HOUR = 60
_MOST_DAYS = 3650
_MOST_USD = 100_000
_PERCENT = 100

_UNPRICED = "Empty: not known, and then neither is the price to finish."

FIELDS: tuple[Field, ...] = (
    Field(name="card", label="GPU, as the marketplace calls it", example="H100 SXM"),
    Field(
        name="memory",
        label="Memory per GPU in GB",
        kind="number",
        optional=True,
        zero=False,
        most=10_000,
        hint="Needed where a card comes in several sizes.",
    ),
    Field(name="gpus", label="GPUs in the machine", kind="number", default="1", whole=True, zero=False, most=MOST_GPUS),
    Field(
        name="price",
        label="Price in US dollars, without disk",
        kind="number",
        example="0.0358",
        zero=False,
        most=_MOST_USD,
    ),
    Field(name="per", label="Per", kind="choice", options=(("minute", "minute"), ("hour", "hour"))),
    Field(name="scope", label="For", kind="choice", options=(("machine", "the whole machine"), ("gpu", "one GPU"))),
    Field(
        name="storage",
        label="Storage price, $ per GB and month",
        kind="number",
        optional=True,
        most=_MOST_USD,
        hint=_UNPRICED,
    ),
    Field(
        name="traffic", label="Traffic price, $ per GB", kind="number", optional=True, most=_MOST_USD, hint=_UNPRICED
    ),
    Field(name="space", label="Disk on offer in GB", kind="number", zero=False),
    Field(
        name="uplink",
        label="Uplink in Mbit/s",
        kind="number",
        optional=True,
        zero=False,
        hint="Empty: 100 Mbit/s are reckoned with.",
    ),
    Field(
        name="reliability",
        label="Reliability",
        kind="number",
        example="0.99",
        optional=True,
        most=_PERCENT,
        hint=SHARE_HINT,
    ),
    Field(name="days", label="Max duration in days", kind="number", optional=True, most=_MOST_DAYS),
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
    if wrong := misfilled(FIELDS, said):
        return at_fields(FORM, wrong)
    gpu, ends_at = _gpu(said), _ends_at(said, now)
    gpus, price, space = number(said.get("gpus")), number(said.get("price")), number(said.get("space"))
    wrong = _wrong(said, gpu, ends_at)
    if wrong or not isinstance(gpu, Gpu) or not gpus or not price:
        return at_fields(FORM, wrong)
    traffic = number(said.get("traffic"))
    return Listing(
        ref=TYPED_IN,
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
        uplink_mbps=number(said.get("uplink")),
        reliability=_reliability(said),
        ends_at=ends_at,
        verification=Verification.NOT_A_NOTION,
    )


def _clauses(values: Mapping[str, Any]) -> dict[str, str]:
    return run_clauses(typed(FORM, FIELDS, values))


def _gpu(said: Mapping[str, str]) -> Gpu | Refusal:
    return typed_card(said.get("card", ""), number(said.get("memory")))


def _reliability(said: Mapping[str, str]) -> Decimal | None:
    share = number(said.get("reliability"))
    return share / _PERCENT if share is not None and share > 1 else share


def _rate(said: Mapping[str, str], price: Decimal, gpus: int) -> MachineRate:
    per_hour = price if said.get("per") == "hour" else price * _MINUTES_PER_HOUR
    return GpuRate(per_hour).for_machine(gpus) if said.get("scope") == "gpu" else MachineRate(per_hour)


def _ends_at(said: Mapping[str, str], now: datetime) -> datetime | None:
    days, until = number(said.get("days")), moment(said.get("until"))
    ends = [now + timedelta(days=float(days))] if days is not None else []
    return min([*ends, *([until] if until else [])], default=None)


def _wrong(said: Mapping[str, str], gpu: Gpu | Refusal, ends_at: datetime | None) -> dict[str, str]:
    wrong = mistyped(said, gpu, ("gpus", "price", "space"), "the console does not tell")
    if ends_at is None:
        wrong["until"] = "when does it end? This or the max duration, please"
    return wrong
