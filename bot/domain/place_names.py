"""Countries by code and by name. The name index is built when a name first occurs, since that reads a data file."""

import re
import unicodedata
from functools import cache
from types import MappingProxyType

_RUN = (
    "ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBY"
    "BZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZDEDJDKDMDODZECEEEGEHERESETFIFJFK"
    "FMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIR"
    "ISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMK"
    "MLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPM"
    "PNPRPSPTPWPYQARERORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTF"
    "TGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSYEYTZAZMZW"
)
CODES = frozenset(_RUN[at : at + 2] for at in range(0, len(_RUN), 2))
"""ISO 3166-1 alpha-2, all 249."""

_SAID = MappingProxyType(
    {
        "uk": "GB",
        "great britain": "GB",
        "england": "GB",
        "scotland": "GB",
        "wales": "GB",
        "northern ireland": "GB",
        "u k": "GB",
        "america": "US",
        "u s": "US",
        "u s a": "US",
        "russia": "RU",
        "turkey": "TR",
        "holland": "NL",
        "ivory coast": "CI",
        "dr congo": "CD",
        "vatican": "VA",
        "uae": "AE",
        "korea": "KR",
        "republic of korea": "KR",
        "macau": "MO",
        "macedonia": "MK",
        "burma": "MM",
        "swaziland": "SZ",
        "cape verde": "CV",
        "east timor": "TL",
    }
)
"""What people say and the standard does not."""
_LONGEST = 60
"""Characters; the standard's longest name has 56 or so."""
_LONGEST_CODE = 3
_NOT_LETTERS = re.compile(r"[^\w]+")


def code_of_name(name: str) -> str | None:
    """Give the alpha-2 code of a country's name or alpha-3 code, whatever its case and accents; None if it is none."""
    return _by_name().get(_folded(name)) if len(name) <= _LONGEST else None


@cache
def _by_name() -> dict[str, str]:
    import pycountry  # noqa: PLC0415  reads its data file, which a start without long names can do without

    index: dict[str, str] = {}
    for country in pycountry.countries:
        names = (getattr(country, key, None) for key in ("name", "common_name", "official_name", "alpha_3"))
        index.update((_folded(name), country.alpha_2) for name in names if name)
    return index | _SAID


@cache
def country_names() -> tuple[str, ...]:
    """Give countries' names as people write them, each known to `code_of_name`, for a misspelt one to be told from."""
    import pycountry  # noqa: PLC0415  as above

    names = (getattr(country, "common_name", country.name) for country in pycountry.countries)
    said = (name.title() for name in _SAID if len(name.partition(" ")[0]) > 1)
    return tuple(name for name in (*names, *said) if "," not in name and len(name) > _LONGEST_CODE)


def _folded(name: str) -> str:
    apart = unicodedata.normalize("NFKD", name).casefold()
    plain = "".join(letter for letter in apart if not unicodedata.combining(letter))
    words = _NOT_LETTERS.sub(" ", plain).split()
    return " ".join(words[1:] if words[:1] == ["the"] else words)
