"""The form behind `/gpu find` without words. It only writes the words of a command; the grammar judges them."""

from collections.abc import Mapping
from typing import Any

from bot.domain.listing import Pricing
from bot.domain.money import GpuRate, hours
from bot.domain.need import Need
from bot.slack.views.blocks import Block
from bot.slack.views.fields import Field, errors_by_field, exact, modal, moment, number, typed
from bot.words import Misread
from bot.words.reading import plain

FORM = "find"

LENGTH = (
    Field(name="for", label="The run trains for", kind="number", example="72"),
    Field(name="unit", label="Hours or days", kind="choice", options=(("h", "hours"), ("d", "days"))),
)
TRAFFIC = (
    Field(name="disk", label="Disk in GB", kind="number", example="500", hint="It can't be resized after deploy."),
    Field(name="in", label="Data to copy in, in GB", kind="number", default="0", optional=True),
    Field(
        name="out",
        label="Results to copy out, in GB",
        kind="number",
        optional=True,
        hint="Empty: the whole disk is reckoned to be copied out.",
    ),
)
MARGIN = Field(
    name="margin", label="Margin in percent", kind="number", default="15", optional=True, hint="Time on top of the run."
)
SHARE_HINT = "As 0.95 or as 95 percent."
GPU = Field(name="gpu", label="GPU", example="h100-sxm, a100 80gb, rtx 4090")
GPUS = Field(name="gpus", label="How many in one machine", kind="number", default="1", whole=True)
COUNTRY = Field(
    name="country",
    label="Country",
    default="US",
    optional=True,
    example="US,CA",
    hint="Codes or names. Empty: anywhere.",
)

FIELDS = (
    GPU,
    GPUS,
    *LENGTH,
    *TRAFFIC,
    COUNTRY,
    Field(
        name="reliability", label="Reliability, at least", kind="number", default="0.95", optional=True, hint=SHARE_HINT
    ),
    MARGIN,
    Field(name="by", label="Finish by", kind="moment", optional=True),
    Field(name="max", label="Most to pay per hour, whole machine, $", kind="number", optional=True, example="20"),
    Field(
        name="pricing",
        label="Price",
        kind="choice",
        options=(("on-demand", "on demand: locked at deploy"), ("bid", "bid: can be outbid at any moment")),
    ),
    Field(
        name="every",
        label="A checkpoint every so many hours",
        kind="number",
        optional=True,
        hint="Needed for a bid on a run of more than a day.",
    ),
)


def find_modal(prefill: Need | None = None, metadata: str = "") -> Block:
    """Make the form, filled with a need if there is one; what has no field (such as boot and slack) is left out."""
    return modal(FORM, "Find a machine", FIELDS, {} if prefill is None else _filled(prefill), "Find", metadata=metadata)


def find_words(values: Mapping[str, Any]) -> str:
    """Write a submission's `state.values` as the words of a find."""
    return " ".join(filter(None, _clauses(values).values()))


def find_errors(values: Mapping[str, Any], misread: Misread) -> dict[str, str]:
    """Give `errors` for `response_action: errors`: each problem at the field that it speaks of."""
    return errors_by_field(FORM, _clauses(values), misread)


def _clauses(values: Mapping[str, Any]) -> dict[str, str]:
    said = typed(FORM, FIELDS, values)
    return {
        "gpu": said.get("gpu", ""),
        "gpus": f"x{said['gpus']}" if "gpus" in said else "",
        **run_clauses(said),
        "country": country_clause(said),
        "reliability": f"reliability {_share(said.get('reliability', '0'))}",
        "by": f"by {_instant(said['by'])}" if "by" in said else "",
        "max": f"max ${exact(said['max'])}/h" if "max" in said else "",
        "pricing": said.get("pricing", ""),
        "every": f"every {said['every']}h" if "every" in said else "",
    }


def _share(text: str) -> str:
    """Write a reliability; above 1 it is meant in percent."""
    return f"{text}%" if (number(text) or 0) > 1 else text


def _instant(text: str) -> str:
    """Write what was picked as the grammar takes an instant; what was not picked from our picker stays as it is."""
    picked = moment(text)
    return text if picked is None else f"{picked:%Y-%m-%dT%H:%M:%S}".removesuffix(":00") + "Z"


def run_clauses(said: Mapping[str, str]) -> dict[str, str]:
    """Write what a run needs: its length, disk, traffic and margin."""
    sizes = {name: f"{name} {exact(said[name])}GB" if name in said else "" for name in ("disk", "in", "out")}
    return {
        "for": f"for {said['for']}{said.get('unit', 'h')}" if "for" in said else "",
        **sizes,
        "margin": f"margin {said['margin']}%" if "margin" in said else "",
    }


def country_clause(said: Mapping[str, str]) -> str:
    """Write the countries; an emptied field is anywhere, as in the marketplaces' own consoles."""
    country = said.get("country", "anywhere")
    return country if country.casefold() in {"anywhere", "any", "worldwide"} else f"country {country}"


def _max_rate(need: Need) -> str:
    limit = need.max_rate
    machine = limit.for_machine(need.gpus) if isinstance(limit, GpuRate) else limit
    return "" if machine is None else plain(machine.usd_per_hour)


def _filled(need: Need) -> dict[str, str]:
    return {
        "gpu": need.gpu.slug,
        "gpus": str(need.gpus),
        "for": plain(round(hours(need.duration), 6)),
        "disk": plain(need.disk_gb),
        "in": plain(need.in_gb),
        "out": "" if need.out_gb is None else plain(need.out_gb),
        "country": "anywhere" if need.countries is None else ",".join(need.countries),
        "reliability": plain(need.reliability),
        "margin": plain(need.margin * 100),
        "by": "" if need.by is None else str(int(need.by.timestamp())),
        "max": _max_rate(need),
        "pricing": Pricing(need.pricing).value,
        "every": "" if need.checkpoint_every is None else plain(round(hours(need.checkpoint_every), 6)),
    }
