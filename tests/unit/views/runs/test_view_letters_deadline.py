from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from bot.domain.deadlines import DeadlineKind
from bot.domain.letters import Outlook
from bot.domain.letters.deadline import Copying, DeadlineNear, EndMoves
from bot.slack.views.figures import date
from bot.slack.views.letters.severity import Sign

Said = Callable[..., str]
Make = Callable[..., Any]

HOUR = timedelta(hours=1)


@pytest.fixture
def near(sample: Make, now: Any) -> Make:
    """Give a maker of a contract's end in 80 minutes that fits, copy not yet due."""

    def make(**changes: Any) -> DeadlineNear:
        usual = {
            "end": now + timedelta(minutes=80),
            "left": timedelta(minutes=80),
            "copy_start": now + timedelta(minutes=10),
            "outlook": Outlook(now + HOUR, now + 3 * HOUR, 2 * HOUR),
        }
        return sample(DeadlineNear, **{**usual, **changes})

    return make


def test_a_late_warning_names_the_time_that_is_left_and_when_that_was(near: Make, said: Said, now: Any):
    """Case g164: the warning of two hours goes out forty minutes late, and is right also when read later still."""
    end = date(now + timedelta(minutes=80))
    assert f"llama-ft: the machine's contract ends {end} (1 h 20 min left as of {date(now)})." in said(near())


def test_a_copy_that_can_still_begin_says_by_when(near: Make, said: Said, now: Any):
    """Case a1: the latest safe copy start, as an instant."""
    start = date(now + timedelta(minutes=10))
    text = said(near())
    assert f"Latest safe copy start: {start}" in text
    assert f"@U0ADA: start copying the results off by {start}." in text
    assert "has passed" not in text


def test_a_copy_start_that_passed_is_said_first(near: Make, said: Said, now: Any):
    """Case a1: in the text too, whether this letter is the one to say it or was already late when decided."""
    for facts in (near(copy_start=now - HOUR), near(copy_missed=True)):
        text = said(facts)
        assert "The latest safe copy start has passed." in text.splitlines()[0]
        assert "start copying the results off now; it may no longer all get out." in text


def test_a_contracts_end_takes_machine_and_disk(near: Make, said: Said):
    """Case a1: the end is the last moment at which the data surely is there."""
    text = said(near())
    assert "Then: the machine and its disk go; nothing on it is sure to be there after." in text
    assert "Plan as if it can't be extended" in text


def test_money_ends_in_other_ways(near: Make, said: Said):
    """A balance stops everything, a budget nothing."""
    balance = said(near(kind=DeadlineKind.BALANCE_END))
    assert "the balance ends, at the present burn, <!date^" in balance
    assert "Vast.ai stops the instances; their disks go on costing and may be deleted" in balance
    assert "top up the account at Vast.ai now" in balance
    budget = said(near(kind=DeadlineKind.BUDGET_END))
    assert "nothing stops by itself; what it costs after that is beyond the budget" in budget
    assert "Spent so far: $812 of the budget of $900" in budget


def test_a_run_that_does_not_fit_is_offered_another_machine(near: Make, said: Said, now: Any):
    """With the words of the find that looks for one."""
    text = said(near(outlook=Outlook(now + 9 * HOUR, now + HOUR, -10 * HOUR)))
    assert "it can't finish there: copy the last checkpoint off and go on elsewhere." in text
    assert "Find another" in text
    assert "Find another" not in said(near())


def test_a_run_of_which_only_the_copy_does_not_fit_says_what_is_short(near: Make, said: Said, now: Any):
    """Nobody said how much goes out: the remedy is to say it, not another machine."""
    copying = Copying(Decimal(1000), Decimal(100), 33 * HOUR, whole_disk=True, assumed=True)
    tight = Outlook(now + 60 * HOUR, now + 67 * HOUR, -28 * HOUR)
    usual = {"end": now + 67 * HOUR, "left": 67 * HOUR, "copy_start": now + 32 * HOUR, "outlook": tight}
    text = said(near(**usual, copying=copying))
    assert (
        "it finishes 7 h before the machine's end, but copying its whole disk of 1 TB at an assumed 100 Mbit/s takes"
        " 1 d 9 h and 2 h of slack: say how much goes out, as in `/gpu track vast:4411 as llama-ft out 50GB`"
    ) in text
    assert "can't finish" not in text
    assert "Find another" not in text
    told = said(near(**usual, copying=replace(copying, whole_disk=False, assumed=False)))
    assert "but copying 1 TB at 100 Mbit/s takes 1 d 9 h and 2 h of slack: copy off what is there before" in told
    assert "Find another" in told
    late = said(near(**{**usual, "copy_start": now - HOUR}, copying=copying))
    assert "start copying the results off now" in late
    assert "\u2022 it finishes 7 h before the machine's end, but copying its whole disk" in late
    assert "too late for its copy" in said(near(**usual))


def test_an_end_that_passed_before_anybody_looked_says_so(near: Make, said: Said, now: Any):
    """Nothing is left to name."""
    text = said(near(end=now - HOUR, left=-HOUR))
    assert f"ends {date(now - HOUR)}, so it passed 1 h before {date(now)}." in text


def test_an_end_that_moved_says_from_where(near: Make, said: Said, now: Any):
    """So that the old warning is understood."""
    assert f"The end moved: it was {date(now - HOUR)}" in said(near(moved_from=now - HOUR))


def test_what_is_not_known_is_said_so(near: Make, said: Said):
    """Copy start, cost and the time left of an older row."""
    text = said(near(copy_start=None, spent=None, budget=None, left=None))
    assert "Latest safe copy start: not known, for the size or the uplink is not" in text
    assert "Spent so far: not known" in text
    assert ", in less than 2 h." in text
    assert "copy the results off well before that." in text


def test_a_budgets_end_is_no_alarm_about_copies(near: Make, said: Said, now: Any):
    """It removes no disk: what stands first is the budget, and no copy start is named as missed."""
    text = said(near(kind=DeadlineKind.BUDGET_END, copy_start=now - HOUR, copy_missed=True, or_sooner=True))
    end = date(now + timedelta(minutes=80))
    assert text.startswith(f"llama-ft: its budget of $900 is spent by {end} or sooner at the present burn (1 h 20 min")
    assert "copy start" not in text
    assert "copying" not in text
    assert "copy the results off and end the rental at Vast.ai." in text


def test_a_budget_that_is_spent_says_since_when_and_what_is_missing(near: Make, said: Said, now: Any):
    """And by how much what it will have cost is over it."""
    text = said(near(kind=DeadlineKind.BUDGET_END, end=now - HOUR, left=-HOUR, budget_short=Decimal(213)))
    assert text.startswith(f"llama-ft: its budget of $900 has been spent since {date(now - HOUR)}.")
    assert "At completion it will have cost $213 more than the budget" in text


def test_what_was_spent_keeps_its_marks(near: Make, said: Said):
    """Assumed in part, and the least that it can be where a meter is not known."""
    missing = ("disk", "traffic in", "traffic out")
    assert "Spent so far: at least $812 \u00b1 (disk, traffic not known)" in said(near(unsure=True, missing=missing))
    assert "Spent so far: $812 of the budget" in said(near())


def test_an_uplink_that_nobody_told_is_marked(near: Make, said: Said, now: Any):
    """The copy start that follows from it is only as good."""
    start = date(now + timedelta(minutes=10))
    assert f"Latest safe copy start: {start}, at 100 Mbit/s assumed" in said(near(uplink_assumed=True))


@pytest.mark.parametrize(
    ("left", "late", "sign"), [(80, False, Sign.NOW), (400, False, Sign.OPEN), (400, True, Sign.NOW)]
)
def test_a_near_end_and_a_missed_copy_need_a_person_now(near: Make, said: Said, left: int, late: bool, sign: Sign):
    """Six hours before, or with the copy start behind."""
    facts = near(left=timedelta(minutes=left), copy_missed=late, crossed=(12 * HOUR,))
    assert f"{sign.value} *llama-ft: the machine's contract ends" in said(facts)


def test_an_end_that_moves_to_and_fro_says_that_its_moves_are_told_no_more(sample: Make, said: Said):
    """And that it is warned of all the same; then, once, where it stands."""
    moves = sample(EndMoves)
    text = said(moves)
    assert f"llama-ft: its contract end keeps moving to and fro; now it is {date(moves.end)}." in text
    assert "That it comes nearer is told all the same." in text
    assert f"llama-ft: its contract end stands still again: {date(moves.end)}." in said(sample(EndMoves, over=True))


def test_a_warning_of_an_end_that_moves_to_and_fro_says_so(near: Make, said: Said):
    """In the one letter."""
    assert "It keeps moving to and fro." in said(near(restless=True))
    assert "to and fro" not in said(near())
