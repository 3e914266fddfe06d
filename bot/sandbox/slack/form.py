"""What Slack's own client checks before it submits a modal."""

import re

from .model import Json, View, controls
from .values import empty

MISSING = "Please complete this required field."
_WHOLE = re.compile(r"-?\d+")
_DECIMAL = re.compile(r"-?\d+(\.\d+)?")


def _of_text(element: Json, typed: str) -> str | None:
    if len(typed) < element.get("min_length", 0):
        return f"Use at least {element['min_length']} characters."
    if len(typed) > element.get("max_length", 3000):
        return f"Use at most {element.get('max_length', 3000)} characters."
    return None


def _of_number(element: Json, typed: str) -> str | None:
    if not (_DECIMAL if element["is_decimal_allowed"] else _WHOLE).fullmatch(typed):
        return "Please enter a number."
    if "min_value" in element and float(typed) < float(element["min_value"]):
        return f"Please enter at least {element['min_value']}."
    if "max_value" in element and float(typed) > float(element["max_value"]):
        return f"Please enter at most {element['max_value']}."
    return None


def _complaint(block: Json, element: Json, state: Json) -> str | None:
    if empty(element, state):
        return None if block.get("optional") else MISSING
    match element["type"]:
        case "plain_text_input":
            return _of_text(element, state["value"])
        case "number_input":
            return _of_number(element, state["value"])
    return None


def complaints(view: View) -> dict[str, str]:
    """Say what is wrong with what was typed, by block_id; nothing wrong is an empty dict."""
    found: dict[str, str] = {}
    for block, element in controls(view.blocks):
        if block["type"] == "input":
            state = view.values[block["block_id"]][element["action_id"]]
            if complaint := _complaint(block, element, state):
                found[block["block_id"]] = complaint
    return found
