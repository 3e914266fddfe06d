"""All is well just where nothing needs a person: of the account, its marketplace, its machines and the runs."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from watched import DAY, HOUR, MINUTE, Account, Watched, a_standing, an_instance

from bot.domain.incidents import IncidentKind, sighting
from bot.domain.instance import InstanceState
from bot.domain.letters import Kind, Letter, Priority
from bot.domain.letters.summary import OpenFact, Plight
from bot.domain.listing import ListingRef
from bot.domain.runs import Progress
from bot.domain.watching.account_judge import balance_end
from bot.domain.watching.card import card_of
from bot.domain.watching.look import Look
from bot.domain.watching.summary import summaries_of
from bot.domain.watching.terms import Terms
from bot.slack.views.letters import render
from bot.slack.views.letters.plights import PLIGHTS

LOOSE = an_instance(ref=ListingRef("vast", "977"))
OF_RUN = {
    "away": {"state": InstanceState.OFFLINE, "state_text": "offline"},
    "stopped": {"state": InstanceState.STOPPED, "state_text": "stopped"},
    "passed": {"ends_at": an_instance().started_at},
    "short": {"ends_at": an_instance().started_at + 40 * HOUR},
    "another": {"country": "CA"},
}
OF_STANDING = ["spent", "done", "gone"]
OF_ACCOUNT = ["blind", "overspent", "low", "unclaimed", "unread"]
TROUBLES = [*OF_RUN, *OF_STANDING, *OF_ACCOUNT]


def a_team(troubles):
    """Have a run and an account with just these troubles, as a few polls leave them."""
    run, account = Watched(a_standing(plan={"budget": Decimal(5_000)})), Account()
    row = an_instance()
    for trouble in troubles & OF_RUN.keys():
        row = replace(row, **OF_RUN[trouble])
    fields = ("state", "state_text", "ends_at", "country")
    run.poll(3, **{name: getattr(row, name) for name in fields})
    if "gone" in troubles:
        run.gone(3)
    if "spent" in troubles:
        run.standing = with_run(run.standing, plan=replace(run.standing.run.plan, budget=Decimal("0.01")))
    if "done" in troubles:
        done = Progress(done=9, total=9, at=run.now, running=HOUR, by=None)
        run.standing = with_run(run.standing, progress=done)
    balance = Decimal(-1) if "overspent" in troubles else Decimal(20) if "low" in troubles else Decimal(100_000)
    rows = [row, LOOSE] if "unclaimed" in troubles else [row]
    for _ in range(2):
        account.poll(*rows, balance=balance)
    if "blind" in troubles:
        account.fails(3)
    account.now = max(account.now, run.now) + (HOUR if "unread" in troubles else timedelta(0))
    return run.standing, account


def with_run(standing, **changes):
    """Change what is known of a run."""
    return replace(standing, run=replace(standing.run, **changes))


def summary(standings, account):
    """Give the summary, and what its message says."""
    (told,) = summaries_of([account.now.date()], standings, [account.standing], {}, {"vast": MINUTE}, account.now)
    letter = Letter(key="k", kind=Kind.SUMMARY, to="C0", facts=told, priority=Priority.SUMMARY)
    return told, render(letter).text


@given(st.frozensets(st.sampled_from(TROUBLES)))
def test_all_is_well_just_where_nothing_needs_a_person(troubles):
    """Any of them alone, and any together."""
    standing, account = a_team(troubles)
    told, text = summary([standing], account)
    assert (not troubles) == ("all well" in text) == (not told.open_count) == (not told.open)
    assert len(told.open) == told.open_count


@pytest.mark.parametrize(
    ("trouble", "expected"),
    [
        ("away", OpenFact("llama-ft", IncidentKind.OFFLINE)),
        ("stopped", OpenFact("llama-ft", Plight.STOPPED)),
        ("passed", OpenFact("llama-ft", Plight.PASSED)),
        ("short", OpenFact("llama-ft", Plight.NO_FIT)),
        ("another", OpenFact("llama-ft", IncidentKind.HARDWARE)),
        ("spent", OpenFact("llama-ft", Plight.SPENT)),
        ("done", OpenFact("llama-ft", Plight.DONE)),
        ("gone", OpenFact("llama-ft", IncidentKind.GONE)),
        ("blind", OpenFact("vast", IncidentKind.NOT_VISIBLE)),
        ("low", OpenFact("vast", IncidentKind.BALANCE_LOW)),
        ("overspent", OpenFact("vast", IncidentKind.BALANCE_LOW)),
        ("unclaimed", OpenFact("vast:977", IncidentKind.UNCLAIMED)),
        ("unread", OpenFact("vast", Plight.UNREAD)),
    ],
)
def test_each_trouble_is_named_as_what_it_is(trouble, expected):
    """With whom it is about."""
    standing, account = a_team({trouble})
    assert expected in summary([standing], account)[0].open


@pytest.mark.parametrize(
    ("row", "plan", "wait", "expected"),
    [
        ({}, {"budget": Decimal(600)}, MINUTE, [Plight.BUDGET_NEAR]),
        ({}, {"budget": Decimal(1_000)}, MINUTE, [Plight.BUDGET_SHORT]),
        ({}, {"budget": Decimal(1_500)}, MINUTE, []),
        ({}, {"budget": Decimal(1_000)}, 70 * HOUR, [Plight.SPENT]),
        ({"ends_at": an_instance().started_at + 142 * HOUR}, {}, 71 * HOUR, [Plight.END_NEAR]),
        ({"ends_at": an_instance().started_at + 142 * HOUR}, {}, 69 * HOUR, []),
        ({"ends_at": an_instance().started_at + 74 * HOUR}, {}, MINUTE, [Plight.NO_FIT]),
        ({"ends_at": an_instance().started_at + 74 * HOUR}, {}, 72 * HOUR, [Plight.COPY_START]),
    ],
)
def test_card_and_summary_agree_on_what_was_warned_of_and_stands(row, plan, wait, expected):
    """An alert that asks for a decision stands beside no "nothing open"; it comes first in the summary."""
    run, account = Watched(a_standing(an_instance(**row), plan=plan)), a_team({"blind"})[1]
    run.up(wait=wait)
    run.up()
    account.now = run.now
    told, text = summary([run.standing], account)
    assert [OpenFact("llama-ft", one) for one in expected] == [one for one in told.open if one.about == "llama-ft"]
    assert tuple(expected) == told.rows[0].plights == card_of(run.standing, terms(run.now)).plights
    assert (not expected) == (told.open[0].about == "vast")
    assert all(f"llama-ft {PLIGHTS[one]}" in text for one in expected)


def test_a_balances_end_makes_a_copy_start_that_passes():
    """The balance ends in two hours, and the copy takes three: the machine would be stopped in the midst of it."""
    run, account = Watched(), Account()
    run.up()
    for _ in range(2):
        account.poll(run.row, balance=Decimal(32))
    told = summary([run.standing], account)[0]
    assert OpenFact("llama-ft", Plight.COPY_START) in told.open
    ends = balance_end(account.standing, account.now)
    assert (Plight.COPY_START,) == card_of(run.standing, terms(account.now, balance_end=ends)).plights


def test_a_run_that_is_done_has_no_time_to_fit_into():
    """Its bill is what is open, and that its copy must begin."""
    run = Watched(a_standing(an_instance(ends_at=an_instance().started_at + 40 * HOUR)))
    run.up()
    done = with_run(run.standing, progress=Progress(done=9, total=9, at=run.now, running=HOUR, by=None))
    assert (Plight.END_NEAR, Plight.DONE) == card_of(done, terms(run.now)).plights
    assert (Plight.COPY_START, Plight.DONE) == card_of(done, terms(run.now + 37 * HOUR)).plights


def test_a_card_is_drawn_anew_at_once_when_an_end_is_warned_of():
    """So that it says the same as the alert beside it."""
    run = Watched(a_standing(an_instance(ends_at=an_instance().started_at + 73 * HOUR)), card_every=100 * DAY)
    run.up(2)
    cards = []
    for _ in range(60):
        run.now += MINUTE
        look = Look(at=run.now, sighting=sighting(run.row.state), instance=run.row)
        cards += run.sees(look).cards
    (card,) = cards
    assert an_instance().started_at + HOUR == card.facts.as_of


def terms(now, **more):
    """Give the terms of a card."""
    return Terms(now=now, every=MINUTE, admin=None, new_id=str, **more)


def test_a_run_that_is_over_needs_nobody_for_its_time_or_its_money():
    """It stands in the summary for a week, with what it cost."""
    standing, account = a_team({"passed", "spent", "stopped", "done"})
    over = with_run(standing, ended_at=account.now)
    assert ((), 0) == (summary([over], account)[0].open, summary([over], account)[0].open_count)


def test_a_run_whose_marketplace_is_not_set_up_is_not_well():
    """Nobody asks after its machine, and no incident can tell."""
    elsewhere = a_standing(an_instance(ref=ListingRef("cloudj", "7")))
    _, account = a_team(set())
    assert (OpenFact("llama-ft", Plight.UNASKED),) == summary([elsewhere], account)[0].open


def test_a_balance_that_ran_out_since_it_was_read_is_spent():
    """By the burn that was told with it; no incident can stand for it while nobody reads."""
    _, account = a_team(set())
    account.now += 30 * DAY * 20
    assert OpenFact("vast", Plight.OVERSPENT) in summary([], account)[0].open


def test_many_open_facts_are_all_counted_and_the_first_are_named():
    """A message has its limits."""
    runs = [with_run(a_team({"stopped"})[0], id=f"r{number}", name=f"run-{number}") for number in range(30)]
    told, text = summary(runs, a_team(set())[1])
    assert (30, 20) == (told.open_count, len(told.open))
    assert "30 things open: run-0 stopped, still costs; " in text
