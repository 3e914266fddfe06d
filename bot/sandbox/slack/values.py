"""How each input element tells its state: `state.values` of a view and the fields of an action."""

from typing import NamedTuple

from .model import Json, controls


class _Kind(NamedTuple):
    """The field that carries the value, the one that carries it first, and what it is made of."""

    field: str
    initial: str
    holds: str


_TEXT = _Kind("value", "initial_value", "text")
_KINDS: dict[str, _Kind] = {
    "plain_text_input": _TEXT,
    "email_text_input": _TEXT,
    "url_text_input": _TEXT,
    "number_input": _TEXT,
    "rich_text_input": _Kind("rich_text_value", "initial_value", "object"),
    "file_input": _Kind("files", "", "list"),
    "static_select": _Kind("selected_option", "initial_option", "option"),
    "external_select": _Kind("selected_option", "initial_option", "option"),
    "radio_buttons": _Kind("selected_option", "initial_option", "option"),
    "overflow": _Kind("selected_option", "", "option"),
    "users_select": _Kind("selected_user", "initial_user", "text"),
    "conversations_select": _Kind("selected_conversation", "initial_conversation", "text"),
    "channels_select": _Kind("selected_channel", "initial_channel", "text"),
    "checkboxes": _Kind("selected_options", "initial_options", "options"),
    "multi_static_select": _Kind("selected_options", "initial_options", "options"),
    "multi_external_select": _Kind("selected_options", "initial_options", "options"),
    "multi_users_select": _Kind("selected_users", "initial_users", "list"),
    "multi_conversations_select": _Kind("selected_conversations", "initial_conversations", "list"),
    "multi_channels_select": _Kind("selected_channels", "initial_channels", "list"),
    "datepicker": _Kind("selected_date", "initial_date", "text"),
    "timepicker": _Kind("selected_time", "initial_time", "text"),
    "datetimepicker": _Kind("selected_date_time", "initial_date_time", "number"),
}


def _options(element: Json) -> list[Json]:
    groups = element.get("option_groups") or [{"options": element.get("options", [])}]
    return [option for group in groups for option in group["options"]]


def _chosen(element: Json, wanted: object) -> Json:
    """Find an option by its label or its value."""
    for option in _options(element):
        if wanted in (option["text"]["text"], option["value"]):
            return option
    if element["type"].endswith("external_select"):
        return {"text": {"type": "plain_text", "text": str(wanted)}, "value": str(wanted)}
    shown = [option["text"]["text"] for option in _options(element)]
    raise ValueError(f"no option {wanted!r} among {shown}")


def encoded(element: Json, value: object) -> Json:
    """Say a typed or picked value the way Slack does; ValueError for an option that is not on offer.

    `value` is a string (text, label or value of an option, id, date), a list of them for the plural kinds,
    an int for a datetimepicker, None for nothing.
    """
    kind = _KINDS[element["type"]]
    said: object = value
    if value is not None and kind.holds == "option":
        said = _chosen(element, value)
    elif kind.holds in ("options", "list"):
        many = [] if value is None else value if isinstance(value, list | tuple) else [value]
        said = [_chosen(element, one) for one in many] if kind.holds == "options" else list(many)
    elif value is not None and kind.holds == "text":
        said = str(value)
    return {"type": element["type"], kind.field: said}


def empty(element: Json, state: Json) -> bool:
    """Tell whether nothing was typed or picked."""
    return not state.get(_KINDS[element["type"]].field)


def first_values(blocks: list[Json]) -> dict[str, dict[str, Json]]:
    """Build the state of a view as it opens: each input's initial value, or nothing."""
    values: dict[str, dict[str, Json]] = {}
    for block, element in controls(blocks):
        if (kind := _KINDS.get(element["type"])) and element["type"] != "overflow":
            bare: list[Json] | None = [] if kind.holds in ("options", "list") else None
            state = {"type": element["type"], kind.field: element.get(kind.initial, bare)}
            values.setdefault(block["block_id"], {})[element["action_id"]] = state
    return values
