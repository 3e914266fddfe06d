"""What is on offer, read by the adapters over real HTTP from the stand-in."""

from datetime import timedelta

import pytest
from market_faults import NOW, VAST_FAULTS

from bot.domain.gpu import Form, Gpu, GpuAsk
from bot.domain.listing import Pricing
from bot.domain.outside import Known, Why
from bot.markets.vast import Vast
from bot.sandbox.market.faults import Fault


async def test_every_listing_of_the_market_is_read(vast, standin):
    """Each free listing of the world comes out, readable, with its price and its end."""
    fact = await vast.listings(None, Pricing.ON_DEMAND)
    assert isinstance(fact, Known)
    free = {str(each.id): each for each in standin.world.listed() if standin.world.is_free(each)}
    assert set(free) == {row.ref.id for row in fact.value.rows}
    assert (0, False) == (fact.value.unreadable, fact.value.truncated)
    assert abs(fact.value.skew_seconds) < 1
    for row in fact.value.rows:
        listing = free[row.ref.id]
        assert (listing.gpus, listing.machine.country or row.country) == (row.gpus, row.country)
        assert abs(float(row.compute.usd_per_hour) - listing.price) < 1e-9
        assert abs(row.ends_at.timestamp() - listing.ends_at) < 1e-3


async def test_a_search_for_a_card_finds_what_the_whole_market_has_of_it(vast):
    """The names that are sent to the server hide nothing that reading everything would show."""
    ask = GpuAsk("H100", 80, Form.SXM)
    some = await vast.listings(ask, Pricing.ON_DEMAND)
    everything = await vast.listings(None, Pricing.ON_DEMAND)
    matching = {row.ref for row in everything.value.rows if isinstance(row.gpu, Gpu) and ask.matches(row.gpu)}
    assert matching
    assert matching == {row.ref for row in some.value.rows if isinstance(row.gpu, Gpu) and ask.matches(row.gpu)}
    assert len(some.value.rows) < len(everything.value.rows)


async def test_bids_are_another_answer(vast):
    """Each row says that it is one."""
    fact = await vast.listings(GpuAsk("H100"), Pricing.BID)
    assert {Pricing.BID} == {row.pricing for row in fact.value.rows}


async def test_one_listing_is_found_and_a_withdrawn_one_is_gone(vast, standin):
    """By id, as before a person deploys."""
    first = (await vast.listings(None, Pricing.ON_DEMAND)).value.rows[0]
    assert first == (await vast.listing(first.ref.id)).value
    standin.world.withdraw(int(first.ref.id))
    assert (await vast.listing(first.ref.id)).value is None


@pytest.mark.parametrize(("fault", "why"), VAST_FAULTS, ids=str)
async def test_each_fault_of_a_search_is_told_and_passes(vast, standin, fault, why):
    """The other marketplace is not touched, and when the fault is over the answer is back."""
    standin.faults.vast.on(fault, path="bundles")
    assert why is (await vast.listings(None, Pricing.ON_DEMAND)).why
    standin.faults.vast.off()
    standin.clock.advance(timedelta(days=1))
    assert isinstance(await vast.listings(None, Pricing.ON_DEMAND), Known)


async def test_a_marketplace_that_takes_ten_seconds_is_slow(standin, client):
    """Patience is a setting of the adapter; here it is short."""
    vast = Vast(client, url=standin.vast_url, key=standin.vast_key, clock=standin.clock, patience=0.05)
    standin.faults.vast.on(Fault.SLOW, seconds=10.0)
    assert Why.SLOW is (await vast.listings(None, Pricing.ON_DEMAND)).why


async def test_odd_rows_are_counted_and_the_rest_is_read(vast, standin):
    """Of four rows one has no price, one has numbers as texts, one is null, one is good."""
    standin.faults.vast.on(Fault.ODD, path="bundles")
    listings = (await vast.listings(None, Pricing.ON_DEMAND)).value
    unpriced = [row for row in listings.rows if row.compute is None]
    assert abs(listings.examined - 4 * listings.unreadable) < 4
    assert abs(listings.examined - 4 * len(unpriced)) < 4


async def test_a_trouble_of_one_request_is_not_even_seen(vast, standin):
    """One polite repetition gets over it."""
    standin.faults.vast.on(Fault.ERROR_502, times=1)
    assert isinstance(await vast.listings(None, Pricing.ON_DEMAND), Known)


async def test_nobody_at_the_address_is_unreachable(vast, standin):
    """The sentence names the setting."""
    await standin.__aexit__(None, None, None)
    fact = await vast.listings(None, Pricing.ON_DEMAND)
    assert Why.UNREACHABLE is fact.why
    assert "VAST_URL" in fact.sentence


async def test_all_of_cloudj_is_read_page_by_page(cloudj, standin):
    """Three cards on every other machine of the same world, each with price, end and account level."""
    fact = await cloudj.listings(None, Pricing.ON_DEMAND)
    assert isinstance(fact, Known)
    assert len(standin.requests.of("GET", "/v1/listings")) == -(-fact.value.examined // 50)
    assert fact.value.rows
    assert 0 == fact.value.unreadable
    contradicting = [row for row in fact.value.rows if not isinstance(row.gpu, Gpu)]
    assert len(contradicting) < len(fact.value.rows) / 10
    for row in fact.value.rows:
        assert row.compute is not None
        assert row.ends_at > NOW
        assert {"h100-sxm": "2", "a100-sxm4": "2", "rtx-4090": "1"}[row.gpu_name] == row.account_level


async def test_cloudj_is_asked_by_model(cloudj):
    """And answers with nothing else."""
    fact = await cloudj.listings(GpuAsk("H100"), Pricing.ON_DEMAND)
    assert {"h100-sxm"} == {row.gpu_name for row in fact.value.rows}


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (Fault.UNAUTHORIZED, Why.BAD_KEY),
        (Fault.FORBIDDEN, Why.FORBIDDEN),
        (Fault.ACCOUNT_LEVEL, Why.ACCOUNT_LEVEL),
        (Fault.CONFLICT, Why.REFUSED),
        (Fault.RATE_HEADER, Why.RATE_LIMITED),
        (Fault.ERROR_503, Why.SERVER_ERROR),
        (Fault.HTML, Why.UNREADABLE),
        (Fault.CUT, Why.HALF_READ),
        (Fault.TRUNCATED, Why.HALF_READ),
        (Fault.LIST, Why.UNREADABLE),
        (Fault.DROPPED, Why.UNREACHABLE),
    ],
)
async def test_each_fault_of_cloudj_is_told(cloudj, standin, fault, why):
    """With the setting or the step that helps."""
    standin.faults.cloudj.on(fault)
    fact = await cloudj.listings(None, Pricing.ON_DEMAND)
    assert (why, "cloudj") == (fact.why, fact.source)
