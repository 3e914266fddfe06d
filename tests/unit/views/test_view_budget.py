from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.sandbox.slack.blockkit import check_message
from bot.slack.message import Message
from bot.slack.views.blocks import button, context, link_button, section
from bot.slack.views.budget import MOST_BLOCKS, MOST_LETTERS, Rows, compose, in_parts, letters
from bot.slack.views.text import Mrkdwn, esc

Judge = Callable[[Message], str]
POINT = esc("The point")


def rows_of(*texts: str) -> list[list[dict[str, object]]]:
    """Give one section a row."""
    return [[section(esc(text, 3000))] for text in texts]


def test_three_hundred_listings_are_cut_with_their_count(shown: Judge):
    """Cases f154, f156: what does not fit is counted."""
    text = shown(compose(POINT, section(POINT), Rows(rows_of(*("row" for _ in range(300)))), section(esc("last"))))
    assert f"and {300 - (MOST_BLOCKS - 3)} more" in text
    assert text.endswith("last")


def test_what_the_caller_left_out_is_counted_with_what_did_not_fit(shown: Judge):
    """One count for both."""
    assert "and 12 more" in shown(compose(POINT, Rows(rows_of("a", "b"), more=12)))


def test_rows_that_all_fit_have_no_count(shown: Judge):
    """Nothing is said to be missing when nothing is."""
    assert "more" not in shown(compose(POINT, Rows(rows_of("a", "b"))))


def test_small_print_is_kept_before_rows():
    """Rows give way to what is said once."""
    message = compose(POINT, Rows(rows_of(*("x" * 2900 for _ in range(9)))), context(esc("the defaults")))
    assert message.blocks[-1] == context(esc("the defaults"))
    assert sum(map(letters, message.blocks)) <= MOST_LETTERS


def test_sixty_listings_go_out_in_parts():
    """Case f154: 60 listings of 90 characters each."""
    parts = in_parts(POINT, rows_of(*(f"{n:090}" for n in range(60))))
    said = [block["text"]["text"] for part in parts for block in part.blocks]
    assert [f"{n:090}" for n in range(60)] == said
    assert len(parts) == 2


def test_seventy_instances_go_out_in_two_messages(shown: Judge):
    """Case f156: the same rows, none lost, each message within the limits."""
    parts = in_parts(POINT, rows_of(*(f"instance {n}" for n in range(70))))
    assert [len(part.blocks) for part in parts] == [MOST_BLOCKS, 25]
    assert all(shown(part) for part in parts)


def test_a_section_beyond_3000_characters_is_cut(shown: Judge):
    """Case f154: a 3,001-character label."""
    text = shown(compose(POINT, section(Mrkdwn("x" * 3001))))
    assert text.endswith("\u2026\n".rstrip())


def test_a_value_that_slack_would_refuse_makes_no_button():
    """2,000 characters are the most, none is too few."""
    assert button("Find", "runsitter.find.again", "x" * 2001) is None
    assert button("Find", "runsitter.find.again", "") is None
    assert button("Find", "runsitter.find.again", "x" * 2000) is not None


def test_only_a_web_address_makes_a_link():
    """An address from outside may be anything."""
    for bad in (
        None,
        "javascript:alert(1)",
        "https://x.test/" + "y" * 3000,
        "https://x.test/a b",
        "https://x.test/\u202e",
    ):
        assert link_button("Open", "runsitter.listing.open", bad) is None
    assert link_button("Open", "runsitter.listing.open", "https://x.test/") is not None


@settings(max_examples=50)
@given(st.lists(st.text(max_size=4000), max_size=80), st.text(max_size=4000))
def test_no_text_breaks_a_limit(texts: list[str], point: str):
    """Cases f154, f156, f161: whatever the rows hold, Slack would take the message."""
    message = compose(esc(point + "x", 600), Rows(rows_of(*texts)), context(esc(point)))
    assert check_message({"text": message.text, "blocks": list(message.blocks)}) == []
