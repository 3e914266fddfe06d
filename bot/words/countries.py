"""Countries by code or name, one or several: `US,CA`, `us ca`, `Germany and France`."""

import re
from functools import cache, lru_cache

from bot.domain.place import country_of
from bot.domain.place_names import country_names
from bot.words.days import day_ahead
from bot.words.nearest import nearest
from bot.words.reading import FLAGS, Bad, Got, number_ahead
from bot.words.spans import read_span

_WORD = re.compile(r"[^\s\d$=:]+(?=\s|$)", FLAGS)
_JOINER = re.compile(r"\s(?:(?:and|or|&|\+|/)\s)?", FLAGS)
_CONTINENT = re.compile(
    r"(?:eu|europe|european\sunion|(?:south[- ]?east\s)?asia|africa|(?:north|south|latin|central)[- ]america|oceania"
    r"|emea|apac|antarctica)(?=\s|$)",
    FLAGS,
)
"""But `NA`, `AS`, `SA` and `AF`, which are countries too."""
_NAME_COUNTRIES = "name countries, for example `country DE,FR,NL`, or say `anywhere`."
CONTINENT = f"is a continent; {_NAME_COUNTRIES}"
_ONE_CONTINENT = f"has a continent in it; {_NAME_COUNTRIES}"
ENGLISH = frozenset(
    ["and", "are", "as", "am", "at", "be", "by", "can", "do", "in", "is", "it", "me", "my", "no", "per", "so", "to"]
)
"""Words that are codes too, Andorra to Tonga: in lower case they are words."""
_SHORTEST_NAME = 5
"""Letters from which a word may be a country's name misspelt."""
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
    if bad := _continent(text, start, at) or _misspelt(text, start, at):
        return bad
    if codes:
        return Got(tuple(codes), end)
    word = _WORD.match(text, start)
    if word is None:
        return Bad(start, "which country?", example="country US,CA")
    return Bad(word.end(), "is not a country.", example="country US,CA")


def _read_country(text: str, start: int) -> Got[str] | None:
    for end in reversed(_word_ends(text, start)):
        code = None if text[start:end] in ENGLISH else country_of(text[start:end])
        if code is not None:
            return Got(code, end)
    return None


def _word_ends(text: str, start: int) -> list[int]:
    ends: list[int] = []
    while len(ends) < _MOST_WORDS and (word := _WORD.match(text, start)):
        if _is_keyword(word[0].lower(), text, word.end() + 1):
            break
        ends.append(word.end())
        start = word.end() + 1
    return ends


def _is_keyword(word: str, text: str, after: int) -> bool:
    """Whether IN or BY, India and Belarus, are no countries here, because of what follows."""
    if word == "by":
        return day_ahead(text, after)
    return word == "in" and (number_ahead(text, after) or isinstance(read_span(text, after), Got))


def _continent(text: str, start: int, at: int) -> Bad | None:
    """Find a continent after the countries from `start` on; the countries after it are passed over."""
    found = _CONTINENT.match(text, at)
    if found is None:
        return None
    end = found.end()
    while (joiner := _JOINER.match(text, end)) and (more := _read_country(text, joiner.end())):
        end = more.end
    return Bad(end, CONTINENT if end == found.end() and at == start else _ONE_CONTINENT)


def _misspelt(text: str, start: int, at: int) -> Bad | None:
    """Find a name that is nearly a country's, after the countries from `start` on that were right."""
    for end in reversed(_word_ends(text, at)):
        if names := nearest_countries(text[at:end]):
            why = "is not a country." if at == start else "has a word that is no country."
            return Bad(end, why, tuple(text[start:at] + name for name in names))
    return None


@lru_cache(maxsize=1024)
def nearest_countries(text: str) -> tuple[str, ...]:
    """Give the names of countries, at most three, of which this may be a misspelling."""
    if len(text) < _SHORTEST_NAME or country_of(text):
        return ()
    names = _names()
    return tuple(names[name] for name in nearest(text, names))


@cache
def _names() -> dict[str, str]:
    return {name.lower(): name for name in country_names()}


def is_continent(word: str) -> bool:
    """Whether this is a continent, of which no marketplace's place tells."""
    return _CONTINENT.fullmatch(word) is not None
