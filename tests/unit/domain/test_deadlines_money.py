"""Ends that money makes: they wander, so only a clear recovery arms their warnings anew."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.deadlines import Deadline, DeadlineKind, Deadlines, Mark, due_warnings
from bot.domain.deadlines.told import surely_recovered

NOW = datetime(2026, 11, 1, tzinfo=UTC)
HOUR, MINUTE, MICRO = timedelta(hours=1), timedelta(minutes=1), timedelta(microseconds=1)
MONEY = [DeadlineKind.BALANCE_END, DeadlineKind.BUDGET_END]


class Purse:
    """Money of one kind; `lasts` gives the thresholds, in hours, that are told when it lasts so long."""

    def __init__(self, kind):
        self.kind, self.told = kind, frozenset()

    def lasts(self, left, now=NOW, lead=None):
        """Derive and keep."""
        self.due = due_warnings(Deadlines((Deadline(self.kind, now + left),), lead), self.told, now)
        self.told = self.due.told
        return [threshold // HOUR for one in self.due.warnings for threshold in one.crossed]


@pytest.fixture(params=MONEY)
def purse(request):
    """Give a balance and a budget that nothing was told of."""
    return Purse(request.param)


def test_what_surely_recovered_is_told_by_half_as_long_again():
    """Of each threshold by itself; of the latest copy start nobody can say so."""
    marks = [Mark(DeadlineKind.BALANCE_END, hours and hours * HOUR, NOW) for hours in (48, 24, 6, None)]

    def recovered(lasts):
        return sorted(mark.threshold // HOUR for mark in surely_recovered(marks, NOW + lasts, NOW))

    assert [[], [6], [6], [6, 24], [6, 24, 48]] == [
        recovered(lasts) for lasts in (9 * HOUR, 9 * HOUR + MICRO, 36 * HOUR, 36 * HOUR + MICRO, 72 * HOUR + MICRO)
    ]


def test_an_end_that_wanders_repeats_nothing(purse):
    """Up to half as long again as a threshold, whichever way and however often."""
    assert [48] == purse.lasts(48 * HOUR)
    assert [[], [], [], []] == [purse.lasts(left * HOUR) for left in (60, 40, 72, 30)]
    assert [24] == purse.lasts(24 * HOUR)
    assert [[], [], []] == [purse.lasts(left * HOUR) for left in (36, 20, 24)]


def test_a_recovery_above_half_as_long_again_arms_anew(purse):
    """A microsecond more than 72 h for 48 h."""
    purse.lasts(40 * HOUR)
    assert [] == purse.lasts(72 * HOUR + MICRO)
    assert [48] == purse.lasts(48 * HOUR)


def test_each_threshold_recovers_by_itself(purse):
    """At 40 h the 24 and 6 h ones are armed again, the 48 h one isn't: it would need 72."""
    assert [48, 24, 6] == purse.lasts(5 * HOUR)
    assert [] == purse.lasts(40 * HOUR)
    assert [24] == purse.lasts(23 * HOUR)
    assert [] == purse.lasts(25 * HOUR)
    assert [6] == purse.lasts(5 * HOUR)


def test_a_balance_that_is_topped_up_daily_is_told_once(purse):
    """It lasts 28 h whenever one looks, for a week, while its end moves on."""
    assert [48] == purse.lasts(28 * HOUR)
    assert [] == [told for wake in range(7 * 24 * 6) for told in purse.lasts(28 * HOUR, NOW + wake * 10 * MINUTE)]


def test_a_recovery_that_nobody_saw_arms_anew(purse):
    """Told with 5 h left, down for three days: money that is not spent by then was added to."""
    purse.lasts(5 * HOUR)
    assert [48, 24, 6] == purse.lasts(5 * HOUR, NOW + 72 * HOUR)


def test_money_that_outlives_its_forecast_a_little_was_not_added_to(purse):
    """5 h left, and after 6 h still one hour: the burn was less than thought."""
    purse.lasts(5 * HOUR)
    assert [] == purse.lasts(HOUR, NOW + 6 * HOUR)


def test_an_unseen_recovery_takes_half_a_threshold(purse):
    """For 6 h an end that moved by more than 3 h; 24 and 48 h take more."""
    purse.lasts(5 * HOUR)
    assert [] == Purse.lasts(purse, 3 * HOUR, NOW + 5 * HOUR)
    other = Purse(purse.kind)
    other.lasts(5 * HOUR)
    assert [6] == other.lasts(3 * HOUR + MICRO, NOW + 5 * HOUR)


def test_money_that_may_have_lasted_till_now_is_no_unseen_recovery(purse):
    """A microsecond before the told end nothing is proven."""
    purse.lasts(5 * HOUR)
    assert [] == purse.lasts(5 * HOUR, NOW + 5 * HOUR - MICRO)


def test_spent_money_is_told_once_however_long_it_stays_spent(purse):
    """An end of just now, wake after wake, is no recovery."""
    assert [48, 24, 6] == purse.lasts(timedelta(0))
    assert [] == [told for wake in range(0, 4000, 97) for told in purse.lasts(timedelta(0), NOW + wake * HOUR)]


def test_spent_money_that_is_added_to_is_another_end(purse):
    """It came, so what was told of it is over: 5 h again is told again, but not the few minutes of a refund."""
    purse.lasts(timedelta(0))
    assert [] == purse.lasts(30 * MINUTE)
    assert [6] == purse.lasts(5 * HOUR)


def test_the_last_end_seen_is_kept_where_it_moved_by_more_than_half_an_hour(purse):
    """All marks of a kind carry one end, and small moves write nothing."""
    purse.lasts(20 * HOUR)
    before = purse.told
    purse.lasts(20 * HOUR + 30 * MINUTE)
    assert before == purse.told
    purse.lasts(20 * HOUR + 30 * MINUTE + MICRO)
    assert {NOW + 20 * HOUR + 30 * MINUTE + MICRO} == {mark.end for mark in purse.told}
    purse.lasts(5 * HOUR)
    assert {Mark(purse.kind, left * HOUR, NOW + 5 * HOUR) for left in (48, 24, 6)} == purse.told


def test_the_copy_start_is_armed_anew_by_a_recovery_above_half_as_long_again(purse):
    """For a lead of 10 h at more than 15 h; an unknown lead arms nothing."""
    lead = 10 * HOUR

    def late(left, lead=lead):
        purse.lasts(left * HOUR, lead=lead)
        return [one.copy_start for one in purse.due.warnings if one.copy_start is not None]

    assert [NOW - HOUR] == late(9)
    assert [[], [], [], []] == [late(15), late(9), late(200, lead=None), late(9)]
    assert [[], [NOW]] == [late(15.1), late(10)]


@given(st.lists(st.integers(1, 100 * 4).map(lambda quarters: quarters * 15 * MINUTE)), st.sampled_from(MONEY))
def test_each_threshold_is_told_once_between_two_recoveries(lefts, kind):
    """Against three flags, one for each threshold: down when told, up above half as long again."""
    purse, armed = Purse(kind), {48, 24, 6}
    for left in lefts:
        armed |= {hours for hours in (48, 24, 6) if left > 1.5 * hours * HOUR}
        expected = [hours for hours in (48, 24, 6) if hours in armed and left <= hours * HOUR]
        assert expected == purse.lasts(left)
        armed -= set(expected)
