"""The team's days: [local midnight, next local midnight) in its zone, and one summary on each."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo

_DAY = timedelta(days=1)
_SECOND = timedelta(seconds=1)


def instant_of(day: date, at: time, zone: tzinfo) -> datetime:
    """Give the instant, in UTC, at which a zone's clocks show a time on a date.

    A time that they skip comes at the instant of the skip; one that they show twice, at the first. Only of a skipped
    one the second reading comes before the first (PEP 495).
    """
    local = datetime.combine(day, at, tzinfo=zone)
    first, second = (local.replace(fold=fold).astimezone(UTC) for fold in (0, 1))
    return _skip(second, first, zone) if second < first else first


def _skip(before: datetime, after: datetime, zone: tzinfo) -> datetime:
    """Find the instant between two at which a zone's clocks jump; zones change on whole seconds."""
    before, after = before.replace(microsecond=0), after.replace(microsecond=0)
    old = before.astimezone(zone).utcoffset()
    while after - before > _SECOND:
        middle = before + (after - before) // _SECOND // 2 * _SECOND
        if middle.astimezone(zone).utcoffset() == old:
            before = middle
        else:
            after = middle
    return after


def starts(day: date, zone: tzinfo) -> datetime:
    """Give when a day begins, in UTC; it ends when the next begins, 23 to 25 hours later."""
    return instant_of(day, time(0), zone)


def day_of(instant: datetime, zone: tzinfo) -> date:
    """Give the day that an instant belongs to: exactly one, also where midnight is skipped or comes twice."""
    day = instant.astimezone(zone).date()
    return day + _DAY if instant >= starts(day + _DAY, zone) else day


def due_summaries(last: date | None, started: datetime, now: datetime, at: time, zone: tzinfo) -> tuple[date, ...]:
    """Give the dates whose summary is due and unsent, oldest first; what was missed goes into one message (g166).

    `last` is the newest date that a summary was sent for, None before the first, which is the first after `started`.
    """
    first = _first_date(started, at, zone) if last is None else last + _DAY
    newest = _first_date(now, at, zone) - _DAY
    return tuple(first + _DAY * number for number in range((newest - first).days + 1))


def _first_date(after: datetime, at: time, zone: tzinfo) -> date:
    """Give the first date whose summary comes after an instant."""
    day = after.astimezone(zone).date() - _DAY
    while instant_of(day, at, zone) <= after:
        day += _DAY
    return day
