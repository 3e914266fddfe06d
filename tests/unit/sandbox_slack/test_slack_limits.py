"""Each Block Kit limit has one payload at the limit, which passes, and one just over it, which is refused."""

# ruff: noqa: D103 - the builders of payloads are named for what they build

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from bot.sandbox.slack.blockkit import Problem, check_message

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


def message(*blocks: Json) -> Json:
    return {"text": "in words", "blocks": list(blocks)}


def section(**more: object) -> Json:
    return {"type": "section", "text": mrkdwn(5), **more}


def actions(*elements: Json) -> Json:
    return {"type": "actions", "elements": list(elements)}


def button(**more: object) -> Json:
    return {"type": "button", "text": plain(5), **more}


def option(text: int = 5, value: int = 5, **more: object) -> Json:
    return {"text": plain(text), "value": "v" * value, **more}


def select(**more: object) -> Json:
    return {"type": "static_select", "options": [option()], **more}


def image(**more: object) -> Json:
    return {"type": "image", "image_url": "https://x.test/a.png", "alt_text": "a", **more}


def url(size: int) -> str:
    return "https://x.test/".ljust(size, "x")


def video(**more: object) -> Json:
    links = {"video_url": url(20), "thumbnail_url": url(20)}
    return {"type": "video", "alt_text": "a", "title": plain(5), **links, **more}


def confirm(**more: object) -> Json:
    return {"title": plain(5), "text": mrkdwn(5), **more}


def cell(size: int = 1) -> Json:
    return {"type": "raw_text", "text": "x" * size}


def table(rows: int, columns: int, **more: object) -> Json:
    return {"type": "table", "rows": [[cell()] * columns] * rows, **more}


def data_table(rows: int = 2, columns: int = 1, **more: object) -> Json:
    return {"type": "data_table", "caption": "a", "rows": [[cell()] * columns] * rows, **more}


def chart(series: int = 1, points: int = 1, label: int = 5, name: int = 5, **axes: object) -> Json:
    categories = [f"{index:x<{label}}" for index in range(points)]
    data = [{"label": one, "value": 1.5} for one in categories]
    lines = [{"name": f"{index:x<{name}}", "data": data} for index in range(series)]
    shape = {"type": "line", "series": lines, "axis_config": {"categories": categories, **axes}}
    return {"type": "data_visualization", "title": "a", "chart": shape}


def pie(segments: int) -> Json:
    data = [{"label": str(index), "value": 1} for index in range(segments)]
    return {"type": "data_visualization", "title": "a", "chart": {"type": "pie", "segments": data}}


def card(**more: object) -> Json:
    return {"type": "card", "title": plain(5), **more}


def container(children: int = 1, **more: object) -> Json:
    return {"type": "container", "title": plain(5), "child_blocks": [section()] * children, **more}


def task(**more: object) -> Json:
    return {"type": "task_card", "task_id": "a", "title": "a", "status": "pending", **more}


MESSAGES = [
    Limit("blocks of a message", 50, "/blocks", lambda n: message(*[{"type": "divider"}] * n)),
    Limit("text of a message", 40_000, "/text", lambda n: {"text": "x" * n}),
    Limit("block_id", 255, "/blocks/0/block_id", lambda n: message(section(block_id="x" * n))),
    Limit(
        "action_id",
        255,
        "/blocks/0/elements/0/action_id",
        lambda n: message(actions(button(action_id="x" * n))),
    ),
    Limit("section text", 3000, "/blocks/0/text/text", lambda n: message(section(text=mrkdwn(n)))),
    Limit("section fields", 10, "/blocks/0/fields", lambda n: message(section(fields=[mrkdwn(1)] * n))),
    Limit("section field", 2000, "/blocks/0/fields/0/text", lambda n: message(section(fields=[mrkdwn(n)]))),
    Limit("header", 150, "/blocks/0/text/text", lambda n: message({"type": "header", "text": plain(n)})),
    Limit(
        "header level",
        4,
        "/blocks/0/level",
        lambda n: message({"type": "header", "text": plain(5), "level": n}),
    ),
    Limit(
        "context",
        10,
        "/blocks/0/elements",
        lambda n: message({"type": "context", "elements": [mrkdwn(5)] * n}),
    ),
    Limit("actions", 25, "/blocks/0/elements", lambda n: message(actions(*[button()] * n))),
    Limit(
        "context_actions",
        5,
        "/blocks/0/elements",
        lambda n: message(
            {
                "type": "context_actions",
                "elements": [{"type": "icon_button", "icon": "trash", "text": plain(5)}] * n,
            }
        ),
    ),
    Limit("button text", 75, "/blocks/0/elements/0/text/text", lambda n: message(actions(button(text=plain(n))))),
    Limit("button value", 2000, "/blocks/0/elements/0/value", lambda n: message(actions(button(value="x" * n)))),
    Limit("button url", 3000, "/blocks/0/elements/0/url", lambda n: message(actions(button(url=url(n))))),
    Limit(
        "button label",
        75,
        "/blocks/0/elements/0/accessibility_label",
        lambda n: message(actions(button(accessibility_label="x" * n))),
    ),
    Limit(
        "agent prompt",
        4000,
        "/blocks/0/elements/0/agent_prompt",
        lambda n: message(actions(button(agent_prompt="x" * n))),
    ),
    Limit(
        "primary buttons of a set",
        1,
        "/blocks/0/elements",
        lambda n: message(actions(*[button(style="primary")] * n, button())),
    ),
    Limit(
        "confirm title",
        100,
        "/blocks/0/elements/0/confirm/title/text",
        lambda n: message(actions(button(confirm=confirm(title=plain(n))))),
    ),
    Limit(
        "confirm text",
        300,
        "/blocks/0/elements/0/confirm/text/text",
        lambda n: message(actions(button(confirm=confirm(text=mrkdwn(n))))),
    ),
    Limit(
        "confirm yes",
        30,
        "/blocks/0/elements/0/confirm/confirm/text",
        lambda n: message(actions(button(confirm=confirm(confirm=plain(n))))),
    ),
    Limit(
        "confirm no",
        30,
        "/blocks/0/elements/0/confirm/deny/text",
        lambda n: message(actions(button(confirm=confirm(deny=plain(n))))),
    ),
    Limit(
        "option text",
        75,
        "/blocks/0/elements/0/options/0/text/text",
        lambda n: message(actions(select(options=[option(text=n)]))),
    ),
    Limit(
        "option value",
        75,
        "/blocks/0/elements/0/options/0/value",
        lambda n: message(actions(select(options=[option(value=n)]))),
    ),
    Limit(
        "option description",
        75,
        "/blocks/0/elements/0/options/0/description/text",
        lambda n: message(actions(select(options=[option(description=plain(n))]))),
    ),
    Limit(
        "select options",
        100,
        "/blocks/0/elements/0/options",
        lambda n: message(actions(select(options=[option()] * n))),
    ),
    Limit(
        "select groups",
        100,
        "/blocks/0/elements/0/option_groups",
        lambda n: message(
            actions({"type": "static_select", "option_groups": [{"label": plain(5), "options": [option()]}] * n})
        ),
    ),
    Limit(
        "options of a group",
        100,
        "/blocks/0/elements/0/option_groups/0/options",
        lambda n: message(
            actions(
                {
                    "type": "multi_static_select",
                    "option_groups": [{"label": plain(5), "options": [option()] * n}],
                }
            )
        ),
    ),
    Limit(
        "placeholder",
        150,
        "/blocks/0/elements/0/placeholder/text",
        lambda n: message(actions(select(placeholder=plain(n)))),
    ),
    Limit(
        "checkboxes",
        10,
        "/blocks/0/elements/0/options",
        lambda n: message(actions({"type": "checkboxes", "options": [option()] * n})),
    ),
    Limit(
        "radio buttons",
        10,
        "/blocks/0/elements/0/options",
        lambda n: message(actions({"type": "radio_buttons", "options": [option()] * n})),
    ),
    Limit(
        "overflow",
        5,
        "/blocks/0/elements/0/options",
        lambda n: message(actions({"type": "overflow", "options": [option()] * n})),
    ),
    Limit("image url", 3000, "/blocks/0/image_url", lambda n: message(image(image_url=url(n)))),
    Limit("image alt", 2000, "/blocks/0/alt_text", lambda n: message(image(alt_text="x" * n))),
    Limit("image title", 2000, "/blocks/0/title/text", lambda n: message(image(title=plain(n)))),
    Limit("video title", 199, "/blocks/0/title/text", lambda n: message(video(title=plain(n)))),
    Limit("video url", 3000, "/blocks/0/video_url", lambda n: message(video(video_url=url(n)))),
    Limit("video alt", 2000, "/blocks/0/alt_text", lambda n: message(video(alt_text="x" * n))),
    Limit("video author", 49, "/blocks/0/author_name", lambda n: message(video(author_name="x" * n))),
    Limit("markdown", 12_000, "/blocks/0/text", lambda n: message({"type": "markdown", "text": "x" * n})),
    Limit(
        "markdown of all blocks",
        12_000,
        "/blocks",
        lambda n: message({"type": "markdown", "text": "x" * 6_000}, {"type": "markdown", "text": "x" * (n - 6_000)}),
    ),
    Limit(
        "text of all blocks",
        11_000,
        "/blocks",
        lambda n: message(*[section(text=mrkdwn(n // 4))] * 3, section(text=mrkdwn(n - n // 4 * 3))),
    ),
    Limit("table rows", 100, "/blocks/0/rows", lambda n: message(table(n, 1))),
    Limit("table columns", 20, "/blocks/0/rows/0", lambda n: message(table(1, n))),
    Limit("tables of a message", 1, "/blocks", lambda n: message(*[table(1, 1)] * n)),
    Limit("a table beside a data_table", 1, "/blocks", lambda n: message(data_table(), *[table(1, 1)] * (n - 1))),
    Limit(
        "column settings",
        20,
        "/blocks/0/column_settings",
        lambda n: message(table(1, 1, column_settings=[None] * n)),
    ),
    Limit("data_table rows", 101, "/blocks/0/rows", lambda n: message(data_table(n))),
    Limit("data_table columns", 20, "/blocks/0/rows/0", lambda n: message(data_table(2, n))),
    Limit(
        "data_table letters",
        10_000,
        "/blocks/0/rows",
        lambda n: message(data_table(rows=0) | {"rows": [[cell()], [cell(n - 1)]]}),
    ),
    Limit("data_table page", 100, "/blocks/0/page_size", lambda n: message(data_table(page_size=n))),
    Limit("chart title", 50, "/blocks/0/title", lambda n: message(chart() | {"title": "x" * n})),
    Limit("chart series", 6, "/blocks/0/chart/series", lambda n: message(chart(series=n))),
    Limit("chart points", 20, "/blocks/0/chart/series/0/data", lambda n: message(chart(points=n))),
    Limit("chart category", 20, "/blocks/0/chart/axis_config/categories/0", lambda n: message(chart(label=n))),
    Limit("chart series name", 20, "/blocks/0/chart/series/0/name", lambda n: message(chart(name=n))),
    Limit("chart x label", 50, "/blocks/0/chart/axis_config/x_label", lambda n: message(chart(x_label="x" * n))),
    Limit("chart y label", 50, "/blocks/0/chart/axis_config/y_label", lambda n: message(chart(y_label="x" * n))),
    Limit("pie segments", 6, "/blocks/0/chart/segments", lambda n: message(pie(n))),
    Limit("charts of a message", 2, "/blocks", lambda n: message(*[pie(1)] * n)),
    Limit("card title", 150, "/blocks/0/title/text", lambda n: message(card(title=plain(n)))),
    Limit("card subtitle", 150, "/blocks/0/subtitle/text", lambda n: message(card(subtitle=plain(n)))),
    Limit("card body", 200, "/blocks/0/body/text", lambda n: message(card(body=mrkdwn(n)))),
    Limit("card actions", 2, "/blocks/0/actions", lambda n: message(card(actions=[button()] * n))),
    Limit(
        "carousel",
        10,
        "/blocks/0/elements",
        lambda n: message({"type": "carousel", "elements": [card()] * n}),
    ),
    Limit("container children", 10, "/blocks/0/child_blocks", lambda n: message(container(n))),
    Limit("container title", 150, "/blocks/0/title/text", lambda n: message(container(title=plain(n)))),
    Limit("container subtitle", 150, "/blocks/0/subtitle/text", lambda n: message(container(subtitle=plain(n)))),
    Limit(
        "plan",
        50,
        "/blocks/0/tasks",
        lambda n: message({"type": "plan", "title": "a", "tasks": [task()] * n}),
    ),
    Limit(
        "feedback button",
        75,
        "/blocks/0/elements/0/positive_button/text/text",
        lambda n: message(
            {
                "type": "context_actions",
                "elements": [
                    {
                        "type": "feedback_buttons",
                        "positive_button": {"text": plain(n), "value": "a"},
                        "negative_button": {"text": plain(5), "value": "b"},
                    }
                ],
            }
        ),
    ),
]


def pointers(problems: list[Problem]) -> set[str]:
    return {problem.pointer for problem in problems}


@pytest.mark.parametrize("limit", MESSAGES, ids=lambda limit: limit.name)
def test_a_message_passes_at_a_limit_and_not_beyond(limit: Limit) -> None:
    """The payload at the limit is clean; one more is refused, where it is too much."""
    assert check_message(limit.build(limit.figure)) == []
    assert limit.pointer in pointers(check_message(limit.build(limit.figure + 1)))
