"""Days of a zone, and what is told of each."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.instance import InstanceState
from bot.domain.ledger import (
    VAST,
    Day,
    Ledger,
    Level,
    Line,
    Meter,
    RateFact,
    costs_by_day,
    costs_of,
    days_between,
    lines_due,
    timeline,
    whole_day,
)

RUNNING, OFFLINE = InstanceState.RUNNING, InstanceState.OFFLINE
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ZONES = st.sampled_from(
    ["UTC", "America/New_York", "Asia/Kathmandu", "Pacific/Chatham", "Africa/Cairo", "America/Havana", "America/Nuuk"]
)
INSTANTS = st.integers(0, 40 * 365 * 86400).map(lambda n: datetime(2000, 1, 1, tzinfo=UTC) + timedelta(seconds=n))


@pytest.mark.parametrize(
    ("zone", "day", "hours"),
    [
        ("America/New_York", date(2026, 11, 1), 25),
        ("America/New_York", date(2026, 3, 8), 23),
        ("America/New_York", date(2026, 3, 9), 24),
        ("Africa/Cairo", date(2026, 4, 24), 23),
        ("America/Havana", date(2026, 11, 1), 25),
        ("Pacific/Apia", date(2011, 12, 30), 0),
    ],
)
def test_a_day_is_as_long_as_its_clocks_make_it(zone, day, hours):
    """23 and 25 hours where the clocks change, also at midnight itself; none for a date that a zone left out."""
    whole = whole_day(day, ZoneInfo(zone))
    assert hours * HOUR == whole.end - whole.start


def test_a_date_that_a_zone_left_out_is_no_day():
    """Samoa had no 30 December 2011."""
    start, end = datetime(2011, 12, 29, 12, tzinfo=UTC), datetime(2011, 12, 31, 12, tzinfo=UTC)
    assert [29, 31, 1] == [day.date.day for day in days_between(start, end, ZoneInfo("Pacific/Apia"))]


@pytest.mark.parametrize(("zone", "first"), [("UTC", "00:00"), ("Asia/Kolkata", "18:30"), ("Asia/Kathmandu", "18:15")])
def test_a_day_begins_at_its_zones_midnight(zone, first):
    """Case d81: a UTC day is one of UTC, whatever the machine's zone."""
    assert first == f"{whole_day(date(2026, 4, 1), ZoneInfo(zone)).start:%H:%M}"


@given(INSTANTS, st.timedeltas(timedelta(0), 9 * DAY), ZONES)
def test_days_touch_and_cover(start, span, zone):
    """Every instant lies in one day, that of its own local date."""
    days = list(days_between(start, start + span, ZoneInfo(zone)))
    assert all(one.end == other.start for one, other in pairwise(days))
    if span:
        assert days[0].start <= start < days[0].end
        assert days[-1].start < start + span <= days[-1].end
    for day in days:
        inside = (day.start, day.end - timedelta(microseconds=1))
        assert [day.date] * 2 == [instant.astimezone(ZoneInfo(zone)).date() for instant in inside]


START = datetime(2026, 12, 1, 12, tzinfo=UTC)


def a_ledger(*levels, usd=1):
    """Make a ledger from levels of (state, hours from, hours to)."""
    seen = [Level(state, START + a * HOUR, START + b * HOUR) for state, a, b in levels]
    return Ledger(policy=VAST, spans=timeline(seen), rates=[RateFact(Meter.COMPUTE, START, Decimal(usd))])


def test_a_run_on_one_instance_after_another_is_one_sum():
    """Each with its own rate, and the days run through."""
    ledgers = [a_ledger((RUNNING, 0, 6), (None, 6, 6)), a_ledger((RUNNING, 20, 30), usd=2)]
    days = costs_by_day(ledgers, UTC, START + 30 * HOUR)
    assert [6 + 0, 2 * 10] == [entry.costs.compute.usd for entry in days]
    assert 26 == costs_of(ledgers, START + 30 * HOUR).compute.usd


def test_before_the_first_sighting_there_are_no_days():
    """Nor without any."""
    assert () == costs_by_day([], UTC, START)
    assert () == costs_by_day([a_ledger((RUNNING, 5, 6))], UTC, START)


def test_a_first_sighting_at_midnight_has_its_day():
    """What it cost until then is nothing, and the day is told."""
    days = costs_by_day([a_ledger((RUNNING, 12, 13))], UTC, START + 12 * HOUR)
    assert [(date(2026, 12, 2), 0)] == [(entry.day.date, entry.costs.compute.usd) for entry in days]


def test_a_first_sighting_at_a_zones_midnight_has_that_zones_day():
    """In Kiritimati it is the third of December, in the tests' own zone still the second."""
    zone, midnight = ZoneInfo("Pacific/Kiritimati"), START + 22 * HOUR
    (entry,) = costs_by_day([a_ledger((RUNNING, 22, 23))], zone, midnight)
    assert Day(date(2026, 12, 3), midnight, midnight + DAY) == entry.day


def test_late_knowledge_makes_a_dated_line_and_rewrites_none():
    """On 2 December it ran, as far as one knew; that it was away from 18:00 on was learned a day later."""
    morning, later = START + 21 * HOUR, START + 45 * HOUR
    told = lines_due((), costs_by_day([a_ledger((RUNNING, 0, 6))], UTC, START + 12 * HOUR), morning)
    assert (Line(date(2026, 12, 1), Meter.COMPUTE, Decimal(12), morning),) == told
    known = costs_by_day([a_ledger((RUNNING, 0, 6), (OFFLINE, 6, 40))], UTC, START + 12 * HOUR)
    correction = lines_due(told, known, later)
    assert (Line(date(2026, 12, 1), Meter.COMPUTE, Decimal(-6), later, correction=True),) == correction
    assert () == lines_due([*told, *correction], known, later + HOUR)


def test_what_is_unknown_corrects_nothing():
    """A told day stands, and an unknown meter has no line."""
    unknown = Ledger(policy=VAST, spans=a_ledger((RUNNING, 0, 6)).spans, rates=())
    told = [Line(date(2026, 12, 1), Meter.COMPUTE, Decimal(12), START)]
    assert () == lines_due(told, costs_by_day([unknown], UTC, START + 6 * HOUR), START)


def test_a_day_that_cost_nothing_is_told_once():
    """Zero is a figure too."""
    days = costs_by_day([a_ledger((OFFLINE, 0, 6))], UTC, START + 6 * HOUR)
    told = lines_due((), days, START)
    assert [(0, False)] == [(line.usd, line.correction) for line in told]
    assert () == lines_due(told, days, START + HOUR)
