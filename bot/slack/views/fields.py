"""The fields of a form: each an input block whose block_id and action_id are the same `runsitter.<form>.<name>`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, Literal

from bot.slack.views.blocks import Block, plain_text
from bot.slack.views.text import ELLIPSIS, plain
from bot.words import Misread, Problem
from bot.words.clean import clean as tidy
from bot.words.reading import unmistakable

MOST_TITLE = 24
MOST_METADATA = 3000
MOST_ERROR = 150
"""Characters of an error at a field; Slack tells no limit, a line or two is what can be read."""

_MOST_HINT = 300
_MOST_TYPED = 200
_MOST_PLACEHOLDER = 150
_MOST_OPTION = 75
_NAMED = re.compile(r"`(\w+)`")
_NUMBER = re.compile(r"\d{1,12}(\.\d{1,6})?", re.ASCII)
_MOMENT = re.compile(r"[1-9]\d{9}", re.ASCII)
"""Slack's picker of a date and time holds ten digits of Unix seconds."""

Kind = Literal["text", "number", "choice", "moment"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One thing to fill in. `options` are a choice's values with what is shown for each; the first is the default."""

    name: str
    label: str
    kind: Kind = "text"
    default: str = ""
    optional: bool = False
    hint: str = ""
    example: str = ""
    whole: bool = False
    options: tuple[tuple[str, str], ...] = ()


Form = tuple[Field, ...]


def field_id(form: str, name: str) -> str:
    """Give the block_id and action_id of a field."""
    return f"runsitter.{form}.{name}"


def input_block(form: str, field: Field, value: str | None) -> Block:
    """Make a field's block, filled with the value, else with its default."""
    block: Block = {
        "type": "input",
        "block_id": field_id(form, field.name),
        "label": plain_text(field.label, _MOST_HINT),
        "element": {"action_id": field_id(form, field.name), **_element(field, value or field.default)},
        "optional": field.optional,
    }
    return {**block, "hint": plain_text(field.hint, _MOST_HINT)} if field.hint else block


def _element(field: Field, value: str) -> dict[str, Any]:
    if field.kind == "choice":
        return _choice(field, value)
    if field.kind == "moment":
        moment = {"initial_date_time": int(value)} if _MOMENT.fullmatch(value) else {}
        return {"type": "datetimepicker", **moment}
    made = _number(field, value) if field.kind == "number" else _line(value)
    return {**made, "placeholder": plain_text(field.example, _MOST_PLACEHOLDER)} if field.example else made


def _number(field: Field, value: str) -> dict[str, Any]:
    made = {"type": "number_input", "is_decimal_allowed": not field.whole, "min_value": "0"}
    return {**made, "initial_value": value} if _NUMBER.fullmatch(value) else made


def _line(value: str) -> dict[str, Any]:
    made = {"type": "plain_text_input", "max_length": _MOST_TYPED}
    shown = plain(value, _MOST_TYPED)
    return {**made, "initial_value": shown} if shown else made


def _choice(field: Field, value: str) -> dict[str, Any]:
    options = {key: {"text": plain_text(shown, _MOST_OPTION), "value": key} for key, shown in field.options}
    initial = options.get(value, next(iter(options.values())))
    return {"type": "static_select", "options": list(options.values()), "initial_option": initial}


def modal(
    form: str,
    title: str,
    fields: Form,
    filled: Mapping[str, str],
    submit: str,
    *,
    above: tuple[Block, ...] = (),
    metadata: str = "",
) -> Block:
    """Make a form's modal. `metadata` comes back with the submission; it is an id or nothing, never a price."""
    return {
        "type": "modal",
        "callback_id": f"runsitter.{form}.submit",
        "title": plain_text(title, MOST_TITLE),
        "submit": plain_text(submit, MOST_TITLE),
        "close": plain_text("Cancel", MOST_TITLE),
        "private_metadata": metadata[:MOST_METADATA],
        "blocks": [*above, *(input_block(form, field, filled.get(field.name)) for field in fields)],
    }


def typed(form: str, fields: Form, values: Mapping[str, Any]) -> dict[str, str]:
    """Read a submission's `state.values` into the text of each field; what is empty or odd is left out."""
    found = {field.name: _text(values.get(field_id(form, field.name)), field_id(form, field.name)) for field in fields}
    return {name: text for name, text in found.items() if text}


def number(text: str | None) -> Decimal | None:
    """Read what a number field can hold: digits with or without decimals, nothing negative."""
    return Decimal(text) if text and _NUMBER.fullmatch(text) else None


def moment(text: str | None) -> datetime | None:
    """Read what a picker of a date and time holds, Unix seconds, into aware UTC."""
    return datetime.fromtimestamp(int(text), UTC) if text and _MOMENT.fullmatch(text) else None


def exact(text: str) -> str:
    """Write a number field's value so that the grammar reads it as that number: in a field `1.500` is no 1,500."""
    value = number(text)
    return text if value is None else unmistakable(value)


def _text(block: object, action_id: str) -> str:
    element = block.get(action_id) if isinstance(block, Mapping) else None
    if not isinstance(element, Mapping):
        return ""
    chosen = element.get("selected_option")
    value = chosen.get("value") if isinstance(chosen, Mapping) else element.get("value")
    if value is None:
        value = element.get("selected_date_time")
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return " ".join(value.split())[:_MOST_TYPED] if isinstance(value, str) else ""


def errors_by_field(form: str, clauses: Mapping[str, str], misread: Misread) -> dict[str, str]:
    """Put each problem at the field whose clause it quotes or whose name it begins with, else at the first field."""
    errors: dict[str, str] = {}
    for problem in misread.problems:
        errors.setdefault(field_id(form, _field_of(problem, clauses)), _error(problem))
    return errors


def _field_of(problem: Problem, clauses: Mapping[str, str]) -> str:
    named = _NAMED.match(problem.sentence)
    if not problem.word and named and named[1] in clauses:
        return named[1]
    word = problem.word.rstrip(ELLIPSIS).casefold()
    quoted = (name for name, clause in clauses.items() if word and word in tidy(clause).casefold())
    return next(quoted, next(iter(clauses)))


def _error(problem: Problem) -> str:
    return plain(problem.sentence.replace("`", "'"), MOST_ERROR)
