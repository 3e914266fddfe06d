"""Whether an end stands still: what is a move, what is an absence, and how long either counts."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.domain.deadlines import DeadlineKind, EndWatch, is_absent, step_end

NOW = datetime(2026, 11, 1, tzinfo=UTC)
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
BALANCE, CONTRACT = DeadlineKind.BALANCE_END, DeadlineKind.CONTRACT_END
NEAR = NOW + 20 * HOUR


def test_an_end_that_is_absent_stays_where_it_was_and_is_absent_from_the_first_such_look():
    """Looks that go on seeing nothing leave the beginning as it is; a sight of it ends the absence."""
    seen = step_end(EndWatch(BALANCE), NEAR, NOW)
    assert (seen.end, seen.absent_since) == (NEAR, None)
    gone = step_end(seen, None, NOW + MINUTE)
    assert (gone.kind, gone.end, gone.absent_since) == (BALANCE, NEAR, NOW + MINUTE)
    still = step_end(gone, None, NOW + 2 * MINUTE)
    assert (still.end, still.absent_since) == (NEAR, NOW + MINUTE)
    assert step_end(still, NEAR, NOW + 3 * MINUTE).absent_since is None


def test_ten_minutes_of_absence_count_and_less_does_not():
    """One look at which nothing burns money fills no purse."""
    gone = step_end(EndWatch(BALANCE), None, NOW)
    assert not is_absent(gone, NOW)
    assert not is_absent(gone, NOW + 10 * MINUTE - timedelta(microseconds=1))
    assert is_absent(gone, NOW + 10 * MINUTE)
    assert not is_absent(step_end(gone, NEAR, NOW + MINUTE), NOW + 10 * MINUTE)


def test_an_absence_is_no_move_and_is_quiet():
    """Three moves in half an hour flap; ten minutes without another end it, also where nothing is seen meanwhile."""
    watch = EndWatch(CONTRACT, NEAR)
    for n, end in enumerate((NEAR + HOUR, NEAR, NEAR + HOUR)):
        assert not watch.flaps.flapping
        watch = step_end(watch, end, NOW + n * MINUTE)
    assert watch.flaps.flapping
    assert step_end(watch, None, NOW + 11 * MINUTE).flaps.flapping
    assert not step_end(watch, None, NOW + 12 * MINUTE).flaps.flapping


@pytest.mark.parametrize(("later", "moves"), [(HOUR, False), (HOUR + timedelta(microseconds=1), True)])
def test_money_that_lasts_just_half_as_long_again_has_not_moved(later, moves):
    """Two hours are left; from three on it is another end, in either direction."""
    two, other = NOW + 2 * HOUR, NOW + 2 * HOUR + later
    assert moves == (step_end(EndWatch(BALANCE, two), other, NOW).end == other)
    assert moves == (step_end(EndWatch(BALANCE, other), two, NOW).end == two)


def test_money_that_was_spent_and_lasts_again_has_moved():
    """From no time at all any time is more than half as long again."""
    watch = EndWatch(BALANCE, NOW - HOUR)
    assert NOW + MINUTE == step_end(watch, NOW + MINUTE, NOW).end
    assert watch.end == step_end(watch, NOW - 40 * MINUTE, NOW).end


def _reach(watch):
    """Tell how far an end moves, and how long it has been beyond that."""
    return (watch.latest, watch.beyond, watch.beyond_since, watch.moved_on, watch.held)


def test_a_restless_end_is_put_off_after_ten_minutes_beyond_all_that_it_was_each_time_anew():
    """However it goes on moving there; one look back among the ends that it had begins the ten minutes anew."""
    minutes = (NOW + n * MINUTE for n in range(100))

    def later(watch, hours):
        return step_end(watch, NEAR + hours * HOUR, next(minutes))

    watch = EndWatch(CONTRACT)
    for hours in (0, 1, 0, 1):
        watch = later(watch, hours)
    one, six, nine, twelve = (NEAR + hours * HOUR for hours in (1, 6, 9, 12))
    assert _reach(watch) == (one, None, None, False, True)
    for hours in (5, 6) * 5:
        watch = later(watch, hours)
    assert _reach(watch) == (one, six, NOW + 4 * MINUTE, False, True)
    watch = later(watch, 5)
    assert _reach(watch) == (six, None, None, True, False)
    assert _reach(later(watch, 5)) == (six, None, None, False, True)
    watch = later(later(watch, 9), 5)
    assert _reach(watch) == (nine, None, None, False, True)
    assert _reach(later(watch, 9)) == (nine, None, None, False, True)
    watch = later(watch, 12)
    assert _reach(watch) == (nine, twelve, NOW + 19 * MINUTE, False, True)
