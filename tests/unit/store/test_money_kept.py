"""What was charged and what was told of it."""

from datetime import date, timedelta
from decimal import Decimal

import pytest

from bot.domain.account import Charge
from bot.domain.instance import InstanceState
from bot.domain.ledger import Level, Line, Meter, RateFact
from bot.domain.listing import ListingRef
from bot.store import charges, lines, runs
from bot.store.series import LEVELS, Change

MONDAY = date(2026, 11, 30)
DAY = timedelta(days=1)
ONE = ListingRef("vast", "1")
TWO = ListingRef("vast", "2")


@pytest.fixture
def c(engine):
    """Give one transaction."""
    with engine.begin() as connection:
        yield connection


def charge(usd, day=MONDAY, meter=Meter.COMPUTE, ref=ONE):
    """Make one of a day."""
    return Charge(ref=ref, day=day, meter=meter, usd=Decimal(usd))


def test_charges_come_back_by_day_and_meter_to_the_digit(c, a_standing, now):
    """Case d90: unrounded; what stands for no meter is not hidden, and money given back is negative."""
    runs.add(c, a_standing(1))
    told = [
        charge("-1.50", meter=None),
        charge("16.2000000001"),
        charge("0.3", meter=Meter.DISK),
        charge("1", MONDAY + DAY),
    ]
    charges.replace(c, "vast", MONDAY, MONDAY + 2 * DAY, [*told, charge("7", ref=TWO)], now)

    found = charges.of_run(c, "run-1")
    assert told == found
    assert [str(one.usd) for one in told] == [str(one.usd) for one in found]


def test_charges_are_known_from_the_first_day_that_was_asked_for_on(c, now):
    """Where each answer adjoins the one before it; after a gap only from the later one on."""
    assert charges.window(c, "vast") is None
    charges.note_read(c, "vast", now - 3 * DAY, now)
    assert charges.window(c, "vast") == (now - 3 * DAY, now)
    charges.note_read(c, "vast", now - DAY, now + DAY)
    assert charges.window(c, "vast") == (now - 3 * DAY, now + DAY)
    charges.note_read(c, "vast", now - 9 * DAY, now + DAY)
    assert charges.window(c, "vast") == (now - 9 * DAY, now + DAY)
    charges.note_read(c, "vast", now + 5 * DAY, now + 6 * DAY)
    assert charges.window(c, "vast") == (now + 5 * DAY, now + 6 * DAY)
    assert charges.window(c, "cloudj") is None


def test_machines_cost_since_the_first_of_their_rates(c, a_standing, now):
    """Of these runs at this marketplace; of others nothing counts."""
    rates = tuple(RateFact(Meter.COMPUTE, now - age, Decimal(16)) for age in (2 * DAY, DAY))
    one = a_standing(1, machine={"rates": rates})
    runs.add(c, one)
    runs.add(c, a_standing(2, machine={"rates": (RateFact(Meter.DISK, now - 9 * DAY, Decimal(1)),)}))
    first = now - 2 * DAY
    assert charges.first_accrual(c, "vast", [one.run.id]) == first
    assert charges.first_accrual(c, "vast", []) is None
    assert charges.first_accrual(c, "cloudj", [one.run.id]) is None


def test_a_day_that_is_read_again_says_what_it_says_now(c, a_standing, now):
    """Case d81: a day moves until it has ended. What is charged no more goes; days outside stay."""
    for standing in (a_standing(1), a_standing(2), a_standing(3, run={"ref": ListingRef("cloudj", "1")})):
        runs.add(c, standing)
    charges.replace(
        c, "vast", MONDAY - DAY, MONDAY + DAY, [charge("9", MONDAY - DAY), charge("1"), charge("2", ref=TWO)], now
    )
    charges.replace(c, "cloudj", MONDAY, MONDAY + DAY, [charge("3", ref=ListingRef("cloudj", "1"))], now)
    charges.replace(c, "vast", MONDAY, MONDAY + DAY, [charge("1.5")], now)

    assert [charge("9", MONDAY - DAY), charge("1.5")] == charges.of_run(c, "run-1")
    assert [] == charges.of_run(c, "run-2")
    assert len(charges.of_run(c, "run-3")) == 1


def test_a_runs_charges_are_those_of_every_machine_that_it_sat_on(c, a_standing, now):
    """Of the present one also before its first level."""
    runs.add(c, a_standing(2, machine={"levels": ()}))
    runs.add(c, a_standing(1, run={"ref": ONE}))
    runs.add(c, a_standing(3))
    earlier = a_standing(2, run={"id": "run-4", "name": "moved", "ref": ListingRef("vast", "4")})
    runs.add(c, earlier)
    moved = [charge("1", ref=ONE), charge("2", ref=TWO), charge("4", ref=ListingRef("vast", "4"))]
    charges.replace(c, "vast", MONDAY, MONDAY + DAY, moved, now)
    LEVELS.save(c, [Change("run-4", TWO, (), (Level(InstanceState.RUNNING, now, now),))])

    assert [charge("2", ref=TWO)] == charges.of_run(c, "run-2")
    assert [charge("2", ref=TWO), charge("4", ref=ListingRef("vast", "4"))] == charges.of_run(c, "run-4")
    assert [] == charges.of_run(c, "run-3")


def test_told_lines_stay_as_they_were_told(c, a_standing, now):
    """A correction is another line; another run's are apart."""
    runs.add(c, a_standing(1))
    runs.add(c, a_standing(2))
    first = [Line(MONDAY, Meter.COMPUTE, Decimal("388.80"), now), Line(MONDAY, Meter.DISK, Decimal("2.4"), now)]
    correction = Line(MONDAY, Meter.COMPUTE, Decimal("-16.2"), now + DAY, correction=True)
    lines.add(c, "run-1", first)
    lines.add(c, "run-2", first[:1])
    lines.add(c, "run-1", [correction])
    lines.add(c, "run-1", [])

    assert (*first, correction) == lines.of_run(c, "run-1")
    assert {"run-1": (*first, correction), "run-2": (first[0],)} == lines.of_runs(c, ["run-1", "run-2", "run-3"])
    assert lines.of_run(c, "run-3") == ()
