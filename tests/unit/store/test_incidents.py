"""Incidents as rows: one open of each kind on a subject, and one person who sees to it."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from threading import Barrier

import pytest

from bot.domain.incidents import IncidentKind
from bot.store import incidents

HOUR = timedelta(hours=1)


@pytest.fixture
def c(engine):
    """Give one transaction."""
    with engine.begin() as connection:
        yield connection


def test_one_of_a_kind_is_open_on_a_subject(c, an_incident):
    """Another kind and another subject are others; the second of the same is refused and leaves nothing."""
    idle = an_incident("two", kind=IncidentKind.IDLE)
    elsewhere = an_incident("three", subject="run-2")

    assert [True, True, True] == [incidents.open_(c, one) for one in (an_incident(), idle, elsewhere)]
    assert not incidents.open_(c, an_incident("four"))
    assert {an_incident(), idle} == set(incidents.of_subject(c, "run-1"))
    assert [(elsewhere,), ()] == [incidents.of_subject(c, run) for run in ("run-2", "run-3")]
    assert incidents.by_id(c, "four") is None


def test_of_two_that_open_the_same_at_once_one_wins(engine, an_incident):
    """Promise 5: two processes see the host go away in the same moment, and there is one alert."""
    both = Barrier(2)

    def see(name):
        both.wait(30)
        with engine.begin() as connection:
            return incidents.open_(connection, an_incident(name))

    with ThreadPoolExecutor(2) as pool:
        opened = list(pool.map(see, ["one", "two"]))
    assert sorted(opened) == [False, True]
    with engine.begin() as connection:
        assert len(incidents.history(connection, "run-1")) == 1


def test_one_that_waits_for_another_that_gives_up_opens_it(engine, an_incident):
    """The other's transaction came to nothing, so nobody has told it."""
    with ThreadPoolExecutor(1) as pool:
        with engine.connect() as first:
            transaction = first.begin()
            assert incidents.open_(first, an_incident("one"))

            def second():
                with engine.begin() as connection:
                    return incidents.open_(connection, an_incident("two"))

            waits = pool.submit(second)
            transaction.rollback()
        assert waits.result(30)


def test_a_closed_one_stays_as_history_and_may_come_again(c, an_incident, now):
    """Closing is done once, and keeps who had seen to it."""
    incidents.open_(c, an_incident())
    incidents.acknowledge(c, "one", "U0ADA", now)

    assert incidents.close(c, "one", now + HOUR)
    assert not incidents.close(c, "one", now + 2 * HOUR)
    assert incidents.open_(c, again := an_incident("two", opened_at=now + 3 * HOUR))
    over = replace(an_incident().closed(now + HOUR), acknowledged_by="U0ADA", acknowledged_at=now)
    assert [over, again] == incidents.history(c, "run-1")
    assert over == incidents.by_id(c, "one")
    assert (again,) == incidents.of_subject(c, "run-1")


def test_the_first_to_acknowledge_is_the_one(c, an_incident, now):
    """A second click, by whomever, changes nothing; nor does one on what is over."""
    incidents.open_(c, an_incident())

    assert incidents.acknowledge(c, "one", "U0ADA", now)
    assert not incidents.acknowledge(c, "one", "U0BEN", now + HOUR)
    assert (incidents.by_id(c, "one").acknowledged_by, incidents.by_id(c, "one").acknowledged_at) == ("U0ADA", now)
    incidents.open_(c, an_incident("two", kind=IncidentKind.IDLE))
    incidents.close(c, "two", now)
    assert not incidents.acknowledge(c, "two", "U0BEN", now)


def test_a_snooze_comes_due_once(c, an_incident, now):
    """At its very instant; the last one to snooze decides when."""
    incidents.open_(c, an_incident())
    assert incidents.snooze(c, "one", "U0ADA", now + HOUR)
    assert incidents.snooze(c, "one", "U0BEN", now + 2 * HOUR)

    assert incidents.snoozes_due(c, now + HOUR) == []
    (due,) = incidents.snoozes_due(c, now + 2 * HOUR)
    assert (due.id, due.snoozed_by) == ("one", "U0BEN")
    assert incidents.wake(c, due)
    assert incidents.snoozes_due(c, now + 3 * HOUR) == []
    assert not incidents.wake(c, due)


def test_a_snooze_that_was_prolonged_meanwhile_is_not_ended(c, an_incident, now):
    """The reminder is for the later one."""
    incidents.open_(c, an_incident())
    incidents.snooze(c, "one", "U0ADA", now)
    (due,) = incidents.snoozes_due(c, now)
    incidents.snooze(c, "one", "U0BEN", now + HOUR)

    assert not incidents.wake(c, due)
    assert incidents.by_id(c, "one").snoozed_until == now + HOUR


def test_what_is_over_reminds_nobody(c, an_incident, now):
    """Its end was told."""
    incidents.open_(c, an_incident())
    incidents.snooze(c, "one", "U0ADA", now)
    incidents.close(c, "one", now)

    assert incidents.snoozes_due(c, now) == []
    assert not incidents.snooze(c, "one", "U0ADA", now)


def test_an_accounts_incidents_are_its_own_and_its_unclaimed_machines(c, an_incident):
    """Not another account's, also where one name begins like the other or holds a wildcard."""
    own = an_incident("1", "account:vast", IncidentKind.NOT_VISIBLE)
    stray = an_incident("2", "unclaimed:vast:4411", IncidentKind.UNCLAIMED)
    for one in (own, stray):
        incidents.open_(c, one)
    for number, subject in enumerate(["account:vast2", "unclaimed:vast2:1", "unclaimed:vXst:1", "run-1"]):
        incidents.open_(c, an_incident(f"other{number}", subject, IncidentKind.UNCLAIMED))

    assert incidents.of_account(c, "vast") == (own, stray)
    assert incidents.of_account(c, "v_st") == ()
