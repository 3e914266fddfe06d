from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import select, update

from bot.domain.letters import Kind, Letter, Priority
from bot.domain.letters.health import HealthMatter, HealthNote
from bot.store import letters
from bot.store.letters import State, Unreadable, Waiting
from bot.store.tables import letters as table

SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def connection(engine):
    """Give one transaction on an empty database."""
    with engine.begin() as connection:
        yield connection


@pytest.fixture
def facts(now):
    """Give what a letter says."""

    def make(particular="it was away"):
        return HealthNote(HealthMatter.GAP, now, now + MINUTE, particular)

    return make


@pytest.fixture
def a_letter(facts):
    """Make a letter to the team's channel."""

    def make(key="one", **changes):
        figures = {"kind": Kind.HEALTH, "to": "C1", "facts": facts(), "priority": Priority.ALERT, "second": "U1"}
        return Letter(key=key, **(figures | changes))

    return make


def keys_due(connection, now, **more):
    """Give the keys of what is due, in its order."""
    return [one.letter.key for one in letters.due(connection, now, 100, **more)]


def put(connection, now, *several):
    """Put letters and give their ids."""
    for letter in several:
        assert letters.put(connection, letter, now)
    rows = dict(connection.execute(select(table.c.key, table.c.id)).all())
    return [rows[letter.key] for letter in several]


def test_a_letter_comes_back_as_it_was_put(connection, now, a_letter):
    """All of it, facts included, on both databases."""
    letter = a_letter(run="llama-ft", incident="i", subject="incident:i", thread="zero", broadcast=True)
    letters.put(connection, letter, now)
    found = letters.get(connection, "one")
    assert isinstance(found, Waiting)
    assert (found.letter, found.revision, found.shown, found.state) == (letter, 1, None, State.WAITING)


def test_a_key_is_put_once(connection, now, a_letter, facts):
    """The second put changes nothing and says so."""
    assert letters.put(connection, a_letter(), now)
    assert not letters.put(connection, a_letter(facts=facts("else")), now)
    assert letters.get(connection, "one").letter.facts == facts()


def test_what_is_due_goes_by_priority_then_age(connection, now, a_letter):
    """Case f157: deadlines before alerts, alerts before summaries, and the older first."""
    order = [Priority.SUMMARY, Priority.ALERT, Priority.DEADLINE, Priority.ALERT]
    put(connection, now, *(a_letter(f"{n}", to=f"C{n}", priority=one) for n, one in enumerate(order)))
    assert keys_due(connection, now) == ["2", "1", "3", "0"]


def test_a_letter_for_later_is_not_due_before(connection, now, a_letter):
    """The next instant at which something is due is told."""
    letters.put(connection, a_letter(), now, now + MINUTE)
    assert (keys_due(connection, now), letters.next_due(connection, now)) == ([], now + MINUTE)
    assert keys_due(connection, now + MINUTE) == ["one"]
    assert letters.next_due(connection, now + MINUTE) is None


def test_a_channel_with_much_to_say_leaves_room_for_the_others(connection, now, a_letter):
    """At most so many a channel come up, new ones and edits apart."""
    put(connection, now, *(a_letter(f"a{n}") for n in range(5)), a_letter("b", to="C2", priority=Priority.CARD))
    assert keys_due(connection, now, each=2) == ["a0", "a1", "b"]


def test_an_answer_waits_for_its_opener(connection, now, a_letter):
    """Until it stands, or never will; an opener that nobody put is not waited for."""
    first, *_ = put(connection, now, a_letter(), a_letter("two", thread="one"), a_letter("three", thread="none"))
    assert keys_due(connection, now) == ["one", "three"]
    letters.begin(connection, first, now)
    assert keys_due(connection, now) == ["one", "three"]
    letters.sent(connection, first, 1, "C1", "1.0", now)
    assert keys_due(connection, now) == ["two", "three"]
    assert letters.place(connection, "one") == ("C1", "1.0")


def test_an_answer_follows_its_opener_on_the_second_way(connection, now, a_letter):
    """It waits for that one too, and its thread is there."""
    first, _ = put(connection, now, a_letter(), a_letter("two", thread="one"))
    letters.second_way(connection, first, a_letter(), "is_archived", now)
    assert keys_due(connection, now) == ["one/2"]
    other = letters.get(connection, "one/2")
    assert (other.letter.to, other.letter.second) == ("U1", None)
    letters.sent(connection, other.id, 1, "D1", "2.0", now)
    assert keys_due(connection, now) == ["two"]
    assert letters.place(connection, "one") == ("D1", "2.0")


@pytest.mark.parametrize(("same_way", "thread"), [(True, "one/2"), (False, None)])
def test_the_second_way_keeps_the_thread_where_the_opener_took_it_too(connection, now, a_letter, same_way, thread):
    """Elsewhere the letter stands by itself."""
    answer = a_letter("two", thread="one", second="U1" if same_way else "U2")
    first, second = put(connection, now, a_letter(), answer)
    letters.second_way(connection, first, a_letter(), "is_archived", now)
    letters.second_way(connection, second, answer, "is_archived", now)
    assert letters.get(connection, "two/2").letter.thread == thread
    assert letters.get(connection, "two").state is State.DEAD


def test_a_letter_without_a_second_way_has_none(connection, now, a_letter):
    """Asking for it is a mistake."""
    letter = a_letter(second=None)
    (first,) = put(connection, now, letter)
    with pytest.raises(ValueError, match="no second route"):
        letters.second_way(connection, first, letter, "is_archived", now)


def test_only_one_takes_a_letter_in_hand(connection, now, a_letter):
    """The second attempt finds it taken; the first attempt's time stays, for the search."""
    (first,) = put(connection, now, a_letter())
    assert letters.begin(connection, first, now)
    assert not letters.begin(connection, first, now)
    letters.postponed(connection, first, now, "ratelimited", count=False)
    assert letters.begin(connection, first, now + MINUTE)
    assert letters.get(connection, "one").sending_since == now


def test_what_was_in_hand_when_the_process_died_comes_up_again(connection, now, a_letter):
    """Case g174: it is still there, and marked as one that may be in Slack."""
    (first,) = put(connection, now, a_letter())
    letters.begin(connection, first, now)
    (found,) = letters.due(connection, now, 10)
    assert (found.state, found.sending_since) == (State.SENDING, now)


def test_those_of_the_same_priority_wait_behind_one_that_failed(connection, now, a_letter):
    """The order holds in a channel; other priorities and channels go on."""
    first, *_ = put(
        connection,
        now,
        a_letter(),
        a_letter("two"),
        a_letter("three", priority=Priority.DEADLINE),
        a_letter("four", to="C2"),
    )
    letters.postponed(connection, first, now + MINUTE, "fault", count=True)
    assert keys_due(connection, now) == ["three", "four"]
    assert keys_due(connection, now + MINUTE) == ["three", "one", "two", "four"]


def test_one_that_always_fails_holds_up_the_others_for_a_while_only(connection, now, a_letter):
    """After six failures those behind it go ahead."""
    first, _ = put(connection, now, a_letter(), a_letter("two"))
    due_at_each_failure = []
    for _ in range(6):
        letters.unclear(connection, first, now + MINUTE, "fatal_error")
        due_at_each_failure.append(keys_due(connection, now))
    assert due_at_each_failure == [[], [], [], [], [], ["two"]]


def test_all_that_was_put_off_can_be_let_go(connection, now, a_letter):
    """At a start, when the clock was set back, or for one channel; what waits for its own time is left alone."""
    first, second = put(connection, now, a_letter(), a_letter("two", to="C2"))
    letters.put(connection, a_letter("three"), now, now + MINUTE)
    letters.postponed(connection, first, now + MINUTE, "fault", count=True)
    letters.postponed(connection, second, now + MINUTE, "fault", count=True)
    letters.released(connection, now, to="C2")
    assert keys_due(connection, now) == ["two"]
    letters.released(connection, now)
    assert keys_due(connection, now) == ["one", "two"]


def test_what_another_process_may_have_in_hand_gets_its_time(connection, now, a_letter):
    """A post of a process that just lost the ticker may still arrive."""
    first, _ = put(connection, now, a_letter(), a_letter("two", to="C2"))
    letters.begin(connection, first, now)
    letters.released(connection, now, grace=5 * SECOND)
    assert keys_due(connection, now) == ["two"]
    assert keys_due(connection, now + 5 * SECOND) == ["one", "two"]


def test_a_letter_is_revised_in_place(connection, now, a_letter, facts):
    """Only other facts are news; it comes up as one to edit, not before its time."""
    (first,) = put(connection, now, a_letter())
    letters.sent(connection, first, 1, "C1", "1.0", now)
    assert not letters.revise(connection, "one", facts(), now)
    assert letters.revise(connection, "one", facts("else"), now, now + MINUTE)
    assert keys_due(connection, now) == []
    (found,) = letters.due(connection, now + MINUTE, 10)
    assert (found.letter.facts, found.revision, found.shown, found.ts) == (facts("else"), 2, 1, "1.0")


def test_a_revision_while_it_is_on_its_way_is_not_lost(connection, now, a_letter, facts):
    """What went out was the first; it comes up again to be edited."""
    (first,) = put(connection, now, a_letter())
    letters.begin(connection, first, now)
    assert letters.revise(connection, "one", facts("else"), now)
    letters.sent(connection, first, 1, "C1", "1.0", now)
    (found,) = letters.due(connection, now, 10)
    assert (found.shown, found.revision, found.state) == (1, 2, State.WAITING)
    letters.sent(connection, first, 2, "C1", "1.0", now)
    assert keys_due(connection, now) == []


def test_a_revision_does_not_put_off_what_waits(connection, now, a_letter, facts):
    """An alert that somebody acknowledges before it is out goes no later for that."""
    put(connection, now, a_letter())
    assert letters.revise(connection, "one", facts("else"), now, now + MINUTE)
    assert keys_due(connection, now) == ["one"]


def test_a_letter_on_its_second_way_is_revised_there(connection, now, a_letter, facts):
    """By its first key; one that is given up can't be, and neither can one that isn't."""
    first, _ = put(connection, now, a_letter(), a_letter("two"))
    letters.second_way(connection, first, a_letter(), "is_archived", now)
    assert letters.revise(connection, "one", facts("else"), now)
    assert letters.get(connection, "one/2").letter.facts == facts("else")
    letters.dead(connection, letters.get(connection, "two").id, "msg_too_long")
    assert not letters.revise(connection, "two", facts("else"), now)
    assert not letters.revise(connection, "three", facts("else"), now)


def test_a_card_whose_message_is_gone_is_posted_anew(connection, now, a_letter):
    """Nothing is left of where it stood."""
    (first,) = put(connection, now, a_letter())
    letters.sent(connection, first, 1, "C1", "1.0", now)
    letters.anew(connection, first, now)
    found = letters.get(connection, "one")
    assert (found.state, found.shown, found.ts, found.channel) == (State.WAITING, None, None, None)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"facts": '{"matter": "gap"}'}, "its facts can't be read: start, end"),
        ({"facts": "not JSON"}, "its facts can't be read: the whole"),
        ({"facts_type": "Horoscope"}, "no facts of this version are called 'Horoscope'"),
        ({"kind": "horoscope"}, "'horoscope' is not a valid Kind"),
    ],
)
def test_a_row_of_another_version_says_why_it_can_not_be_read(connection, now, a_letter, change, why):
    """And holds up none of the others."""
    first, _ = put(connection, now, a_letter(), a_letter("two"))
    connection.execute(update(table).where(table.c.id == first).values(**change))
    bad, good = letters.due(connection, now, 10)
    assert bad == Unreadable(first, "one", why)
    assert good.letter.key == "two"


def test_letters_are_found_by_what_they_are_about(connection, now, a_letter):
    """By subject and by incident, oldest first."""
    about = {"subject": "incident:i", "incident": "i"}
    put(connection, now, a_letter(**about), a_letter("two", **about), a_letter("three"))
    assert list(letters.by_subject(connection, "incident:i")) == ["one", "two"]
    assert list(letters.by_incident(connection, "i")) == ["one", "two"]


def test_the_backlog_counts_what_should_have_gone(connection, now, a_letter, facts):
    """Posts and edits apart, what failed too, what waits for its time not."""
    first, second, third = put(connection, now, a_letter(), a_letter("two"), a_letter("three"))
    letters.put(connection, a_letter("four"), now, now + MINUTE)
    letters.sent(connection, first, 1, "C1", "1.0", now)
    letters.revise(connection, "one", facts("else"), now)
    letters.postponed(connection, second, now + MINUTE, "fault", count=True)
    letters.dead(connection, third, "msg_too_long")
    assert letters.backlog(connection, now) == letters.Backlog(posts=1, edits=1, oldest=now, dead=1)
    assert letters.waiting_for(connection, "C1") == 2


def test_the_backlog_counts_what_another_process_may_have_in_hand(connection, now, a_letter):
    """It gets a grace and is looked up then, but it is not said as far as anybody knows."""
    (begun,) = put(connection, now, a_letter())
    letters.begin(connection, begun, now)
    letters.released(connection, now, grace=MINUTE)
    assert letters.backlog(connection, now) == letters.Backlog(posts=1, edits=0, oldest=now, dead=0)


async def test_each_revision_counts_and_the_last_word_holds(store, now, a_letter, facts):
    """Through the store, as services do it."""
    await store.transact(letters.put, a_letter(), now)
    await store.transact(letters.revise, "one", facts("first"), now)
    await store.transact(letters.revise, "one", facts("second"), now)
    found = await store.read(letters.get, "one")
    assert (found.revision, found.letter) == (3, replace(a_letter(), facts=facts("second")))
