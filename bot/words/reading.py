"""What every reader of a value answers: what it got and up to where, or why not."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Generic, TypeVar

T = TypeVar("T")
U = TypeVar("U")

FLAGS = re.ASCII | re.IGNORECASE
NUMBER = r"(?:\d{1,40}(?:\.\d{1,40})?|\.\d{1,40})"
END = r"(?=\s|$)"
"""A value ends where its word does."""

_THOUSANDS = re.compile(r"[1-9]\d{0,2}\.\d{3}", re.ASCII)

_NUMBERISH = re.compile(r"[$€£¥]?[-+]?[$€£¥]?\.?\d\S*|[-+]?(?:nan|inf|infinity)(?=\s|$)", FLAGS)
_BARE = re.compile(rf"{NUMBER}{END}", FLAGS)
_COMMA = re.compile(r"(\d+),(\d+)(\S*)", FLAGS)


@dataclass(frozen=True, slots=True)
class Got(Generic[T]):
    """A value, and the position in the text where it ends."""

    value: T
    end: int


@dataclass(frozen=True, slots=True)
class Bad:
    """No value: where the offending word ends, why, what would be right in its place, or an example of it."""

    end: int
    why: str
    instead: tuple[str, ...] = ()
    example: str = ""


Reader = Callable[[str, int], Got[T] | Bad]
"""Reads a value from a position in the text."""


def then(read: Reader[T], make: Callable[[T], U]) -> Reader[U]:
    """Make a reader's value into another."""

    def reader(text: str, start: int) -> Got[U] | Bad:
        found = read(text, start)
        return Got(make(found.value), found.end) if isinstance(found, Got) else found

    return reader


def limited(read: Reader[T], refuse: Callable[[T], str | None], example: str) -> Reader[T]:
    """Refuse values that cannot be: `refuse` gives why not, or None."""

    def reader(text: str, start: int) -> Got[T] | Bad:
        found = read(text, start)
        if isinstance(found, Bad):
            return found if found.example else Bad(found.end, found.why, found.instead, example)
        why = refuse(found.value)
        return Bad(found.end, why, example=example) if why else found

    return reader


def bare_number(text: str, start: int) -> re.Match[str] | None:
    """Find a number that stands alone."""
    return _BARE.match(text, start)


def number_ahead(text: str, start: int) -> bool:
    """Whether what follows is meant as a number, be it a right one or not."""
    return _NUMBERISH.match(text, start) is not None


def no_value(text: str, start: int, ask: str, thing: str) -> Bad:
    """Say why no value is here: nothing that looks like one (`ask`), or one that is no `thing`."""
    word = _NUMBERISH.match(text, start)
    if word is None:
        return Bad(start, ask)
    if comma := _COMMA.fullmatch(word[0]):
        whole, part, unit = comma.groups()
        return Bad(
            word.end(), "has a comma, which can mean two things.", (f"{whole}{part}{unit}", f"{whole}.{part}{unit}")
        )
    if word[0].lstrip("$€£¥").startswith("-"):
        return Bad(word.end(), "can't be negative.")
    return Bad(word.end(), f"is not {thing}.")


def two_readings(number: str) -> tuple[str, str] | None:
    """Give both numbers that `1.500` can mean: a point parts thousands in half of the world. None: just one."""
    return (number.replace(".", ""), unmistakable(Decimal(number))) if _THOUSANDS.fullmatch(number) else None


def unmistakable(value: Decimal) -> str:
    """Write a number so that it reads back as itself, never as thousands."""
    text = plain(value)
    return f"{text}0" if _THOUSANDS.fullmatch(text) else text


def plain(value: Decimal) -> str:
    """Write a number without exponent and without idle zeros, exactly."""
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
