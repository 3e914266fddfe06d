"""Prices: `$20/h`, `20$/h`, `$0.33/min`, `$2.50 per gpu per hour`."""

import re
from decimal import Decimal

from bot.domain.money import GpuRate, MachineRate
from bot.words.reading import END, FLAGS, NUMBER, Bad, Got, Reader, limited, no_value, two_readings, unmistakable

Rate = MachineRate | GpuRate

_TIME = r"(?:h(?:ou)?rs?|h|minutes?|mins?|days?|d)"
DOLLARS = r"(?:us\s?\$|\$|usd|us\sdollars?|dollars?)"
_PER = rf"(?:\s?/\s?|\s(?:per|a|an)\s|[-\s](?=gpu|card))(?:(?:gpu|card)(?:[-\s]?{_TIME})?|{_TIME})"
_RATE = re.compile(rf"(?:{DOLLARS}\s?)?({NUMBER})\s?(?:{DOLLARS})?((?:{_PER})*){END}", FLAGS)
_SCOPE = re.compile(r"gpu|card", FLAGS)
_UNIT = re.compile(r"(?<![a-z])(?:per|an?)(?![a-z])|gpu|card|([hmd])[a-z]*", FLAGS)
OTHER_MONEY = re.compile(r"[€£¥]\s?\d\S*|\d[\d.]*\s?(?:[€£¥]|eur(?:os?)?|gbp)\S*", FLAGS)
_PER_ALONE = re.compile(rf"\$?\s?(?:/\s?[a-z]+)+{END}", FLAGS)
_NOTHING = re.compile(rf"0+(?:\.0*)?(?:{_PER})*{END}", FLAGS)
_PART = re.compile(rf"\.\d{{1,40}}\s?(?:{DOLLARS})?(?:{_PER})*{END}", FLAGS)
_AMOUNT = re.compile(r"(?:us|usd|dollars?)?[^\w\s]*\d", FLAGS)
_SHELL = "in a shell write `max 20/h`, for `$2` is taken by the shell."
"""`max $20/h` arrives from there as `max 0/h`, `$2/h` as `/h` and `$2.50/h` as `.50/h`, unless it is quoted."""
_MOST_USD_PER_HOUR = 100_000


def read_rate(text: str, start: int) -> Got[Rate] | Bad:
    """Read a price in US dollars per hour, for the machine or one GPU. Without a unit of time it is asked back."""
    if other := OTHER_MONEY.match(text, start):
        return Bad(other.end(), "is not in US dollars, as all prices here are.")
    found = _RATE.match(text, start)
    if found is None:
        return no_value(text, start, "how many dollars?", "a price")
    if readings := two_readings(found[1]):
        rest = found[2].replace(" ", "") or "/h"
        return Bad(found.end(), "has a point, which can mean two things.", tuple(f"${r}{rest}" for r in readings))
    scope = "/gpu" if _SCOPE.search(found[2]) else ""
    units = [unit.lower() for unit in _UNIT.findall(found[2]) if unit]
    if len(units) != 1:
        options = tuple(f"${found[1]}{scope}/{unit}" for unit in ("h", "min"))
        return Bad(found.end(), "per hour or per minute?", options)
    per_hour = _per_hour(Decimal(found[1]), units[0])
    return Got(GpuRate(per_hour) if scope else MachineRate(per_hour), found.end())


def _per_hour(usd: Decimal, unit: str) -> Decimal:
    return {"h": usd, "m": usd * 60, "d": usd / 24}[unit]


def rate(example: str) -> Reader[Rate]:
    """Give a reader of prices above nothing, up to 100,000 dollars an hour."""

    def refuse(value: Rate) -> str | None:
        if not value.usd_per_hour:
            return "must be more than nothing."
        return "is too much." if value.usd_per_hour > _MOST_USD_PER_HOUR else None

    checked = limited(read_rate, refuse, example)
    return lambda text, start: _eaten(text, start) or checked(text, start)


def _eaten(text: str, start: int) -> Bad | None:
    """Tell of a price that looks as if a shell had taken its dollar sign and first digit for the name of a value."""
    if nothing := _NOTHING.match(text, start):
        return Bad(nothing.end(), f"must be more than nothing; {_SHELL}")
    if part := _PART.match(text, start):
        return Bad(part.end(), "may have lost a digit to a shell.", (f"0{part[0]}", f"2{part[0]}"))
    alone = _PER_ALONE.match(text, start)
    if alone or not _AMOUNT.match(text, start):
        return Bad(alone.end() if alone else start, f"has no number; {_SHELL}")
    return None


def say_rate(value: Rate) -> str:
    """Write a price per hour so that it reads back exactly."""
    return f"${unmistakable(value.usd_per_hour)}{'/gpu' if isinstance(value, GpuRate) else ''}/h"
