from dataclasses import replace
from decimal import Decimal

import pytest

from bot.domain.filters import Filter
from bot.domain.gpu import Form, Gpu, GpuAsk, Unrecognised
from bot.domain.listing import ListingRef
from bot.domain.outside import Unknown, Why
from bot.services.check import Checked, NoSuchListing, card_of, check_listing, check_typed


@pytest.fixture
def check(need, offers, clock):
    """Check a listing for the need; its card and count become the need's own."""
    return lambda ref: check_listing(
        ListingRef(*ref.split(":")), lambda gpu, gpus: replace(need, gpu=gpu, gpus=gpus), offers, clock
    )


async def test_a_listing_is_judged_with_the_balance_beside_it(check, clock):
    """The same verdict as a find's, on one machine."""
    checked = await check("vast:1")
    assert isinstance(checked, Checked)
    assert () == checked.judged.fails
    assert checked.judged.price is not None
    assert GpuAsk("H100", 80, Form.SXM) == checked.need.gpu
    assert Decimal(100) == checked.account.value.balance
    assert clock.now() == checked.read_at == checked.judged_at


async def test_every_filter_that_fails_is_named(check, vast, a_row):
    """Not the first alone, as in a search."""
    vast.rows = [a_row(1, country="CA", reliability=Decimal("0.5"), mixed=True)]
    assert {Filter.CONFLICT, Filter.COUNTRY, Filter.RELIABILITY} == set((await check("vast:1")).judged.fails)


async def test_a_listing_that_is_not_there_is_not_a_failure(check):
    """Rented by somebody, withdrawn or mistyped."""
    assert NoSuchListing(ListingRef("vast", "99")) == await check("vast:99")


async def test_a_marketplace_that_fails_says_why(check, vast, failing):
    """Never "no such listing"."""
    vast.trouble = failing
    assert failing == await check("vast:1")


async def test_a_marketplace_that_is_not_set_up_is_said_so(check):
    """It can't be asked, whatever the id."""
    told = await check("lambda:1")
    assert isinstance(told, Unknown)
    assert Why.NOT_SET_UP is told.why


async def test_an_unknown_balance_hides_no_verdict(check, vast, failing):
    """The listing was read, the account could not be."""

    async def account():
        return failing

    vast.account = account
    checked = await check("vast:1")
    assert failing == checked.account
    assert () == checked.judged.fails


async def test_a_kept_listing_says_how_old_it_is(check, clock):
    """Case b49: the age is the marketplace's answer's, not the question's."""
    first = await check("vast:1")
    clock.advance(45)
    again = await check("vast:1")
    assert first.read_at == again.read_at
    assert 45 == (again.judged_at - again.read_at).total_seconds()


@pytest.mark.parametrize(
    ("gpu", "name", "ask"),
    [
        (Gpu("H100", 80, Form.SXM), "H100 SXM", GpuAsk("H100", 80, Form.SXM)),
        (Unrecognised("MTT S4000"), "MTT S4000", GpuAsk("MTT S4000")),
    ],
)
def test_the_need_takes_the_listings_own_card(a_row, gpu, name, ask):
    """A card outside our table keeps the marketplace's name."""
    assert ask == card_of(a_row(gpu=gpu, gpu_name=name))


def test_a_typed_listing_is_judged_now_and_has_no_account(need, a_row, clock):
    """Off a console, by hand."""
    checked = check_typed(need, a_row(), clock)
    assert (None, clock.now(), ()) == (checked.account, checked.read_at, checked.judged.fails)
