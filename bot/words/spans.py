"""Durations: `3d`, `72h`, `2 days 12 hours`, `90m`."""

import re
from datetime import timedelta
from decimal import Decimal

from bot.words.reading import END, FLAGS, NUMBER, Bad, Got, Reader, bare_number, limited, no_value

YEAR = timedelta(days=366)
MONTH = timedelta(days=30)

_MICROSECOND = timedelta(microseconds=1)
_SECONDS = {"w": 604_800, "d": 86_400, "h": 3_600, "m": 60, "s": 1}
_UNIT = r"(?:weeks?|w|days?|d|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)"
_PART = re.compile(rf"({NUMBER})[\s-]?({_UNIT})", FLAGS)
_MORE = rf"(?:\s?(?:and\s)?\d{{1,3}}(?:\.\d{{1,40}})?[\s-]?{_UNIT})*"
"""At most three digits, for the words that follow may be those of an RTX 5090 D."""
_SPAN = re.compile(rf"{NUMBER}[\s-]?{_UNIT}{_MORE}{END}", FLAGS)
_UNITS_ASKED = {"h": "hours or days?", "m": "minutes or hours?"}
_BEYOND = YEAR * 10


def read_span(text: str, start: int, unit: str = "h") -> Got[timedelta] | Bad:
    """Read a duration, at most ten years. A bare number is asked back: hours or days; with unit m minutes or hours."""
    found = _SPAN.match(text, start)
    if found is None:
        return _no_span(text, start, unit)
    seconds = sum((Decimal(n) * _SECONDS[u[0].lower()] for n, u in _PART.findall(found[0])), Decimal(0))
    micros = min(seconds * 1_000_000, Decimal(_BEYOND // _MICROSECOND))
    return Got(timedelta(microseconds=int(micros.to_integral_value())), found.end())


def _no_span(text: str, start: int, unit: str) -> Bad:
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
