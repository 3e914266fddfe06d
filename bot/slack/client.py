"""The one Web API client that everything shares."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
from slack_sdk.web.async_client import AsyncWebClient

from bot.ports import Clock
from bot.slack.proxies import proxy_for
from bot.slack.retries import RateLimitRetry, TroubleRetry

SLACK = "https://slack.com/api/"

sdk_log = logging.getLogger("bot.slack.sdk")
sdk_log.setLevel(logging.WARNING)
"""The SDK's and Bolt's logger. Below WARNING they write whole payloads, so it never follows the root's level."""


@asynccontextmanager
async def open_client(
    token: str,
    clock: Clock,
    *,
    api_url: str = SLACK,
    answer_within: float = 30.0,
) -> AsyncIterator[AsyncWebClient]:
    """Give the client with its own session (`client.session`), closed at the end. `answer_within` is seconds."""
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=answer_within)) as session:
        yield build_client(token, clock, session, api_url=api_url)


def build_client(
    token: str,
    clock: Clock,
    session: aiohttp.ClientSession,
    *,
    api_url: str = SLACK,
) -> AsyncWebClient:
    """Give a client on a session of the caller's. The session's timeout is what counts; the SDK's own is unused."""
    client = AsyncWebClient(
        token=token,
        base_url=api_url,
        session=session,
        logger=sdk_log,
        retry_handlers=[RateLimitRetry(clock), TroubleRetry(clock)],
    )
    client.proxy = proxy_for(client.base_url)
    return client


def session_of(client: AsyncWebClient) -> aiohttp.ClientSession:
    """Give the session that a client of ours shares with everything else that speaks to Slack."""
    if client.session is None:
        raise RuntimeError("the client has no session of its own; build it with build_client")
    return client.session
