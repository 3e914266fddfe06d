"""What is said of a run's ends: each threshold once, whatever moves, stops or goes down."""

from datetime import timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from watched import (
    ADMIN,
    CHANNEL,
    DAY,
    HOUR,
    MINUTE,
    NOW,
    OWNER,
    Watched,
    a_standing,
    an_instance,
    deadlines,
    facts_of,
    in_hours,
    public,
    warnings,
)

from bot.domain.deadlines import DeadlineKind
from bot.domain.instance import InstanceState
from bot.domain.letters import Priority
from bot.domain.letters.deadline import DeadlineNear
from bot.domain.outside import Unknown, Why
from bot.domain.watching.ends import machine_end
from bot.domain.watching.money import cost_so_far
from bot.slack.views.letters import render

MAX, BALANCE = DeadlineKind.MAX_DURATION, DeadlineKind.BALANCE_END
END = NOW + 8 * DAY


def test_each_threshold_of_a_contract_is_told_once_on_the_way_to_its_end():
    """Case a1: at 72, 24, 12, 6, 2 and 1 h, and once that the latest safe copy start, 3 h before, has passed."""
    run = Watched()
    letters = in_hours(run, 100 * HOUR, 8 * DAY + 5 * HOUR)
    assert [
        ([72], False),
        ([24], False),
        ([12], False),
        ([6], False),
        ([], True),
        ([2], False),
        ([1], False),
    ] == public(letters)
    assert len(letters) == len({one.key for one in letters})


def test_a_run_with_max_duration_is_told_of_its_end_from_the_machines_start():
    """Ten hours after it was started, not after it was tracked."""
    standing = a_standing(an_instance(started_at=NOW - 2 * HOUR), max_duration=10 * HOUR)
    assert [(MAX, [72, 24, 12], False, CHANNEL)] == warnings(Watched(standing).up())
    assert NOW + 8 * HOUR == machine_end(standing)
    assert NOW + 10 * HOUR == machine_end(a_standing(an_instance(started_at=None), max_duration=10 * HOUR))
    assert END == machine_end(a_standing(max_duration=9 * DAY))
    assert None is machine_end(a_standing(an_instance(ends_at=None)))


def test_thresholds_crossed_while_the_bot_was_down_are_one_message_that_names_the_time_left():
    """Case g164, case g173: down from 6 h 01 min to 5 h 50 min before the end, one message says 5 h 50 min."""
    run = Watched()
    in_hours(run, 100 * HOUR, 8 * DAY - 7 * HOUR)
    run.now = END - 6 * HOUR - MINUTE
    letters = run.up(wait=11 * MINUTE)
    assert [([6], False)] == public(letters)
    assert {5 * HOUR + 50 * MINUTE} == {one.left for one in facts_of(letters, DeadlineNear)}
    down = Watched()
    assert [([72, 24, 12, 6, 2], True)] == public(down.up(wait=8 * DAY - 80 * MINUTE))


def test_the_owner_is_told_by_dm_from_six_hours_before_an_end():
    """As long as nobody has acknowledged: the DM says the same, has its own key, and goes elsewhere if it fails."""
    run = Watched()
    channel, dm = deadlines(run.up(wait=8 * DAY - 6 * HOUR))
    assert (OWNER, ADMIN, f"{channel.key}/dm") == (dm.to, dm.second, dm.key)
    assert (channel.facts, channel.subject, Priority.DEADLINE) == (dm.facts, dm.subject, dm.priority)
    assert (CHANNEL, ADMIN, "r1:contract_end") == (channel.to, channel.second, channel.subject[9:24])
    run.terms["acknowledged"] = frozenset({channel.subject})
    assert [CHANNEL] * 3 == [one.to for one in deadlines(in_hours(run, 8 * DAY - 6 * HOUR, 8 * DAY))]


def test_earlier_than_six_hours_nobody_is_told_by_dm():
    """A microsecond more than six hours are left."""
    letters = Watched().up(wait=8 * DAY - 6 * HOUR - timedelta(microseconds=1))
    assert [CHANNEL] == [one.to for one in deadlines(letters)]


def test_an_end_that_moves_is_told_of_anew():
    """Case a3: after the 24 h warning the end moves three days: next is the new 72 h one, exactly once."""
    run = Watched()
    in_hours(run, 100 * HOUR, 7 * DAY + HOUR)
    run.row = an_instance(ends_at=END + 3 * DAY)
    letters = in_hours(run, 7 * DAY + HOUR, 9 * DAY)
    assert [([72], False)] == public(letters)
    assert END + 3 * DAY == letters[0].facts.end


@pytest.mark.parametrize(("by", "expected"), [(30 * MINUTE, []), (31 * MINUTE, [([72], False)])])
def test_an_end_that_only_creeps_is_the_same_end(by, expected):
    """More than half an hour makes it another; what it was is said where the new warning comes at once."""
    run = Watched()
    run.up(wait=5 * DAY + HOUR)
    letters = run.up(ends_at=END - by)
    assert expected == public(letters)
    assert [END] * len(expected) == [one.facts.moved_from for one in letters]


def test_an_end_that_moves_away_and_back_to_the_very_same_is_warned_of_again():
    """Case a3: nobody may take the old warning for the new one, nor the store their keys."""
    run = Watched()
    first = run.up(wait=8 * DAY - 20 * HOUR)
    away = run.up(ends_at=END + 30 * DAY)
    back = run.up(ends_at=END)
    assert [([72, 24], False)] == public(first) == public(back)
    assert [] == away
    assert 2 == len({one.key for one in deadlines((*first, *back))})


def test_a_copy_that_should_have_begun_is_told_for_the_end_that_binds():
    """Of the balance's end its account tells; that the copy must begin before it is told here."""
    run = Watched(balance_end=NOW + 3 * HOUR + 2 * MINUTE)
    assert [] == run.up()
    letters = run.up()
    assert [(BALANCE, [], True, CHANNEL), (BALANCE, [], True, OWNER)] == warnings(letters)
    assert [] == run.up(30)


def test_a_balance_whose_end_is_unknown_says_and_forgets_nothing():
    """Its marks stay as they were."""
    run = Watched(balance_end=NOW + 3 * HOUR)
    run.up()
    told = run.standing.told
    run.terms["balance_end"] = Unknown(Why.SLOW, "It was too slow.", NOW, "vast")
    assert ([], told) == (run.up(30), run.standing.told)
    run.terms["balance_end"] = NOW + 3 * HOUR
    assert [] == run.up()


def test_blindness_stops_no_deadline():
    """An UNKNOWN look lets the ends come nearer all the same."""
    run = Watched()
    assert [([72, 24, 12], False)] == public(run.blind(wait=8 * DAY - 7 * HOUR))


def test_a_stopped_machine_is_warned_of_like_a_running_one_and_nobody_is_told_to_stop_it():
    """Case a23: it may never start again, its disk costs on, and the copy must be off it by its end all the same."""
    run, stopped = Watched(), {"state": InstanceState.STOPPED, "state_text": "stopped"}
    run.now = NOW + 100 * HOUR
    run.poll(**stopped)
    spent = cost_so_far(run.standing, run.now).known.usd
    letters = run.poll(97, wait=HOUR, **stopped)
    assert [72, 24, 12, 6, 2, 1] == [hours for crossed, _ in public(letters) for hours in crossed]
    assert 1 == sum(copy for _, copy in public(letters))
    assert Decimal("9.7") == cost_so_far(run.standing, run.now).known.usd - spent
    texts = [str(render(letter)) for letter in letters]
    assert all("contract" in text for text in texts)
    assert [] == [text for text in texts if "stop" in text.lower().replace("stopped", "")]


def test_a_machine_that_is_gone_has_no_deadline_any_more(run):
    """Nothing is left that could end."""
    run.gone(2)
    assert [] == run.gone(wait=8 * DAY - HOUR)


@given(st.lists(st.tuples(st.integers(1, 40), st.integers(-2, 2)), max_size=40))
def test_no_threshold_is_told_twice_for_one_end_and_none_is_left_out(steps):
    """Promise 1: wakes at odd times, an end that creeps by minutes; by its last hour all were told, once each."""
    run, crossed, copies, keys = Watched(), [], 0, set()
    run.now = NOW + 5 * DAY - HOUR
    for hours, creep in (*steps, (1, 0), (1, 0)):
        at = min(run.now + hours * HOUR, END - HOUR)
        letters = run.up(wait=at - run.now, ends_at=END + creep * timedelta(minutes=7))
        for letter in letters:
            assert letter.key not in keys
            keys.add(letter.key)
        crossed += [t for t, _ in public(letters)]
        copies += sum(copy for _, copy in public(letters))
    run.now = END - HOUR - MINUTE
    for letters in (run.up(wait=MINUTE, ends_at=END), run.up(wait=MINUTE)):
        crossed += [t for t, _ in public(letters)]
        copies += sum(copy for _, copy in public(letters))
    assert [72, 24, 12, 6, 2, 1] == [t for some in crossed for t in some]
    assert 1 == copies
