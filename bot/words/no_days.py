"""Days that are not read, told as one problem with the readings that they may have."""

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date

from bot.words.clocks import CLOCK
from bot.words.counts import COUNTED
from bot.words.days import MONTH, MONTHS, ORDINAL, WEEKDAY, WEEKDAYS, YEAR, next_day
from bot.words.nearest import nearest
from bot.words.reading import END, FLAGS, Bad, no_value

_PLAIN_CLOCK = re.sub(r"\?P<\w+>", "?:", CLOCK)
_SLASHED = re.compile(
    r"(?P<one>\d{1,4})[./-](?P<two>\d{1,2})(?:[./-](?P<three>\d{1,4}))?\.?"
    rf"(?P<clock>\s(?:at\s)?{_PLAIN_CLOCK})?{END}",
    FLAGS,
)
_WORDS = (
    rf"{MONTH}|{WEEKDAY}|{YEAR}|\d{{1,2}}{ORDINAL}|{_PLAIN_CLOCK}|\d{{1,2}}:\S*"
    r"|today|tomorrow|tonight|noon|midnight|(?:in\sthe\s)?(?:morning|afternoon|evening|night)|eod|weekend"
    r"|next\s(?:week|month|year)|end\sof(?:\sthe)?\s(?:day|week|month|year)|[ecmp][sd]t|gmt|bst|ces?t|ist|jst"
)
_NUMBER = rf"\d{{1,2}}{END}(?!{COUNTED})"
_NEXT_WORD = rf"(?:(?:of|the|on|at|or|next|this|end)\s){{0,3}}(?:{_WORDS}){END}"
MORE = re.compile(rf"(?:\s{_NEXT_WORD})+", FLAGS)
"""What belongs to a moment that was understood without it."""
SHORT_YEAR = re.compile(rf"\s(?P<year>{_NUMBER})", FLAGS)
_GROUP = re.compile(rf"(?:{_NUMBER}\s)?{_NEXT_WORD}(?:\s(?:{_NEXT_WORD}|{_NUMBER}))*", FLAGS)
_NAME = re.compile(rf"(?P<number>\d{{1,2}}{ORDINAL}?\s(?:of\s)?)?(?P<name>[a-z]{{5,12}})(?=\s|$)", FLAGS)
_REST = re.compile(rf"\s\d{{1,2}}{ORDINAL}?{END}(?!{COUNTED})(?:\s{YEAR}{END})?|\s{YEAR}{END}|", FLAGS)
_CENTURY = 100


def no_day(text: str, start: int, today: date, latest: date, example: str) -> Bad:
    """Say why no day is read here; what is proposed lies between `today` and `latest`."""
    if slashed := _SLASHED.match(text, start):
        clock = (slashed["clock"] or "").lstrip()
        days = dict.fromkeys(day for day in _readings(slashed, today) if today <= day <= latest)
        instead = tuple(f"{day} {clock}".rstrip() for day in days)
        return Bad(slashed.end(), "which day?" if days else "is not a day.", instead, example)
    if group := _GROUP.match(text, start):
        return Bad(group.end(), "which day?", example=example)
    if (named := _NAME.match(text, start)) and (names := nearest(named["name"], (*MONTHS, *WEEKDAYS, "tomorrow"))):
        rest = _REST.match(text, named.end())
        after = rest[0] if rest else ""
        instead = tuple(f"{named['number'] or ''}{name}{after}" for name in names)
        return Bad(named.end() + len(after), "which day?", instead, example)
    bad = no_value(text, start, "which day?", "a day")
    return Bad(bad.end, bad.why, example=example)


def _readings(slashed: re.Match[str], today: date) -> Iterator[date]:
    """Give the day with the day first, with the month first, or with the year first where it can be nothing else."""
    one, two = int(slashed["one"]), int(slashed["two"])
    three = int(slashed["three"]) if slashed["three"] else None
    if len(slashed["one"]) > len("12"):
        orders: list[tuple[int | None, int, int]] = [(one, two, three)] if three else []
    else:
        year = three + 20 * _CENTURY if three is not None and three < _CENTURY else three
        orders = [(year, two, one), (year, one, two)]
    for year, month, day in orders:
        with suppress(ValueError):
            yield date(year, month, day) if year is not None else next_day(month, day, today)
