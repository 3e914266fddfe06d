"""Ways to one person besides the response_url: a form, a word in a channel that only they see, a direct message."""

import logging
from collections.abc import Awaitable, Mapping
from enum import Enum, auto
from secrets import token_hex
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.slack.errors import PostFailed, Unclear
from bot.slack.message import Message
from bot.slack.posts import code_of, posted

log = logging.getLogger(__name__)


class Reached(Enum):
    """Whether somebody was told: a word that may have come through is not said again elsewhere."""

    YES = auto()
    MAYBE = auto()
    NO = auto()


async def open_view(client: AsyncWebClient, trigger_id: str, view: Mapping[str, Any]) -> bool:
    """Open a form for a trigger_id, which serves once and for three seconds. Tells whether Slack took it."""
    try:
        await client.views_open(trigger_id=trigger_id, view=dict(view))
    except SlackApiError as error:
        log.warning("Slack did not open a form: %s", code_of(error))
        return False
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        log.warning("Slack did not open a form: %s", type(error).__name__)
        return False
    return True


async def whisper(client: AsyncWebClient, channel_id: str, user_id: str, message: Message) -> Reached:
    """Post to one person in a channel where the bot is."""
    return await _said(
        "a private word",
        client.chat_postEphemeral(
            channel=channel_id, user=user_id, text=message.text, blocks=list(message.blocks) or None
        ),
    )


async def write_to(client: AsyncWebClient, user_id: str, message: Message) -> Reached:
    """Post to one person's direct messages with the bot, which needs no channel that both are in."""
    payload = {"key": f"answer {token_hex(8)}", "kind": "answer", "run": "", "incident": ""}
    return await _said(
        "a direct message",
        client.chat_postMessage(
            channel=user_id,
            text=message.text,
            blocks=list(message.blocks) or None,
            metadata={"event_type": "runsitter", "event_payload": payload},
            unfurl_links=False,
            unfurl_media=False,
        ),
    )


async def _said(what: str, call: Awaitable[AsyncSlackResponse]) -> Reached:
    try:
        await posted(call)
    except PostFailed as error:
        log.warning("Slack did not take %s: %s", what, error)
        return Reached.MAYBE if isinstance(error, Unclear) else Reached.NO
    return Reached.YES
