from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from bot.domain.letters.account import (
    BalanceEnd,
    BalanceRecovered,
    RouteBroken,
    SightBack,
    SightLost,
    Unclaimed,
    UnclaimedOver,
)
from bot.domain.letters.health import HealthMatter, HealthNote
from bot.slack.views.figures import date

Said = Callable[..., str]
Make = Callable[..., Any]


def test_a_marketplace_that_cannot_be_read_is_our_blindness_and_nobodys_outage(sample: Make, said: Said):
    """Cases c59, c63, c64: unreachable is not dead."""
    facts = sample(SightLost)
    text = said(facts)
    assert f"Vast.ai can't be read since {date(facts.since)}: we are blind there" in text
    assert "which says nothing about the machines." in text
    assert "no host is called offline" in text
    assert "Runs there: llama-ft, b" in text


def test_sight_that_is_back_says_for_how_long_it_was_gone(sample: Make, said: Said):
    """And that what happened meanwhile follows."""
    assert "after 1 h without. What happened to llama-ft meanwhile is told by itself." in said(sample(SightBack))


def test_a_balance_is_told_with_its_end_its_burn_and_what_is_missing(sample: Make, said: Said):
    """Case a6: over all instances; what is of unknown cost makes it sooner."""
    facts = sample(BalanceEnd)
    text = said(facts)
    assert f"Balance at Vast.ai: $61.20 lasts until {date(facts.end)} or sooner, at $2.15/h over all instances." in text
    assert "Not in the burn, for their cost is not known: `vast:9`" in text
    assert "What the runs still take: $206: *$145 too little*" in text
    assert "sooner" not in said(sample(BalanceEnd, missing=()))
    assert "it covers that" in said(sample(BalanceEnd, needed=Decimal(60)))
    assert "What the runs still take: not known" in said(sample(BalanceEnd, needed=None))


def test_a_balance_that_nothing_burns_has_no_end(said: Said):
    """None is not for ever, it is nothing."""
    assert "Balance at Vast.ai: $400, nothing burns it now." in said(BalanceRecovered("vast", Decimal(400), None))
    away = said(
        BalanceRecovered("vast", Decimal(400), datetime(2026, 12, 1, tzinfo=UTC), Decimal("32.2"), or_sooner=True)
    )
    assert "or sooner, as not every cost is known at $32.20/h with every host back." in away


def test_an_instance_without_a_run_is_told_with_its_cost_and_left_alone(sample: Make, said: Said):
    """Cases a8, a12: stopped is never free, and the label is literal."""
    text = said(sample(Unclaimed, label="<!channel> `x`"))
    assert "$0.02/h, about $0.98 so far." in text
    assert 'the marketplace says "stopped"' in text
    assert "`&lt;!channel&gt; \u02cbx\u02cb`" in text
    assert "Runsitter never touches what it was not told to sit with" in text
    assert "A stopped instance costs too" in text
    assert "what it costs is not known" in said(sample(Unclaimed, hourly=None))


def test_an_instance_that_got_its_run_is_told(sample: Make, said: Said):
    """Or that it is no longer there."""
    assert "sits with llama-ft now." in said(sample(UnclaimedOver, claimed_by="llama-ft"))
    assert "it costs nothing more." in said(sample(UnclaimedOver))


def test_a_channel_that_takes_nothing_is_told_with_the_reason_and_the_remedy(sample: Make, said: Said):
    """Promise 3: nothing that waits is lost."""
    text = said(sample(RouteBroken))
    assert "#C0TRAIN takes no messages of mine since" in text
    assert "(`channel_not_found`)" in text
    assert "3 messages are there for it: each goes the second way" in text
    assert "1 message is there for it" in said(sample(RouteBroken, waiting=1))


def test_a_time_without_the_bot_says_that_words_may_be_lost(sample: Make, said: Said, now: Any):
    """Case f150."""
    text = said(sample(HealthNote))
    assert "Runsitter did not run from" in text
    assert "(2 h). What you typed meanwhile may be lost: type it again." in text
    late = HealthNote(HealthMatter.LATE_LOOP, now, None, "poll of vast")
    assert f"Runsitter's own `poll of vast` is late since {date(now)}." in said(late)


def test_a_wrong_clock_is_named_with_what_it_did_and_what_to_do(said: Said, now: Any):
    """By how much, in spans: a date of that clock would be as wrong."""
    day = timedelta(days=1)
    back = said(HealthNote(HealthMatter.CLOCK_WENT_BACK, now + 3 * day, now))
    assert "was set back by 3 d" in back
    assert "nothing that was told or seen is undone" in back
    ahead = said(HealthNote(HealthMatter.CLOCK_WAS_AHEAD, now + 3 * day, now))
    assert "was set back by 3 d" in ahead
    assert "come again at their time" in ahead
    still = said(HealthNote(HealthMatter.CLOCK_IS_AHEAD, now + day / 4, now))
    assert "is ahead of Slack's by 6 h." in still
    behind = said(HealthNote(HealthMatter.CLOCK_IS_BEHIND, now - day / 4, now))
    assert "is behind Slack's by 6 h or more" in behind
    assert "comes sooner than Runsitter says" in behind
    assert "is right again" in said(HealthNote(HealthMatter.CLOCK_IS_RIGHT, now, None))


def test_a_balance_below_zero_is_overspent_and_lasts_until_no_date(sample: Make, said: Said):
    """The date would be in the past, and the burn be beside the point."""
    facts = sample(BalanceEnd, balance=Decimal(-5))
    text = said(facts)
    assert "Balance at Vast.ai: -$5.00, it is overspent." in text
    assert "lasts until" not in text
