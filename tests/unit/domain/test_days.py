"""The team's days and the instants of their summaries."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.days import day_of, due_summaries, instant_of, starts

DAY, HOUR, MICRO = timedelta(days=1), timedelta(hours=1), timedelta(microseconds=1)
NINE = time(9)
LONDON, LOS_ANGELES = ZoneInfo("Europe/London"), ZoneInfo("America/Los_Angeles")
PLAIN = ["UTC", "Asia/Kolkata", "America/Los_Angeles", "Europe/London", "Europe/Helsinki", "Pacific/Chatham"]
AT_MIDNIGHT = ["America/Havana", "Africa/Cairo", "Asia/Beirut", "America/Santiago", "America/Sao_Paulo"]
ODD = ["Australia/Lord_Howe", "America/St_Johns"]
"""By half an hour; and a minute after midnight, until 2011."""
ZONES = st.sampled_from([*PLAIN, *AT_MIDNIGHT, *ODD]).map(ZoneInfo)
DATES = st.dates(date(2000, 1, 1), date(2036, 12, 31))
INSTANTS = st.datetimes(datetime(2000, 1, 1), datetime(2036, 12, 31), timezones=st.just(UTC))  # noqa: DTZ001 - bounds
TIMES = st.times().map(lambda at: at.replace(second=0, microsecond=0))


def utc(*parts):
    """Give an instant."""
    return datetime(*parts, tzinfo=UTC)


def is_next(instant, after, at, zone):
    """Tell whether the first summary after an instant is due from this one on, to the microsecond."""
    before, then = (due_summaries(None, after, now, at, zone) for now in (instant - MICRO, instant))
    return (len(before), len(then)) == (0, 1)


@pytest.mark.parametrize(("day", "hours"), [(date(2026, 3, 8), 23), (date(2026, 11, 1), 25), (date(2026, 6, 1), 24)])
def test_a_day_is_as_long_as_the_clocks_make_it(day, hours):
    """In Los Angeles in 2026."""
    assert hours * HOUR == starts(day + DAY, LOS_ANGELES) - starts(day, LOS_ANGELES)


def test_a_time_that_comes_twice_is_its_first():
    """Case g169: 01:30 in Los Angeles on 2026-11-01 comes at 08:30Z and 09:30Z, and gives one summary."""
    at, day = time(1, 30), date(2026, 11, 1)
    assert utc(2026, 11, 1, 8, 30) == instant_of(day, at, LOS_ANGELES)
    assert is_next(utc(2026, 11, 2, 9, 30), utc(2026, 11, 1, 8, 30), at, LOS_ANGELES)
    assert () == due_summaries(day, utc(2026, 10, 1), utc(2026, 11, 1, 9, 30), at, LOS_ANGELES)


@pytest.mark.parametrize("at", [time(2), time(2, 30), time(2, 59, 59, 999999)])
def test_a_time_that_is_skipped_comes_at_the_next_instant(at):
    """Case g169: on 2026-03-08 Los Angeles has no 02:30; all of that hour is 10:00Z, when the clocks show 03:00."""
    assert utc(2026, 3, 8, 10) == instant_of(date(2026, 3, 8), at, LOS_ANGELES)


def test_a_time_is_kept_to_the_microsecond():
    """Nothing of it is rounded away where the clocks do show it, once or twice."""
    at = time(1, 30, 5, 7)
    assert utc(2026, 6, 1, 8, 30, 5, 7) == instant_of(date(2026, 6, 1), at, LOS_ANGELES)
    assert utc(2026, 11, 1, 8, 30, 5, 7) == instant_of(date(2026, 11, 1), at, LOS_ANGELES)


@pytest.mark.parametrize("month", [1, 7])
def test_the_summary_comes_at_the_teams_time_in_summer_and_winter(month):
    """Case g177: 09:15 in London, whatever zone the machine is in."""
    instant = utc(2026, month, 10, 8 if month == 7 else 9, 15)
    assert is_next(instant, utc(2026, month, 10), time(9, 15), LONDON)
    assert time(9, 15) == instant.astimezone(LONDON).time()


def test_a_day_without_midnight_begins_at_the_skip():
    """Cairo 2026-04-24: the clocks go from 24:00 to 01:00."""
    cairo = ZoneInfo("Africa/Cairo")
    assert utc(2026, 4, 23, 22) == starts(date(2026, 4, 24), cairo)
    assert date(2026, 4, 23) == day_of(utc(2026, 4, 23, 22) - MICRO, cairo)
    assert date(2026, 4, 24) == day_of(utc(2026, 4, 23, 22), cairo)


def test_a_day_whose_midnight_comes_twice_begins_at_the_first():
    """Havana 2026-11-01: 00:00 comes at 04:00Z and 05:00Z."""
    havana = ZoneInfo("America/Havana")
    assert utc(2026, 11, 1, 4) == starts(date(2026, 11, 1), havana)
    assert date(2026, 11, 1) == day_of(utc(2026, 11, 1, 5), havana)


def test_an_hour_that_falls_back_over_midnight_stays_with_the_new_day():
    """St John's 2009-11-01: at 00:01 back to 23:01. The day has begun, and does not begin again."""
    st_johns = ZoneInfo("America/St_Johns")
    began = utc(2009, 11, 1, 2, 30)
    assert began == starts(date(2009, 11, 1), st_johns)
    again = began + timedelta(minutes=30)
    assert date(2009, 10, 31) == again.astimezone(st_johns).date()
    assert date(2009, 11, 1) == day_of(again, st_johns)


def test_a_date_that_a_zone_left_out_has_no_time():
    """Samoa had no 2011-12-30: the day is empty, and nothing belongs to it."""
    apia = ZoneInfo("Pacific/Apia")
    skip = utc(2011, 12, 30, 10)
    assert skip == starts(date(2011, 12, 30), apia) == starts(date(2011, 12, 31), apia)
    assert [date(2011, 12, 29), date(2011, 12, 31)] == [day_of(skip - MICRO, apia), day_of(skip, apia)]


def test_the_first_summary_comes_at_the_first_time_after_the_first_start():
    """Not for the days before, nor at the very instant of the start."""
    started = utc(2026, 1, 10, 9)
    assert () == due_summaries(None, started, started, NINE, LONDON)
    assert () == due_summaries(None, started, utc(2026, 1, 11, 9) - MICRO, NINE, LONDON)
    assert (date(2026, 1, 11),) == due_summaries(None, started, utc(2026, 1, 11, 9), NINE, LONDON)
    assert (date(2026, 1, 10),) == due_summaries(None, started - MICRO, started, NINE, LONDON)


def test_a_clock_that_jumps_over_a_summary_catches_it_up():
    """Case g166: asleep from 03:00 to 11:00, so the day's summary is due at 11:00, and then no more."""
    last, started = date(2026, 1, 9), utc(2026, 1, 1)
    assert () == due_summaries(last, started, utc(2026, 1, 10, 3), NINE, LONDON)
    assert (date(2026, 1, 10),) == due_summaries(last, started, utc(2026, 1, 10, 11), NINE, LONDON)
    assert () == due_summaries(date(2026, 1, 10), started, utc(2026, 1, 10, 11), NINE, LONDON)


def test_a_team_far_west_of_the_machine_misses_no_summary():
    """At 23:30 in Midway the tests' own zone is two dates ahead, and the summary of 23:45 is still to come."""
    midway = ZoneInfo("Pacific/Midway")
    assert is_next(utc(2026, 1, 11, 10, 45), utc(2026, 1, 11, 10, 30), time(23, 45), midway)


def test_missed_dates_come_together_oldest_first():
    """Case g166: three days down, one message for all of them."""
    missed = due_summaries(date(2026, 1, 9), utc(2026, 1, 1), utc(2026, 1, 12, 12), NINE, LONDON)
    assert (date(2026, 1, 10), date(2026, 1, 11), date(2026, 1, 12)) == missed


def test_a_clock_that_goes_back_asks_for_no_summary():
    """What was sent is sent."""
    assert () == due_summaries(date(2026, 1, 9), utc(2026, 1, 1), utc(2026, 1, 5, 12), NINE, LONDON)


@pytest.mark.parametrize(
    ("zone", "at", "days", "came"),
    [
        ("Europe/Helsinki", time(3, 30), date(2017, 10, 28), ["28T00:30", "29T00:30", "30T01:30"]),
        ("Europe/Brussels", NINE, date(2019, 3, 30), ["30T08:00", "31T07:00", "01T07:00"]),
    ],
    ids=["fold", "skip"],
)
def test_the_same_local_time_comes_once_a_day_across_a_change_of_the_clocks(zone, at, days, came):
    """Cases g170, g171: 03:30 comes twice in Helsinki's night and is told at its first, 09:00 in Brussels stays 09:00.

    Woken each quarter of an hour for three days; a slot that stays due, or comes again, would be told again.
    """
    started = starts(days, ZoneInfo(zone))
    last, told = None, []
    for quarter in range(3 * 24 * 4):
        now = started + quarter * timedelta(minutes=15)
        due = due_summaries(last, started, now, at, ZoneInfo(zone))
        told += [(day, f"{now:%dT%H:%M}") for day in due]
        last = due[-1] if due else last
    assert [(days + number * DAY, when) for number, when in enumerate(came)] == told


@given(DATES, ZONES)
def test_a_day_lasts_from_22_to_26_hours(day, zone):
    """23 and 25 are usual; Cairo and others have moved by more, never by more than two."""
    assert 22 * HOUR <= starts(day + DAY, zone) - starts(day, zone) <= 26 * HOUR


@given(INSTANTS, ZONES)
def test_every_instant_is_of_exactly_one_day(instant, zone):
    """So the sum of days is the total."""
    day = day_of(instant, zone)
    assert starts(day, zone) <= instant < starts(day + DAY, zone)


@given(DATES, TIMES, ZONES)
def test_an_instant_shows_the_time_asked_for_or_is_the_first_after_it(day, at, zone):
    """A microsecond before it the clocks show less, whether the time exists or not."""
    instant = instant_of(day, at, zone)
    asked = datetime.combine(day, at)
    assert asked <= instant.astimezone(zone).replace(tzinfo=None)
    assert asked > (instant - MICRO).astimezone(zone).replace(tzinfo=None)


@given(INSTANTS, TIMES, ZONES)
def test_the_next_summary_is_the_nearest_after(instant, at, zone):
    """Looked for among all dates around."""
    around = [instant.date() + DAY * number for number in range(-3, 4)]
    nearest = min(s for day in around if (s := instant_of(day, at, zone)) > instant)
    assert is_next(nearest, instant, at, zone)


@given(INSTANTS, st.lists(st.integers(-300, 5000), max_size=30), TIMES, ZONES)
def test_each_date_gets_one_summary_whenever_one_wakes(started, waits, at, zone):
    """Whatever sleep, clock jump or downtime lies between: no date twice, none left out, none before its time."""
    now, last, sent, latest = started, None, [], started
    for minutes in waits:
        now += minutes * timedelta(minutes=1)
        latest = max(latest, now)
        due = due_summaries(last, started, now, at, zone)
        assert all(instant_of(day, at, zone) <= now for day in due)
        sent += due
        last = sent[-1] if sent else None
    days = (started.date() + DAY * number for number in range(-2, (latest - started).days + 4))
    assert [day for day in days if started < instant_of(day, at, zone) <= latest] == sent
