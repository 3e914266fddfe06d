"""Standings come back whole, and of what changed only that is written."""

from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import event, text
from sqlalchemy.exc import OperationalError

from bot.domain.deadlines import DeadlineKind
from bot.domain.deadlines.told import Mark
from bot.domain.incidents import IncidentKind
from bot.domain.instance import InstanceState
from bot.domain.ledger import CounterReading, Level, Meter, RateFact, restate
from bot.domain.listing import ListingRef
from bot.store import incidents, marks, runs, standings
from bot.store.picked import picked

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)


@pytest.fixture
def c(engine):
    """Give one transaction."""
    with engine.begin() as connection:
        yield connection


@contextmanager
def statements(connection):
    """Give what is sent to the database within the block."""
    said = []

    def note(_connection, _cursor, statement, *_):
        said.append(statement.split(" ORDER BY")[0])

    event.listen(connection, "before_cursor_execute", note)
    yield said
    event.remove(connection, "before_cursor_execute", note)


def test_a_standing_comes_back_whole(c, a_standing, an_incident):
    """Its run, machine, watches, what was told, and the incidents that are open."""
    standing = a_standing(open=(an_incident(),))
    runs.add(c, standing)
    incidents.open_(c, an_incident())

    assert [standing] == standings.load(c)
    assert standing.open[0] == standing.incident(IncidentKind.OFFLINE)


@pytest.mark.parametrize("usd", ["0", "12.40", "0.000001", None])
def test_a_deposit_comes_back_to_the_digit_and_one_that_nobody_told_as_unknown(c, a_standing, usd):
    """Nothing held is another thing than nothing known; what is told later takes its place."""
    kept = a_standing(machine={"deposit": None if usd is None else Decimal(usd)})
    runs.add(c, kept)
    assert [kept] == standings.load(c)

    told = replace(kept, machine=replace(kept.machine, deposit=Decimal("7.5")))
    standings.save(c, kept, told)
    assert [told] == standings.load(c)


def test_standings_are_picked_by_ids_market_and_end(c, a_standing, now):
    """Of live ones, and of those that ended since an instant; what is asked for by its id comes live or not."""
    over = a_standing(3, run={"ended_at": now - HOUR})
    for standing in (a_standing(1), a_standing(2, market="cloudj"), over):
        runs.add(c, standing)

    def names(**which):
        return [standing.run.name for standing in standings.load(c, **which)]

    assert ["llama-1", "llama-2"] == names()
    assert ["llama-1"] == names(market="vast")
    assert ["llama-1", "llama-3"] == names(market="vast", since=now - HOUR)
    assert ["llama-1"] == names(market="vast", since=now)
    assert ["llama-2", "llama-3"] == names(ids=["run-3", "run-2", "nobody"])
    assert [] == names(ids=[])


def test_a_thousand_take_as_many_questions_as_one(c, a_standing):
    """One for each table."""
    for number in range(5):
        runs.add(c, a_standing(number))
    with statements(c) as said:
        assert len(standings.load(c)) == 5
    assert len(said) == 6


def levels_of(draw_states, start):
    """Make touching levels of an hour each."""
    return tuple(Level(state, start + n * HOUR, start + (n + 0.5) * HOUR) for n, state in enumerate(draw_states))


STATES = st.lists(st.sampled_from([*InstanceState, None]).filter(lambda state: state != "unknown"), max_size=5)
CENTS = st.integers(0, 10_000).map(lambda cents: Decimal(cents) / 100)
RATES = st.lists(st.tuples(st.sampled_from(Meter), CENTS), max_size=4)
COUNTS = st.lists(st.tuples(st.none() | CENTS, st.none() | CENTS), max_size=4)
TOLD = st.sets(
    st.tuples(st.sampled_from(DeadlineKind), st.none() | st.integers(1, 72).map(lambda hours: hours * HOUR)), max_size=5
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(
    turns=st.lists(st.tuples(STATES, RATES, COUNTS, TOLD, st.integers(0, 2), st.integers(1, 2)), min_size=1, max_size=4)
)
def test_whatever_changes_is_kept(engine, a_standing, now, turns):
    """Facts that grow, shrink or are rewritten, another machine and back, an end that moved, an end of the run."""
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM runs"))
        connection.execute(text("DELETE FROM marks"))
        runs.add(connection, a_standing())
    for states, rates, counts, told, moved, instance in turns:
        with engine.begin() as connection:
            (before,) = standings.load(connection, ids=["run-1"], lock=True)
            ref = ListingRef("vast", str(instance))
            facts = {
                "levels": levels_of(states, now),
                "rates": tuple(RateFact(meter, now + n * HOUR, usd) for n, (meter, usd) in enumerate(rates)),
                "traffic": tuple(CounterReading(now + n * HOUR, *gb) for n, gb in enumerate(counts)),
            }
            after = replace(
                before,
                run=replace(before.run, ref=ref, ended_at=now if moved == 2 else None),
                machine=replace(before.machine, **facts),
                told=frozenset(Mark(kind, threshold, now + moved * HOUR) for kind, threshold in told),
            )
            if ref != before.run.ref:  # what an earlier stay left there is cut to what is said now
                _clear(connection, instance)
            standings.save(connection, before, after)
        with engine.begin() as connection:
            assert [after] == standings.load(connection, ids=["run-1"])


def _clear(connection, instance):
    for table in ("levels", "rates", "traffic"):
        connection.execute(text(f"DELETE FROM {table} WHERE instance = :instance"), {"instance": str(instance)})  # noqa: S608 - our own names


def test_the_facts_of_an_earlier_machine_stay(c, a_standing, now):
    """The run's cost goes on over one instance after another."""
    before = a_standing()
    runs.add(c, before)
    after = replace(
        before,
        run=replace(before.run, ref=ListingRef("vast", "2")),
        machine=replace(before.machine, levels=(Level(InstanceState.PENDING, now, now),)),
    )
    standings.save(c, before, after)

    assert [after] == standings.load(c)
    assert c.execute(text("SELECT instance FROM levels ORDER BY instance")).scalars().all() == ["1", "2"]


def test_a_usual_look_writes_little(c, a_standing):
    """The last level grows and the row is seen anew: two statements, however many runs and however long their past."""
    pairs = []
    for number in range(4):
        standing = a_standing(number)
        runs.add(c, standing)
        machine = standing.machine
        seen = replace(machine.levels[-1], seen=machine.levels[-1].seen + MINUTE)
        looked = replace(machine, levels=(*machine.levels[:-1], seen), seen_at=machine.seen_at + MINUTE)
        pairs.append((standing, replace(standing, machine=looked)))

    with statements(c) as said:
        standings.save_all(c, pairs)
    assert [after for _, after in pairs] == standings.load(c)
    assert ["UPDATE runs SET seen_at", "INSERT INTO levels"] == [words.split("=")[0].split(" (")[0] for words in said]


def test_what_is_as_it_was_is_not_written(c, a_standing):
    """A poll that says nothing new costs nothing."""
    standing = a_standing()
    with statements(c) as said:
        standings.save_all(c, [(standing, standing)] * 3)
    assert [] == said


def test_the_marketplaces_word_rewrites_what_was_seen(c, a_standing, now):
    """Case a31: an outage that it tells of later takes the place of levels in the middle."""
    seen = (
        Level(InstanceState.RUNNING, now, now + HOUR),
        Level(InstanceState.OFFLINE, now + HOUR, now + 2 * HOUR),
        Level(InstanceState.RUNNING, now + 2 * HOUR, now + 3 * HOUR),
    )
    before = a_standing(machine={"levels": seen})
    runs.add(c, before)
    stated = restate(seen, now + 0.75 * HOUR, now + 1.5 * HOUR)
    after = replace(before, machine=replace(before.machine, levels=stated))
    standings.save(c, before, after)

    assert stated == standings.load(c)[0].machine.levels


@pytest.mark.parametrize("backend", ["postgresql"], indirect=True)  # SQLite's take turns as a whole
def test_a_locked_run_waits_for_its_lock(engine, a_standing):
    """Two that would judge the same run take turns; another run, and a look, go on."""
    with engine.begin() as connection:
        runs.add(connection, a_standing(1))
        runs.add(connection, a_standing(2))
    with engine.begin() as one, engine.begin() as other:
        standings.load(one, ids=["run-1"], lock=True)
        other.execute(text("SET LOCAL lock_timeout = '50ms'"))
        assert len(standings.load(other, ids=["run-2"], lock=True)) == 1
        assert len(standings.load(other)) == 2
        with pytest.raises(OperationalError, match="lock timeout"):
            standings.load(other, ids=["run-1"], lock=True)
        other.rollback()


def test_marks_of_subjects_that_were_told_nothing_are_none(c):
    """Nothing was told of an end that nobody watched."""
    assert marks.of_subject(c, "account:vast") == frozenset()
    assert marks.of_runs(c, picked(["run-1"])) == {}
