"""The real Slack client libraries, wired to a stand-in on loopback."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import aiohttp
import pytest
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.app.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox.slack import Person, SlackStandIn


class Clock:
    """A time that moves only when told to."""

    def __init__(self) -> None:
        self.time = datetime(2026, 11, 30, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        """Tell the time."""
        return self.time

    def advance(self, **parts: float) -> None:
        """Let time pass."""
        self.time += timedelta(**parts)


@pytest.fixture
def clock() -> Clock:
    """Noon of a day in November."""
    return Clock()


@pytest.fixture
async def slack(clock: Clock) -> AsyncIterator[SlackStandIn]:
    """Run a workspace that retries events at once."""
    async with SlackStandIn(now=clock, retry_delays=(0.0, 0.0, 0.0)) as standin:
        yield standin


@pytest.fixture
def ada(slack: SlackStandIn) -> Person:
    """Return a member of the home team."""
    return slack.person("ada")


@pytest.fixture
async def client(slack: SlackStandIn) -> AsyncIterator[AsyncWebClient]:
    """Talk to the Web API as the bot does, over one shared session."""
    async with aiohttp.ClientSession() as session:
        yield AsyncWebClient(token=slack.bot_token, base_url=slack.api_url, session=session)


@pytest.fixture
def app(client: AsyncWebClient, slack: SlackStandIn) -> AsyncApp:
    """Build a Bolt app without listeners; each test gives it its own."""
    return AsyncApp(client=client, signing_secret=slack.signing_secret)


@pytest.fixture
async def bot(app: AsyncApp, slack: SlackStandIn) -> AsyncIterator[AsyncSocketModeHandler]:
    """Connect the app over Socket Mode."""
    handler = AsyncSocketModeHandler(app, slack.app_token, ping_interval=0.1)
    await handler.connect_async()
    await slack.connected()
    yield handler
    await handler.close_async()
    await asyncio.sleep(0)
