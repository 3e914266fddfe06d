"""Each limit of a view has one view at the limit, which passes, and one just over it, which is refused."""

# ruff: noqa: D103 - the builders of views are named for what they build

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from bot.sandbox.slack.blockkit import check_view

Json = dict[str, Any]


class Limit(NamedTuple):
    """A limit's name, its figure, where `over` breaks it, and how a payload of a size is built."""

    name: str
    figure: int
    pointer: str
    build: Callable[[int], Json]


def plain(size: int) -> Json:
    return {"type": "plain_text", "text": "x" * size}


def mrkdwn(size: int) -> Json:
    return {"type": "mrkdwn", "text": "x" * size}


def modal(*blocks: Json, **more: object) -> Json:
    return {
        "type": "modal",
        "title": plain(5),
        "submit": plain(5),
        "blocks": list(blocks) or [section()],
        **more,
    }


def section(**more: object) -> Json:
    return {"type": "section", "text": mrkdwn(5), **more}


def ask(element: Json, **more: object) -> Json:
    return {"type": "input", "label": plain(5), "element": element, **more}


def option(text: int = 5, value: int = 5, **more: object) -> Json:
    return {"text": plain(text), "value": "v" * value, **more}


def select(**more: object) -> Json:
    return {"type": "static_select", "options": [option()], **more}


VIEWS = [
    Limit("blocks of a view", 100, "/blocks", lambda n: modal(*[{"type": "divider"}] * n)),
    Limit(
        "blocks of a home tab",
        100,
        "/blocks",
        lambda n: {"type": "home", "blocks": [{"type": "divider"}] * n},
    ),
    Limit("modal title", 24, "/title/text", lambda n: modal(title=plain(n))),
    Limit("modal submit", 24, "/submit/text", lambda n: modal(submit=plain(n))),
    Limit("modal close", 24, "/close/text", lambda n: modal(close=plain(n))),
    Limit("private_metadata", 3000, "/private_metadata", lambda n: modal(private_metadata="x" * n)),
    Limit("callback_id", 255, "/callback_id", lambda n: modal(callback_id="x" * n)),
    Limit("external_id", 255, "/external_id", lambda n: modal(external_id="x" * n)),
    Limit("alert", 200, "/blocks/0/text/text", lambda n: modal({"type": "alert", "text": mrkdwn(n)})),
    Limit("input label", 2000, "/blocks/0/label/text", lambda n: modal(ask(select(), label=plain(n)))),
    Limit("input hint", 2000, "/blocks/0/hint/text", lambda n: modal(ask(select(), hint=plain(n)))),
    Limit(
        "typed text",
        3000,
        "/blocks/0/element/initial_value",
        lambda n: modal(ask({"type": "plain_text_input", "initial_value": "x" * n})),
    ),
    Limit(
        "max_length",
        3000,
        "/blocks/0/element/max_length",
        lambda n: modal(ask({"type": "plain_text_input", "max_length": n})),
    ),
    Limit(
        "input placeholder",
        150,
        "/blocks/0/element/placeholder/text",
        lambda n: modal(ask({"type": "plain_text_input", "placeholder": plain(n)})),
    ),
]


@pytest.mark.parametrize("limit", VIEWS, ids=lambda limit: limit.name)
def test_a_view_passes_at_a_limit_and_not_beyond(limit: Limit) -> None:
    """The view at the limit is clean; one more is refused, where it is too much."""
    assert check_view(limit.build(limit.figure)) == []
    assert limit.pointer in [problem.pointer for problem in check_view(limit.build(limit.figure + 1))]
