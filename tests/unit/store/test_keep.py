"""A verdict is kept whole: how things stand, what opens and closes, and what is to be said of it."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from threading import Barrier

import pytest

from bot.domain.incidents import IncidentKind
from bot.domain.letters import Kind, Letter, Priority
from bot.domain.letters.health import HealthMatter, HealthNote
from bot.domain.watching import AccountStanding, Verdict
from bot.store import accounts, incidents, keep, letters, runs, standings

HOUR = timedelta(hours=1)


@pytest.fixture
def c(engine):
    """Give one transaction."""
    with engine.begin() as connection:
        yield connection


@pytest.fixture
def a_letter(now):
    """Make a letter about an incident."""

    def make(key, incident=None, said="away"):
        facts = HealthNote(HealthMatter.GAP, now, None, said)
        return Letter(key=key, kind=Kind.OFFLINE, to="C0TRAIN", facts=facts, priority=Priority.ALERT, incident=incident)

    return make


@pytest.fixture
def offline(a_standing, an_incident, a_letter, now):
    """Make the verdict that a run's host is away."""

    def make(name="one"):
        after = a_standing(open=(an_incident(name),))
        after = replace(after, machine=replace(after.machine, seen_at=now + HOUR))
        said = (a_letter(f"incident:{name}:opened", name), a_letter(f"deadline:{name}"))
        return Verdict(standing=after, opened=(an_incident(name),), letters=said)

    return make


def test_a_verdict_is_kept_whole(c, a_standing, offline, now):
    """The standing with its open incident, and both letters."""
    runs.add(c, a_standing())
    keep.keep_run(c, a_standing(), offline(), now)

    assert [offline().standing] == standings.load(c)
    assert ["incident:one:opened", "deadline:one"] == [waiting.letter.key for waiting in letters.due(c, now, 9)]


def test_what_another_opened_first_is_told_by_that_one_alone(c, a_standing, offline, now):
    """Promise 3: its letters go with it, the rest of the verdict stays."""
    runs.add(c, a_standing())
    keep.keep_run(c, a_standing(), offline("one"), now)
    (seen,) = standings.load(c)
    keep.keep_run(c, seen, offline("two"), now)

    assert {"incident:one:opened", "deadline:one", "deadline:two"} == {
        waiting.letter.key for waiting in letters.due(c, now, 9)
    }
    assert incidents.by_id(c, "two") is None


def test_two_processes_that_see_the_same_tell_it_once(engine, a_standing, offline, now):
    """Promise 5, also where the fence did not hold: the row decides."""
    with engine.begin() as connection:
        runs.add(connection, a_standing())
    both = Barrier(2)

    def wake(name):
        both.wait(30)
        with engine.begin() as connection:
            before = standings.load(connection, lock=True)
            keep.keep_runs(connection, before, [offline(name)], now)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(wake, ["one", "two"]))
    with engine.begin() as connection:
        told = [waiting.letter.key for waiting in letters.due(connection, now, 9) if waiting.letter.incident]
        assert len(told) == 1
        assert [f"incident:{one.id}:opened" for one in incidents.history(connection, "run-1")] == told


def test_an_end_and_a_new_beginning_of_one_kind_fit_one_verdict(c, a_standing, offline, an_incident, a_letter, now):
    """The former is closed first."""
    runs.add(c, a_standing())
    keep.keep_run(c, a_standing(), offline(), now)
    (before,) = standings.load(c)
    again = an_incident("two", opened_at=now + HOUR)
    over = before.open[0].closed(now + HOUR)
    verdict = Verdict(
        standing=replace(before, open=(again,)), opened=(again,), closed=(over,), letters=(a_letter("x", "two"),)
    )
    keep.keep_run(c, before, verdict, now + HOUR)

    assert [over, again] == incidents.history(c, "run-1")
    assert "x" in [waiting.letter.key for waiting in letters.due(c, now + HOUR, 9)]


def test_a_card_is_put_once_and_then_says_anew(c, a_standing, a_letter, now):
    """One message, edited in place."""
    runs.add(c, a_standing())
    for said in ("first", "second"):
        keep.keep_run(c, a_standing(), Verdict(standing=a_standing(), cards=(a_letter("card:run-1", said=said),)), now)

    (card,) = letters.due(c, now, 9)
    assert (card.letter.facts.particular, card.revision) == ("second", 2)


def test_an_accounts_verdict_is_kept_the_same_way(c, an_incident, a_letter, now):
    """Its standing, its incident and its letter."""
    before = accounts.load(c, "vast")
    dark = an_incident("dark", "account:vast", IncidentKind.NOT_VISIBLE)
    after = AccountStanding(market="vast", tried_at=now, refusal="no answer", open=(dark,))
    keep.keep_account(c, before, Verdict(standing=after, opened=(dark,), letters=(a_letter("dark", "dark"),)), now)

    assert after == accounts.load(c, "vast")
    assert ["dark"] == [waiting.letter.key for waiting in letters.due(c, now, 9)]
