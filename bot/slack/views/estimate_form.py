"""The form behind `/gpu estimate` without words. It only writes the words of a command; the grammar judges them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.slack.views.blocks import Block
from bot.slack.views.fields import Field, errors_by_field, exact, modal, typed
from bot.slack.views.find_form import COUNTRY, GPU, GPUS, MARGIN, country_clause
from bot.words import Misread

FORM = "estimate"

_PARTS = ("weights", "dataset", "image", "checkpoint")

FIELDS = (
    Field(name="steps", label="Steps timed in the test", kind="number", example="300", whole=True),
    Field(name="took", label="They took", kind="number", example="7"),
    Field(name="unit", label="In", kind="choice", options=(("m", "minutes"), ("s", "seconds"), ("h", "hours"))),
    Field(name="of", label="Steps of the whole run", kind="number", example="50000", whole=True),
    Field(
        name="warmup",
        label="Warm-up steps to leave out",
        kind="number",
        default="0",
        whole=True,
        optional=True,
    ),
    MARGIN,
    replace(GPU, optional=True, hint="For a price."),
    replace(GPUS, optional=True),
    COUNTRY,
    Field(name="disk", label="Disk in GB", kind="number", optional=True, hint="Or what lies on it, below."),
    Field(name="weights", label="Base weights in GB", kind="number", optional=True),
    Field(name="dataset", label="Dataset in GB", kind="number", optional=True),
    Field(name="image", label="Container image in GB", kind="number", optional=True),
    Field(name="checkpoint", label="One checkpoint in GB", kind="number", optional=True, hint="With optimizer state."),
    Field(name="keep", label="Checkpoints kept on the disk", kind="number", whole=True, optional=True),
)


def estimate_modal(filled: Mapping[str, str] | None = None, metadata: str = "") -> Block:
    """Make the form; `filled` are texts by field name."""
    return modal(FORM, "Estimate a run", FIELDS, filled or {}, "Estimate", metadata=metadata)


def estimate_words(values: Mapping[str, Any]) -> str:
    """Write a submission's `state.values` as the words of an estimate."""
    return " ".join(filter(None, _clauses(values).values()))


def estimate_errors(values: Mapping[str, Any], misread: Misread) -> dict[str, str]:
    """Give `errors` for `response_action: errors`: each problem at the field that it speaks of."""
    return errors_by_field(FORM, _clauses(values), misread)


def _clauses(values: Mapping[str, Any]) -> dict[str, str]:
    said = typed(FORM, FIELDS, values)
    return {
        "steps": f"{said['steps']} steps" if "steps" in said else "",
        "took": f"in {said['took']}{said.get('unit', 'm')}" if "took" in said else "",
        "of": f"of {said['of']}" if "of" in said else "",
        "warmup": f"warmup {said['warmup']}" if "warmup" in said else "",
        "margin": f"margin {said['margin']}%" if "margin" in said else "",
        "gpu": said.get("gpu", ""),
        "gpus": f"x{said['gpus']}" if "gpus" in said else "",
        "country": country_clause(said),
        "disk": f"disk {exact(said['disk'])}GB" if "disk" in said else "",
        **{name: f"{name} {exact(said[name])}GB" if name in said else "" for name in _PARTS},
        "keep": f"keep {said['keep']}" if "keep" in said else "",
    }
