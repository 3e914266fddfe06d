"""Letters go out to Slack, each with its key in the metadata, so that it can be found again."""

import logging
from collections.abc import Callable
from copy import copy
from datetime import datetime, timedelta

from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.domain.letters import Letter
from bot.domain.letters.summary import Chart
from bot.ports import Clock, Fault, Later, Outcome, Refused, Sent, Unclear
from bot.slack.charts import Charts
from bot.slack.envelope import Envelope
from bot.slack.finding import search
from bot.slack.message import Message
from bot.slack.verdicts import answered, as_unclear
from bot.slack.views.letters import render
from bot.slack.views.text import say

log = logging.getLogger(__name__)

SKEW = timedelta(days=1)
"""So far may our clock be ahead of Slack's: one that is set to the local time is, by up to 14 h. A search looks that
much further back."""

_PERSON = ("U", "W")


class Messenger:
    """Speaks over one Web API client; `render` draws a letter, `charts` the daily picture.

    Nothing here is sent again by the SDK: after a 429 something more pressing may go first, and after an unclear
    answer a repeat must be looked up before. Both are for the queue to say.
    """

    def __init__(
        self,
        client: AsyncWebClient,
        clock: Clock,
        *,
        render: Callable[[Letter], Message] = render,
        charts: Charts | None = None,
    ) -> None:
        self._client = copy(client)
        self._client.retry_handlers = []
        self._render = render
        self._charts = charts or Charts(client, clock)

    async def post(self, letter: Letter, to: str, thread: tuple[str, str] | None) -> Outcome:
        """Post a letter; without its blocks or out of its thread where Slack refuses those."""
        channel = await self._conversation(to)
        if not isinstance(channel, str):
            return channel
        envelope = Envelope(self._client, letter, channel, None if thread is None else thread[1])
        if isinstance(letter.facts, Chart):
            return await self._charts.post(letter.facts, self._drawn(letter), envelope)
        return await envelope.send(self._drawn(letter))

    async def edit(self, letter: Letter, channel: str, ts: str) -> Outcome:
        """Edit a message in place. Blocks are always given: left out, Slack would keep the old buttons."""
        return await Envelope(self._client, letter, channel, ts=ts).send(self._drawn(letter))

    async def find(self, key: str, channel: str, since: datetime, thread: str | None) -> Sent | Unclear | None:
        """Look in the thread and in the channel, where a letter stands whose thread Slack refused."""
        place = await self._conversation(channel)
        if not isinstance(place, str):
            return Unclear(place.reason, place.seconds) if isinstance(place, Later) else None
        oldest = since - SKEW
        found = None if thread is None else await search(self._client, key, place, oldest, thread)
        return found if found is not None else await search(self._client, key, place, oldest)

    async def reachable(self, channel: str) -> Refused | Unclear | None:
        """Ask Slack: a person's direct messages must open, a channel must be there, in use, and have the bot in it."""
        if channel.startswith(_PERSON):
            opened = await self._conversation(channel)
            return None if isinstance(opened, str) else as_unclear(opened)
        told = await answered(self._client.conversations_info(channel=channel))
        if not isinstance(told, AsyncSlackResponse):
            return as_unclear(told)
        found = told.get("channel") or {}
        if found.get("is_archived"):
            return Refused("is_archived", Fault.ROUTE)
        if not found.get("is_member") and not found.get("is_im"):
            return Refused("not_in_channel", Fault.ROUTE)
        return None

    async def _conversation(self, to: str) -> str | Later | Refused:
        """Give the channel; for a person the direct messages with them: edits and searches need their own id."""
        if not to.startswith(_PERSON):
            return to
        opened = await answered(self._client.conversations_open(users=to))
        if isinstance(opened, AsyncSlackResponse):
            return str(opened["channel"]["id"])
        return Later(opened.seconds, opened.reason) if isinstance(opened, Unclear) else opened

    def _drawn(self, letter: Letter) -> Message:
        """Draw a letter. Should our own drawing break, the point is told all the same."""
        try:
            return self._render(letter)
        except Exception:
            log.exception("letter %s could not be drawn", letter.key)
            kind = letter.kind.value.replace("_", " ").capitalize()
            about = letter.run or letter.key
            return Message(say("{kind}: {about}. The particulars could not be drawn.", kind=kind, about=about))
