"""Memory sizes as marketplaces write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.gpu import parse_memory


@pytest.mark.parametrize(
    ("said", "mib"),
    [
        (81559, 81559),
        (81559.0, 81559),
        ("81559", 81559),
        ("81,559 MiB", 81559),
        ("81559MB", 81559),
        (80, 81920),
        ("80", 81920),
        ("80 GB", 81920),
        ("80gb", 81920),
        ("80GiB", 81920),
        (" 24g ", 24576),
        (288, 294912),
        ("1.5 GB", 1536),
        (2048, 2048),
    ],
)
def test_a_size_is_read_in_any_of_its_units(said: float | str, mib: int) -> None:
    """Case b35: one unit inside, tolerant outside."""
    assert mib == parse_memory(said)


@pytest.mark.parametrize(
    "said",
    [
        *(0, -1, -80, True, float("nan"), float("inf"), 1e300, 85899345920),
        *("", "GB", "many", "80 TB", "8,0", "1e5", "80 GB 40", "8" * 40, "٨٠ GB", "-80"),
    ],
)
def test_what_is_no_memory_is_unknown(said: float | str) -> None:
    """Unknown is a value; bytes and nonsense are not rounded into a card."""
    assert parse_memory(said) is None


def test_a_number_too_long_to_print_is_unknown() -> None:
    """JSON has no largest number."""
    assert parse_memory(10**5000) is None


@given(st.integers() | st.floats() | st.text(st.characters(), max_size=50))
def test_no_value_makes_it_fail(said: float | str) -> None:
    """Whatever an answer holds is a size above nothing or unknown."""
    mib = parse_memory(said)
    assert mib is None or mib > 0


@given(st.integers(1, 300))
def test_a_nominal_size_is_the_same_with_and_without_its_unit(gigabytes: int) -> None:
    """No card has so many MiB, so the bare number is GB."""
    assert gigabytes * 1024 == parse_memory(gigabytes) == parse_memory(f"{gigabytes} GB")
