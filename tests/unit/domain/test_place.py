"""Countries in marketplaces' places."""

import subprocess
import sys

import pycountry
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.place import country_of
from bot.domain.place_names import CODES, code_of_name, country_names

RECORDED_PLACES = {
    "Taiwan, TW, AS": "TW",
    "France, FR, EU": "FR",
    ", US, NA": "US",
    "Texas, US, NA": "US",
    "Quebec, CA, NA": "CA",
    "Australia, AU, OC": "AU",
    "Bulgaria, BG, EU": "BG",
    "Vietnam, VN, AS": "VN",
    "Hafnarfjarðarkaupstaður, IS, EU": "IS",
    "Bács-Kiskun, HU, EU": "HU",
    "Hong Kong, HK, AS": "HK",
    "Georgia, US, NA": "US",
    "United States, US, NA": "US",
    ", CN, AS": "CN",
    "United Kingdom, GB, EU": "GB",
    "Japan, JP": "JP",
    ", US": "US",
    "Czechia, CZ": "CZ",
    "New Jersey, US": "US",
    "India, IN": "IN",
}
"""From Vast.ai's offers recorded 2026-08-22 and SkyPilot's published catalogue of them."""


@pytest.mark.parametrize(("text", "code"), RECORDED_PLACES.items())
def test_every_recorded_place_has_its_country(text: str, code: str) -> None:
    """A continent after the country changes nothing, nor do accents or an unknown state."""
    assert code == country_of(text)


@pytest.mark.parametrize("text", ["California, US", "US", ", US", "Texas, US, NA", "united states", "Georgia, US"])
def test_these_are_the_united_states(text: str) -> None:
    """Case b47."""
    assert country_of(text) == "US"


@pytest.mark.parametrize(("text", "code"), [("CA", "CA"), ("Quebec, CA", "CA"), ("Georgia, GE", "GE"), (None, None)])
def test_these_are_not_the_united_states(text: str | None, code: str | None) -> None:
    """Case b47: CA is Canada, and Georgia is a country where its own code follows."""
    assert code == country_of(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("NA", "NA"),
        ("Windhoek, NA", "NA"),
        ("Namibia, NA, AF", "NA"),
        ("Namibia, NA", "NA"),
        ("US, NA", "US"),
        ("Riyadh, SA, AS", "SA"),
        ("Kabul, AF", "AF"),
        ("AF, AS", "AF"),
        ("American Samoa, AS", "AS"),
        ("Japan, AS", "JP"),
        ("France, EU", "FR"),
        ("EU", None),
        ("Europe", None),
    ],
)
def test_a_continents_code_is_a_country_only_where_no_country_stands_before_it(text: str, code: str | None) -> None:
    """NA, AS, SA and AF are both; after a town or alone they are Namibia, American Samoa, Saudi Arabia, Afghanistan."""
    assert code == country_of(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("UK", "GB"),
        ("London, uk", "GB"),
        ("USA", "US"),
        ("U.S.A.", "US"),
        ("The Netherlands", "NL"),
        ("Cote d'Ivoire", "CI"),
        ("Türkiye", "TR"),
        ("turkey", "TR"),
        ("Russia", "RU"),
        ("South Korea", "KR"),
        ("Czech Republic", "CZ"),
    ],
)
def test_names_are_known_as_people_say_them(text: str, code: str) -> None:
    """Accents, articles, three letters and everyday names."""
    assert code == country_of(text)


@pytest.mark.parametrize("text", ["", ",", " , ,", "XX", "Atlantis", "Paris, Texas", "840", "ß", "🇺🇸", "US" * 300])
def test_an_uncertain_place_has_no_country(text: str) -> None:
    """Unknown is a value: such a listing is left out of a country's search and counted."""
    assert country_of(text) is None


@given(st.text(st.characters(), max_size=250))
def test_no_text_makes_it_fail(text: str) -> None:
    """A code of the standard or nothing, whatever a marketplace writes."""
    assert country_of(text) in {None, *CODES}


@given(st.sampled_from(sorted(CODES)), st.sampled_from(["", ", ", "Town, ", "Some State, "]))
def test_every_code_alone_or_after_a_town_is_its_country(code: str, before: str) -> None:
    """Upper or lower case."""
    assert code == country_of(before + code) == country_of(before + code.lower())


def test_every_name_that_is_proposed_is_a_countrys() -> None:
    """Names as people write them, none of them a mere code, and those of the countries with machines among them."""
    names = country_names()
    assert [] == [name for name in names if code_of_name(name) is None]
    assert {"Germany", "United States", "South Korea", "Taiwan", "Russia", "Netherlands"} <= set(names)
    assert min(map(len, names)) > len("USA")


def test_the_codes_are_those_of_the_standard() -> None:
    """The set that saves the look-up is the whole of ISO 3166-1."""
    assert {country.alpha_2 for country in pycountry.countries} == CODES


def test_the_usual_place_does_without_the_data_file() -> None:
    """A search reads thousands of places that end in a code; names are rare."""
    script = (
        "import sys; from bot.domain.place import country_of; "
        "country_of('Texas, US, NA'); assert 'pycountry' not in sys.modules; "
        "country_of('Germany'); assert 'pycountry' in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
