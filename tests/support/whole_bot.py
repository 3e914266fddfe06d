"""The whole bot on loopback: a stand-in Slack and marketplace, and the real bot between them."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.app.run import run_bot
from bot.config import load_settings
from bot.sandbox.clock import SandboxClock
from bot.sandbox.market import MarketStandIn
from bot.sandbox.slack import Person, SlackStandIn

LISTINGS = 3000


@pytest.fixture
def clock() -> SandboxClock:
    """Real time, from a fixed instant on."""
    return SandboxClock()


@pytest.fixture
async def market(clock: SandboxClock) -> AsyncIterator[MarketStandIn]:
    """Run a market of 3,000 listings in both dialects."""
    async with MarketStandIn.make(listings=LISTINGS, seed=7, clock=clock) as standin:
        yield standin


@pytest.fixture
async def slack(clock: SandboxClock) -> AsyncIterator[SlackStandIn]:
    """Run a workspace."""
    async with SlackStandIn(now=clock.now) as standin:
        yield standin


@pytest.fixture
def environ(slack: SlackStandIn, market: MarketStandIn, tmp_path) -> dict[str, str]:
    """Give the settings of a bot between the two; a test may change them before it asks for `bot`."""
    return {
        "SLACK_BOT_TOKEN": slack.bot_token,
        "SLACK_APP_TOKEN": slack.app_token,
        "SLACK_API_URL": slack.api_url,
        "VAST_URL": market.vast_url,
        "VAST_API_KEY": market.vast_key,
        "CLOUDJ_API_URL": market.cloudj_url,
        "CLOUDJ_API_KEY": market.cloudj_key,
        "RUNSITTER_CHANNEL": slack.channel_id,
        "RUNSITTER_TIMEZONE": "Europe/Berlin",
        "RUNSITTER_DATA_DIR": str(tmp_path),
        "RUNSITTER_HTTP": "off",
    }


@pytest.fixture
async def bot(environ: dict[str, str], slack: SlackStandIn, clock: SandboxClock) -> AsyncIterator[None]:
    """Run the bot until the test is over."""
    running = asyncio.create_task(run_bot(load_settings(environ).for_run(), clock))
    connected = asyncio.create_task(slack.connected())
    await asyncio.wait({running, connected}, return_when=asyncio.FIRST_COMPLETED)
    if running.done():
        connected.cancel()
        await running
    yield
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


@pytest.fixture
def ada(slack: SlackStandIn, bot: None) -> Person:  # noqa: ARG001 - it must run
    """Give a member of the team whose bot is running."""
    return slack.person("ada")
