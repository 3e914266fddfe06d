"""HTTP mode: the same payloads as signed requests to the bot's request URL."""

import hashlib
import hmac
import json
import time
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from aiohttp import ClientError, ClientResponse, ClientSession, ClientTimeout

from .delivery import Delivery

if TYPE_CHECKING:
    from .standin import SlackStandIn


def signature(secret: str, timestamp: str, body: str) -> str:
    """Sign a raw body: `v0=` and the hex HMAC-SHA256 of `v0:{timestamp}:{body}`."""
    return "v0=" + hmac.new(secret.encode(), f"v0:{timestamp}:{body}".encode(), hashlib.sha256).hexdigest()


def _encoded(delivery: Delivery) -> tuple[str, str]:
    """Write a payload's body and content type: events as JSON, commands as a form, the rest as a form's `payload`."""
    if delivery.kind == "events_api":
        return json.dumps(delivery.payload), "application/json"
    form = delivery.payload if delivery.kind == "slash_commands" else {"payload": json.dumps(delivery.payload)}
    return urlencode(form), "application/x-www-form-urlencoded"


class HttpMode:
    """Posts to `request_url`; while that is empty, Socket Mode is on."""

    def __init__(self, slack: "SlackStandIn") -> None:
        self._slack = slack
        self._session: ClientSession | None = None
        self.request_url = ""

    async def send(self, delivery: Delivery, patience: float) -> None:
        """Post a payload and wait for the answer; any 2xx is an ack."""
        if self._session is None:
            self._session = ClientSession()
        body, content_type = _encoded(delivery)
        headers = {**self._headers(body, delivery), "Content-Type": content_type}
        timeout = ClientTimeout(total=patience)
        try:
            async with self._session.post(self.request_url, data=body, headers=headers, timeout=timeout) as response:
                await _note(delivery, response)
        except TimeoutError:
            delivery.outcome = "operation_timeout"
        except ClientError:
            delivery.outcome = "dispatch_failed"

    async def close(self) -> None:
        """Close the client."""
        if self._session is not None:
            await self._session.close()

    def _headers(self, body: str, delivery: Delivery) -> dict[str, str]:
        # The receiver holds the timestamp against its machine's clock, so the sandbox's clock has no say here.
        timestamp = str(int(time.time() - self._slack.faults.signature_age))
        headers = {
            "X-Slack-Request-Timestamp": timestamp,
            "X-Slack-Signature": signature(self._slack.signing_secret, timestamp, body),
        }
        if delivery.attempt:
            reason = "http_timeout" if delivery.reason == "timeout" else delivery.reason
            headers |= {"X-Slack-Retry-Num": str(delivery.attempt), "X-Slack-Retry-Reason": reason}
        return headers


async def _note(delivery: Delivery, response: ClientResponse) -> None:
    text = await response.text()
    delivery.status = response.status
    delivery.outcome = "acked" if response.ok else "dispatch_failed"
    delivery.no_retry = response.headers.get("X-Slack-No-Retry") == "1"
    if response.ok and text:
        delivery.answer = json.loads(text) if response.content_type == "application/json" else {"text": text}
