"""What holds for every day, however it is said."""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from itertools import product
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from bot.domain.need import Need
from bot.words import Misread, read_find

EARLY = ("january", "february", "march", "april", "may", "june")
MONTHS = (*EARLY, "july", "august", "september", "october", "november", "december")
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
ZONES = st.sampled_from(["America/New_York", "Africa/Cairo", "Pacific/Chatham", "UTC"]).map(ZoneInfo)
NOWS = st.datetimes(datetime(2024, 1, 1), datetime(2031, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - hypothesis adds the zone
AHEAD = st.integers(1, 330)
CLOCKS = st.times().map(lambda clock: clock.replace(second=0, microsecond=0))


def _find(words: str, zone: ZoneInfo, now: datetime) -> Need | Misread:
    return read_find(f"h100 for 3d disk 500GB by {words}", zone, now)


def _ordinal(number: int) -> str:
    teen = number in (11, 12, 13)
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def _spellings(day: date, *, year_needed: bool) -> Iterator[str]:
    """Every way to say a date that is understood, with single spaces."""
    name = MONTHS[day.month - 1]
    names = {name, name[:3], *(["sept"] if day.month == 9 else [])}
    numbers = (f"{day.day}", _ordinal(day.day))
    years = (f" {day.year}",) if year_needed else ("", f" {day.year}")
    weekday = WEEKDAYS[day.weekday()]
    for before, month, number, year in product(("", f"{weekday} ", f"{weekday[:3]} "), names, numbers, years):
        for the, of in product(("", "the "), ("", "of ")):
            yield f"{before}{the}{number} {of}{month}{year}"
        for the in ("", "the "):
            yield f"{before}{month} {the}{number}{year}"


def _clocks(clock: time) -> tuple[str, ...]:
    hour, half = clock.hour % 12 or 12, "am" if clock.hour < 12 else "pm"
    halves = (f" {hour}:{clock:%M}{half}", f" at {hour}:{clock:%M} {half}") if hour != 12 or clock.minute else ()
    whole = (f" {hour}{half}", f" {hour} {half}") if hour != 12 and not clock.minute else ()
    return (f" {clock:%H:%M}", f" at {clock:%H:%M}", *halves, *whole)


@given(NOWS, ZONES, AHEAD, st.data())
def test_every_spelling_of_a_day_reads_to_the_same_instant(
    now: datetime, zone: ZoneInfo, ahead: int, data: st.DataObject
) -> None:
    """With and without the year, weekday and time."""
    day = now.astimezone(zone).date() + timedelta(days=ahead)
    spelled = data.draw(st.sampled_from(sorted(set(_spellings(day, year_needed=False)))))
    cased = data.draw(st.sampled_from([spelled, spelled.upper(), spelled.title()]))
    clock = data.draw(st.none() | CLOCKS)
    expected = _find(f"{day}" if clock is None else f"{day}T{clock:%H:%M}", zone, now)
    assert isinstance(expected, Need)
    said = "" if clock is None else data.draw(st.sampled_from(_clocks(clock)))
    assert expected == _find(cased + said, zone, now)


@given(NOWS, ZONES, st.integers(0, 6))
def test_a_weekday_is_its_next_one_and_never_today(now: datetime, zone: ZoneInfo, ahead: int) -> None:
    """On its own day it is asked back with both."""
    today = now.astimezone(zone).date()
    day = today + timedelta(days=ahead)
    for name in (WEEKDAYS[day.weekday()], WEEKDAYS[day.weekday()][:3]):
        found = _find(name, zone, now)
        if ahead:
            assert found == _find(f"{day}", zone, now)
        else:
            assert isinstance(found, Misread)
            assert (f"by {today}", f"by {today + timedelta(days=7)}") == found.problems[0].suggestions


@given(NOWS, ZONES, AHEAD, st.sampled_from("./-"), st.booleans(), st.sampled_from(["", "%y", "%Y"]))
def test_a_day_in_figures_alone_is_never_read_and_proposed_right(
    now: datetime, zone: ZoneInfo, ahead: int, between: str, month_first: bool, year: str
) -> None:
    """Whichever order was meant is among what can be typed instead, as the only problem."""
    day = now.astimezone(zone).date() + timedelta(days=ahead)
    parts = ["%m", "%d"] if month_first else ["%d", "%m"]
    found = _find(format(day, between.join([*parts, *([year] if year else [])])), zone, now)
    assert isinstance(found, Misread)
    (problem,) = found.problems
    assert f"by {day}" in problem.suggestions


NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
NEW_YORK = ZoneInfo("America/New_York")


def _readings() -> Iterator[tuple[str, date]]:
    today = NOW.date()
    yield from (("today", today), ("tomorrow", today + timedelta(days=1)))
    for ahead in range(407):
        day = today + timedelta(days=ahead)
        yield from ((spelled, day) for spelled in set(_spellings(day, year_needed=ahead > 335)))
        if 0 < ahead < 7:
            yield from ((WEEKDAYS[day.weekday()], day), (WEEKDAYS[day.weekday()][:3], day))


READINGS = tuple(_readings())
DAY_OF = dict(READINGS)
TOKENS = st.sampled_from(
    [*MONTHS, *(name[:3] for name in MONTHS), "sept", *WEEKDAYS, *(name[:3] for name in WEEKDAYS)]
    + [f"{number}" for number in range(1, 32)]
    + [_ordinal(number) for number in range(1, 32)]
    + ["2026", "2027", "of", "the", "next", "today", "tomorrow", "26", "or"]
)


def test_no_spelling_has_two_readings() -> None:
    """Said on one day, each names one day."""
    assert len(DAY_OF) == len(READINGS)


@given(st.lists(TOKENS, min_size=1, max_size=5).map(" ".join) | st.sampled_from(sorted(DAY_OF)))
def test_only_these_spellings_are_read(words: str) -> None:
    """Words of dates in any other order or number are asked back, and in these they mean their one day."""
    said = re.sub("^of |( the)+$", "", words)  # at the edges these say nothing
    found, expected = _find(words, NEW_YORK, NOW), DAY_OF.get(said)
    if expected is None:
        assert isinstance(found, Misread)
    else:
        assert found == _find(f"{expected}", NEW_YORK, NOW)


UNITS = {"week": 604_800, "day": 86_400, "hour": 3_600, "minute": 60}
COUNTS = ("a", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


@given(st.integers(0, 12), st.sampled_from(sorted(UNITS)), st.sampled_from(["", "s"]), st.booleans())
def test_a_duration_in_words_is_that_in_figures(count: int, unit: str, plural: str, half: bool) -> None:
    """`a` and `one` are 1, and a half is a half."""
    half = half and count > 0
    number = max(count, 1) + (0.5 if half else 0)
    found = read_find(f"h100 for {COUNTS[count]}{' and a half' * half} {unit}{plural} disk 5GB", NEW_YORK, NOW)
    assert isinstance(found, Need)
    assert timedelta(seconds=number * UNITS[unit]) == found.duration
