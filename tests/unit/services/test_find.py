import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.filters import Filter
from bot.domain.gpu import Form, Gpu
from bot.domain.outside import Unknown
from bot.services.find import find_listings
from bot.services.offers import Offers


@pytest.fixture
def find(need, offers, clock):
    """Find for the need, with changes."""
    return lambda **changes: find_listings(replace(need, **changes), offers, clock)


def of_everything(market):
    """Count how often a marketplace was asked for every card."""
    return sum(gpu is None for gpu, _ in market.asked)


def refs(found):
    """Name what fits, in its order."""
    return [str(candidate.listing.ref) for candidate in found.outcome.fits]


async def test_what_fits_comes_from_every_marketplace(find, vast):
    """Both are named, no sweep is needed, and no advice."""
    found = await find()
    assert ["cloudj:2", "vast:1"] == refs(found)
    assert 2 == found.outcome.examined
    assert 0 == of_everything(vast)
    assert (None, (), 0) == (found.advice, found.wider, found.hidden_by_name)
    assert ["vast", "cloudj"] == list(found.balances)


async def test_nothing_fits_sweeps_once_and_not_again_within_five_minutes(find, vast, clock):
    """Every card is looked at for advice; the same need or another, the sweep serves for five minutes."""
    for seconds in (0, 61, 238):
        clock.advance(seconds)
        found = await find(gpus=4)
        assert 1 == of_everything(vast)
    clock.advance(1)
    await find(gpus=4)
    assert 2 == of_everything(vast)
    assert () == found.outcome.fits
    assert {Filter.COUNT: 2} == found.outcome.removed


async def test_nothing_fits_tells_what_would_help(find):
    """The miss is near, and relaxing the count finds it."""
    found = await find(gpus=4)
    assert ["cloudj:2", "vast:1"] == sorted(str(miss.listing.ref) for miss in found.advice.near)
    assert any(relaxed.count for relaxed in found.advice.relaxed)
    assert not found.silent


async def test_a_market_that_returns_nothing_at_all_is_silent(find, vast, cloudj):
    """Case b58: filtered 0 and unfiltered 0 is not "nothing fits"."""
    vast.rows = cloudj.rows = []
    found = await find()
    assert found.silent
    assert 1 == of_everything(vast)


async def test_a_market_with_other_cards_is_not_silent(find, vast, cloudj, a_row):
    """Case b58: filtered 0, unfiltered some: nothing fits."""
    vast.rows, cloudj.rows = [a_row(1, gpu_name="H100 PCIE", gpu=Gpu("H100", 80, Form.PCIE))], []
    vast.filtered_out = {"H100 PCIE"}
    found = await find()
    assert not found.silent
    assert 0 == found.outcome.examined
    assert 1 == found.advice.examined


async def test_a_listing_that_the_name_filter_hides_is_found_by_the_sweep(find, vast, cloudj, a_row):
    """Cases b42, b43: no row with the filter, one without, and it fits."""
    vast.rows, cloudj.rows = [a_row(1, gpu_name="H100 HGX")], []
    vast.filtered_out = {"H100 HGX"}
    found = await find()
    assert ["vast:1"] == refs(found)
    assert 1 == found.hidden_by_name
    assert found.advice is None


async def test_what_a_name_filter_hides_and_does_not_fit_is_a_near_miss(find, vast, cloudj, a_row, clock):
    """Case b42: it is shown as what was missed, not passed over in silence."""
    vast.rows, cloudj.rows = [a_row(1, gpu_name="H100 HGX", ends_at=clock.now() + timedelta(days=3))], []
    vast.filtered_out = {"H100 HGX"}
    found = await find()
    assert ["vast:1"] == [str(miss.listing.ref) for miss in found.advice.near]
    assert (0, 0) == (found.hidden_by_name, found.outcome.examined)


async def test_what_has_gone_since_an_older_sweep_is_not_said_to_fit(find, vast, cloudj, a_row, clock):
    """An eight-fold machine is rented by somebody between the sweep and the find: it is gone, not hidden."""
    await find(gpus=4)
    clock.advance(120)
    vast.rows, cloudj.rows = [a_row(3, gpus=1)], []
    found = await find()
    assert [] == refs(found)
    assert 2 == of_everything(vast)
    assert clock.now() == found.as_of


async def test_no_marketplace_answered_no_sweep(find, vast, cloudj, failing):
    """Who can't be asked for one card is not asked for all."""
    vast.trouble = cloudj.trouble = failing
    found = await find()
    assert 0 == of_everything(vast) == of_everything(cloudj)
    assert 2 == len(found.failed)
    assert not found.silent
    assert 0 == found.outcome.examined
    assert found.asked_at == found.as_of


async def test_one_that_fails_is_named_and_the_other_still_answers(find, vast, failing):
    """What still holds is shown."""
    vast.trouble = failing
    found = await find()
    assert ["cloudj:2"] == refs(found)
    assert [failing] == list(found.failed)
    assert isinstance(found.balances["vast"], Unknown)


async def test_a_sweep_that_fails_leaves_what_the_first_look_saw(find, vast, cloudj, failing, clock):
    """The advice is then from the first look alone."""
    await find()
    cloudj.trouble = vast.trouble = failing
    found = await find(gpus=4)
    assert 2 == found.advice.examined
    assert all(isinstance(answer.listings, Unknown) for answer in found.wider)
    assert clock.now() == found.as_of


async def test_a_full_answer_is_named_as_possibly_truncated(find, vast):
    """Case b45: as many rows as the limit may not be all."""
    vast.more = {"truncated": True}
    assert ("vast",) == (await find()).truncated


async def test_unreadable_rows_are_counted(find, vast):
    """What fits and what each filter removed add up to what was examined."""
    vast.more = {"unreadable": 3}
    outcome = (await find()).outcome
    assert 3 == outcome.removed[Filter.UNREADABLE]
    assert 5 == outcome.examined == len(outcome.fits) + sum(outcome.removed.values())


async def test_as_of_is_the_oldest_answer(find, vast, cloudj, failing, clock):
    """One was asked 40 s ago and is kept, the other answers now."""
    cloudj.trouble, then = failing, clock.now()
    await find()
    cloudj.trouble = None
    clock.advance(40)
    found = await find()
    assert (then, clock.now()) == (found.as_of, found.asked_at)
    clock.advance(20)
    vast.trouble = failing
    assert clock.now() - timedelta(seconds=20) == (await find()).as_of


async def test_a_failure_has_no_age(need, offers, vast, cloudj, failing, clock):
    """One fails at once, the other answers 20 s later: the data is as old as that answer."""
    vast.trouble = failing
    cloudj.open.clear()
    asking = asyncio.create_task(find_listings(need, offers, clock))
    await cloudj.asked_at_all.wait()
    clock.advance(20)
    cloudj.open.set()
    assert clock.now() == (await asking).as_of


async def test_as_of_counts_the_sweep_behind_the_advice(find, clock):
    """Advice from a sweep four minutes old says so."""
    then = clock.now()
    await find(gpus=4)
    clock.advance(240)
    assert then == (await find(gpus=4)).as_of


async def test_many_who_find_at_once_are_one_request(need, offers, vast, clock):
    """Case f140: the same and other counts, one question to the marketplace."""
    vast.open.clear()
    asking = [asyncio.create_task(find_listings(replace(need, gpus=n), offers, clock)) for n in (8, 8, 4)]
    await vast.asked_at_all.wait()
    vast.open.set()
    assert [2, 2, 0] == [len(found.outcome.fits) for found in await asyncio.gather(*asking)]
    assert [1, 1] == [sum(gpu is not None for gpu, _ in vast.asked), of_everything(vast)]


async def test_without_any_marketplace_nothing_is_known(need, clock):
    """No marketplace set up is neither silence nor "nothing fits"."""
    found = await find_listings(need, Offers([], clock), clock)
    assert ((), False, ()) == (found.answers, found.silent, found.failed)
