"""Moments: a day (it ends at the team's next midnight), or a time of it: `2026-12-05`, `dec 5 18:00`, `friday 6pm`."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, tzinfo
from zoneinfo import ZoneInfo

from bot.words.clocks import CLOCK, clock_of, is_twelve, offset_of
from bot.words.days import DAY, SAID_DAY, Unclear, day_of
from bot.words.no_days import MORE, SHORT_YEAR, no_day
from bot.words.reading import END, FLAGS, Bad, Got, Reader

MOMENT = rf"(?:{SAID_DAY})(?:(?:\s?t\s?(?=\d{{1,2}}:)|\s(?:at\s)?){CLOCK})?{END}"
_MOMENT = re.compile(MOMENT, FLAGS)
_YEARS_AHEAD = 10


def moment(zone: ZoneInfo, now: datetime, example: str) -> Reader[datetime]:
    """Give a reader of moments after `now` and within ten years; without an offset they are in the team's zone.

    A day without its year or date is the next such day; where it could be another one it is asked back.
    """
    reader = _Moments(zone, now, example)
    return reader.read


@dataclass(frozen=True, slots=True)
class _Moments:
    zone: ZoneInfo
    now: datetime
    example: str

    def read(self, text: str, start: int) -> Got[datetime] | Bad:
        found = _MOMENT.match(text, start)
        if found is None:
            today = self.now.astimezone(self.zone).date()
            return no_day(text, start, today, date(today.year + _YEARS_AHEAD, 12, 31), self.example)
        if more := MORE.match(text, found.end()):
            return Bad(more.end(), "is more than a day and a time.", example=f"{self.example} 18:00")
        if short := self._short_year(found):
            return self._ask(short, "which year?", [f"{found[0]} 20{short['year']}"])
        try:
            return self._value(found)
        except ValueError:
            return Bad(found.end(), "is no day or time that exists.", example=self.example)

    def _short_year(self, found: re.Match[str]) -> re.Match[str] | None:
        """Find a number after a date that has neither year nor time, if it may be the year."""
        dated = found["month"] or found["month_first"]
        short = SHORT_YEAR.match(found.string, found.end()) if dated and not (found["year"] or found["hour"]) else None
        return short if short and 0 <= 2000 + int(short["year"]) - self.now.year <= _YEARS_AHEAD else None

    def _value(self, found: re.Match[str]) -> Got[datetime] | Bad:
        clock, zone = clock_of(found), offset_of(found) or self.zone
        day = self._day(found, zone)
        if isinstance(day, Unclear):
            return self._ask(found, day.why, self._written(day.days, clock, found))
        if why := _out_of_reach(day, self.now):
            return Bad(found.end(), why, example=self.example)
        if is_twelve(found):
            twelves = [(day, time()), (day, time(12)), (day + DAY, time())]
            options = [text for day, clock in twelves for text in self._written((day,), clock, found)]
            return self._ask(found, "noon, or which midnight?", options)
        value = _instant(day, clock, zone)
        return Got(value, found.end()) if value > self.now else Bad(found.end(), "is past.", example=self.example)

    def _day(self, found: re.Match[str], zone: tzinfo) -> date | Unclear:
        """Tell the day from today: where that is another day in the zone that was said, both are asked back."""
        todays = sorted({self.now.astimezone(place).date() for place in (self.zone, zone)})
        days = list(dict.fromkeys(day_of(found, today) for today in todays))
        unclear = [day for day in days if isinstance(day, Unclear)]
        clear = tuple(day for day in days if not isinstance(day, Unclear))
        if unclear:
            return unclear[0]
        return Unclear("which of the two?", clear) if len(clear) > 1 else clear[0]

    def _written(self, days: Iterable[date], clock: time | None, found: re.Match[str]) -> Iterator[str]:
        """Write those of the moments that lie ahead."""
        zone = offset_of(found) or self.zone
        for day in days:
            if _out_of_reach(day, self.now) is None and _instant(day, clock, zone) > self.now:
                yield (
                    f"{day}" if clock is None else f"{day}T{clock.isoformat().removesuffix(':00')}{found['zone'] or ''}"
                )

    def _ask(self, found: re.Match[str], why: str, options: Iterable[str]) -> Bad:
        return Bad(found.end(), why, tuple(options), self.example)


def _out_of_reach(day: date, now: datetime) -> str | None:
    """Say why a day can't be: checked before it is reckoned with, for the calendar ends in the year 9999."""
    if day.year < now.year - 1:
        return "is past."
    return "is more than ten years away." if day.year > now.year + _YEARS_AHEAD else None


def _instant(day: date, clock: time | None, zone: tzinfo) -> datetime:
    """Give the instant of a time; without one the next local midnight, or where clocks skip it the instant they do."""
    if clock is None:
        return datetime.combine(day + DAY, time(), zone).astimezone(UTC)
    # A local time that comes twice or never: the earlier instant, for this is a latest finish.
    return min(datetime.combine(day, clock.replace(fold=fold), zone).astimezone(UTC) for fold in (0, 1))


def say_moment(value: datetime, zone: ZoneInfo) -> str:
    """Write a moment so that it reads back exactly: a day where it is the day's end, else in UTC."""
    day = (value.astimezone(zone) - DAY).date()
    if _instant(day, None, zone) == value:
        return day.isoformat()
    return say_instant(value)


def say_instant(value: datetime) -> str:
    """Write an instant in UTC, so that it reads back exactly in any zone."""
    return value.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="auto") + "Z"
