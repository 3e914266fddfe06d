"""What the SDK may send again by itself: what a 429 held back, and what a repeat can't harm. Never a post.

These are the SDK's own retry handlers, because Bolt copies those into the client it makes for each request,
while it drops a subclass of the client.
"""

import random
from collections.abc import Callable
from urllib.parse import urlsplit

from aiohttp import ClientConnectorError, ClientError
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.async_handler import AsyncRetryHandler
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler
from slack_sdk.http_retry.request import HttpRequest
from slack_sdk.http_retry.response import HttpResponse
from slack_sdk.http_retry.state import RetryState

from bot.ports import Clock

HARMLESS = frozenset(
    {
        *("auth.test", "apps.connections.open", "team.info", "bots.info", "users.info", "users.conversations"),
        *("conversations.info", "conversations.history", "conversations.replies", "conversations.members"),
        *("conversations.list", "conversations.open", "chat.getPermalink", "chat.update", "chat.delete"),
        *("files.info", "files.getUploadURLExternal"),
        *("views.open", "views.push", "views.update", "views.publish"),
    }
)
"""Methods of which a second call changes nothing more. Whatever is not named here counts as a post.

chat.delete may then answer `message_not_found`, views.open `exchanged_trigger_id`: the first call had worked.
"""

BY_TRIGGER = frozenset({"views.open", "views.push"})
"""Methods that spend a trigger_id: it lives three seconds, so a late repeat only keeps the person waiting."""

UNCLEAR = frozenset({"internal_error", "fatal_error", "service_unavailable"})
"""Errors in an HTTP 200 after which part of the work may have been done (Slack's pages of chat.postMessage)."""

_BROKEN = (ClientError, OSError, TimeoutError, SlackApiError)
"""What ends a request without an answer; SlackApiError is the SDK's word here for a body that is no JSON."""

SERVER_ERROR = 500
TOO_MANY_REQUESTS = 429
LONGEST_WAIT = 60.0
"""Seconds of Retry-After that are waited for inside a call; a longer one goes back to the caller, who has a queue."""


TRIGGER_WAIT = 2.0
"""Seconds that a call with a trigger_id may wait for its one repeat."""


class RateLimitRetry(AsyncRateLimitErrorRetryHandler):
    """Waits as long as a 429 asks, by our clock. Good for posts too: a 429 has done nothing."""

    def __init__(self, clock: Clock, *, tries: int = 3) -> None:
        super().__init__(max_retry_count=tries)
        self._clock = clock

    async def _can_retry_async(
        self,
        *,
        state: RetryState,
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,
    ) -> bool:
        if error is not None or not is_rate_limited(response) or is_too_late(request, state):
            return False
        return retry_after(response) <= (TRIGGER_WAIT if method_of(request.url) in BY_TRIGGER else LONGEST_WAIT)

    async def prepare_for_next_attempt_async(
        self,
        *,
        state: RetryState,
        request: HttpRequest,  # noqa: ARG002 - the SDK's signature
        response: HttpResponse | None = None,
        error: Exception | None = None,  # noqa: ARG002 - the SDK's signature
    ) -> None:
        """Wait, then have the SDK send the request again."""
        state.next_attempt_requested = True
        await self._clock.sleep(retry_after(response))
        state.increment_current_attempt()


class TroubleRetry(AsyncRetryHandler):
    """Repeats harmless methods after 5xx, a 200 `internal_error` or a broken connection; all, if none was made."""

    def __init__(
        self,
        clock: Clock,
        *,
        tries: int = 3,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        super().__init__(max_retry_count=tries)
        self._clock = clock
        self._jitter = jitter

    async def _can_retry_async(
        self,
        *,
        state: RetryState,
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,
    ) -> bool:
        if is_too_late(request, state):
            return False
        if isinstance(error, ClientConnectorError):
            return True
        if method_of(request.url) not in HARMLESS:
            return False
        return isinstance(error, _BROKEN) if error else is_unclear(response)

    async def prepare_for_next_attempt_async(
        self,
        *,
        state: RetryState,
        request: HttpRequest,  # noqa: ARG002 - the SDK's signature
        response: HttpResponse | None = None,  # noqa: ARG002 - the SDK's signature
        error: Exception | None = None,  # noqa: ARG002 - the SDK's signature
    ) -> None:
        """Wait 0.5 s, 1 s, 2 s and up to as much again, then have the SDK send the request again."""
        state.next_attempt_requested = True
        await self._clock.sleep(0.5 * 2**state.current_attempt * (1 + self._jitter()))
        state.increment_current_attempt()


def method_of(url: str) -> str:
    """Give the Web API method that a URL calls."""
    return urlsplit(url).path.rsplit("/", 1)[-1]


def is_too_late(request: HttpRequest, state: RetryState) -> bool:
    """Tell whether a trigger_id has no life left for another repeat."""
    return state.current_attempt > 0 and method_of(request.url) in BY_TRIGGER


def is_rate_limited(response: HttpResponse | None) -> bool:
    """Tell whether Slack asked to wait."""
    return response is not None and response.status_code == TOO_MANY_REQUESTS


def is_unclear(response: HttpResponse | None) -> bool:
    """Tell whether the answer leaves open what was done: any 5xx, or a 200 that reports an inner error."""
    if response is None:
        return False
    inner = response.body.get("error") in UNCLEAR if isinstance(response.body, dict) else False
    return response.status_code >= SERVER_ERROR or inner


def retry_after(response: HttpResponse | None, *, default: float = 1.0) -> float:
    """Give the seconds that Slack asks to wait."""
    headers = response.headers if response is not None else {}
    for name, values in headers.items():
        if name.lower() == "retry-after":
            return seconds_of(values[0] if values else "", default=default)
    return default


def seconds_of(text: str, *, default: float = 1.0) -> float:
    """Read a Retry-After header: whole seconds, else the default."""
    return float(text) if text.isascii() and text.isdigit() else default
