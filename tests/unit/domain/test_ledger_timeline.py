"""From levels to a life without holes."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.domain.instance import InstanceState
from bot.domain.ledger import Level, StateSpan, state_at, time_in, timeline

PENDING, RUNNING = InstanceState.PENDING, InstanceState.RUNNING
OFFLINE, STOPPED = InstanceState.OFFLINE, InstanceState.STOPPED
NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def level(state, start, end):
    """Make a level from hours after noon."""
    return Level(state, NOON + start * HOUR, NOON + end * HOUR)


def span(state, start, end, *perhaps, assumed=False):
    """Make a span from hours after noon."""
    return StateSpan(NOON + start * HOUR, None if end is None else NOON + end * HOUR, state, assumed, perhaps)


def test_a_state_holds_until_another_is_seen():
    """And between the two it is marked with what else it may have been."""
    assert (
        span(RUNNING, 0, 2),
        span(RUNNING, 2, 3, STOPPED, OFFLINE),
        span(STOPPED, 3, 5),
        span(STOPPED, 5, None, OFFLINE),
    ) == timeline([level(RUNNING, 0, 2), level(STOPPED, 3, 5)])


@pytest.mark.parametrize(
    ("state", "may_be"),
    [(PENDING, (RUNNING, OFFLINE)), (RUNNING, (OFFLINE,)), (STOPPED, (OFFLINE,)), (OFFLINE, (RUNNING,))],
)
def test_unseen_a_machine_may_turn_into_what_needs_nobody(state, may_be):
    """It comes up, goes away and comes back by itself; nobody seen starts a stopped one."""
    assert span(state, 0, None, *may_be) == timeline([level(state, 0, 0)])[-1]
    assert span(state, 1, 5, *may_be) == timeline([level(state, 0, 1), level(state, 5, 6)])[1]


@pytest.mark.parametrize(
    ("first", "before", "perhaps"),
    [(RUNNING, RUNNING, ()), (PENDING, PENDING, ()), (STOPPED, RUNNING, (STOPPED,)), (OFFLINE, RUNNING, (OFFLINE,))],
)
def test_the_time_before_tracking_is_assumed(first, before, perhaps):
    """From the instance's start on, and said to be an assumption."""
    assert span(before, -9, 0, *perhaps, assumed=True) == timeline([level(first, 0, 1)], NOON - 9 * HOUR)[0]


def test_what_was_seen_before_the_machine_was_there_was_seen_by_a_clock_that_was_behind():
    """A boot in 1970 bills no half century: nothing is earlier than the start that the marketplace tells."""
    long_ago = Level(RUNNING, NOON.replace(year=1970), NOON.replace(year=1970) + HOUR)
    spans = timeline([long_ago, level(RUNNING, 2, 3)], NOON)
    assert spans == (span(RUNNING, 0, 2, OFFLINE), span(RUNNING, 2, 3), span(RUNNING, 3, None, OFFLINE))


@pytest.mark.parametrize("started", [None, NOON, NOON + HOUR])
def test_without_an_earlier_start_nothing_is_assumed(started):
    """A start that is unknown, or after the first sighting, adds nothing."""
    assert not [s for s in timeline([level(RUNNING, 0, 2)], started) if s.assumed]


def test_a_gone_machine_stops_at_its_last_proof_of_life():
    """Case d85: gone for three days, nothing accrues after it was last seen, though perhaps it did for a while."""
    gone = [level(RUNNING, 0, 2), level(None, 74, 75), level(None, 99, 99)]
    assert (span(RUNNING, 0, 2), span(None, 2, 74, RUNNING, OFFLINE)) == timeline(gone)


def test_a_machine_that_came_back_was_never_gone():
    """A list without it was wrong."""
    back = [level(RUNNING, 0, 2), level(None, 3, 4), level(RUNNING, 5, 6)]
    assert span(RUNNING, 2, 5, OFFLINE) == timeline(back)[1]


def test_a_machine_that_came_back_after_a_long_absence_was_never_gone():
    """However often it was missing, and whatever is seen after that."""
    seen = [
        level(RUNNING, 0, 2),
        level(None, 3, 4),
        level(None, 14, 15),
        level(RUNNING, 20, 21),
        level(STOPPED, 21, 22),
    ]
    back = [span(RUNNING, 0, 2), span(RUNNING, 2, 20, OFFLINE), span(RUNNING, 20, 21), span(STOPPED, 21, 22)]
    assert [*back, span(STOPPED, 22, None, OFFLINE)] == list(timeline(seen))


def stated(start, end):
    """Make an outage by the marketplace's own word."""
    return replace(level(OFFLINE, start, end), stated=True)


def test_beside_the_marketplaces_word_nothing_is_open():
    """Until its outage the machine was as it was seen before, and from its end on as it is seen after."""
    seen = [level(RUNNING, 0, 2), stated(3, 5), level(STOPPED, 6, 7)]
    sure = [span(RUNNING, 0, 2), span(RUNNING, 2, 3), span(OFFLINE, 3, 5), span(STOPPED, 5, 6), span(STOPPED, 6, 7)]
    assert sure == list(timeline(seen))[:-1]


def test_a_machine_of_which_only_an_outage_is_known_runs_after_it():
    """Perhaps: nobody has seen it yet."""
    assert (span(OFFLINE, 0, 2), span(RUNNING, 2, None, OFFLINE)) == timeline([stated(0, 2)])


@pytest.mark.parametrize("levels", [[], [level(None, 0, 3)]])
def test_what_was_never_seen_has_no_life(levels):
    """Case d84: and so it costs nothing."""
    assert () == timeline(levels, NOON - HOUR)


def test_spans_tell_the_state_and_its_time():
    """Half-open: at a change, the new state holds."""
    spans = timeline([level(RUNNING, 0, 2), level(STOPPED, 2, 5), level(None, 5, 6)])
    assert [None, RUNNING, STOPPED, None] == [state_at(spans, NOON + n * HOUR) for n in (-1, 0, 2, 5)]
    assert 2 * HOUR == time_in(spans, RUNNING, NOON + 9 * HOUR)
    assert HOUR == time_in(spans, RUNNING, NOON + HOUR)
    assert timedelta(0) == time_in(spans, RUNNING, NOON - HOUR)
