"""Where a machine stands: the ISO 3166 country in what marketplaces write and what people type (case b47)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from bot.domain.place_names import CODES, code_of_name

_CONTINENTS = frozenset({"NA", "EU", "AS", "SA", "AF", "OC", "AN"})
_CODE_LENGTH = 2
_LONGEST = 200
_SHOWN = 40
_UNKNOWN_SHOWN = 5
_APART = re.compile(r"[,;/|\n]+")
_JOINERS = frozenset({"and", "or", "&", "+"})
_MOST_WORDS = 9
"""Words in the longest name of a country that is looked for inside a line ("United Kingdom of Great Britain and …")."""


@dataclass(frozen=True, slots=True)
class NotCountries:
    """Words that are no country, each cut to 40 characters; none where nothing was said."""

    words: tuple[str, ...]


def country_of(text: str | None) -> str | None:
    """Give the alpha-2 code of the country a marketplace's place ends in, or None where that is not certain.

    "Texas, US, NA" is US: a continent's code after a country's says nothing. Alone or after a town, NA is Namibia,
    and so are AS, SA and AF countries. CA is Canada, never California; a lone "Georgia" is the country.
    """
    return _country_of(text) if text and len(text) <= _LONGEST else None


@lru_cache(maxsize=4096)
def _country_of(text: str) -> str | None:
    parts = [part for part in map(str.strip, text.split(",")) if part]
    while len(parts) > 1 and _is_continent(parts[-1], after=parts[-2]):
        parts.pop()
    return _country(parts[-1]) if parts else None


def _is_continent(part: str, after: str) -> bool:
    if part.upper() not in _CONTINENTS:
        return False
    own, before = _country(part), _country(after)
    return own is None or (before is not None and (before != own or len(after) == _CODE_LENGTH))


def _country(part: str) -> str | None:
    if len(part) == _CODE_LENGTH and part.isascii():
        code = part.upper()
        return code if code in CODES else {"UK": "GB"}.get(code)
    return code_of_name(part)


def read_countries(text: str) -> tuple[str, ...] | NotCountries:
    """Read codes or names with commas, spaces, "and" or "or" between ("US,CA", "us ca", "Germany") into codes."""
    codes: list[str] = []
    unknown: list[str] = []
    for part in _APART.split(text[: _LONGEST + 1]):
        _read_words(part.split(), codes, unknown)
    if unknown or not codes or len(text) > _LONGEST:
        return NotCountries(tuple(word[:_SHOWN] for word in unknown[:_UNKNOWN_SHOWN]))
    return tuple(dict.fromkeys(codes))


def _read_words(words: Sequence[str], codes: list[str], unknown: list[str]) -> None:
    """Take the longest country each time, so that "south africa niger" is two and "guinea bissau" is one."""
    at = 0
    while at < len(words):
        code, took = _longest_country(words[at : at + _MOST_WORDS])
        if code is not None:
            codes.append(code)
        elif words[at].lower() not in _JOINERS:
            unknown.append(words[at])
        at += took


def _longest_country(words: Sequence[str]) -> tuple[str | None, int]:
    """Give the country that the first words name, and how many of them; one word is taken where they name none."""
    if words[0].lower() not in _JOINERS:  # "and" is Andorra's three-letter code
        for end in range(len(words), 0, -1):
            code = _country(" ".join(words[:end]))
            if code is not None:
                return code, end
    return None, 1
