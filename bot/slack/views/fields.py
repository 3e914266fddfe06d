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
_PREFILLED = re.compile(r"\d{1,12}(\.\d{1,6})?", re.ASCII)
_DECIMAL = re.compile(r"[+-]?(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:e[+-]?\d{1,2})?", re.ASCII | re.IGNORECASE)
_UNREADABLE = "\ufffd"
"""Stands for what no field of Slack's holds, so that it is told at its field and never taken for empty."""
_MOMENT = re.compile(r"[1-9]\d{9}", re.ASCII)
"""Slack's picker of a date and time holds ten digits of Unix seconds."""
_PERSON = re.compile(r"[UW][A-Z0-9]{1,30}", re.ASCII)

Kind = Literal["text", "number", "choice", "moment", "person"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One thing to fill in. `options` are a choice's values with what is shown for each; the first is the default.

    A number is at most `most`, and 0 only where `zero` says so; a text has at most `longest` characters.
    """

    name: str
    label: str
    kind: Kind = "text"
    default: str = ""
    optional: bool = False
    hint: str = ""
    example: str = ""
    whole: bool = False
    zero: bool = True
    most: int = 10**9
    longest: int = _MOST_TYPED
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
    if field.kind == "person":
        return {"type": "users_select", **({"initial_user": value} if _PERSON.fullmatch(value) else {})}
    made = _number(field, value) if field.kind == "number" else _line(field, value)
    return {**made, "placeholder": plain_text(field.example, _MOST_PLACEHOLDER)} if field.example else made


def _number(field: Field, value: str) -> dict[str, Any]:
    made = {"type": "number_input", "is_decimal_allowed": not field.whole, "min_value": "0"}
    return {**made, "initial_value": value} if _PREFILLED.fullmatch(value) else made


def _line(field: Field, value: str) -> dict[str, Any]:
    """Fill a line in with a text that comes back as it is; any other would be taken for what somebody wrote."""
    made = {"type": "plain_text_input", "max_length": field.longest}
    comes_back = value == plain(value, field.longest) == " ".join(value.split())
    return {**made, "initial_value": value} if value and comes_back else made


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
    """Read a submission's `state.values` into the text of each field; what is empty is left out.

    A number is written as the grammar reads it, whatever way it was typed (`.5`, `1e3`, `1.500`).
    """
    found = {field: _text(values.get(key := field_id(form, field.name)), key, field.longest) for field in fields}
    return {field.name: exact(text) if field.kind == "number" else text for field, text in found.items() if text}


def misfilled(fields: Form, said: Mapping[str, str]) -> dict[str, str]:
    """Say for each field that holds what it can't hold why not; a form's client checks the like, a payload may not."""
    told = {field.name: _misfit(field, said[field.name]) for field in fields if field.name in said}
    return {name: why for name, why in told.items() if why}


def at_fields(form: str, wrong: Mapping[str, str]) -> dict[str, str]:
    """Give `errors` for `response_action: errors` from what is wrong by the names of fields."""
    return {field_id(form, name): why for name, why in wrong.items()}


def _misfit(field: Field, text: str) -> str:
    if field.kind == "number":
        return _odd_number(field, number(text))
    if field.kind == "moment":
        return "" if moment(text) else "a date and a time, please"
    if field.kind == "choice":
        return "" if text in dict(field.options) else "one of those on offer, please"
    return ""


def _odd_number(field: Field, value: Decimal | None) -> str:
    if value is None:
        return "a number, please, such as 12.5"
    if value < 0 or (not value and not field.zero):
        return "a number above 0, please" if not field.zero else "it can't be negative"
    if value > field.most:
        return f"{field.most:,} is the most"
    return "a whole number, please" if field.whole and value != value.to_integral_value() else ""


def number(text: str | None) -> Decimal | None:
    """Read any decimal number, also a negative one: `12`, `12.`, `.5`, `1.2345678`, `1e3`."""
    return Decimal(text) if text and _DECIMAL.fullmatch(text) else None


def moment(text: str | None) -> datetime | None:
    """Read what a picker of a date and time holds, Unix seconds, into aware UTC."""
    return datetime.fromtimestamp(int(text), UTC) if text and _MOMENT.fullmatch(text) else None


def exact(text: str) -> str:
    """Write a number field's value so that the grammar reads it as that number: in a field `1.500` is no 1,500."""
    value = number(text)
    return text if value is None else unmistakable(value)


def _text(block: object, action_id: str, longest: int) -> str:
    element = block.get(action_id) if isinstance(block, Mapping) else None
    if not isinstance(element, Mapping):
        return ""
    chosen = element.get("selected_option")
    value = chosen.get("value") if isinstance(chosen, Mapping) else element.get("value")
    if value is None:
        value = element.get("selected_date_time", element.get("selected_user"))
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if value is None:
        return ""
    return " ".join(value.split())[:longest] if isinstance(value, str) else _UNREADABLE


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
