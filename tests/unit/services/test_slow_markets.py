import asyncio

import pytest

from bot.domain.gpu import GpuAsk
from bot.domain.listing import Pricing
from bot.domain.outside import Known, Unknown, Why

H100 = GpuAsk("H100")


@pytest.fixture
async def asking(offers):
    """Start a search, and let it come to wait."""
    task = asyncio.create_task(offers.ask(H100, Pricing.ON_DEMAND))
    yield task
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def turns(number=20):
    """Let everything run that can run without time passing."""
    for _ in range(number):
        await asyncio.sleep(0)


async def until_waiting(market):
    """Wait until the marketplace was asked and the waiting for it has begun."""
    await market.asked_at_all.wait()
    await turns()


async def test_one_that_takes_ten_seconds_is_named_and_the_other_still_holds(asking, vast, clock):
    """After eight seconds the answer goes out with what is there, and says which is missing."""
    vast.open.clear()
    await until_waiting(vast)
    assert not asking.done()
    clock.advance(10)
    async with asyncio.timeout(5):
        slow, good = await asking
    assert isinstance(slow.listings, Unknown)
    assert (Why.SLOW, "vast") == (slow.listings.why, slow.listings.source)
    assert 1 == len(good.rows)


async def test_what_comes_late_serves_the_next_who_asks(asking, offers, vast, clock):
    """Giving up on a slow one does not throw its answer away, nor ask it twice."""
    vast.open.clear()
    await until_waiting(vast)
    clock.advance(10)
    async with asyncio.timeout(5):
        await asking
    vast.open.set()
    async with asyncio.timeout(5):
        again = await offers.ask(H100, Pricing.ON_DEMAND)
    assert [1, 1] == [len(answer.rows) for answer in again]
    assert 1 == len(vast.asked)


async def test_a_slow_one_is_waited_for_while_no_other_has_answered(asking, vast, cloudj, clock, failing):
    """With nothing else to show, ten seconds are better than nothing."""
    cloudj.trouble = failing
    vast.open.clear()
    await until_waiting(vast)
    clock.advance(10)
    await turns()
    assert not asking.done()
    vast.open.set()
    async with asyncio.timeout(5):
        late, _ = await asking
    assert isinstance(late.listings, Known)


async def test_the_balance_never_holds_up_an_answer(offers, vast, clock):
    """A balance that does not come within eight seconds is not known."""
    vast.open.clear()
    task = asyncio.create_task(offers.balances())
    await until_waiting(vast)
    clock.advance(9)
    async with asyncio.timeout(5):
        balances = await task
    assert isinstance(balances["vast"], Unknown)
    assert isinstance(balances["cloudj"], Known)
