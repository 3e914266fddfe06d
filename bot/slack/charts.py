"""The daily chart goes out: as Slack's own, else as a picture, else as words alone. One of them always goes."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from slack_sdk.web.async_client import AsyncWebClient

from bot.domain.letters.summary import Chart
from bot.ports import Clock, Outcome, Sent
from bot.slack.drawing import draw
from bot.slack.envelope import Envelope, is_of_blocks
from bot.slack.message import Message
from bot.slack.uploads import share, upload

log = logging.getLogger(__name__)

NATIVE = "data_visualization"
"""Slack's own chart, which not every workspace takes."""

_TITLE = "Cost against estimate"
_NAME = "cost-against-estimate.png"
_MOST_ALT = 1900

Draw = Callable[[Chart], Awaitable[bytes | None]]


class Charts:
    """Remembers, as long as the process lives, that the workspace refuses Slack's own chart."""

    def __init__(self, client: AsyncWebClient, clock: Clock, *, draw: Draw = draw) -> None:
        self._client, self._clock, self._draw = client, clock, draw
        self._refused = False

    async def post(self, chart: Chart, message: Message, envelope: Envelope) -> Outcome:
        """Post a message that holds Slack's own chart, and give what became of the one that carries the key."""
        words = replace(message, blocks=tuple(one for one in message.blocks if one.get("type") != NATIVE))
        if words.blocks == message.blocks:
            return await envelope.send(message)
        if not self._refused:
            outcome = await envelope.send_whole(message)
            if not is_of_blocks(outcome):
                return outcome
            log.info("this workspace refuses Slack's own charts, so a picture goes instead: %s", outcome)
            self._refused = True
        return await self._post_picture(chart, words, envelope)

    async def _post_picture(self, chart: Chart, words: Message, envelope: Envelope) -> Outcome:
        """Post the words with the picture in a block, else the words, and the picture after them by itself."""
        png = await self._draw(chart)
        file_id = None if png is None else await upload(self._client, self._clock, png, _NAME, _TITLE)
        if file_id is not None:
            image = {"type": "image", "slack_file": {"id": file_id}, "alt_text": words.text[:_MOST_ALT]}
            outcome = await envelope.send_whole(replace(words, blocks=(*words.blocks, image)))
            if not is_of_blocks(outcome):
                return outcome
            log.warning("Slack does not show the chart's picture in a block: %s", outcome)
        outcome = await envelope.send(words)
        if png is not None and isinstance(outcome, Sent):
            await share(self._client, png, _NAME, _TITLE, outcome.channel, envelope.thread or outcome.ts)
        return outcome
