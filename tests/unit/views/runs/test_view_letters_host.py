from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

from bot.domain.incidents import IncidentKind
from bot.domain.letters import Outlook
from bot.domain.letters.host import Flapping, HostBack, HostGone, HostOffline
from bot.domain.letters.reminder import Reminder
from bot.slack.views.figures import date

Said = Callable[..., str]
Make = Callable[..., Any]

HOUR = timedelta(hours=1)


def test_a_host_that_is_offline_is_told_with_all_that_follows_from_it(sample: Make, said: Said):
    """Whose word it is, since when, last seen, money, no move, what is at risk, the finish, and what to do."""
    facts = sample(HostOffline)
    text = said(facts)
    saved, finish, ends = (date(at) for at in (facts.saved_at, facts.outlook.finish_at, facts.outlook.ends_at))
    for line in (
        f"llama-ft: Vast.ai says that the host is offline, since {date(facts.since)}. Billing is paused.",
        f"Last seen up: {date(facts.not_before)}",
        "The instance is *not* moved to another machine automatically",
        f"If it came back at once: Finish {finish}, *fits in time*: 1 d 22 h spare \u00b7 machine ends {ends}",
        f"@U0ADA: the last checkpoint off this machine is of {saved}, so 6 h of running ($109) are at risk.",
        "Wait for the host, or go on elsewhere from that checkpoint.",
        "`/gpu find h100-sxm x8 for 40h 12m disk 500GB in 200GB out 300GB`",
        "x8 H100 SXM 80 GB \u00b7 Vast.ai `vast:4411`",
    ):
        assert line in text


def test_the_text_of_an_offline_host_names_money_risk_and_deed(sample: Make, said: Said):
    """At three in the morning the lock screen alone must do."""
    first = said(sample(HostOffline)).splitlines()[0]
    for part in ("llama-ft", "offline", "Billing is paused", "6 h of running ($109) are at risk", "Wait for the host"):
        assert part in first


def test_no_checkpoint_off_the_machine_puts_all_of_the_run_at_risk(sample: Make, said: Said):
    """Nothing is made up where nothing is known."""
    facts = sample(HostOffline, saved_at=None, at_risk=31 * HOUR, at_risk_usd=None)
    assert (
        "no checkpoint off this machine is known, so all 1 d 7 h of running (cost not known) are at risk."
        " Wait for the host, or go on elsewhere from the start." in said(facts)
    )


def test_where_no_policy_is_known_billing_is_not_called_paused(sample: Make, said: Said):
    """It is reckoned as billed."""
    text = said(sample(HostOffline, billing_paused=False))
    assert "Whether billing pauses is not known." in text
    assert "is paused" not in text


def test_an_outage_that_nobody_saw_begin_is_told_between_two_instants(sample: Make, said: Said, now: Any):
    """Case c74: the bot was down from one to three."""
    text = said(sample(HostOffline, since=now, not_before=now - 2 * HOUR))
    assert f"since some time between {date(now - 2 * HOUR)} and {date(now)}" in text


def test_a_run_that_no_longer_fits_says_what_is_missing(sample: Make, said: Said, now: Any):
    """With the machine's end beside it."""
    outlook = Outlook(now + 41 * HOUR, now + 40 * HOUR, -4 * HOUR)
    text = said(sample(HostOffline, outlook=outlook))
    assert f"*does not fit in time*: short by 4 h \u00b7 machine ends {date(now + 40 * HOUR)}" in text
    assert "Every hour away" not in text


def test_an_outlook_that_is_not_known_is_called_so(sample: Make, said: Said):
    """Neither fits nor does not fit."""
    text = said(sample(HostOffline, outlook=Outlook(None, None, None)))
    assert "If it came back at once: Finish not known, the machine's end is not known" in text


def test_an_owner_who_is_no_slack_user_is_not_mentioned(sample: Make, said: Said):
    """Only a checked id ever stands between those brackets."""
    facts = sample(HostOffline)
    text = said(replace(facts, title=replace(facts.title, owner="channel> <!here")))
    assert "channel&gt; &lt;!here" in text


def test_a_host_that_is_back_says_how_long_and_what_was_not_billed(sample: Make, said: Said):
    """And that training is another truth."""
    text = said(sample(HostBack))
    assert "It was away for 2 h; $36.28 to $37.10 was not billed for that time." in text
    assert "whether training moves again is not known from that" in text
    assert "what was not billed for that time is not known" in said(sample(HostBack, unbilled=None))


def test_a_machine_that_is_gone_says_what_is_lost(sample: Make, said: Said, now: Any):
    """Case a5: last seen, last state, the last verified step, what it cost."""
    facts = sample(HostGone, saved_at=now, step=41_000)
    text = said(facts)
    for line in (
        "llama-ft: the machine is gone. Vast.ai has it in no list and by its id there is none:",
        "it and its disk are lost.",
        f'Last seen: {date(facts.last_seen)}, then "running"',
        "It cost until then: $612; nothing is reckoned after",
        "To be done again: 1 d 7 h of running ($562)",
        f"go on elsewhere from the checkpoint of {date(now)}, step 41,000.",
    ):
        assert line in text
    assert "go on elsewhere from the start, for no checkpoint off this machine is known." in said(sample(HostGone))


def test_what_comes_and_goes_is_told_once_and_by_name(sample: Make, said: Said, now: Any):
    """Also of an account, a stray or a channel, which have no title."""
    assert "llama-ft: host offline comes and goes" in said(sample(Flapping))
    account = Flapping("account:vast", IncidentKind.NOT_VISIBLE, now)
    assert "account at Vast.ai: marketplace not visible comes and goes" in said(account)
    stray = Flapping("unclaimed:vast:7001", IncidentKind.UNCLAIMED, now)
    assert "instance `vast:7001`: instance without a run comes and goes" in said(stray)
    route = Flapping("route:C0TRAIN", IncidentKind.SLACK_ROUTE, now)
    assert "channel #C0TRAIN: Slack channel takes no messages comes and goes" in said(route)


def test_a_reminder_says_who_snoozed_it(sample: Make, said: Said):
    """And that it still holds."""
    text = said(sample(Reminder))
    assert "llama-ft: still so, since" in text
    assert "host offline. @U0ADA snoozed it." in text


def test_a_part_of_a_cent_is_at_risk_too(sample: Make, said: Said):
    """No amount is rounded to nothing."""
    assert "(under 1 ct)" in said(sample(HostOffline, at_risk_usd=Decimal("0.001")))
