"""Replaces secrets in a text."""

import re
from collections.abc import Iterable
from urllib.parse import quote

from bot.redact.continued import with_joined
from bot.redact.gone import GONE
from bot.redact.key_blocks import without_key_blocks
from bot.redact.shapes import SHAPES

SHORTEST = 6
"""Known values shorter than this are left alone: replacing `root` everywhere would hide the log, not the secret."""


class Redactor:
    """Replaces secrets in a text. `secrets` are values to hide wherever they stand, plain or URL-encoded."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        known = {form for secret in secrets if len(secret) >= SHORTEST for form in (secret, quote(secret, ""))}
        longest_first = sorted(known, key=len, reverse=True)
        self._known = re.compile("|".join(map(re.escape, longest_first))) if known else None

    def __call__(self, text: str) -> str:
        """Give the text without its secrets. Lines that a shell reads as one are joined where they hold one."""
        return self._hidden(with_joined(text, self._hidden))

    def _hidden(self, text: str) -> str:
        if self._known is not None:
            text = self._known.sub(GONE, text)
        text = without_key_blocks(text)
        for shape, instead in SHAPES:
            text = shape.sub(instead, text)
        return text


redact = Redactor()
"""Hides what has the shape of a secret; it knows no values."""
