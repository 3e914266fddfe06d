"""A small market on a clock that stands still, and clients that speak to it over loopback."""

import ssl
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import httpx
import pytest

from bot.sandbox.clock import SandboxClock
from bot.sandbox.market import Market, MarketStandIn, World
from bot.sandbox.market.generate import listings
from bot.sandbox.market.machines import Listing

_NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Spares each client the reading of every certificate there is."""

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


@pytest.fixture
def clock() -> SandboxClock:
    """Give a clock that stands at noon until a test advances it."""
    return SandboxClock(NOON, rate=0)


@pytest.fixture(scope="session")
def three_thousand() -> list[Listing]:
    """Give the market as it ships, as of noon."""
    return listings(3_000, seed=1, now=NOON.timestamp())


@pytest.fixture
def world(clock: SandboxClock, three_thousand: list[Listing]) -> World:
    """Give the first 400 listings, rentable in each test anew."""
    return World(clock, three_thousand[:400])


@pytest.fixture
async def standin(world: World) -> AsyncIterator[MarketStandIn]:
    """Serve the market."""
    async with MarketStandIn(Market(world)) as server:
        yield server


@pytest.fixture
async def vast(standin: MarketStandIn) -> AsyncIterator[httpx.AsyncClient]:
    """Give a client with Vast.ai's key."""
    headers = {"Authorization": f"Bearer {standin.vast_key}"}
    async with httpx.AsyncClient(base_url=standin.vast_url, headers=headers, verify=_NO_TLS, trust_env=False) as client:
        yield client


@pytest.fixture
async def cloudj(standin: MarketStandIn) -> AsyncIterator[httpx.AsyncClient]:
    """Give a client with Cloudj's key."""
    headers = {"Authorization": f"Bearer {standin.cloudj_key}"}
    async with httpx.AsyncClient(
        base_url=standin.cloudj_url, headers=headers, verify=_NO_TLS, trust_env=False
    ) as client:
        yield client
