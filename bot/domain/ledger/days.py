"""Days of a zone, whole: [midnight, next midnight), 23 or 25 hours long where the clocks change."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

from bot.domain.days import day_of, starts
from bot.domain.ledger.instants import utc

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Day:
    """A zone's date from its first instant to that of the next, aware UTC."""

    date: date
    start: datetime
    end: datetime


def whole_day(date: date, zone: tzinfo) -> Day:
    """Give a date with its first instant and the next date's."""
    return Day(date, starts(date, zone), starts(date + _DAY, zone))


def days_between(start: datetime, end: datetime, zone: tzinfo) -> Iterator[Day]:
    """Give every day that [start, end) touches, whole; a date that a zone left out has no length and is not given."""
    day = whole_day(day_of(utc(start), zone), zone)
    while day.start < end:
        if day.start < day.end:
            yield day
        day = whole_day(day.date + _DAY, zone)
