"""Runs by their names and machines, each of which only one run has."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from threading import Barrier

import pytest

from bot.domain.listing import ListingRef
from bot.domain.runs import Progress
from bot.services.watching.applying import watched
from bot.store import runs, standings

DAY, SECOND = timedelta(days=1), timedelta(seconds=1)


@pytest.fixture
def c(engine):
    """Give one transaction."""
    with engine.begin() as connection:
        yield connection


@pytest.fixture
def ended(a_standing, now):
    """Make the standing of a run that ended so long ago."""

    def make(number, ago):
        return a_standing(number, run={"ended_at": now - ago})

    return make


def test_a_run_is_found_by_its_name_in_any_case_and_by_its_id(c, a_standing):
    """Names are typed, on phones too; `ß` and `SS` are the same letter to whoever types them."""
    standing = a_standing(run={"name": "Straße-Ft"})
    runs.add(c, standing)

    assert standing.run == runs.by_name(c, "STRASSE-FT")
    assert standing.run == runs.by_id(c, "run-1")
    assert runs.by_name(c, "straße") is None
    assert runs.by_id(c, "run-2") is None


def test_a_name_is_taken_for_ever(c, a_standing, ended):
    """Live or ended: what a message says of a name must stay clear. The one that has it is told."""
    first = ended(1, ago=DAY)
    runs.add(c, first)

    with pytest.raises(runs.NameTaken) as taken:
        runs.add(c, a_standing(2, run={"name": "LLAMA-1"}))
    assert first.run == taken.value.run
    assert [first.run] == runs.all_runs(c)


def test_an_instance_carries_one_live_run(c, a_standing, ended):
    """Once that has ended, another may sit there."""
    runs.add(c, ended(1, ago=DAY))
    second = a_standing(2, run={"ref": ListingRef("vast", "1")})
    runs.add(c, second)

    with pytest.raises(runs.InstanceTaken) as taken:
        runs.add(c, a_standing(3, run={"ref": ListingRef("vast", "1")}))
    assert second.run == taken.value.run


def test_of_two_that_track_at_once_one_gets_the_instance(engine, a_standing):
    """A double click, and two processes: neither looked first, and the database decides."""
    both = Barrier(2)

    def track(number):
        both.wait(30)
        with engine.begin() as connection:
            runs.add(connection, a_standing(number, run={"ref": ListingRef("vast", "1")}))

    with ThreadPoolExecutor(2) as pool:
        errors = [type(done.exception()) for done in [pool.submit(track, number) for number in (1, 2)]]
    assert sorted([type(None), runs.InstanceTaken], key=str) == sorted(errors, key=str)
    with engine.begin() as connection:
        assert len(runs.live(connection)) == 1


def test_live_runs_and_those_that_ended_since(c, a_standing, ended, now):
    """By when they were tracked."""
    for standing in (a_standing(3), a_standing(1), ended(2, ago=DAY), ended(4, ago=2 * DAY)):
        runs.add(c, standing)

    assert ["llama-1", "llama-3"] == [run.name for run in runs.live(c)]
    assert ["llama-1", "llama-2", "llama-3"] == [run.name for run in runs.all_runs(c, since=now - DAY)]
    assert ["llama-1", "llama-2", "llama-3", "llama-4"] == [run.name for run in runs.all_runs(c)]


def test_a_machine_is_looked_for_until_seven_days_after_its_end(c, a_standing, ended, now):
    """Case c63's kin: marketplaces have been seen to change their mind."""
    week = timedelta(days=7)
    for standing in (a_standing(9), a_standing(8, market="cloudj"), ended(2, ago=week + SECOND), ended(3, ago=week)):
        runs.add(c, standing)

    assert {"vast:3", "cloudj:8", "vast:9"} == {str(run.ref) for run in watched(c, now)}


def test_a_machine_that_sits_with_another_run_by_now_is_looked_for_once(c, a_standing, ended, now):
    """It is there for the run that has it; the one that ended on it is over."""
    for standing in (ended(2, ago=DAY), a_standing(9, run={"ref": ListingRef("vast", "2")})):
        runs.add(c, standing)

    assert ["run-9"] == [run.id for run in watched(c, now)]


def test_progress_is_told_for_a_run_that_is_there(c, a_standing, now):
    """And changes nothing else of it."""
    runs.add(c, a_standing())
    progress = Progress(done=41_000, total=50_000, at=now, running=timedelta(hours=1), by="U0ADA")

    assert runs.set_progress(c, "run-1", progress)
    assert not runs.set_progress(c, "run-2", progress)
    assert replace(a_standing().run, progress=progress) == runs.by_id(c, "run-1")
    assert [replace(a_standing(), run=runs.by_id(c, "run-1"))] == standings.load(c)
