from hypothesis import example, given
from hypothesis import strategies as st

from bot.slack.views.text import MOST_OUTSIDE, Mrkdwn, clean, code, cut, esc, join, plain, quoting, say

HOSTILE = "<!channel> <https://x.test|verified \u2705> *bold* `tick` _it_ ~no~ :tada: \u202egnp\n&amp;"


def test_a_label_with_a_mass_mention_is_shown_literally():
    """Case f161."""
    assert esc("<!channel> <https://x.test|ok>") == "&lt;!channel&gt; &lt;https://x.test|ok&gt;"


def test_formatting_characters_become_look_alikes():
    """Nothing outside can make bold, italics, strike, code or emoji."""
    shown = esc(HOSTILE)
    assert not set("*`~") & set(shown)
    assert ":tada:" not in shown
    assert "_it_" not in shown


def test_a_marketplaces_own_name_can_be_copied():
    """Case b41: an underscore inside a word formats nothing and stays."""
    assert esc("H100_SXM5") == "H100_SXM5"


def test_a_time_of_day_is_no_emoji():
    """Colons between digits stay."""
    assert esc("10:30:20 vast:4411") == "10:30:20 vast:4411"


def test_an_escaped_text_is_not_escaped_again():
    """What is mrkdwn already goes through as it is."""
    assert esc(esc("a & b")) == "a &amp; b"


def test_a_template_escapes_its_values():
    """Only our own template may format."""
    assert say("*{name}*", name="*<@U1>*") == "*\u2217&lt;@U1&gt;\u2217*"


def test_a_template_is_filled_once():
    """A value with braces is not a template."""
    assert say("{a} {b}", a="{b}", b="x") == "{b} x"


def test_a_code_span_cannot_be_left():
    """A backtick inside would end it."""
    assert code("a`b`<!here>") == "`a\u02cbb\u02cb&lt;!here&gt;`"


def test_empty_code_is_still_a_span():
    """Two backticks side by side would show as such."""
    assert code("\x00\n") == "` `"


def test_a_quoting_sentence_keeps_its_code_and_spaces():
    """The grammar's sentences quote what was typed between backticks."""
    assert quoting("`max 2`: per hour? Type `max $2/h` or <x>.") == "`max 2`: per hour? Type `max $2/h` or &lt;x&gt;."


def test_joining_leaves_no_separator_for_what_is_empty():
    """An absent part leaves no trace."""
    assert join(", ", [esc("a"), esc(""), esc("b")]) == "a, b"


def test_a_label_of_3001_characters_is_cut_with_an_ellipsis():
    """Case f154."""
    shown = esc("x" * 3001)
    assert len(shown) == MOST_OUTSIDE
    assert shown.endswith("\u2026")


def test_a_cut_never_parts_an_entity():
    """A half entity would be shown as rubbish."""
    assert cut(Mrkdwn("&lt;&lt;&lt;"), 9) == "&lt;&lt;\u2026"


@given(st.text(max_size=4000))
@example(HOSTILE)
def test_outside_text_is_always_one_literal_line(text: str):
    """Whatever comes, no angle bracket, no formatting, no control character, and at most so many characters."""
    shown = esc(text)
    assert not set("<>*`~\n\r\t\x00\u202e") & set(shown)
    assert len(shown) <= 5 * MOST_OUTSIDE
    assert len(clean(text)) <= MOST_OUTSIDE
    shown.encode()


@given(st.text(max_size=400), st.integers(1, 300))
def test_cut_text_is_never_longer_and_never_live(text: str, most: int):
    """Cutting keeps entities and code spans whole."""
    shown = cut(say("{a} {b}", a=esc(text), b=code(text)), most)
    assert len(shown) <= most
    assert shown.count("`") % 2 == 0
    assert "<" not in shown


@given(st.text(max_size=400))
def test_plain_text_holds_no_angle_brackets(text: str):
    """A plain_text object is literal, and still nothing in it may look like a mention."""
    assert not set("<>\n") & set(plain(text, 75))
    assert len(plain(text, 75)) <= 75
