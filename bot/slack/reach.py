"""Two ways to one person besides the response_url: a form, and a word in a channel that only they see."""

import logging
from collections.abc import Mapping
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.slack.errors import PostFailed
from bot.slack.message import Message
from bot.slack.posts import code_of, posted

log = logging.getLogger(__name__)


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


async def whisper(client: AsyncWebClient, channel_id: str, user_id: str, message: Message) -> bool:
    """Post to one person in a channel where the bot is. Tells whether Slack took it."""
    try:
        await posted(
            client.chat_postEphemeral(
                channel=channel_id, user=user_id, text=message.text, blocks=list(message.blocks) or None
            )
        )
    except PostFailed as error:
        log.warning("Slack did not take a private word: %s", error)
        return False
    return True
