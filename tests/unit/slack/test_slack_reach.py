from typing import Any

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.slack.message import Message
from bot.slack.reach import Reached, whisper, write_to

WORD = Message("3 machines")


async def test_a_direct_message_carries_its_metadata(client: AsyncWebClient, script: Any) -> None:
    """Every message of the bot's in a channel or in direct messages does, each with a key of its own."""
    assert Reached.YES is await write_to(client, "U1", WORD)
    assert Reached.YES is await write_to(client, "U1", WORD)
    told = [body["metadata"] for body in script.bodies]
    assert ["runsitter"] * 2 == [metadata["event_type"] for metadata in told]
    assert {"key", "kind", "run", "incident"} == set(told[0]["event_payload"])
    assert told[0]["event_payload"]["key"] != told[1]["event_payload"]["key"]


@pytest.mark.parametrize(
    ("status", "body", "reached"),
    [
        (200, {"ok": False, "error": "not_in_channel"}, Reached.NO),
        (200, {"ok": False, "error": "internal_error"}, Reached.MAYBE),
        (503, "", Reached.MAYBE),
    ],
)
async def test_a_word_that_may_have_come_through_is_told_apart(
    client: AsyncWebClient, script: Any, answer_of: Any, status: int, body: Any, reached: Reached
) -> None:
    """Only a word that certainly did not arrive may be said again elsewhere."""
    script.queue("chat.postEphemeral", answer_of(status=status, body=body))
    script.queue("chat.postMessage", answer_of(status=status, body=body))
    assert reached is await whisper(client, "C1", "U1", WORD)
    assert reached is await write_to(client, "U1", WORD)
