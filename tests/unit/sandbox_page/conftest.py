"""The page over a stand-in workspace, with a small bot of Slack's own framework in it."""

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.app.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox.page import Page
from bot.sandbox.slack import SlackStandIn

Json = dict[str, Any]


@pytest.fixture
async def slack() -> AsyncIterator[SlackStandIn]:
    """Run a workspace that is impatient, so that a test of silence is short."""
    async with SlackStandIn(patience=0.3) as standin:
        yield standin


@pytest.fixture
def page(slack: SlackStandIn) -> Page:
    """Give that workspace its page."""
    return Page(slack)


@pytest.fixture
async def browser(page: Page) -> AsyncIterator[TestClient[web.Request, web.Application]]:
    """Talk to the page as a browser on this machine does."""
    application = web.Application()
    application.add_routes(page.routes())
    async with TestClient(TestServer(application)) as client:
        yield client
        page.close()


@pytest.fixture
async def app(slack: SlackStandIn) -> AsyncIterator[AsyncApp]:
    """Connect a bot without listeners; each test gives it its own."""
    async with aiohttp.ClientSession() as session:
        client = AsyncWebClient(token=slack.bot_token, base_url=slack.api_url, session=session)
        app = AsyncApp(client=client, signing_secret=slack.signing_secret)
        handler = AsyncSocketModeHandler(app, slack.app_token, ping_interval=0.1)
        await handler.connect_async()
        await slack.connected()
        yield app
        await handler.close_async()
