"""One letter on its way into one place in Slack."""

import logging
from dataclasses import dataclass, replace
from typing import Any

from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.domain.letters import Letter
from bot.ports import Outcome, Refused, Sent
from bot.slack.message import Message
from bot.slack.plainly import plainly
from bot.slack.verdicts import BAD_BLOCKS, NO_SUCH_THREAD, answered

log = logging.getLogger(__name__)

EVENT = "runsitter"
"""The event type of our metadata; a stable interface."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """Where a letter goes: `channel` never is a person's id, `thread` the opener's timestamp, `ts` what is edited."""

    client: AsyncWebClient
    letter: Letter
    channel: str
    thread: str | None = None
    ts: str | None = None

    async def send(self, message: Message) -> Outcome:
        """Say it: as it is, else out of its thread, else in plain words. A refusal has done nothing."""
        outcome = await self.send_whole(message)
        if not is_of_blocks(outcome):
            return outcome
        log.warning("Slack refused the blocks of %s, so it goes as plain text: %s", self.letter.key, outcome)
        return await self.send_whole(plainly(message))

    async def send_whole(self, message: Message) -> Outcome:
        """Say it with its blocks, or not at all."""
        outcome = await self._call(message)
        if self.thread is None or not isinstance(outcome, Refused) or outcome.code not in NO_SUCH_THREAD:
            return outcome
        log.warning(
            "Slack takes no answer in the thread of %s, so it goes into the channel: %s", self.letter.key, outcome
        )
        return await replace(self, thread=None).send_whole(message)

    async def _call(self, message: Message) -> Outcome:
        what: dict[str, Any] = {
            "channel": self.channel,
            "text": message.text,
            "blocks": list(message.blocks),  # never left out: an edit would keep the old buttons
            "metadata": metadata_of(self.letter),
        }
        if self.ts is not None:
            told = await answered(self.client.chat_update(ts=self.ts, **what))
        else:
            threaded: dict[str, Any] = (
                {} if self.thread is None else {"thread_ts": self.thread, "reply_broadcast": self.letter.broadcast}
            )
            told = await answered(
                self.client.chat_postMessage(unfurl_links=False, unfurl_media=False, **what, **threaded)
            )
        return Sent(str(told["channel"]), str(told["ts"])) if isinstance(told, AsyncSlackResponse) else told


def metadata_of(letter: Letter) -> dict[str, Any]:
    """Give what a message carries, so that it can be found by its key. What a letter hasn't is ""."""
    payload = {
        "key": letter.key,
        "kind": letter.kind.value,
        "run": letter.run or "",
        "incident": letter.incident or "",
    }
    return {"event_type": EVENT, "event_payload": payload}


def is_of_blocks(outcome: Outcome) -> bool:
    """Tell whether Slack refused the blocks alone."""
    return isinstance(outcome, Refused) and outcome.code in BAD_BLOCKS
