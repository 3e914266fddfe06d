"""Sizes, read into GB of 10^9 bytes: `500GB`, `0.5 TB`, `466GiB`."""

import re
from decimal import Decimal

from bot.words.reading import (
    END,
    FLAGS,
    NUMBER,
    Bad,
    Got,
    Reader,
    bare_number,
    limited,
    no_value,
    two_readings,
    unmistakable,
)

_GB = {
    "m": Decimal("0.001"),
    "mi": Decimal(2**20).scaleb(-9),
    "g": Decimal(1),
    "gi": Decimal(2**30).scaleb(-9),
    "t": Decimal(1000),
    "ti": Decimal(2**40).scaleb(-9),
}
SIZE = rf"({NUMBER})\s?([gt]i?b?|mi?b){END}"
_SIZE = re.compile(SIZE, FLAGS)
MOST_GB = 1_000_000


def read_size(text: str, start: int) -> Got[Decimal] | Bad:
    """Read a size in GB. GiB and TiB are converted exactly; a bare number is asked back, unless it is zero."""
    found = _SIZE.match(text, start)
    if found and (readings := two_readings(found[1])):
        return Bad(found.end(), "has a point, which can mean two things.", tuple(f"{r}{found[2]}" for r in readings))
    if found:
        return Got(Decimal(found[1]) * _GB[found[2].lower().rstrip("b")], found.end())
    number = bare_number(text, start)
    if number is None:
        return no_value(text, start, "how many GB?", "a size")
    if not Decimal(number[0]):
        return Got(Decimal(0), number.end())
    return Bad(number.end(), "GB or TB?", (f"{number[0]}GB", f"{number[0]}TB"))


def size(example: str, *, zero: bool = False) -> Reader[Decimal]:
    """Give a reader of sizes up to 1 PB; `zero` says whether nothing at all is a size too."""

    def refuse(gigabytes: Decimal) -> str | None:
        if not gigabytes and not zero:
            return "must be more than nothing."
        return "is more than a machine has; 1000 TB is the most." if gigabytes > MOST_GB else None

    return limited(read_size, refuse, example)


def say_size(gigabytes: Decimal) -> str:
    """Write a size in GB so that it reads back exactly."""
    return f"{unmistakable(gigabytes)}GB"
