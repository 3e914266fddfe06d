"""The marketplace adapters over real HTTP, against the stand-in."""

from itertools import count

import httpx
import pytest
from market_faults import NOW

from bot.markets.cloudj import Cloudj
from bot.markets.vast import Vast
from bot.sandbox.clock import SandboxClock
from bot.sandbox.market.standin import MarketStandIn


class BusyClock(SandboxClock):
    """A clock that stands still but for those who sleep on it, and who are not kept waiting."""

    async def sleep(self, seconds):
        """Let the time pass at once."""
        self.advance(seconds)


@pytest.fixture
async def standin():
    """Give a stand-in with 400 listings at a fixed time."""
    async with MarketStandIn.make(listings=400, clock=BusyClock(NOW, rate=0)) as standin:
        yield standin


@pytest.fixture
async def client():
    """Give an httpx client as the bot has it, with no proxy of this machine's."""
    async with httpx.AsyncClient(trust_env=False) as client:
        yield client


@pytest.fixture
def vast(standin, client):
    """Give Vast.ai over the stand-in."""
    return Vast(client, url=standin.vast_url, key=standin.vast_key, clock=standin.clock)


@pytest.fixture
def cloudj(standin, client):
    """Give Cloudj over the stand-in."""
    return Cloudj(client, url=standin.cloudj_url, key=standin.cloudj_key, clock=standin.clock)


@pytest.fixture
def rent(standin):
    """Give a function that rents so many machines of a market."""

    def rent(market, number):
        world = standin.world
        offers = (each for each in list(world.listed()) if market == "vast" or _on_cloudj(each))
        return [world.rent(offer.id, market=market, disk_gb=100.0).id for offer in _free(world, offers, number)]

    return rent


def _free(world, offers, number):
    taken = count()
    for offer in offers:
        if world.is_free(offer):
            if next(taken) == number:
                return
            yield offer


def _on_cloudj(offer):
    return offer.machine.card.name in {"H100 SXM", "A100 SXM4", "RTX 4090"} and offer.machine.country
