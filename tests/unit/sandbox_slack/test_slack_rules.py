"""The rules of Block Kit that are no mere lengths: shapes, kinds, surfaces, uniqueness."""

# ruff: noqa: D103 - the builders of payloads are named for what they build

from typing import Any

import pytest

from bot.sandbox.slack.blockkit import check_message, check_view

Json = dict[str, Any]
WORDS = {"type": "plain_text", "text": "Words"}
BUTTON = {"type": "button", "text": WORDS}
SECTION = {"type": "section", "text": {"type": "mrkdwn", "text": "words"}}
TEXT_INPUT = {"type": "input", "label": WORDS, "element": {"type": "plain_text_input"}}
CELL = {"type": "raw_text", "text": "a"}
RICH = {
    "type": "rich_text",
    "elements": [{"type": "rich_text_section", "elements": [{"type": "text", "text": "a"}]}],
}
CARD = {"type": "card", "title": WORDS}
TASK = {"type": "task_card", "task_id": "1", "title": "a", "status": "pending"}
PIE = {
    "type": "data_visualization",
    "title": "a",
    "chart": {"type": "pie", "segments": [{"label": "a", "value": 1}]},
}
ICON = {"type": "icon_button", "icon": "trash", "text": WORDS}
BLOCKS: dict[str, Json] = {
    "actions": {"type": "actions", "elements": [BUTTON]},
    "alert": {"type": "alert", "text": WORDS},
    "card": CARD,
    "carousel": {"type": "carousel", "elements": [CARD]},
    "container": {"type": "container", "title": WORDS, "child_blocks": [SECTION]},
    "context": {"type": "context", "elements": [WORDS]},
    "context_actions": {"type": "context_actions", "elements": [ICON]},
    "data_table": {"type": "data_table", "caption": "a", "rows": [[CELL], [CELL]]},
    "data_visualization": PIE,
    "divider": {"type": "divider"},
    "file": {"type": "file", "external_id": "a", "source": "remote"},
    "header": {"type": "header", "text": WORDS},
    "image": {"type": "image", "alt_text": "a", "image_url": "https://x.test/a.png"},
    "input": TEXT_INPUT,
    "markdown": {"type": "markdown", "text": "a"},
    "plan": {"type": "plan", "title": "a", "tasks": [TASK]},
    "rich_text": RICH,
    "section": SECTION,
    "table": {"type": "table", "rows": [[CELL]]},
    "task_card": TASK,
    "video": {
        "type": "video",
        "alt_text": "a",
        "title": WORDS,
        "video_url": "https://x.test/v",
        "thumbnail_url": "https://x.test/t",
    },
}
NOT_ON = {
    "message": {"alert", "file"},
    "modal": {
        *("card", "carousel", "container", "context_actions", "data_table", "data_visualization"),
        *("file", "markdown", "plan", "table", "task_card"),
    },
    "home": {"alert", "context_actions", "data_table", "file", "markdown", "plan", "table", "task_card"},
}


def message(*blocks: object) -> Json:
    return {"text": "in words", "blocks": list(blocks)}


def modal(*blocks: object, **more: object) -> Json:
    return {"type": "modal", "title": WORDS, "submit": WORDS, "blocks": list(blocks), **more}


def faults(surface: str, block: Json) -> list[str]:
    """Check one block on one surface."""
    if surface == "message":
        return [problem.pointer for problem in check_message(message(block))]
    view = modal(block) if surface == "modal" else {"type": "home", "blocks": [block]}
    return [problem.pointer for problem in check_view(view)]


@pytest.mark.parametrize("surface", ["message", "modal", "home"])
@pytest.mark.parametrize("kind", BLOCKS)
def test_a_block_is_refused_exactly_where_its_surface_refuses_it(surface: str, kind: str) -> None:
    """Slack's three surfaces know different blocks (facts of 2026-11-30, §3.2)."""
    expected = ["/blocks/0/type"] if kind in NOT_ON[surface] else []
    assert faults(surface, BLOCKS[kind]) == expected


@pytest.mark.parametrize("kind", ["email_text_input", "number_input", "url_text_input", "file_input"])
def test_typed_inputs_live_in_modals_only(kind: str) -> None:
    """Email, number, URL and file inputs are refused on a message and on a home tab."""
    more = {"is_decimal_allowed": True} if kind == "number_input" else {}
    block = {"type": "input", "label": WORDS, "element": {"type": kind, **more}}
    assert faults("modal", block) == []
    assert faults("message", block) == faults("home", block) == ["/blocks/0/element/type"]


def test_a_datetimepicker_has_no_place_on_a_home_tab() -> None:
    """It is known on messages and modals."""
    block = {"type": "actions", "elements": [{"type": "datetimepicker"}]}
    assert faults("message", block) == faults("modal", block) == []
    assert faults("home", block) == ["/blocks/0/elements/0/type"]


@pytest.mark.parametrize(
    ("blocks", "pointer"),
    [
        ([{"type": "fireworks"}], "/blocks/0/type"),
        ([{"text": WORDS}], "/blocks/0/type"),
        (["words"], "/blocks/0"),
        ([SECTION | {"colour": "red"}], "/blocks/0"),
        ([SECTION | {"text": "words"}], "/blocks/0/text"),
        ([SECTION | {"text": {"type": "mrkdwn", "text": "a", "emoji": True}}], "/blocks/0/text"),
        ([SECTION | {"text": {"type": "plain_text", "text": "a", "verbatim": True}}], "/blocks/0/text"),
        ([SECTION | {"text": {"type": "mrkdwn", "text": ""}}], "/blocks/0/text/text"),
        ([SECTION | {"text": {"type": "mrkdwn", "text": 5}}], "/blocks/0/text/text"),
        ([{"type": "section"}], "/blocks/0"),
        ([SECTION | {"expand": "yes"}], "/blocks/0/expand"),
        ([SECTION | {"accessory": ICON}], "/blocks/0/accessory/type"),
        ([{"type": "header", "text": SECTION["text"]}], "/blocks/0/text/type"),
        (
            [{"type": "header", "text": {"type": "plain_text", "text": "<!date^1^{date}|x>"}}],
            "/blocks/0/text/text",
        ),
        ([{"type": "header", "text": WORDS, "level": True}], "/blocks/0/level"),
        ([{"type": "actions", "elements": []}], "/blocks/0/elements"),
        ([{"type": "actions", "elements": [BUTTON | {"style": "default"}]}], "/blocks/0/elements/0/style"),
        ([{"type": "actions", "elements": [BUTTON | {"url": "x.test"}]}], "/blocks/0/elements/0/url"),
        ([{"type": "actions", "elements": [{"type": "static_select"}]}], "/blocks/0/elements/0"),
        ([{"type": "context", "elements": [BUTTON]}], "/blocks/0/elements/0/type"),
        ([{"type": "context_actions", "elements": [ICON | {"icon": "pencil"}]}], "/blocks/0/elements/0/icon"),
        ([{"type": "image", "alt_text": "a"}], "/blocks/0"),
        ([{"type": "image", "alt_text": "a", "slack_file": {"id": "file-1"}}], "/blocks/0/slack_file/id"),
        ([{"type": "table", "rows": [[WORDS]]}], "/blocks/0/rows/0/0/type"),
        (
            [{"type": "table", "rows": [[{"type": "raw_number", "value": "1", "text": "1"}]]}],
            "/blocks/0/rows/0/0/value",
        ),
        (
            [{"type": "table", "rows": [[CELL]], "column_settings": [{"align": "top"}]}],
            "/blocks/0/column_settings/0/align",
        ),
        ([{"type": "data_table", "rows": [[CELL], [CELL]]}], "/blocks/0"),
        ([{"type": "data_table", "caption": "a", "rows": [[CELL]]}], "/blocks/0/rows"),
        ([{"type": "data_table", "caption": "a", "rows": [[RICH], [CELL]]}], "/blocks/0/rows/0/0/type"),
        ([{"type": "data_table", "caption": "a", "rows": [[CELL], [CELL, CELL]]}], "/blocks/0/rows"),
        ([BLOCKS["data_table"] | {"page_size": 0}], "/blocks/0/page_size"),
        ([{"type": "card", "subtitle": WORDS}], "/blocks/0"),
        ([{"type": "carousel", "elements": []}], "/blocks/0/elements"),
        ([{"type": "container", "child_blocks": [SECTION]}], "/blocks/0"),
        ([BLOCKS["container"] | {"child_blocks": [BLOCKS["container"]]}], "/blocks/0/child_blocks/0/type"),
        (
            [BLOCKS["container"] | {"is_collapsible": True, "has_header_divider": True}],
            "/blocks/0/has_header_divider",
        ),
        ([BLOCKS["container"] | {"default_collapsed": True}], "/blocks/0/default_collapsed"),
        ([TASK | {"status": "asleep"}], "/blocks/0/status"),
        ([{"type": "rich_text", "elements": [{"type": "text", "text": "a"}]}], "/blocks/0/elements/0/type"),
        ([SECTION | {"block_id": "a"}, SECTION | {"block_id": "a"}], "/blocks"),
        ([{"type": "actions", "elements": [BUTTON | {"action_id": "a"}] * 2}], "/blocks"),
    ],
)
def test_a_malformed_message_is_refused_where_it_is_malformed(blocks: list[object], pointer: str) -> None:
    """The JSON pointer names the field, as Slack's own answer does."""
    assert pointer in [problem.pointer for problem in check_message(message(*blocks))]


def test_a_chart_needs_one_point_per_category_and_series_of_different_names() -> None:
    """A series that misses a category, and two series of one name, are refused."""
    series = {"name": "a", "data": [{"label": "x", "value": 1}]}
    chart = {"type": "line", "series": [series, series], "axis_config": {"categories": ["x", "y"]}}
    problems = check_message(message(PIE | {"chart": chart}))
    assert {"/blocks/0/chart/series", "/blocks/0/chart/series/0/data"} <= {one.pointer for one in problems}


def test_one_action_id_may_stand_in_two_blocks() -> None:
    """Slack wants an action_id unique within its block only."""
    row = {"type": "actions", "elements": [BUTTON | {"action_id": "a"}]}
    assert check_message(message(row, row)) == []


def test_a_message_with_blocks_carries_its_point_in_text() -> None:
    """Without `text` the push notification is empty and the screen reader mute."""
    codes = [problem.code for problem in check_message({"blocks": [SECTION]})]
    assert codes == ["no_text"]


def test_a_deleting_answer_needs_no_text() -> None:
    """A response_url is told to delete with one field."""
    assert check_message({"delete_original": True}) == []


def test_each_kind_of_fault_carries_slacks_own_code() -> None:
    """Too long a text, too much in all blocks, two tables, bad metadata."""
    codes = {
        problem.code
        for payload in (
            {"text": "x" * 40_001},
            message(*[SECTION | {"text": {"type": "mrkdwn", "text": "x" * 3000}}] * 4),
            message(BLOCKS["table"], BLOCKS["table"]),
            {"text": "a", "metadata": {"event_type": "a"}},
            {"text": "a", "colour": "red"},
        )
        for problem in check_message(payload)
    }
    assert codes == {
        *("msg_too_long", "msg_blocks_too_long", "only_one_table_allowed"),
        *("invalid_metadata_format", "invalid_arguments"),
    }


@pytest.mark.parametrize(
    ("view", "pointer"),
    [
        ({"type": "wizard"}, "/type"),
        ({"type": "modal", "title": WORDS, "blocks": [TEXT_INPUT]}, ""),
        ({"type": "modal", "blocks": [SECTION]}, ""),
        (modal(), "/blocks"),
        (modal(SECTION, id="V1"), ""),
        (modal(SECTION, title={"type": "mrkdwn", "text": "a"}), "/title/type"),
        ({"type": "home", "title": WORDS, "blocks": [SECTION]}, ""),
        (modal(TEXT_INPUT | {"element": {"type": "number_input"}}), "/blocks/0/element"),
        (
            modal(TEXT_INPUT | {"element": {"type": "number_input", "is_decimal_allowed": True, "min_value": 1}}),
            "/blocks/0/element/min_value",
        ),
        (modal(TEXT_INPUT | {"element": BUTTON}), "/blocks/0/element/type"),
    ],
)
def test_a_malformed_view_is_refused_where_it_is_malformed(view: Json, pointer: str) -> None:
    """An input needs a submit button, bounds of a number are strings, a home tab has no title."""
    problems = check_view(view)
    assert pointer in [problem.pointer for problem in problems]
    assert {"invalid_arguments"} == {problem.code for problem in problems}


def test_a_problem_reads_like_slacks_own_message() -> None:
    """The wording carries the sentence and the JSON pointer."""
    (problem,) = check_message(message(SECTION | {"text": {"type": "mrkdwn", "text": "x" * 3001}}))
    assert str(problem) == "[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text]"
