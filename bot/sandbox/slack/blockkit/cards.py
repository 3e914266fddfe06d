"""The blocks that frame others: card, carousel, container, alert, task_card, plan (slack_sdk 3.48, docs)."""

from collections.abc import Iterator

from .elements import BUTTON, IMAGE
from .objects import plain, text
from .problem import At, Check, Problem
from .rich_text import RICH_TEXT
from .rules import array, boolean, by_type, one_of, some_of, string, typed

_BLOCK_ID = {"block_id": string(255)}
_IMAGE = by_type({"image": IMAGE})
_RICH = by_type({"rich_text": RICH_TEXT})
_MOST_CARD_BUTTONS = 2  # sources name 2 and 3; the tighter stands

_CARD = typed(
    {},
    {
        **_BLOCK_ID,
        "hero_image": _IMAGE,
        "icon": _IMAGE,
        "title": text(150),
        "subtitle": text(150),
        "body": text(200),
        "actions": array(by_type({"button": BUTTON}), 1, _MOST_CARD_BUTTONS),
    },
    some_of("any", "hero_image", "title", "actions", "body"),
)

_TASK = typed(
    {
        "task_id": string(),
        "title": string(literal=True),
        "status": one_of("pending", "in_progress", "complete", "error"),
    },
    {
        **_BLOCK_ID,
        "details": _RICH,
        "output": _RICH,
        "sources": array(by_type({"url": typed({"url": string(3000), "text": string(literal=True)})})),
    },
)

CARDS: dict[str, Check] = {
    "card": _CARD,
    "carousel": typed({"elements": array(by_type({"card": _CARD}), 1, 10)}, _BLOCK_ID),
    "alert": typed(
        {"text": text(200)}, {**_BLOCK_ID, "level": one_of("default", "info", "warning", "error", "success")}
    ),
    "task_card": _TASK,
    "plan": typed({"title": string(literal=True)}, {**_BLOCK_ID, "tasks": array(by_type({"task_card": _TASK}), 0, 50)}),
}


def _fold(value: object, at: At) -> Iterator[Problem]:
    if not isinstance(value, dict):
        return
    folds = value.get("is_collapsible") is True
    if value.get("default_collapsed") is True and not folds:
        yield (at / "default_collapsed").problem("needs is_collapsible to be true")
    if value.get("has_header_divider") is True and folds:
        yield (at / "has_header_divider").problem("cannot be set when is_collapsible is true")


def container(children: Check) -> Check:
    """Check a container around blocks that `children` knows."""
    return typed(
        {"child_blocks": array(children, 1, 10)},
        {
            **_BLOCK_ID,
            "title": plain(150),
            "rich_text_title": _RICH,
            "subtitle": text(150),
            "icon": _IMAGE,
            "width": one_of("narrow", "standard", "wide", "full"),
            "is_collapsible": boolean,
            "default_collapsed": boolean,
            "has_header_divider": boolean,
        },
        some_of("any", "title", "rich_text_title"),
        _fold,
    )
