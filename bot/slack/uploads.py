"""Bringing a picture to Slack so that a block can show it (facts: uploads end asynchronously)."""

import logging

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.ports import Clock
from bot.slack.client import session_of
from bot.slack.posts import code_of

log = logging.getLogger(__name__)

LOOKS = (0.5, 1.0, 2.0, 4.0, 8.0, 15.0)
"""Seconds between one look and the next whether a file is ready."""

_TROUBLE = (SlackApiError, aiohttp.ClientError, OSError, TimeoutError)


async def upload(client: AsyncWebClient, clock: Clock, png: bytes, name: str, title: str) -> str | None:
    """Upload a picture and give its id once a block can show it; None where that did not work, which the log tells.

    No alternative text goes along: with one Slack silently does not share the file (slackapi/python-slack-sdk#1818).
    """
    try:
        file_id = await _put(client, png, name)
        await client.files_completeUploadExternal(files=[{"id": file_id, "title": title}])
        return file_id if await _is_ready(client, clock, file_id) else None
    except _TROUBLE as error:
        log.warning("the chart was not uploaded: %s", _why(error))
        return None


async def share(client: AsyncWebClient, png: bytes, name: str, title: str, channel: str, thread: str) -> None:
    """Upload a picture straight into a thread, as a message of its own, which carries no key. Raises nothing."""
    try:
        file_id = await _put(client, png, name)
        files: list[dict[str, str | None]] = [{"id": file_id, "title": title}]
        await client.files_completeUploadExternal(files=files, channel_id=channel, thread_ts=thread)
    except _TROUBLE as error:
        log.warning("the chart was not shared: %s", _why(error))


async def _put(client: AsyncWebClient, png: bytes, name: str) -> str:
    told = await client.files_getUploadURLExternal(filename=name, length=len(png))
    async with session_of(client).post(str(told["upload_url"]), data=png, proxy=client.proxy) as response:
        response.raise_for_status()
    return str(told["file_id"])


async def _is_ready(client: AsyncWebClient, clock: Clock, file_id: str) -> bool:
    """Look until Slack knows what kind of file it is: a block that names it before is refused."""
    for pause in LOOKS:
        told = await client.files_info(file=file_id)
        if (told.get("file") or {}).get("mimetype"):
            return True
        await clock.sleep(pause)
    log.warning("the chart was uploaded, but Slack did not make it ready in %.0f s", sum(LOOKS))
    return False


def _why(error: Exception) -> str:
    told = code_of(error) if isinstance(error, SlackApiError) else None
    return told or type(error).__name__
