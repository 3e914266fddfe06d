"""How long a balance lasts."""

from datetime import timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.instance import InstanceState
from bot.domain.ledger import VAST, Runway, burn_of, runway
from bot.domain.listing import ListingRef

ONE, OTHER = ListingRef("vast", "4411"), ListingRef("vast", "4412")


def test_the_balance_lasts_over_the_burn():
    """Case a6: $61.20 at $0.0358 per minute: 28.5 h, before the contract's 96."""
    left = runway(Decimal("61.20"), {ONE: Decimal("0.0358") * 60}).left
    assert Decimal("28.5") == round(Decimal(left // timedelta(seconds=1)) / 3600, 1)


def test_all_instances_burn():
    """Stopped ones too."""
    assert Runway(Decimal(4), timedelta(hours=25)) == runway(Decimal(100), {ONE: Decimal("3.5"), OTHER: Decimal("0.5")})


def test_where_nothing_burns_a_balance_does_not_end():
    """Nothing is no time, not endless time."""
    assert (None, False) == (runway(Decimal(5), {}).left, runway(Decimal(5), {ONE: Decimal(0)}).unknown)
    assert isinstance(runway(Decimal(5), {}).burn, Decimal)


def test_where_a_rate_is_unknown_so_is_the_runway():
    """Named, with the most that it can be by what is known."""
    lasts = runway(Decimal(100), {ONE: Decimal(4), OTHER: None})
    assert (None, True, (OTHER,)) == (lasts.left, lasts.unknown, lasts.missing)
    assert timedelta(hours=25) == lasts.at_most


@pytest.mark.parametrize("balance", [0, -3])
def test_an_empty_balance_lasts_no_time(balance):
    """Nor a debt less than none."""
    assert timedelta(0) == runway(Decimal(balance), {ONE: Decimal(1)}).left


@given(st.decimals("0.01", 10**9, places=2), st.decimals("1e-12", 10**4, places=12))
def test_a_balance_never_lasts_longer_than_it_does(balance, burn):
    """To the microsecond, and ten years stand for all that is longer."""
    left = runway(balance, {ONE: burn}).left
    spent = Decimal(left // timedelta(microseconds=1)) * burn / 3_600_000_000
    assert spent <= balance
    assert left == timedelta(days=3652) or balance - spent <= burn


@pytest.mark.parametrize(
    ("state", "changes", "burn"),
    [
        ("running", {}, "16.1"),
        ("stopped", {}, "0.1"),
        ("pending", {}, "0.1"),
        ("offline", {}, "0"),
        ("unknown", {}, None),
        ("running", {"compute": None}, None),
        ("stopped", {"compute": None}, "0.1"),
        ("stopped", {"disk_gb": None}, None),
        ("offline", {"disk_gb": None, "compute": None}, "0"),
    ],
)
def test_an_instance_burns_what_bills_in_its_state(an_instance, state, changes, burn):
    """Tracked or not; a rate that does not bill now need not be known."""
    expected = None if burn is None else Decimal(burn)
    told = burn_of(an_instance(InstanceState(state), **changes), VAST)
    assert expected == told
    assert told is None or isinstance(told, Decimal)
