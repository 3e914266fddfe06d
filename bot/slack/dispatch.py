"""From an envelope of Socket Mode to Bolt, and from Bolt's response to the ack."""

import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from slack_bolt.app.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.web.async_client import AsyncWebClient

from bot.slack.client import sdk_log
from bot.slack.letters_taken import only_taken
from bot.slack.payloads import is_whole
from bot.slack.seen import Seen, once_only
from bot.slack.startup import Identity

log = logging.getLogger(__name__)

Ack = dict[str, Any]
Dispatch = Callable[[SocketModeRequest], Awaitable[Ack | None]]
"""Handles an envelope and gives the frame that acknowledges it; None: don't, so that Slack shows or repeats it."""

_OK = 200


def build_bolt(client: AsyncWebClient, identity: Identity, seen: Seen) -> AsyncApp:
    """Give a Bolt app that knows who it is, so that no ack ever waits for an auth.test of Bolt's own.

    Without handlers yet. It trusts whatever is handed to it: over HTTP, HttpInbound has judged the signature.
    """

    async def authorize() -> AuthorizeResult:
        return AuthorizeResult(
            enterprise_id=identity.enterprise_id,
            team_id=identity.team_id,
            bot_user_id=identity.bot_user_id,
            bot_id=identity.bot_id,
            bot_token=client.token,
        )

    sdk_log.setLevel(logging.ERROR)  # Bolt warns of the token in the client and in the environment; both are meant
    app = AsyncApp(
        name="bot.slack.bolt",
        logger=sdk_log,
        client=client,
        authorize=authorize,
        request_verification_enabled=False,
    )
    sdk_log.setLevel(logging.WARNING)
    app.use(only_taken)
    app.use(once_only(seen))
    return app


def bolt_dispatch(app: AsyncApp, seen: Seen) -> Dispatch:
    """Hand envelopes to a Bolt app, each once. A redelivered one is acknowledged again and not handled. Case f138.

    A payload that lacks what its type promises is acknowledged too, and dropped: it would be no better next time.
    """

    async def dispatch(request: SocketModeRequest) -> Ack | None:
        key = f"envelope {request.envelope_id}"
        if not seen.first(key):
            return {"envelope_id": request.envelope_id}
        asked = _read(request)
        if asked is None:
            log.warning("a %s envelope that lacks what it needs was dropped", request.type)
            return {"envelope_id": request.envelope_id}
        response = await app.async_dispatch(asked)
        if response.status != _OK:
            seen.forget(key)
            log.warning("a %s envelope was not acknowledged by any handler", request.type)
            return None
        return _ack(request.envelope_id, response)

    return dispatch


def _read(request: SocketModeRequest) -> AsyncBoltRequest | None:
    try:
        asked = AsyncBoltRequest(mode="socket_mode", body=request.payload, headers=_retry_headers(request))
    except Exception:  # noqa: BLE001 - Bolt looks into the payload at once, and breaks on what it doesn't expect
        return None
    return asked if is_whole(asked.body) else None


def _ack(envelope_id: str, response: BoltResponse) -> Ack:
    if not response.body:
        return {"envelope_id": envelope_id}
    is_json = response.first_headers().get("content-type", "").startswith("application/json")
    payload = json.loads(response.body) if is_json else {"text": response.body}
    return {"envelope_id": envelope_id, "payload": payload}


def _retry_headers(request: SocketModeRequest) -> dict[str, str | Sequence[str]]:
    """Give a redelivery's number and reason as HTTP mode has them."""
    told = {"x-slack-retry-num": request.retry_attempt, "x-slack-retry-reason": request.retry_reason}
    return {name: str(value) for name, value in told.items() if value is not None}
