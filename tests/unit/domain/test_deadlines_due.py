"""What is said of an end, from the end and from what was told."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.domain.deadlines import COPY_START, THRESHOLDS, Deadline, DeadlineKind, Deadlines, Mark, due_warnings
from bot.domain.outside import Unknown, Why

NOW = datetime(2026, 11, 1, tzinfo=UTC)
HOUR, MINUTE, MICRO = timedelta(hours=1), timedelta(minutes=1), timedelta(microseconds=1)
NOT_READ = Unknown(Why.SLOW, "no answer in 10 s", NOW, "vast")
CONTRACT, MAX, BALANCE, BUDGET = DeadlineKind
OF_DATES, OF_MONEY = (72, 24, 12, 6, 2, 1), (48, 24, 6)


class Told:
    """What one machine's team was told; `wake` gives each message as (kind, hours of its thresholds, time left)."""

    def __init__(self):
        self.told = frozenset()

    def wake(self, now, lead=None, **ends):
        """Derive, keep and give."""
        deadlines = Deadlines(tuple(Deadline(DeadlineKind[kind], end) for kind, end in ends.items()), lead)
        self.due = due_warnings(deadlines, self.told, now)
        self.told = self.due.told
        return [(one.kind, tuple(t // HOUR for t in one.crossed), one.left) for one in self.due.warnings]


@pytest.fixture
def team():
    """Give a team that was told nothing."""
    return Told()


@pytest.mark.parametrize("kind", DeadlineKind)
def test_each_threshold_is_told_once_on_the_way_to_an_end(team, kind):
    """A wake each 5 minutes from 80 h before to 10 h after: 72/24/12/6/2/1 h for dates, 48/24/6 h for money."""
    end, said = NOW + 80 * HOUR, []
    for wake in range(0, 90 * 60, 5):
        said += team.wake(NOW + wake * MINUTE, **{kind.name: end})
    expected = OF_MONEY if kind in {BALANCE, BUDGET} else OF_DATES
    assert [(kind, (left,), left * HOUR) for left in expected] == said


def test_a_threshold_is_crossed_at_its_instant(team):
    """A microsecond before, it isn't."""
    end = NOW + 72 * HOUR
    assert [] == team.wake(NOW - MICRO, CONTRACT_END=end)
    assert [(CONTRACT, (72,), 72 * HOUR)] == team.wake(NOW, CONTRACT_END=end)


def test_a_mark_holds_when_it_was_told(team):
    """By our clock: what a clock that was ahead told can be told apart later, and what was told before stays so."""
    end = NOW + 20 * HOUR
    team.wake(NOW, CONTRACT_END=end)
    team.wake(NOW + 10 * HOUR, CONTRACT_END=end)
    assert {(72, NOW), (24, NOW), (12, NOW + 10 * HOUR)} == {(one.threshold // HOUR, one.at) for one in team.told}


def test_thresholds_crossed_while_down_are_one_message_that_names_the_time_left(team):
    """Down from 80 h to 10 h before the end: one message, the wider thresholds count as told, 6 h is next."""
    end = NOW + 80 * HOUR
    assert [] == team.wake(NOW, CONTRACT_END=end)
    assert [(CONTRACT, (72, 24, 12), 10 * HOUR)] == team.wake(NOW + 70 * HOUR, CONTRACT_END=end)
    assert 12 * HOUR == team.due.warnings[0].threshold
    assert [] == team.wake(NOW + 71 * HOUR, CONTRACT_END=end)
    assert [(CONTRACT, (6,), 6 * HOUR)] == team.wake(NOW + 74 * HOUR, CONTRACT_END=end)


def test_a_late_warning_names_what_is_left(team):
    """Case g164: the 2 h warning goes out 40 min late and says 1 h 20 m."""
    end = NOW + 3 * HOUR
    team.wake(NOW, CONTRACT_END=end)
    assert [(CONTRACT, (2,), 80 * MINUTE)] == team.wake(end - 80 * MINUTE, CONTRACT_END=end)


def test_a_restart_between_loses_no_warning(team):
    """Case g173: 6 h 01 m before the end killed, back at 5 h 50 m: the 6 h warning once, with 5 h 50 m left."""
    end = NOW + 6 * HOUR + MINUTE
    team.wake(NOW, CONTRACT_END=end)
    assert [(CONTRACT, (6,), 350 * MINUTE)] == team.wake(end - 350 * MINUTE, CONTRACT_END=end)
    assert [] == team.wake(end - 349 * MINUTE, CONTRACT_END=end)


def test_an_extension_drops_old_warnings_and_arms_new_ones(team):
    """Case a3: from 11-04T18Z to 11-07T18Z after the 24 h warning; the next is the new 72 h one, exactly once."""
    end, later = datetime(2026, 11, 4, 18, tzinfo=UTC), datetime(2026, 11, 7, 18, tzinfo=UTC)
    team.wake(end - 72 * HOUR, CONTRACT_END=end)
    assert [(CONTRACT, (24,), 24 * HOUR)] == team.wake(end - 24 * HOUR, CONTRACT_END=end)
    said = []
    for wake in range(23 * 60, -49 * 60, -1):
        said += team.wake(end - wake * MINUTE, CONTRACT_END=later)
    assert [(CONTRACT, (72,), 72 * HOUR), (CONTRACT, (24,), 24 * HOUR)] == said


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("kind", ["CONTRACT_END", "MAX_DURATION"])
def test_an_end_that_moves_by_more_than_half_an_hour_is_another_end(team, kind, sign):
    """By exactly that it isn't; either way counts."""
    end = NOW + 20 * HOUR
    team.wake(NOW, **{kind: end})
    assert [] == team.wake(NOW, **{kind: end + sign * 30 * MINUTE})
    moved = end + sign * (30 * MINUTE + MICRO)
    assert [(DeadlineKind[kind], (72, 24), moved - NOW)] == team.wake(NOW, **{kind: moved})


def test_an_end_that_creeps_is_another_end_once_it_has_crept_far(team):
    """What counts is how far it is from the end that was told, not from the last one seen."""
    end = NOW + 24 * HOUR
    team.wake(NOW, CONTRACT_END=end)
    assert [] == team.wake(NOW, CONTRACT_END=end + 20 * MINUTE)
    assert [(CONTRACT, (12,), 12 * HOUR)] == team.wake(NOW + 12 * HOUR + 20 * MINUTE, CONTRACT_END=end + 20 * MINUTE)
    told = team.wake(NOW + 12 * HOUR + 20 * MINUTE, CONTRACT_END=end + 40 * MINUTE)
    assert [(CONTRACT, (72, 24), 12 * HOUR + 20 * MINUTE)] == told


def test_an_end_that_shrinks_is_told_at_once(team):
    """From 100 h to 5 h: one message."""
    assert [] == team.wake(NOW, CONTRACT_END=NOW + 100 * HOUR)
    assert [(CONTRACT, (72, 24, 12, 6), 5 * HOUR)] == team.wake(NOW, CONTRACT_END=NOW + 5 * HOUR)


def test_an_end_that_has_passed_is_told_once_as_passed(team):
    """No old threshold is read out: nothing is left, and the message knows."""
    assert [(CONTRACT, OF_DATES, -HOUR)] == team.wake(NOW, CONTRACT_END=NOW - HOUR)
    assert team.due.warnings[0].passed
    assert [] == team.wake(NOW + HOUR, CONTRACT_END=NOW - HOUR)


@pytest.mark.parametrize(("left", "passed"), [(MICRO, False), (timedelta(0), True)])
def test_an_end_has_passed_at_its_instant(team, left, passed):
    """Not a microsecond before."""
    team.wake(NOW, CONTRACT_END=NOW + left)
    assert passed == team.due.warnings[0].passed


def test_an_unknown_end_says_nothing_and_forgets_nothing(team):
    """What was told before it stays told after it."""
    end = NOW + 20 * HOUR
    team.wake(NOW, CONTRACT_END=end)
    before = team.told
    assert [] == team.wake(NOW, CONTRACT_END=NOT_READ)
    assert before == team.told
    assert [] == team.wake(NOW, CONTRACT_END=end)


def test_money_that_nothing_burns_for_a_look_is_not_told_anew_when_something_does(team):
    """An end that is absent forgets nothing; only one that has recovered by then is armed anew."""
    team.wake(NOW, BUDGET_END=NOW + 20 * HOUR)
    before = team.told
    assert [] == team.wake(NOW + MINUTE)
    assert before == team.told
    assert [] == team.wake(NOW + 2 * MINUTE, BUDGET_END=NOW + 20 * HOUR)
    assert [] == team.wake(NOW + 3 * MINUTE) + team.wake(NOW + 4 * MINUTE, BUDGET_END=NOW + 80 * HOUR)
    assert [(BUDGET, (48, 24), 20 * HOUR)] == team.wake(NOW + 5 * MINUTE, BUDGET_END=NOW + 20 * HOUR + 5 * MINUTE)


def test_each_end_has_warnings_of_its_own(team):
    """The contract's don't count for the balance, and one wake tells both."""
    ends = {"CONTRACT_END": NOW + 24 * HOUR, "BALANCE_END": NOW + 20 * HOUR}
    expected = [(CONTRACT, (72, 24), 24 * HOUR), (BALANCE, (48, 24), 20 * HOUR)]
    assert expected == team.wake(NOW, **ends)
    assert [] == team.wake(NOW, **ends)


def test_a_clock_that_goes_back_repeats_nothing(team):
    """The end stands where it did, so what was told of it is told."""
    end = NOW + 20 * HOUR
    team.wake(NOW, CONTRACT_END=end)
    assert [] == team.wake(NOW - 60 * HOUR, CONTRACT_END=end)
    assert [] == team.wake(NOW, CONTRACT_END=end)


def test_what_is_wider_than_something_told_counts_as_told():
    """Also where a store, of an older version say, holds the narrow one alone."""
    end = NOW + 20 * HOUR
    told = frozenset({Mark(CONTRACT, 24 * HOUR, end)})
    assert () == due_warnings(Deadlines((Deadline(CONTRACT, end),)), told, NOW).warnings


def test_time_left_is_reckoned_in_true_hours_across_a_clock_change(team):
    """Case a27: an end and a clock in Los Angeles, where the first of November 2026 has 25 hours."""
    zone = ZoneInfo("America/Los_Angeles")
    end, now = datetime(2026, 11, 2, tzinfo=zone), datetime(2026, 11, 1, tzinfo=zone)
    assert [(CONTRACT, (72,), 25 * HOUR)] == team.wake(now, CONTRACT_END=end)


def test_the_latest_safe_copy_start_is_told_once_when_it_has_passed(team):
    """Case a1: end 18:00Z, lead 15 h 20 m: at 02:40Z, and not again at a threshold or when the lead changes."""
    end, lead = datetime(2026, 11, 4, 18, tzinfo=UTC), 15 * HOUR + 20 * MINUTE
    start = datetime(2026, 11, 4, 2, 40, tzinfo=UTC)
    team.wake(end - 20 * HOUR, lead, CONTRACT_END=end)
    assert [] == team.wake(start - MICRO, lead, CONTRACT_END=end)
    assert [(CONTRACT, (), lead)] == team.wake(start, lead, CONTRACT_END=end)
    (warning,) = team.due.warnings
    assert (start, None) == (warning.copy_start, warning.threshold)
    assert [(CONTRACT, (12,), 12 * HOUR)] == team.wake(end - 12 * HOUR, lead, CONTRACT_END=end)
    assert team.due.warnings[0].copy_start is None
    assert [] == team.wake(end - 11 * HOUR, 5 * HOUR, CONTRACT_END=end)
    assert [] == team.wake(end - 10 * HOUR, lead, CONTRACT_END=end)


def test_a_copy_start_and_thresholds_passed_while_down_are_one_message(team):
    """It carries both."""
    end = NOW + 10 * HOUR
    assert [(CONTRACT, (72, 24, 12), 10 * HOUR)] == team.wake(NOW, 11 * HOUR, CONTRACT_END=end)
    assert end - 11 * HOUR == team.due.warnings[0].copy_start
    assert COPY_START in {mark.threshold for mark in team.told}


def test_only_the_binding_end_has_a_copy_start(team):
    """The copy must come before the earliest one; the other gets its turn if it becomes that."""
    lead, ends = 30 * HOUR, {"CONTRACT_END": NOW + 25 * HOUR, "MAX_DURATION": NOW + 28 * HOUR}
    team.wake(NOW, lead, **ends)
    assert [NOW - 5 * HOUR, None] == [one.copy_start for one in team.due.warnings]
    assert [(MAX, (), 28 * HOUR)] == team.wake(NOW, lead, MAX_DURATION=ends["MAX_DURATION"])


def test_an_extension_arms_the_copy_start_anew(team):
    """It belongs to the end like the other warnings."""
    team.wake(NOW, 30 * HOUR, CONTRACT_END=NOW + 20 * HOUR)
    assert [] == team.wake(NOW, 30 * HOUR, CONTRACT_END=NOW + 90 * HOUR)
    team.wake(NOW + 60 * HOUR, 30 * HOUR, CONTRACT_END=NOW + 90 * HOUR)
    assert NOW + 60 * HOUR == team.due.warnings[0].copy_start


def test_thresholds_stand_in_falling_order():
    """The narrowest crossed is the last."""
    assert {CONTRACT: OF_DATES, MAX: OF_DATES, BALANCE: OF_MONEY, BUDGET: OF_MONEY} == {
        kind: tuple(one // HOUR for one in some) for kind, some in THRESHOLDS.items()
    }
