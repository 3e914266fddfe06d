"""Where the stand-in machines stand, in all the spellings a marketplace uses."""

from itertools import accumulate
from random import Random
from typing import NamedTuple


class Place(NamedTuple):
    """A `geolocation` as published, its ISO 3166 country ("" where nobody knows) and weight in the market."""

    geolocation: str | None
    country: str
    share: float


PLACES: tuple[Place, ...] = (
    Place(", US", "US", 9.0),
    Place("Texas, US", "US", 7.0),
    Place("California, US", "US", 5.0),
    Place("Washington, US", "US", 4.0),
    Place("Oregon, US", "US", 2.5),
    Place("Utah, US", "US", 3.0),
    Place("New York, US", "US", 3.0),
    Place("New Jersey, US", "US", 2.0),
    Place("Georgia, US", "US", 2.0),
    Place("Michigan, US", "US", 2.0),
    Place("Oklahoma, US", "US", 1.0),
    Place("Kansas, US", "US", 1.0),
    Place("United States, US", "US", 1.0),
    Place("US", "US", 0.4),
    Place("Quebec, CA", "CA", 4.5),
    Place("British Columbia, CA", "CA", 2.0),
    Place("Ontario, CA", "CA", 1.5),
    Place(", CA", "CA", 0.6),
    Place("Georgia, GE", "GE", 0.7),
    Place("Taiwan, TW", "TW", 7.0),
    Place("Taichung City, TW", "TW", 1.0),
    Place("Japan, JP", "JP", 4.0),
    Place("Vietnam, VN", "VN", 2.5),
    Place("Thailand, TH", "TH", 1.5),
    Place("India, IN", "IN", 1.5),
    Place("Hong Kong, HK", "HK", 1.2),
    Place(", CN", "CN", 1.5),
    Place("South Korea, KR", "KR", 2.0),
    Place("Singapore, SG", "SG", 0.7),
    Place("Australia, AU", "AU", 1.0),
    Place("France, FR", "FR", 2.0),
    Place("Île-de-France, FR", "FR", 0.7),
    Place("Germany, DE", "DE", 2.0),
    Place("Bavaria, DE", "DE", 0.7),
    Place(", DE", "DE", 0.6),
    Place("United Kingdom, GB", "GB", 1.6),
    Place("Czechia, CZ", "CZ", 1.8),
    Place("Bulgaria, BG", "BG", 1.8),
    Place("Sofia-Capital, BG", "BG", 0.7),
    Place("Hungary, HU", "HU", 0.6),
    Place("Bács-Kiskun, HU", "HU", 0.5),
    Place("Iceland, IS", "IS", 0.6),
    Place("Hafnarfjarðarkaupstaður, IS", "IS", 0.5),
    Place("Slovenia, SI", "SI", 0.7),
    Place("Croatia, HR", "HR", 0.5),
    Place("Romania, RO", "RO", 0.9),
    Place("Poland, PL", "PL", 1.5),
    Place("Finland, FI", "FI", 1.2),
    Place("Norway, NO", "NO", 1.8),
    Place("Sweden, SE", "SE", 1.6),
    Place("Sweden", "", 0.3),
    Place("Italy, IT", "IT", 1.0),
    Place("Spain, ES", "ES", 1.2),
    Place("Brazil, BR", "BR", 0.4),
    Place("South Africa, ZA", "ZA", 0.2),
    Place(None, "", 0.5),
)

_SHARES = list(accumulate(place.share for place in PLACES))
_AMERICAN = [place for place in PLACES if place.country == "US"]


def roll(rng: Random) -> Place:
    """Draw a place by its share of the market."""
    return rng.choices(PLACES, cum_weights=_SHARES)[0]


def roll_american(rng: Random) -> Place:
    """Draw a place in the US, each spelling alike."""
    return rng.choice(_AMERICAN)
