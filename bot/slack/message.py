"""What the bot says: one complete sentence or more of text, and the same as blocks."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Message:
    """A message of ours. `text` is complete without the blocks: notifications and screen readers get it alone."""

    text: str
    blocks: tuple[dict[str, Any], ...] = ()
