"""Looking for a message of ours by its key, where an answer was lost on the way (case f158)."""

from collections.abc import AsyncIterator, Mapping
from datetime import datetime
from typing import Any

from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.ports import Fault, Sent, Unclear
from bot.slack.envelope import EVENT
from bot.slack.verdicts import NO_SUCH_THREAD, Failure, answered, as_unclear

_PAGE = 200
"""Messages of a page; Slack advises no more."""


async def search(
    client: AsyncWebClient, key: str, channel: str, oldest: datetime, thread: str | None = None
) -> Sent | Unclear | None:
    """Look in a channel, or in a thread of it, at all that is not older. None: it is not there, or nobody may look."""
    async for page in _pages(client, channel, oldest, thread):
        if not isinstance(page, AsyncSlackResponse):
            return _unseen(page)
        for one in page.get("messages") or []:
            if key_of(one) == key:
                return Sent(channel, str(one["ts"]))
    return None


def key_of(message: object) -> str | None:
    """Give the key of a message of ours; None for any other."""
    metadata = message.get("metadata") if isinstance(message, Mapping) else None
    if not isinstance(metadata, Mapping) or metadata.get("event_type") != EVENT:
        return None
    payload = metadata.get("event_payload")
    key = payload.get("key") if isinstance(payload, Mapping) else None
    return key if isinstance(key, str) else None


async def _pages(
    client: AsyncWebClient, channel: str, oldest: datetime, thread: str | None
) -> AsyncIterator[AsyncSlackResponse | Failure]:
    """Give page after page, until the last or the first that fails."""
    since = f"{oldest.timestamp():.6f}"
    what: dict[str, Any] = {"channel": channel, "oldest": since, "limit": _PAGE, "include_all_metadata": True}
    while True:
        call = (
            client.conversations_history(**what) if thread is None else client.conversations_replies(ts=thread, **what)
        )
        page = await answered(call)
        yield page
        following = _next(page) if isinstance(page, AsyncSlackResponse) else None
        if following is None:
            return
        what["cursor"] = following


def _next(page: AsyncSlackResponse) -> str | None:
    cursor = (page.get("response_metadata") or {}).get("next_cursor")
    return cursor or None


def _unseen(failure: Failure) -> Unclear | None:
    """Judge a search that failed. Where nobody may look any more, better told twice than never."""
    told = as_unclear(failure)
    if isinstance(told, Unclear):
        return told
    return None if told.fault is Fault.ROUTE or told.code in NO_SUCH_THREAD else Unclear(told.code)
