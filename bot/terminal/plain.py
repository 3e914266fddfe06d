"""A message of the bot's as plain lines: the same answer as in Slack, so that there is one renderer."""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from html import unescape
from typing import Any
from zoneinfo import ZoneInfo

from bot.slack.message import Message

_DATE = re.compile(r"<!date\^(\d+)\^[^|>]*\|[^>]*>")
_LINK = re.compile(r"<(https?://[^|>]+)\|([^>]*)>")
_BOLD = re.compile(r"\*([^*\n]+)\*")


def plain_lines(message: Message, zone: ZoneInfo) -> list[str]:
    """Give the message's lines, times in the zone; a block and the next are parted by an empty line."""
    if not message.blocks:
        return _lines(message.text, zone)
    lines: list[str] = []
    for block in message.blocks:
        told = [line for text in _texts(block) for line in _lines(text, zone)]
        lines += [*told, ""] if told else []
    return lines[:-1]


def _texts(block: Mapping[str, Any]) -> Iterator[str]:
    if isinstance(text := block.get("text"), Mapping):
        yield str(text["text"])
    for field in block.get("fields", ()):
        yield str(field["text"])
    if block.get("type") == "context":
        yield from (str(element["text"]) for element in block["elements"] if "text" in element)
    if url := block.get("accessory", {}).get("url"):
        yield str(url)


def _lines(mrkdwn: str, zone: ZoneInfo) -> list[str]:
    dated = _DATE.sub(lambda found: _local(int(found[1]), zone), mrkdwn)
    bare = _BOLD.sub(r"\1", _LINK.sub(r"\2 (\1)", dated)).replace("`", "")
    return unescape(bare).splitlines()


def _local(seconds: int, zone: ZoneInfo) -> str:
    return f"{datetime.fromtimestamp(seconds, zone):%a %Y-%m-%d %H:%M %Z}"
