"""Fractions: `15%`, `0.15`, `98 percent`."""

import re
from decimal import Decimal

from bot.words.reading import END, FLAGS, NUMBER, Bad, Got, Reader, bare_number, limited, no_value, plain

_PERCENT = re.compile(rf"({NUMBER})\s?(?:%|percent){END}", FLAGS)
_MOST_MARGIN = 2
_LEAST_PLAUSIBLE_RELIABILITY = Decimal("0.02")


def read_margin(text: str, start: int) -> Got[Decimal] | Bad:
    """Read a fraction on top. A bare number from 1 on is asked back, for 1.5 may be 1.5% or 150%."""
    if found := _PERCENT.match(text, start):
        return Got(Decimal(found[1]).scaleb(-2), found.end())
    number = bare_number(text, start)
    if number is None:
        return no_value(text, start, "how many percent?", "a percentage")
    value = Decimal(number[0])
    if value < 1:
        return Got(value, number.end())
    readings = [value] if value > _MOST_MARGIN else [value, value * 100]
    return Bad(number.end(), "percent?", tuple(f"{plain(v)}%" for v in readings))


def read_reliability(text: str, start: int) -> Got[Decimal] | Bad:
    """Read a fraction of 1, bare or in percent. A bare number over 50 is asked back as percent."""
    if found := _PERCENT.match(text, start):
        return _percent_of_time(Decimal(found[1]), found.end())
    number = bare_number(text, start)
    if number is None:
        return no_value(text, start, "how much?", "a fraction")
    value = Decimal(number[0])
    if 50 <= value <= 100:  # noqa: PLR2004 - what is meant as percent
        return Bad(number.end(), "percent?", (f"{plain(value)}%",))
    return Got(value, number.end())


def _percent_of_time(percent: Decimal, end: int) -> Got[Decimal] | Bad:
    share = percent.scaleb(-2)
    if 0 < share < _LEAST_PLAUSIBLE_RELIABILITY:
        return Bad(end, "is next to nothing.", (f"{plain(percent)}", f"{plain(percent * 100)}%"))
    return Got(share, end)


def margin(example: str) -> Reader[Decimal]:
    """Give a reader of margins up to 200%."""
    return limited(read_margin, lambda v: "is too much; 200% is the most." if v > _MOST_MARGIN else None, example)


def reliability(example: str) -> Reader[Decimal]:
    """Give a reader of reliabilities from 0 to 1."""
    return limited(
        read_reliability, lambda v: "is more than all; reliability goes up to 1." if v > 1 else None, example
    )


def say_percent(share: Decimal) -> str:
    """Write a fraction in percent so that it reads back exactly."""
    return f"{plain(share.scaleb(2))}%"
