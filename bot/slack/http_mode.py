"""Slack over HTTP: signed requests to one route, answered by Bolt."""

import asyncio

from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request
from slack_bolt.app.async_app import AsyncApp

from bot.ports import Clock
from bot.slack.inbound import InboundHealth

PATH = "/slack/events"


class HttpInbound:
    """Hears Slack's requests. Whether Slack could reach us can't be known from here, so it counts as fresh."""

    def __init__(self, app: AsyncApp, clock: Clock) -> None:
        self._app = app
        self._clock = clock
        self._since = clock.now()
        self._heard: float | None = None

    def routes(self) -> list[web.RouteDef]:
        """Give the route to serve."""
        return [web.post(PATH, self._take)]

    async def run(self) -> None:
        """Wait until cancelled; the web server does the work."""
        await asyncio.Event().wait()

    def health(self) -> InboundHealth:
        """Say when Slack last sent a request with a good signature."""
        age = None if self._heard is None else self._clock.monotonic() - self._heard
        return InboundHealth(mode="http", fresh=True, connected_since=self._since, heard_age=age)

    async def _take(self, request: web.Request) -> web.Response:
        if not _could_be_signed(request):
            return web.json_response({"error": "invalid request"}, status=401)
        try:
            asked = await to_bolt_request(request)
        except UnicodeDecodeError:
            return web.json_response({"error": "invalid request"}, status=400)
        response = await self._app.async_dispatch(asked)
        if response.status != web.HTTPUnauthorized.status_code:
            self._heard = self._clock.monotonic()
        return await to_aiohttp_response(response)


def _could_be_signed(request: web.Request) -> bool:
    """Tell whether the signature can be checked at all: on odd headers Bolt's check raises, which would be a 500."""
    stamp = request.headers.get("X-Slack-Request-Timestamp", "")
    signature = request.headers.get("X-Slack-Signature", "")
    return stamp.isascii() and stamp.isdigit() and signature.isascii() and signature != ""
