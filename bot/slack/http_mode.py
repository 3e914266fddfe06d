"""Slack over HTTP: signed requests to one route, answered by Bolt. Nothing is read of one that is not signed."""

import asyncio
import logging
import re

from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_sdk.signature import SignatureVerifier

from bot.ports import Clock
from bot.slack.inbound import InboundHealth
from bot.slack.payloads import is_whole
from bot.slack.seen import Seen
from bot.slack.web import UNREADABLE

log = logging.getLogger(__name__)

PATH = "/slack/events"

_STAMP = re.compile(r"[0-9]{1,12}")
_SIGNATURE = re.compile(r"v0=[0-9a-f]{64}")
_OK = 200


class HttpInbound:
    """Hears Slack's requests. Whether Slack could reach us can't be known from here, so it counts as fresh.

    The verifier judges the age of a request by a clock of its own: Slack stamps by real time.
    """

    def __init__(self, app: AsyncApp, verifier: SignatureVerifier, seen: Seen, clock: Clock) -> None:
        self._app = app
        self._verifier = verifier
        self._seen = seen
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
        """Judge the signature on the raw body, then handle. Not signed: 401; not readable: 400; seen before: 200."""
        try:
            body = await request.read()
        except UNREADABLE:
            return web.json_response({"error": "unreadable request"}, status=400)
        signature = request.headers.get("X-Slack-Signature", "")
        if not self._is_signed(body, request.headers.get("X-Slack-Request-Timestamp", ""), signature):
            return web.json_response({"error": "invalid request"}, status=401)
        self._heard = self._clock.monotonic()
        asked = _read(body.decode(), request)
        if asked is None:
            return web.json_response({"error": "unreadable request"}, status=400)
        return await self._once(asked, f"request {signature}")

    def _is_signed(self, body: bytes, stamp: str, signature: str) -> bool:
        """Tell whether Slack signed this within five minutes; what the verifier would raise on is no signature."""
        if not _STAMP.fullmatch(stamp) or not _SIGNATURE.fullmatch(signature):
            return False
        try:
            return self._verifier.is_valid(body, stamp, signature)
        except UnicodeDecodeError:
            return False

    async def _once(self, asked: AsyncBoltRequest, key: str) -> web.Response:
        """Handle what has not been handled; a replay has the very signature of the first."""
        if not self._seen.first(key):
            return web.Response()
        if not is_whole(asked.body):
            log.warning("a request that lacks what it needs was dropped")
            return web.Response()
        response = await self._app.async_dispatch(asked)
        if response.status != _OK:
            self._seen.forget(key)
        return await to_aiohttp_response(response)


def _read(body: str, request: web.Request) -> AsyncBoltRequest | None:
    try:
        return AsyncBoltRequest(
            body=body,
            query=request.query_string,
            headers={name: str(value) for name, value in request.headers.items()},
        )
    except Exception:  # noqa: BLE001 - Bolt reads JSON and looks into it at once; what it can't read is no request
        return None
