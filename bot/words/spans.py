"""Durations: `3d`, `72h`, `2 days 12 hours`, `90m`, `a week`, `three days`, `half a day`."""

import re
from datetime import timedelta
from decimal import Decimal

from bot.words.reading import END, FLAGS, NUMBER, Bad, Got, Reader, bare_number, limited, no_value, plain

YEAR = timedelta(days=366)
MONTH = timedelta(days=30)

_MICROSECOND = timedelta(microseconds=1)
_SECONDS = {"w": 604_800, "d": 86_400, "h": 3_600, "m": 60, "s": 1}
_UNIT = r"(?:weeks?|w|days?|d|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)"
_NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_WORD_UNIT = r"(?:weeks?|days?|hours?|hrs?|minutes?|mins?|seconds?|secs?)"
COUNTED_OUT = rf"(?:(?:{'|'.join(_NUMBERS)})(?:\sand\sa\shalf)?|half\san?)[\s-]{_WORD_UNIT}"
"""A duration in words. Letters alone are no unit here: `for a d` may be a slip, `a h100` is a card."""
_IN_WORDS = rf"(?:{COUNTED_OUT}|an?\s{_WORD_UNIT})"
_PART = re.compile(
    rf"(?P<number>{NUMBER})[\s-]?(?P<unit>{_UNIT})"
    rf"|(?P<word>an?|half\san?|{'|'.join(_NUMBERS)})(?P<half>\sand\sa\shalf)?[\s-](?P<word_unit>{_WORD_UNIT})",
    FLAGS,
)
_MORE = rf"(?:\s?(?:and\s)?\d{{1,3}}(?:\.\d{{1,40}})?[\s-]?{_UNIT}|\s(?:and\s)?{COUNTED_OUT}|\sand\san?\s{_WORD_UNIT})*"
"""At most three digits, for the words that follow may be those of an RTX 5090 D."""
_SPAN = re.compile(rf"(?:{NUMBER}[\s-]?{_UNIT}|{_IN_WORDS}){_MORE}{END}(?!\s(?:and\s)?(?:a\s)?half{END})", FLAGS)
_UNREAD = re.compile(rf"(?:[a-z]+[\s-]){{1,5}}?{_WORD_UNIT}(?:\sand\s(?:a\s)?half)?{END}", FLAGS)
_MONTHS = re.compile(rf"({NUMBER})[\s-]?M(?![a-zA-Z])", re.ASCII)
"""A capital M after a number stands for months at least as often as for minutes."""
_UNITS_ASKED = {"h": "hours or days?", "m": "minutes or hours?"}
_BEYOND = YEAR * 10
_HALF = Decimal("0.5")


def read_span(text: str, start: int, unit: str = "h") -> Got[timedelta] | Bad:
    """Read a duration, at most ten years. A bare number is asked back: hours or days; with unit m minutes or hours."""
    found = _SPAN.match(text, start)
    if found is None:
        return _no_span(text, start, unit)
    if capital := _MONTHS.search(found[0]):
        number = capital[1]
        return Bad(found.end(), "minutes or months?", (f"{number}m", f"{plain(Decimal(number) * 30)}d"))
    seconds = sum((_seconds(part) for part in _PART.finditer(found[0])), Decimal(0))
    micros = min(seconds * 1_000_000, Decimal(_BEYOND // _MICROSECOND))
    return Got(timedelta(microseconds=int(micros.to_integral_value())), found.end())


def _seconds(part: re.Match[str]) -> Decimal:
    if part["number"]:
        return Decimal(part["number"]) * _SECONDS[part["unit"][0].lower()]
    word = part["word"].lower()
    if word.startswith("half"):
        number = _HALF
    else:
        number = Decimal(_NUMBERS.index(word) + 1 if word in _NUMBERS else 1) + (_HALF if part["half"] else 0)
    return number * _SECONDS[part["word_unit"][0].lower()]


def _no_span(text: str, start: int, unit: str) -> Bad:
    if unread := _UNREAD.match(text, start):
        return Bad(unread.end(), "how long?")
    number = bare_number(text, start)
    if number is None:
        return no_value(text, start, "how long?", "a time")
    other = "d" if unit == "h" else "h"
    return Bad(number.end(), _UNITS_ASKED[unit], (f"{number[0]}{unit}", f"{number[0]}{other}"))


def span(most: timedelta, example: str, *, unit: str = "h", zero: bool = False) -> Reader[timedelta]:
    """Give a reader of durations up to `most`; `zero` says whether none at all is a duration too."""

    def refuse(value: timedelta) -> str | None:
        if not value and not zero:
            return "must be more than nothing."
        return f"is too long; {most.days} days is the most." if value > most else None

    return limited(lambda text, start: read_span(text, start, unit), refuse, example)


def say_span(value: timedelta) -> str:
    """Write a duration so that it reads back exactly: `72h`, `45m`, `2h 30m`."""
    minutes, rest = divmod(value, timedelta(minutes=1))
    hours, minutes = divmod(minutes, 60)
    seconds = f"{rest / _SECOND:.6f}".rstrip("0").rstrip(".")
    parts = [f"{hours}h" if hours else "", f"{minutes}m" if minutes else "", f"{seconds}s" if rest else ""]
    return " ".join(filter(None, parts)) or "0m"


_SECOND = timedelta(seconds=1)
