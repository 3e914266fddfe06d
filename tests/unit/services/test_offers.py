import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.gpu import GpuAsk
from bot.domain.listing import Pricing
from bot.domain.outside import Known, Unknown

ON_DEMAND = Pricing.ON_DEMAND
H100 = GpuAsk("H100")


async def test_every_marketplace_is_asked_for_the_family(offers, vast, cloudj, need):
    """The form and the memory are filtered here, so the server is asked for all of the family."""
    answers = await offers.ask(need.gpu, ON_DEMAND)
    assert ["vast", "cloudj"] == [answer.market for answer in answers]
    assert [(H100, ON_DEMAND)] == vast.asked == cloudj.asked


async def test_the_marketplaces_are_asked_side_by_side(offers, vast, cloudj):
    """Each answers only when the other was asked too: in turn it would never end."""
    vast.open, cloudj.open = cloudj.asked_at_all, vast.asked_at_all
    async with asyncio.timeout(5):
        answers = await offers.ask(H100, ON_DEMAND)
    assert [1, 1] == [len(answer.rows) for answer in answers]


async def test_a_slow_marketplace_holds_up_nobody_who_does_not_ask_it(offers, vast, cloudj):
    """While a search waits for one, the other's listing can be checked."""
    vast.open.clear()
    asking = asyncio.create_task(offers.ask(H100, ON_DEMAND))
    await vast.asked_at_all.wait()
    async with asyncio.timeout(5):
        assert (await offers.listing(cloudj, "2")).value.ref.id == "2"
    vast.open.set()
    await asking


async def test_one_that_fails_does_not_take_the_others_down(offers, vast, failing):
    """Its answer is why; the others' stand."""
    vast.trouble = failing
    broken, good = await offers.ask(H100, ON_DEMAND)
    assert failing == broken.listings
    assert () == broken.rows
    assert 1 == len(good.rows)


async def test_a_failure_is_asked_again_at_once_and_a_good_answer_after_a_minute(offers, vast, cloudj, failing, clock):
    """Unknown answers are not kept."""
    vast.trouble = failing
    await offers.ask(H100, ON_DEMAND)
    vast.trouble = None
    assert 1 == len((await offers.ask(H100, ON_DEMAND))[0].rows)
    assert (2, 1) == (len(vast.asked), len(cloudj.asked))
    clock.advance(60)
    await offers.ask(H100, ON_DEMAND)
    assert (3, 2) == (len(vast.asked), len(cloudj.asked))


async def test_a_bid_is_another_question(offers, vast):
    """The kind of price is part of the query."""
    await offers.ask(H100, ON_DEMAND)
    await offers.ask(H100, Pricing.BID)
    assert [(H100, ON_DEMAND), (H100, Pricing.BID)] == vast.asked


async def test_a_sweep_is_kept_for_five_minutes(offers, vast, clock):
    """The look at everything is dear: once in five minutes."""
    for seconds in (0, 299, 1):
        clock.advance(seconds)
        await offers.sweep(ON_DEMAND)
    assert [(None, ON_DEMAND)] * 2 == vast.asked


async def test_a_sweep_that_is_too_old_for_the_asker_is_made_anew(offers, vast, clock):
    """`since` is when the asker's own look was: an older sweep does not serve, a younger does."""
    await offers.sweep(ON_DEMAND)
    clock.advance(100)
    for _ in range(2):
        answers = await offers.sweep(ON_DEMAND, since=clock.now())
    assert [clock.now()] * 2 == [answer.listings.at for answer in answers]
    assert 2 == len(vast.asked)


async def test_a_machine_whose_card_changes_its_name_is_marked(offers, vast, a_row, clock):
    """Case b56: 3090 in one look, 5060 Ti in the next, one machine."""
    vast.rows = [a_row(1, gpu_name="RTX 3090"), a_row(2)]
    (first, _) = await offers.ask(H100, ON_DEMAND)
    assert [False, False] == [row.mixed for row in first.rows]
    vast.rows = [a_row(3, machine_id="1", gpu_name="RTX 5060 Ti"), a_row(2)]
    clock.advance(60)
    (second, _) = await offers.ask(H100, ON_DEMAND)
    assert [True, False] == [row.mixed for row in second.rows]


async def test_the_same_machine_number_elsewhere_is_another_machine(offers, vast, cloudj, a_row):
    """Marketplaces count by themselves."""
    vast.rows = [a_row(7, gpu_name="H100 SXM")]
    cloudj.rows = [a_row(7, market="cloudj", gpu_name="H100")]
    assert [False, False] == [row.mixed for a in await offers.ask(H100, ON_DEMAND) for row in a.rows]


async def test_a_lookup_knows_mixed_machines_too(offers, vast, a_row):
    """Case b56: what a search found out, a check of one listing says as well."""
    vast.rows = [a_row(1, gpu_name="RTX 3090")]
    await offers.ask(H100, ON_DEMAND)
    vast.rows = [a_row(1, gpu_name="RTX 5060 Ti")]
    assert (await offers.listing(vast, "1")).value.mixed


async def test_a_lookup_is_shared_and_kept_like_a_search(offers, vast, clock):
    """Two who check one listing ask once; a minute later it is asked for anew."""
    told = await asyncio.gather(*(offers.listing(vast, "1") for _ in range(2)))
    assert told[0] is told[1]
    clock.advance(60)
    await offers.listing(vast, "1")
    assert ["1", "1"] == vast.asked


async def test_the_last_answer_is_there_for_the_status(offers, vast, failing, clock):
    """Good or bad, whatever it was to."""
    assert {} == offers.last
    await offers.ask(H100, ON_DEMAND)
    assert isinstance(offers.last["vast"], Known)
    vast.trouble = failing
    clock.advance(60)
    await offers.sweep(ON_DEMAND)
    assert replace(failing, at=clock.now()) == offers.last["vast"]
    assert isinstance(offers.last["cloudj"], Known)


async def test_what_is_kept_is_counted(offers, clock):
    """Each marketplace's answer to each query counts."""
    await offers.ask(H100, ON_DEMAND)
    await offers.sweep(ON_DEMAND)
    assert 4 == offers.kept
    clock.advance(timedelta(seconds=60))
    assert 2 == offers.kept


async def test_balances_come_from_each_account(offers, vast, failing):
    """One unknown balance leaves the other known."""
    vast.trouble = failing
    balances = await offers.balances()
    assert isinstance(balances["vast"], Unknown)
    assert 100 == balances["cloudj"].value.balance


async def test_an_error_of_ours_in_one_adapter_is_an_error(offers, vast):
    """A port never raises; where one does, that is a fault to be told, not a marketplace that is down."""
    vast.trouble = KeyError("offers")
    with pytest.raises(KeyError):
        await offers.ask(H100, ON_DEMAND)


@pytest.mark.parametrize(("name", "there"), [("vast", True), ("lambda", False)])
def test_a_marketplace_is_known_by_its_short_name(offers, name, there):
    """The one in `vast:4411`."""
    assert there == (offers.market(name) is not None)
