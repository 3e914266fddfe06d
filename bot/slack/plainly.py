"""A message without its blocks: all that they say, as text (cases f154, f156)."""

from collections.abc import Iterator, Mapping

from bot.slack.message import Message
from bot.slack.views.text import Mrkdwn, cut, esc

MOST = 39_000
"""Characters; Slack cuts `text` beyond 40,000."""

_CONTROLS = frozenset({"actions", "button", "image", "data_visualization"})


def plainly(message: Message) -> Message:
    """Give a message that says the same in `text` alone; buttons and pictures are left out."""
    lines = dict.fromkeys((message.text, *(line for block in message.blocks for line in _said(block))))
    return Message(cut(Mrkdwn("\n".join(lines)), MOST))


def _said(value: object) -> Iterator[str]:
    """Walk the texts of a block, in order: mrkdwn as it is, plain text escaped."""
    if isinstance(value, Mapping):
        text = value.get("text")
        if value.get("type") in _CONTROLS:
            return
        if isinstance(text, str):
            yield text if value.get("type") == "mrkdwn" else esc(text, len(text) + 1)
        else:
            for one in value.values():
                yield from _said(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _said(one)
