"""Moments: `2026-12-05` (the end of that day in the team's zone), `2026-12-05T18:00`, with or without `Z`."""

import re
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

from bot.words.reading import FLAGS, Bad, Got, Reader, no_value

_MOMENT = re.compile(
    r"(?P<date>\d{4}-\d{1,2}-\d{1,2})"
    r"(?:(?:\s?t\s?|\s)(?P<time>\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)\s?(?P<zone>z|utc|[-+]\d{2}:?\d{2})?)?(?=\s|$)",
    FLAGS,
)
_DAY = timedelta(days=1)
_YEARS_AHEAD = 10


def moment(zone: ZoneInfo, now: datetime, example: str) -> Reader[datetime]:
    """Give a reader of moments after `now` and within ten years; without an offset they are in the team's zone."""

    def reader(text: str, start: int) -> Got[datetime] | Bad:
        found = _MOMENT.match(text, start)
        if found is None:
            bad = no_value(text, start, "which day?", "a day")
            return Bad(bad.end, bad.why, example=example)
        try:
            day = date(*map(int, found["date"].split("-")))
            why = _out_of_reach(day, now)
            value = now if why else _end_of(day, zone) if found["time"] is None else _instant(day, found, zone)
        except ValueError:
            return Bad(found.end(), "is no day or time that exists.", example=example)
        return Got(value, found.end()) if value > now else Bad(found.end(), why or "is past.", example=example)

    return reader


def _out_of_reach(day: date, now: datetime) -> str | None:
    """Say why a day can't be: checked before it is reckoned with, for the calendar ends in the year 9999."""
    if day.year < now.year - 1:
        return "is past."
    return "is more than ten years away." if day.year > now.year + _YEARS_AHEAD else None


def _end_of(day: date, zone: ZoneInfo) -> datetime:
    """Give the next local midnight; where clocks skip it, the instant at which they do."""
    return datetime.combine(day + _DAY, time(), zone).astimezone(UTC)


def _instant(day: date, found: re.Match[str], zone: ZoneInfo) -> datetime:
    clock = time.fromisoformat(found["time"].zfill(len("18:00")))
    if found["zone"]:
        return datetime.combine(day, clock, _offset(found["zone"])).astimezone(UTC)
    # A local time that comes twice or never: the earlier instant, for this is a latest finish.
    return min(datetime.combine(day, clock.replace(fold=fold), zone).astimezone(UTC) for fold in (0, 1))


def _offset(text: str) -> tzinfo:
    if text[0] not in "+-":
        return UTC
    sign = -1 if text[0] == "-" else 1
    return timezone(sign * timedelta(hours=int(text[1:3]), minutes=int(text[-2:])))


def say_moment(value: datetime, zone: ZoneInfo) -> str:
    """Write a moment so that it reads back exactly: a day where it is the day's end, else in UTC."""
    day = (value.astimezone(zone) - _DAY).date()
    if _end_of(day, zone) == value:
        return day.isoformat()
    return value.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="auto") + "Z"
