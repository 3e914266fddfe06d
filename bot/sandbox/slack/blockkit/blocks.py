"""Every block by its type, as of 2026-11-30: @slack/types 3.2.0 and data_visualization.

Limits: docs.slack.dev/reference/block-kit/blocks.
"""

from collections.abc import Iterator

from .cards import CARDS, container
from .charts import CHARTS
from .elements import CLICKED, CONTEXTUAL, IMAGE
from .inputs import INPUTS
from .objects import SLACK_FILE, URL, mrkdwn, plain, text
from .problem import At, Check, Problem
from .rich_text import RICH_TEXT
from .rules import array, boolean, by_type, integer, one_of, some_of, string, typed
from .selects import DATETIME_PICKER, MULTI_SELECTS, PICKERS, SELECTS
from .surfaces import BLOCK_SURFACES, ELEMENT_SURFACES
from .tables import TABLES

_ID = {"block_id": string(255)}
_MENUS = {**SELECTS, **MULTI_SELECTS, **PICKERS}
_ACCESSORIES = {**CLICKED, **_MENUS, "image": IMAGE}
_ACTIONS = {**CLICKED, **_MENUS, **DATETIME_PICKER, "rich_text_input": INPUTS["rich_text_input"]}
_ASKED = {
    **_MENUS,
    **DATETIME_PICKER,
    **INPUTS,
    "checkboxes": CLICKED["checkboxes"],
    "radio_buttons": CLICKED["radio_buttons"],
}
_NOTES = {"image": IMAGE, "plain_text": plain(), "mrkdwn": mrkdwn()}


def _elements(kinds: dict[str, Check], most: int) -> Check:
    return array(by_type(kinds, ELEMENT_SURFACES), 1, most)


def _one_primary(value: object, at: At) -> Iterator[Problem]:
    """Only one button of a set is the primary one (@slack/types, Button.style)."""
    elements = value.get("elements") if isinstance(value, dict) else None
    if isinstance(elements, list):
        primaries = [one for one in elements if isinstance(one, dict) and one.get("style") == "primary"]
        if len(primaries) > 1:
            yield (at / "elements").problem("only one button of a set may be primary")


_VIDEO = typed(
    {"alt_text": string(2000), "title": plain(199), "thumbnail_url": URL, "video_url": URL},
    {
        **_ID,
        "author_name": string(49),
        "description": plain(199),
        "provider_icon_url": URL,
        "provider_name": string(),
        "title_url": URL,
    },
)

_FLAT: dict[str, Check] = {
    "section": typed(
        {},
        {
            **_ID,
            "text": text(3000),
            "fields": array(text(2000), 1, 10),
            "accessory": by_type(_ACCESSORIES, ELEMENT_SURFACES),
            "expand": boolean,
        },
        some_of("any", "text", "fields"),
    ),
    "header": typed({"text": plain(150)}, {**_ID, "level": integer(1, 4)}),
    "divider": typed({}, _ID),
    "context": typed({"elements": _elements(_NOTES, 10)}, _ID),
    "actions": typed({"elements": _elements(_ACTIONS, 25)}, _ID, _one_primary),
    "context_actions": typed({"elements": _elements(CONTEXTUAL, 5)}, _ID),
    "input": typed(
        {"label": plain(2000), "element": by_type(_ASKED, ELEMENT_SURFACES)},
        {**_ID, "hint": plain(2000), "optional": boolean, "dispatch_action": boolean},
    ),
    "image": typed(
        {"alt_text": string(2000)},
        {**_ID, "image_url": URL, "slack_file": SLACK_FILE, "title": plain(2000)},
        some_of("exactly one", "image_url", "slack_file"),
    ),
    "video": _VIDEO,
    "file": typed({"external_id": string(), "source": one_of("remote")}, _ID),
    "markdown": typed({"text": string(12_000)}, _ID),
    "rich_text": RICH_TEXT,
    **TABLES,
    **CHARTS,
    **CARDS,
}

BLOCK = by_type({**_FLAT, "container": container(by_type(_FLAT, BLOCK_SURFACES))}, BLOCK_SURFACES)
