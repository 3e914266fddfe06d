"""The form behind `/gpu find` without words. It only writes the words of a command; the grammar judges them."""

from collections.abc import Mapping
from typing import Any

from bot.domain.listing import Pricing
from bot.domain.money import hours
from bot.domain.need import Need
from bot.slack.views.blocks import Block
from bot.slack.views.fields import Field, errors_by_field, modal, typed
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
    Field(name="reliability", label="Reliability, at least", kind="number", default="0.95", optional=True),
    MARGIN,
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
    """Make the form, filled with a need if there is one; what has no field (latest finish, price limit) is left out."""
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
        "reliability": f"reliability {said.get('reliability', '0')}",
        "pricing": said.get("pricing", ""),
        "every": f"every {said['every']}h" if "every" in said else "",
    }


def run_clauses(said: Mapping[str, str]) -> dict[str, str]:
    """Write what a run needs: its length, disk, traffic and margin."""
    sizes = {name: f"{name} {said[name]}GB" if name in said else "" for name in ("disk", "in", "out")}
    return {
        "for": f"for {said['for']}{said.get('unit', 'h')}" if "for" in said else "",
        **sizes,
        "margin": f"margin {said['margin']}%" if "margin" in said else "",
    }


def country_clause(said: Mapping[str, str]) -> str:
    """Write the countries; an emptied field is anywhere, as in the marketplaces' own consoles."""
    country = said.get("country", "anywhere")
    return country if country.casefold() in {"anywhere", "any", "worldwide"} else f"country {country}"


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
        "pricing": Pricing(need.pricing).value,
        "every": "" if need.checkpoint_every is None else plain(round(hours(need.checkpoint_every), 6)),
    }
