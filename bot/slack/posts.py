"""Posting: a repeat would be a second message, so each failure says whether one may be there already."""

from collections.abc import Awaitable

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.slack.errors import NotSent, PostFailed, RateLimited, Refused, Unclear
from bot.slack.retries import SERVER_ERROR, TOO_MANY_REQUESTS, UNCLEAR, seconds_of

LONGEST_BELIEVED = 900.0
"""Seconds for which a 429 may hold a channel's messages back; one that asks for years would silence every alert."""

_BROKEN = (aiohttp.ClientError, OSError, TimeoutError)


async def posted(call: Awaitable[AsyncSlackResponse]) -> AsyncSlackResponse:
    """Await a call that posts. Raises NotSent, RateLimited, Refused or Unclear; the last must be looked up first."""
    try:
        return await call
    except SlackApiError as error:
        raise failure_of(error) from error
    except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError) as error:
        raise NotSent(type(error).__name__) from error
    except _BROKEN as error:
        raise Unclear(type(error).__name__) from error


def failure_of(error: SlackApiError) -> PostFailed:
    """Judge what Slack answered. Unreadable answers and inner errors are unclear; a 429 has done nothing."""
    status, code = status_of(error), code_of(error)
    if status == TOO_MANY_REQUESTS or code in {"ratelimited", "rate_limited"}:
        told = seconds_of(error.response.headers.get("Retry-After", ""), default=0.0)
        return RateLimited(min(told, LONGEST_BELIEVED))
    if status >= SERVER_ERROR or code is None or code in UNCLEAR:
        return Unclear(code or f"HTTP {status}")
    return Refused(code)


def code_of(error: SlackApiError) -> str | None:
    """Give Slack's error code; None where the answer carried none."""
    data = getattr(error.response, "data", None)
    code = data.get("error") if isinstance(data, dict) else None
    return code if isinstance(code, str) else None


def status_of(error: SlackApiError) -> int:
    """Give the HTTP status. Where the body was no JSON the SDK hands over aiohttp's response, not its own."""
    response = error.response
    return int(getattr(response, "status_code", 0) or getattr(response, "status", 0))
