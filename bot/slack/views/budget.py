"""Budgets: a message never grows beyond what Slack takes, and says how much it left out (cases f154, f156)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.slack.message import Message
from bot.slack.views.blocks import Block, context
from bot.slack.views.text import Mrkdwn, cut, say

MOST_BLOCKS = 45
MOST_LETTERS = 9_500
"""Slack refuses somewhere between 9,597 and 11,341 characters of text in all blocks (slackapi/bolt-js#2867)."""

MOST_TEXT = 600


@dataclass(frozen=True, slots=True)
class Rows:
    """Things one below the other, the least important last; `more` counts those left out before. Any may be dropped."""

    items: Sequence[Sequence[Block]]
    more: int = 0


@dataclass(slots=True)
class _Room:
    blocks: int = MOST_BLOCKS
    letters: int = MOST_LETTERS

    def take(self, blocks: Sequence[Block]) -> bool:
        """Take the room that the blocks need, if there is so much."""
        needed = sum(map(letters, blocks))
        if len(blocks) > self.blocks or needed > self.letters:
            return False
        self.blocks -= len(blocks)
        self.letters -= needed
        return True


def letters(value: object) -> int:
    """Count the characters of every `text` in a block."""
    if isinstance(value, dict):
        own = value.get("text")
        return (len(own) if isinstance(own, str) else 0) + sum(map(letters, value.values()))
    return sum(map(letters, value)) if isinstance(value, list) else 0


def compose(text: Mrkdwn, *parts: Block | Rows) -> Message:
    """Put a message together. Rows share what room the other blocks leave, the earlier ones first.

    `text` alone tells the point, for notifications and screen readers.
    """
    room = _Room()
    fixed = [part for part in parts if isinstance(part, Rows) or _keep(room, part)]
    blocks = [block for part in fixed for block in (_fill(room, part) if isinstance(part, Rows) else (part,))]
    return Message(cut(text, MOST_TEXT), tuple(blocks))


def _keep(room: _Room, block: Block) -> bool:
    return room.take((block,))


def _fill(room: _Room, rows: Rows) -> Iterator[Block]:
    """Give the items that fit, and the count of the others; the count's own room is set aside first."""
    dropped = rows.more
    reserved = room.take((_more(len(rows.items) + rows.more),))
    for index, item in enumerate(rows.items):
        if not room.take(item):
            dropped += len(rows.items) - index
            break
        yield from item
    if dropped and reserved:
        yield _more(dropped)


def _more(count: int) -> Block:
    return context(say("\u2026 and {count} more", count=f"{count:,}"))


def in_parts(text: Mrkdwn, rows: Sequence[Sequence[Block]]) -> tuple[Message, ...]:
    """Spread rows that must all be seen over as many messages as they need, each with the same `text`."""
    parts: list[list[Block]] = [[]]
    room = _Room()
    for row in rows:
        if not room.take(row):
            parts.append([])
            room = _Room()
            room.take(row)
        parts[-1].extend(row)
    return tuple(Message(cut(text, MOST_TEXT), tuple(blocks)) for blocks in parts)
