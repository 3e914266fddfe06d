"""Amounts of money: `$900`, `900 dollars`, `$1,200`, `1.5k`."""

import re
from decimal import Decimal

from bot.words.money import DOLLARS, OTHER_MONEY, read_rate
from bot.words.reading import END, FLAGS, NUMBER, Bad, Got, Reader, limited, no_value, two_readings, unmistakable

_THOUSANDS = r"\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?"
"""Money has cents, so three digits after a comma are thousands."""
_AMOUNT = re.compile(
    rf"(?:{DOLLARS}\s?)?(?P<number>{_THOUSANDS}|{NUMBER})(?P<k>\s?k)?\s?(?:{DOLLARS})?{END}(?!\s(?:per|an?)\s)", FLAGS
)
_MOST_USD = 10_000_000


def read_amount(text: str, start: int) -> Got[Decimal] | Bad:
    """Read an amount in US dollars; a rate is refused."""
    if other := OTHER_MONEY.match(text, start):
        return Bad(other.end(), "is not in US dollars, as all prices here are.")
    found = _AMOUNT.match(text, start)
    if found is None:
        rate = read_rate(text, start)
        if isinstance(rate, Got):
            return Bad(rate.end, "is a price per time; a budget is for the whole run.")
        return no_value(text, start, "how many dollars?", "an amount")
    thousand = 1000 if found["k"] else 1
    if readings := two_readings(found["number"]):
        instead = tuple(f"${unmistakable(Decimal(reading) * thousand)}" for reading in readings)
        return Bad(found.end(), "has a point, which can mean two things.", instead)
    return Got(Decimal(found["number"].replace(",", "")) * thousand, found.end())


def amount(example: str) -> Reader[Decimal]:
    """Give a reader of amounts above nothing, up to ten million dollars."""

    def refuse(value: Decimal) -> str | None:
        if not value:
            return "must be more than nothing."
        return "is too much." if value > _MOST_USD else None

    return limited(read_amount, refuse, example)


def say_amount(value: Decimal) -> str:
    """Write an amount so that it reads back exactly."""
    return f"${unmistakable(value)}"
