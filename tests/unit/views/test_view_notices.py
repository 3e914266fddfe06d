from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.domain.listing import Pricing
from bot.slack.message import Message
from bot.slack.views.help import help_answer, unknown_verb
from bot.slack.views.misread import misread_answer
from bot.slack.views.notices import (
    checkpoints_asked,
    form_too_late,
    looking,
    not_allowed,
    out_of_date,
    out_of_date_view,
    went_wrong,
)
from bot.words import CLAUSES, TRACK_CLAUSES, VERBS, Misread, read_find
from handlers.help import no_such_verb, show_help

Judge = Callable[[Message], str]
Make = Callable[..., Any]


def misread(words: str, zone: ZoneInfo, now: datetime) -> Misread:
    """Read words that can't be a find."""
    read = read_find(words, zone, now)
    assert isinstance(read, Misread)
    return read


def test_a_unit_that_is_missing_is_asked_back(zone: ZoneInfo, now: datetime, shown: Judge):
    """`max 2` may be per hour or per minute."""
    message = misread_answer("find", misread("h100 for 72h disk 500GB max 2", zone, now))
    assert "I did not understand this `/gpu find`: `max 2`: per hour or per minute?" in shown(message)


def test_a_slip_is_corrected_as_a_whole_command(zone: ZoneInfo, now: datetime, shown: Judge):
    """The corrected command can be copied."""
    read = misread("h100-sxm fro 72h disk 500GB", zone, now)
    message = misread_answer("find", read)
    assert "Did you mean `/gpu find h100-sxm for 72h disk 500GB`?" in shown(message)
    button = message.blocks[-1]["accessory"]
    assert (button["action_id"], button["value"]) == ("runsitter.find.again", "h100-sxm for 72h disk 500GB")
    other = misread_answer("check", read)
    assert "Did you mean `/gpu check" in shown(other)
    assert "accessory" not in other.blocks[-1]


@pytest.mark.parametrize(
    ("words", "head"),
    [
        ("h100 for 72h", "One more thing, please: disk: how many GB?"),
        ("h100", "Two more things, please: for: how long does it train?"),
        ("h100 for 72h max 2", "I did not understand this /gpu find: max 2: per hour or per minute?"),
        ("x" * 3000, "I did not understand this /gpu find: That is 3,000 characters"),
    ],
)
def test_what_is_only_missing_is_no_misunderstanding(
    words: str, head: str, zone: ZoneInfo, now: datetime, shown: Judge
):
    """It is asked for, all of it in the notification too."""
    message = misread_answer("find", misread(words, zone, now))
    shown(message)
    assert message.text.replace("`", "").startswith(head)


def test_hostile_words_are_shown_literally_and_short(zone: ZoneInfo, now: datetime, shown: Judge):
    """Case f161: no ping, no link, no traceback."""
    words = "<!channel> <@U0123456789> <https://x.test|ok> `" + "nonsense " * 40
    message = misread_answer("find", misread(words, zone, now))
    assert len(shown(message)) < 3000
    assert len(message.text) < 600


def test_every_verb_and_clause_is_in_the_help(shown: Judge):
    """One table feeds the grammar's help, the manifest and this."""
    text = shown(help_answer())
    assert all(f"*/gpu {verb.name}*" in text for verb in VERBS)
    assert all(f"`{one}`" in text for clause in CLAUSES for one in clause.spelled)


def test_a_misspelt_verb_is_answered_with_the_nearest(shown: Judge):
    """And with the way to everything."""
    assert "Did you mean `/gpu find`?" in shown(unknown_verb("fnd", "find"))
    assert "Did you mean" not in shown(unknown_verb("<!here>", None))


@pytest.mark.parametrize("typed", ["untrack", "stop", "delete", "end", "destroy"])
def test_whoever_wants_to_end_a_watch_is_told_how_it_ends(typed: str, shown: Judge):
    """`track` is near to `untrack`, and the last thing that is meant."""
    text = shown(no_such_verb(typed))
    assert "Did you mean" not in text
    assert "End the rental at the marketplace, and the run ends by itself" in text
    assert "`/gpu track by-hand as NAME until DATE`" in text


async def test_help_of_one_verb_is_of_that_alone(shown: Judge):
    """On a phone the whole help is eight screens."""
    text = shown(await show_help(None, "track"))
    assert "*/gpu track*" in text
    assert "*/gpu find*" not in text
    assert all(f"`{one}`" in text for clause in TRACK_CLAUSES for one in clause.spelled)
    assert "Words" not in shown(await show_help(None, " Runs "))
    assert shown(await show_help(None, "banana")) == shown(await show_help(None, "")) == shown(help_answer())


def test_every_notice_is_a_message_that_slack_takes(shown: Judge):
    """Whoever clicks or types something odd is told what it did: nothing."""
    for notice in (out_of_date(), not_allowed(), went_wrong("4f2a")):
        assert "nothing was" in shown(notice).lower()
    assert "Looking" in shown(looking())
    assert "4f2a" in shown(went_wrong("4f2a"))


def test_a_form_that_came_too_late_leaves_a_fresh_button(shown: Judge):
    """Case f153."""
    message = form_too_late("find")
    shown(message)
    button = message.blocks[-1]["elements"][0]
    assert (button["action_id"], button["value"]) == ("runsitter.form.open", "find")


def test_a_form_of_an_older_version_is_answered_in_its_place(formed: Callable[[dict[str, Any]], str]):
    """The answer is a view, since a submission has nowhere else to show one."""
    assert "out of date" in formed(out_of_date_view())


def test_a_bid_without_checkpoints_is_refused_with_its_remedy(need: Make, zone: ZoneInfo, now: datetime, shown: Judge):
    """Both ways out are a command to type and a button to press."""
    bid = need(pricing=Pricing.BID)
    message = checkpoints_asked(bid, zone)
    text = shown(message)
    assert "a 72 h run on one needs checkpoints" in message.text
    assert "bid every 1h`" in text
    values = [block["accessory"]["value"] for block in message.blocks if "accessory" in block]
    assert [need(pricing=Pricing.BID, checkpoint_every=timedelta(hours=1)), need()] == [
        read_find(value, zone, now) for value in values
    ]
