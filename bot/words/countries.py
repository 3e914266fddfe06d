"""Countries by code or name, one or several: `US,CA`, `us ca`, `Germany and France`."""

import re

from bot.domain.place import country_of
from bot.words.reading import FLAGS, Bad, Got, number_ahead

_WORD = re.compile(r"[^\s\d$=:]+(?=\s|$)", FLAGS)
_JOINER = re.compile(r"\s(?:(?:and|or|&|\+|/)\s)?", FLAGS)
_ALSO_KEYWORDS = {"in", "by"}
"""India and Belarus, but not before a number."""
_MOST_WORDS = 5
"""Words of a name: Saint Vincent and the Grenadines."""


def read_country_list(text: str, start: int) -> Got[tuple[str, ...]] | Bad:
    """Read country after country, the longest name each time, into their codes."""
    codes: dict[str, None] = {}
    end, at = start, start
    while found := _read_country(text, at):
        codes[found.value] = None
        end = found.end
        joiner = _JOINER.match(text, end)
        at = joiner.end() if joiner else len(text)
    if codes:
        return Got(tuple(codes), end)
    word = _WORD.match(text, start)
    if word is None:
        return Bad(start, "which country?", example="country US,CA")
    return Bad(word.end(), "is not a country.", example="country US,CA")


def _read_country(text: str, start: int) -> Got[str] | None:
    for end in reversed(_word_ends(text, start)):
        code = country_of(text[start:end])
        if code is not None:
            return Got(code, end)
    return None


def _word_ends(text: str, start: int) -> list[int]:
    ends: list[int] = []
    while len(ends) < _MOST_WORDS and (word := _WORD.match(text, start)):
        if word[0].lower() in _ALSO_KEYWORDS and number_ahead(text, word.end() + 1):
            break
        ends.append(word.end())
        start = word.end() + 1
    return ends
