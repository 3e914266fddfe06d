"""Sight of a marketplace, idle GPUs, and facts of one clear answer."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from bot.domain.incidents import (
    ALL_WELL,
    NOT_RUNNING,
    Change,
    IdleWatch,
    IncidentKind,
    What,
    step_fact,
    step_idle,
    step_sight,
)

NOW = datetime(2026, 11, 1, 14, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
LOW, BUSY = Decimal("0.0999"), Decimal("0.1")


def polls(marks):
    """Give what is told of good (+) and failed (-) polls, a minute apart, and the watch after them."""
    watch, told = ALL_WELL, []
    for number, one in enumerate(marks):
        watch, changes = step_sight(watch, NOW + number * MINUTE, good=one == "+")
        told += changes
    return told, watch


def test_three_failed_polls_in_a_row_are_an_incident_of_our_sight():
    """Case c63: 503 four times is "status unknown since 14:01", once."""
    told, watch = polls("+--")
    assert ([], 2) == (told, watch.settled.claims)
    expected = Change(IncidentKind.NOT_VISIBLE, What.OPENED, NOW + MINUTE, NOW)
    assert [expected] == polls("+----")[0]


def test_a_good_poll_between_failed_ones_counts_them_anew():
    """In a row means in a row."""
    assert [] == polls("--+--+")[0]


def test_one_good_poll_is_sight_again():
    """There is no doubt in an answer that could be read."""
    told, watch = polls("---+")
    assert Change(IncidentKind.NOT_VISIBLE, What.CLOSED, NOW + 3 * MINUTE, NOW + 2 * MINUTE) == told[-1]
    assert NOW + 3 * MINUTE == watch.settled.held_at


def test_sight_that_comes_and_goes_is_damped_too():
    """Three changes, one message; ten quiet minutes, one more."""
    told, _ = polls("---+" * 5 + "+" * 10)
    assert [What.OPENED, What.CLOSED, What.FLAPPING, What.CLOSED] == [one.what for one in told]


class Gpu:
    """GPU use read each so many minutes."""

    def __init__(self, every=1):
        self.state, self.now, self.every = IdleWatch(), NOW, every * MINUTE

    def read(self, *uses, wait=None):
        """Give what is told, with the minutes since noon of the clock."""
        told = []
        for use in uses:
            self.state, changes = step_idle(self.state, use, self.now, every=self.every)
            told += [(one.what, (self.now - NOW) // MINUTE) for one in changes]
            self.now += self.every if wait is None else wait
        return told


@pytest.mark.parametrize(("every", "reads"), [(1, 16), (5, 4), (15, 2), (20, 2)])
def test_low_use_in_every_poll_for_fifteen_minutes_is_idle(every, reads):
    """Whatever the poll; a15 reads each 5 minutes. One less, and it isn't."""
    assert [] == Gpu(every).read(*[LOW] * (reads - 1))
    assert [(What.OPENED, every * (reads - 1))] == Gpu(every).read(*[LOW] * 60)


def test_ten_per_cent_is_not_idle():
    """One such reading in fifteen minutes, and they begin anew."""
    assert [] == Gpu().read(*([LOW] * 15 + [BUSY]) * 5)


def test_it_tells_since_when_and_when_it_was_last_busy():
    """The first low reading, and the one before."""
    gpu = Gpu()
    gpu.read(BUSY, *[LOW] * 15)
    _, changes = step_idle(gpu.state, LOW, gpu.now, every=MINUTE)
    assert (Change(IncidentKind.IDLE, What.OPENED, NOW + MINUTE, NOW),) == changes


@pytest.mark.parametrize("end", [BUSY, Decimal(1), NOT_RUNNING])
def test_it_ends_with_the_first_reading_that_is_not_low(end):
    """Also where the machine surely doesn't run any more."""
    assert [(What.OPENED, 15), (What.CLOSED, 20)] == Gpu().read(*[LOW] * 20, end)


def test_an_unknown_reading_changes_nothing():
    """Null is not 0 %: the very same state, whether idle is open or not."""
    gpu = Gpu()
    gpu.read(LOW)
    before = gpu.state
    assert [] == gpu.read(*[None] * 100)
    assert before is gpu.state
    idle = Gpu()
    idle.read(*[LOW] * 16)
    assert [] == idle.read(*[None] * 100)
    assert [(What.CLOSED, 116)] == idle.read(BUSY)


def test_two_failed_polls_are_bridged_and_three_are_not():
    """After three we were blind, so the fifteen minutes begin anew; a restart after a while is the same."""
    assert [(What.OPENED, 15)] == Gpu().read(*[LOW] * 5, None, None, *[LOW] * 20)
    assert [(What.OPENED, 23)] == Gpu().read(*[LOW] * 5, None, None, None, *[LOW] * 20)


@pytest.mark.parametrize(("late", "opens_at"), [(0, 15), (1, 18)])
def test_a_poll_may_be_late_by_half_an_interval_after_two_failed_ones(late, opens_at):
    """Three and a half intervals between two readings are the most that is bridged."""
    gpu = Gpu()
    gpu.read(LOW)
    gpu.now = NOW + 3.5 * MINUTE + late * timedelta(seconds=1)
    assert [(What.OPENED, opens_at)] == gpu.read(*[LOW] * 30)


def test_idle_that_is_open_stays_so_over_blindness():
    """It isn't told again, nor closed: nobody saw it busy."""
    gpu = Gpu()
    gpu.read(*[LOW] * 20)
    gpu.read(None, wait=600 * MINUTE)
    assert [] == gpu.read(*[LOW] * 60)


def test_a_clock_that_goes_back_begins_the_fifteen_minutes_anew():
    """It waits no longer than that."""
    gpu = Gpu()
    gpu.read(*[LOW] * 10)
    gpu.now -= 600 * MINUTE
    assert [(What.OPENED, -575)] == gpu.read(*[LOW] * 16)


def test_use_that_comes_and_goes_is_damped():
    """Idle at 15, busy at 16, idle at 32: coming and going. Busy from 33 on is the real state at 43."""
    told = Gpu().read(*([LOW] * 16 + [BUSY]) * 2, *[LOW] * 12)
    assert [(What.OPENED, 15), (What.CLOSED, 16), (What.FLAPPING, 32), (What.CLOSED, 43)] == told


def test_a_fact_opens_and_closes_on_one_clear_answer():
    """Unknown is none."""
    watch, told = ALL_WELL, []
    for minute, holds in enumerate([None, False, True, None, True, None, False, None, False]):
        watch, changes = step_fact(watch, IncidentKind.PRICE_INCREASE, NOW + minute * MINUTE, holds=holds)
        told += [(one.kind, one.what, minute, one.since - NOW) for one in changes]
    kind = IncidentKind.PRICE_INCREASE
    assert [(kind, What.OPENED, 2, 2 * MINUTE), (kind, What.CLOSED, 6, 6 * MINUTE)] == told


def test_a_fact_may_take_several_answers():
    """Both ways."""
    watch, told = ALL_WELL, []
    for minute, holds in enumerate([True, False, True, True, False, True, False, False]):
        watch, changes = step_fact(watch, IncidentKind.DISK, NOW + minute * MINUTE, holds=holds, after=2)
        told += [(one.what, minute) for one in changes]
    assert [(What.OPENED, 3), (What.CLOSED, 7)] == told
