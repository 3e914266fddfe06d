"""Opening links of Socket Mode, each on a URL of its own."""

from collections.abc import Awaitable, Callable

import aiohttp
from slack_sdk.web.async_client import AsyncWebClient

from bot.ports import Clock
from bot.slack.client import session_of
from bot.slack.dispatch import Dispatch
from bot.slack.proxies import proxy_for
from bot.slack.socket_link import HELLO_WITHIN, SocketLink
from bot.slack.startup import socket_url

_CLOSE_WITHIN = 2.0


def dialer(
    client: AsyncWebClient,
    app_token: str,
    dispatch: Dispatch,
    clock: Clock,
    *,
    first_url: str | None = None,
) -> Callable[[], Awaitable[SocketLink]]:
    """Give a function that opens a link, each on a URL of its own; `first_url` is what the start already fetched."""
    fetched = [first_url] if first_url is not None else []

    async def dial() -> SocketLink:
        url = fetched.pop() if fetched else await socket_url(client, app_token)
        return await open_link(url, session_of(client), dispatch, clock)

    return dial


async def open_link(
    url: str,
    session: aiohttp.ClientSession,
    dispatch: Dispatch,
    clock: Clock,
    *,
    patience: float = HELLO_WITHIN,
) -> SocketLink:
    """Connect once and wait for hello. Raises aiohttp's ClientError, OSError, TimeoutError, NoHello or LinkDisabled."""
    ws = await session.ws_connect(
        url,
        autoping=False,
        proxy=proxy_for(url),
        timeout=aiohttp.ClientWSTimeout(ws_close=_CLOSE_WITHIN),
    )
    link = SocketLink(ws, dispatch, clock)
    try:
        await link.hello(patience)
    except BaseException:
        await link.close()
        raise
    return link
