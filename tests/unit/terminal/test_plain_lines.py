import unicodedata
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.slack.message import Message
from bot.slack.views.blocks import context, section
from bot.slack.views.figures import date
from bot.slack.views.text import code, esc, say
from bot.terminal.plain import plain_lines

BERLIN = ZoneInfo("Europe/Berlin")
NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


def in_a_section(text):
    """Make a message with one section, and give its lines."""
    return plain_lines(Message("short", (section(text),)), BERLIN)


@pytest.mark.parametrize(
    ("mrkdwn", "plain"),
    [
        (say("ends {at}", at=date(NOON)), "ends Wed 2026-07-01 14:00 CEST"),
        (say("*{price}* to finish", price="$1,200"), "$1,200 to finish"),
        (say("type {it} again", it=code("/gpu find h100")), "type /gpu find h100 again"),
        (say("see <https://vast.example/docs|the docs>"), "see the docs (https://vast.example/docs)"),
        (esc("a < b & c > d"), "a < b & c > d"),
    ],
)
def test_a_slack_text_becomes_a_plain_one(mrkdwn, plain):
    """Dates in the reader's zone, links with their address, no marks, no entities."""
    assert [plain] == in_a_section(mrkdwn)


def test_blocks_are_parted_by_an_empty_line_and_the_small_print_is_there():
    """Whatever has text is printed in its order."""
    message = Message(
        "short", (section(esc("one"), esc("two")), {"type": "divider"}, context(esc("small"), esc("print")))
    )
    assert ["one", "two", "", "small", "print"] == plain_lines(message, BERLIN)


def test_a_button_leaves_its_address():
    """A link button can't be pressed in a terminal."""
    block = {"type": "section", "text": {"text": "a machine"}, "accessory": {"url": "https://vast.example/4411"}}
    assert ["a machine", "https://vast.example/4411"] == plain_lines(Message("short", (block,)), BERLIN)


def test_a_message_without_blocks_is_its_text():
    """One line or more."""
    assert ["one", "two"] == plain_lines(Message("one\ntwo"), BERLIN)


@given(st.text(max_size=80))
def test_nothing_from_outside_steers_a_terminal(text):
    """Whatever a host calls itself: no escape sequence, no line of its own."""
    (line,) = in_a_section(say("host {name} ends", name=text))
    assert line.startswith("host ")
    assert line.endswith(" ends")
    assert not {"Cc", "Cf"}.intersection(map(unicodedata.category, line))
