"""Days as people say them: `2026-12-10`, `dec 10`, `10th of december 2026`, `fri 11 dec`, `friday`, `tomorrow`."""

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta

from bot.words.counts import COUNTED
from bot.words.reading import END, FLAGS, number_ahead

DAY = timedelta(days=1)
MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
MONTH = "(?:" + "|".join(rf"{name[:3]}(?:{name[3:]})?" for name in MONTHS) + "|sept)"
WEEKDAY = "(?:" + "|".join(rf"{name[:3]}(?:{name[3:]})?" for name in WEEKDAYS) + ")"
YEAR = r"20(?!00|[5678]0)\d\d"
"""But for the years that are cards: 2000, 2050, 2060, 2070 and 2080."""
ORDINAL = r"(?:st|nd|rd|th)"
DATED = (
    rf"(?:(?P<on>{WEEKDAY})\s)?"
    rf"(?:(?:the\s)?(?P<day>\d{{1,2}}){ORDINAL}?[\s-]?(?:of\s)?(?P<month>{MONTH})"
    rf"|(?P<month_first>{MONTH})[\s-]?(?:the\s)?(?P<day_last>\d{{1,2}})(?:{ORDINAL}|(?!{COUNTED})))"
    rf"(?:[\s,-](?P<year>{YEAR})(?!{COUNTED}))?{END}"
)
RELATIVE = rf"(?:(?P<which>next|this|coming)\s)?(?P<weekday>{WEEKDAY}){END}|(?P<near>today|tomorrow){END}"
SAID_DAY = rf"(?P<iso>\d{{4}}-\d{{1,2}}-\d{{1,2}})|{DATED}|{RELATIVE}"
"""A day in the words that are read; which day it is `day_of` tells."""

_AHEAD = re.compile(rf"{DATED}|{RELATIVE}|{MONTH}\s\d", FLAGS)
_FAR = timedelta(days=335)
"""Of a day without its year. One that is farther was a month ago at most, and then meant as that, or mistyped."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """Words that may be several days, or may not be what was meant; `days` are the readings."""

    why: str
    days: tuple[date, ...]


def day_ahead(text: str, start: int) -> bool:
    """Whether what follows is meant as a day."""
    return number_ahead(text, start) or _AHEAD.match(text, start) is not None


def day_of(found: re.Match[str], today: date) -> date | Unclear:
    """Give the day that a match of `SAID_DAY` means; ValueError where there is no such day."""
    if found["iso"]:
        return date(*map(int, found["iso"].split("-")))
    if found["near"]:
        return today if found["near"].lower() == "today" else today + DAY
    return _weekday(found, today) if found["weekday"] else _dated(found, today)


def next_day(month: int, day: int, today: date) -> date:
    """Give the day's next occurrence, today included, this year or next; ValueError where there is none."""
    for year in (today.year, today.year + 1):
        with suppress(ValueError):
            if (found := date(year, month, day)) >= today:
                return found
    raise ValueError(month, day)


def _weekday(found: re.Match[str], today: date) -> date | Unclear:
    """Give the next such day, never today: a weekday's name on its own day is asked back."""
    ahead = (_position(found["weekday"], WEEKDAYS) - today.weekday()) % 7
    which = (found["which"] or "").lower()
    first = today + (ahead or 7 * (which == "next")) * DAY
    if which or not ahead:
        return Unclear("today or in a week?" if first == today else "which of the two?", (first, first + 7 * DAY))
    return first


def _dated(found: re.Match[str], today: date) -> date | Unclear:
    month = 1 + _position(found["month"] or found["month_first"], MONTHS)
    number = int(found["day"] or found["day_last"])
    day = date(int(found["year"]), month, number) if found["year"] else next_day(month, number, today)
    if found["on"]:
        same_week = day + (_position(found["on"], WEEKDAYS) - day.weekday()) * DAY
        if same_week != day:
            return Unclear(f"that is a {WEEKDAYS[day.weekday()].title()}; which day?", (day, same_week))
    if not found["year"] and day - today > _FAR:
        return Unclear("that was lately; next year's?", (day,))
    return day


def _position(name: str, names: list[str]) -> int:
    return [known[:3] for known in names].index(name[:3].lower())
