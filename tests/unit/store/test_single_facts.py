"""What happens once: a day's summary, an acknowledgement, a delivery, the first start."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from threading import Barrier

import pytest

from bot.store import acks, notes, routes, runs, summaries

MONDAY = date(2026, 11, 30)
DAY = timedelta(days=1)


@pytest.fixture
def c(engine):
    """Give one transaction."""
    with engine.begin() as connection:
        yield connection


def test_a_day_has_one_summary(c, now):
    """Promise 6. The newest day is where the next goes on, whatever the order."""
    assert summaries.last(c) is None
    assert summaries.claim(c, MONDAY, now)
    assert summaries.claim(c, MONDAY - DAY, now)
    assert not summaries.claim(c, MONDAY, now + DAY)
    assert summaries.last(c) == MONDAY


@pytest.mark.parametrize(
    "take",
    [
        lambda c, now: summaries.claim(c, MONDAY, now),
        lambda c, now: acks.acknowledge(c, "deadline:run-1:contract end:1", "U0ADA", now),
    ],
    ids=["summary", "acknowledgement"],
)
def test_of_two_processes_one_has_it(engine, now, take):
    """Case g167, promise 5."""
    both = Barrier(2)

    def one(_):
        both.wait(30)
        with engine.begin() as connection:
            return take(connection, now)

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(one, range(2))) == [False, True]


def test_the_first_to_acknowledge_a_deadline_is_named(c, now):
    """Those that nobody did are left out."""
    assert acks.acknowledge(c, "deadline:run-1:contract end:1", "U0ADA", now)
    assert not acks.acknowledge(c, "deadline:run-1:contract end:1", "U0BEN", now)
    asked = ["deadline:run-1:contract end:1", "deadline:run-1:contract end:2"]
    assert acks.by(c, asked) == {"deadline:run-1:contract end:1": "U0ADA"}
    assert acks.by(c, []) == {}


def test_notes_hold_an_instant_and_a_number_apart(c, now):
    """Noting one leaves the other."""
    assert (notes.instant(c, "wake"), notes.number(c, "wake")) == (None, None)
    notes.set_instant(c, "wake", now)
    notes.set_number(c, "wake", 7)
    notes.set_instant(c, "wake", now + DAY)
    assert (notes.instant(c, "wake"), notes.number(c, "wake")) == (now + DAY, 7)


def test_the_first_start_stays_the_first(c, now):
    """From it on summaries are owed."""
    assert now == notes.first_start(c, now)
    assert now == notes.first_start(c, now + DAY)
    assert now == notes.instant(c, notes.FIRST_START)


def test_the_channels_in_use_are_those_of_live_runs(c, a_standing, now):
    """Each with somebody who should know."""
    runs.add(c, a_standing(1))
    runs.add(c, a_standing(2, run={"channel": "C0OLD", "ended_at": now}))
    assert routes.in_use(c) == {"C0TRAIN": "U0ADA"}
    assert routes.broken(c) == frozenset()
