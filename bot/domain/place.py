"""Where a machine stands: the ISO 3166 country in what marketplaces write and what people type (case b47)."""

from functools import lru_cache

from bot.domain.place_names import CODES, code_of_name

_CONTINENTS = frozenset({"NA", "EU", "AS", "SA", "AF", "OC", "AN"})
_CODE_LENGTH = 2
_LONGEST = 200


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
