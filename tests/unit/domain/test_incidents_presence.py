"""Offline, back and gone: two polls that agree, and nothing from an answer that says nothing."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.domain.incidents import THERE, Change, IncidentKind, Presence, Sighting, What, sighting, step_presence
from bot.domain.instance import InstanceState

NOW = datetime(2026, 11, 1, 1, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
HERE, OFFLINE, UNLISTED, ABSENT, UNKNOWN = Sighting
OPENED, CLOSED, FLAPPING, SETTLED = What


class Machine:
    """One machine, polled each minute unless told otherwise."""

    def __init__(self):
        self.watch, self.now = THERE, NOW - MINUTE

    def poll(self, *seen, wait=MINUTE):
        """Give what is told of these sightings."""
        told = []
        for one in seen:
            self.now += wait
            self.watch, changes = step_presence(self.watch, one, self.now)
            told += changes
        return told

    def told(self, *seen, wait=MINUTE):
        """Give the same in short."""
        return [(one.kind, one.what) for one in self.poll(*seen, wait=wait)]


@pytest.fixture
def machine():
    """Give a machine that nothing was told of."""
    return Machine()


def test_one_odd_poll_tells_nothing(machine):
    """Case c77: suspect, silently, and its count starts anew."""
    assert [] == machine.told(HERE, OFFLINE, HERE, OFFLINE, HERE, ABSENT, HERE, OFFLINE)
    assert (OFFLINE.value, 1) == (machine.watch.settled.claim.value, machine.watch.settled.claims)


def test_two_polls_that_say_so_make_it_offline_and_two_make_it_back(machine):
    """It tells since when, and when it was last seen otherwise."""
    machine.poll(HERE)
    assert [Change(IncidentKind.OFFLINE, OPENED, NOW + MINUTE, NOW)] == machine.poll(OFFLINE, OFFLINE)
    assert [] == machine.poll(OFFLINE, HERE)
    assert [Change(IncidentKind.OFFLINE, CLOSED, NOW + 4 * MINUTE, NOW + 3 * MINUTE)] == machine.poll(HERE)


def test_what_went_offline_before_the_first_poll_is_told(machine):
    """Case c74: judged by what is, not by a change that somebody must have seen."""
    assert [Change(IncidentKind.OFFLINE, OPENED, NOW)] == machine.poll(OFFLINE, OFFLINE)


def test_what_went_offline_while_the_bot_was_down_is_told_with_both_times(machine):
    """Case c74: down from 01:00 to 03:00, so it is between the two. Case c73: and it is told once."""
    machine.poll(HERE)
    machine.poll(OFFLINE, wait=120 * MINUTE)
    assert [Change(IncidentKind.OFFLINE, OPENED, NOW + 120 * MINUTE, NOW)] == machine.poll(OFFLINE)
    assert [] == machine.poll(OFFLINE, OFFLINE, wait=30 * MINUTE)


def test_answers_that_say_nothing_change_nothing(machine):
    """Case c59, case c63: an error, an odd shape or a timeout leaves the very same state, also between two polls."""
    machine.poll(HERE, OFFLINE)
    before = machine.watch
    assert [] == machine.told(*[UNKNOWN] * 20)
    assert before is machine.watch
    assert [(IncidentKind.OFFLINE, OPENED)] == machine.told(OFFLINE)
    assert [] == machine.told(*[UNKNOWN] * 20)


def test_errors_between_good_polls_are_no_news(machine):
    """Case c63: running, 503, timeout, running."""
    assert [] == machine.told(HERE, UNKNOWN, UNKNOWN, HERE)


def test_gone_takes_two_complete_lists_and_no_answer_by_id(machine):
    """Case a5, case c59: a list without it counts, and tells nothing until its id is asked for in vain."""
    assert [] == machine.told(HERE, UNLISTED, UNLISTED, UNLISTED)
    assert [Change(IncidentKind.GONE, OPENED, NOW + MINUTE, NOW)] == machine.poll(ABSENT)
    assert [(IncidentKind.GONE, OPENED)] == Machine().told(HERE, ABSENT, ABSENT)
    assert [] == Machine().told(HERE, ABSENT, HERE, ABSENT)


def test_a_machine_that_goes_while_offline_is_told_as_gone_not_as_back(machine):
    """Its outage ends in something else."""
    machine.poll(OFFLINE, OFFLINE)
    closed, opened = machine.poll(ABSENT, ABSENT)
    assert (IncidentKind.OFFLINE, CLOSED, IncidentKind.GONE) == (closed.kind, closed.what, closed.became)
    assert (IncidentKind.GONE, OPENED, None) == (opened.kind, opened.what, opened.became)
    assert (False, True) == (closed.opens, opened.opens)


def test_a_machine_that_was_gone_and_is_listed_again_is_told(machine):
    """Levels, not edges: the incident isn't true any more."""
    machine.poll(ABSENT, ABSENT)
    assert [(IncidentKind.GONE, CLOSED)] == machine.told(HERE, HERE)


@pytest.mark.parametrize("state", InstanceState)
def test_only_offline_is_offline_and_a_strange_word_says_nothing(state):
    """Stopped or pending, it is there; null and words that nobody knows are unknown."""
    odd = {InstanceState.OFFLINE: OFFLINE, InstanceState.UNKNOWN: UNKNOWN}
    assert odd.get(state, HERE) == sighting(state)


def test_the_third_change_within_half_an_hour_is_one_message_and_then_silence(machine):
    """Away, back, away is told as coming and going; what follows isn't told."""
    assert [(IncidentKind.OFFLINE, OPENED), (IncidentKind.OFFLINE, CLOSED)] == machine.told(
        OFFLINE, OFFLINE, HERE, HERE
    )
    (change,) = machine.poll(OFFLINE, OFFLINE)
    assert Change(IncidentKind.OFFLINE, FLAPPING, NOW + MINUTE) == change
    assert [] == machine.told(*[HERE, HERE, OFFLINE, OFFLINE] * 20)


@pytest.mark.parametrize(("last", "what"), [(HERE, CLOSED), (OFFLINE, SETTLED)])
def test_the_real_state_is_told_after_ten_quiet_minutes(machine, last, what):
    """Whichever it is; not at nine, and not by a poll that says nothing."""
    machine.poll(OFFLINE, OFFLINE, HERE, HERE, OFFLINE, OFFLINE)
    machine.poll(*[HERE, HERE, OFFLINE, OFFLINE] * 3, *[HERE, HERE] * (last is HERE))
    since, quiet = machine.watch.settled.since, machine.watch.told.changed[-1] + 10 * MINUTE
    assert [] == machine.told(*[last] * 9)
    assert [] == machine.told(UNKNOWN)
    assert quiet == machine.now
    (change,) = machine.poll(last, wait=timedelta(0))
    assert (IncidentKind.OFFLINE, what, since) == (change.kind, change.what, change.since)
    assert [] == machine.told(*[last] * 60)


def test_changes_over_more_than_half_an_hour_are_each_told(machine):
    """An outage, and another one half an hour later, are two."""
    machine.poll(OFFLINE, OFFLINE)
    machine.poll(HERE, HERE)
    assert [(IncidentKind.OFFLINE, OPENED)] == machine.told(OFFLINE, OFFLINE, wait=15 * MINUTE)


@pytest.mark.parametrize(("more", "what"), [(0, FLAPPING), (1, OPENED)])
def test_the_half_hour_counts_its_last_instant(machine, more, what):
    """Changes at 0, 2 and 30 minutes are three within 30; a second later the first one has dropped out."""
    machine.poll(OFFLINE, OFFLINE)
    machine.poll(HERE, HERE)
    machine.poll(OFFLINE, wait=timedelta(minutes=27, seconds=more))
    assert [(IncidentKind.OFFLINE, what)] == machine.told(OFFLINE)


def test_coming_and_going_that_ends_in_gone_says_gone(machine):
    """The outage closes as that."""
    machine.poll(OFFLINE, OFFLINE, HERE, HERE, OFFLINE, OFFLINE, ABSENT, ABSENT)
    assert [(IncidentKind.OFFLINE, CLOSED), (IncidentKind.GONE, OPENED)] == machine.told(*[ABSENT] * 10)


def test_a_clock_that_goes_back_delays_the_real_state_by_ten_minutes_at_most(machine):
    """It doesn't wait until the old time comes again."""
    machine.poll(OFFLINE, OFFLINE, HERE, HERE, OFFLINE, OFFLINE)
    machine.poll(OFFLINE, wait=-600 * MINUTE)
    assert [] == machine.told(*[OFFLINE] * 9)
    assert [(IncidentKind.OFFLINE, SETTLED)] == machine.told(OFFLINE)


def test_the_machine_that_is_there_is_known_since_its_last_sighting(machine):
    """`held_at` of the watch: last seen."""
    machine.poll(HERE, UNKNOWN, OFFLINE)
    assert (Presence.HERE, NOW) == (machine.watch.settled.level, machine.watch.settled.held_at)
