"""Text as it was written, such as a log's lines or a script, in a block that it can't get out of."""

import re
import unicodedata
from collections.abc import Sequence

from bot.slack.views.text import ELLIPSIS, Mrkdwn

MOST_LINE = 400
"""Characters kept of one line."""

_ROOM = 2900
"""A section takes 3,000 characters; the fences and the count need some of them."""

_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "`": "\u02cb"})
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co"})


def preformatted(lines: Sequence[str]) -> tuple[Mrkdwn, int]:
    """Put the last lines that fit into a preformatted block, and give how many of the first did not fit.

    Fences and backticks become look-alikes, colours and controls go, and indentation stays.
    """
    room, kept = _ROOM, list[str]()
    for line in reversed(lines):
        shown = visible(line).translate(_ENTITIES)
        if len(shown) + 1 > room:
            break
        room -= len(shown) + 1
        kept.append(shown)
    body = "\n".join(reversed(kept)) or " "
    return Mrkdwn(f"```\n{body}\n```"), len(lines) - len(kept)


def visible(line: str) -> str:
    """Give what a terminal would show of a line at its end, cut where it is too long."""
    clean = plain(line)
    return clean if len(clean) <= MOST_LINE else clean[: MOST_LINE - 1] + ELLIPSIS


def plain(line: str) -> str:
    """Give a line without colours and controls, and the last of what was overwritten, with room for what is cut yet."""
    overwritten = _ESCAPES.sub("", line).rstrip("\r\n").rpartition("\r")[2].expandtabs(4)
    kept = overwritten[: 4 * MOST_LINE]
    if len(kept) < len(overwritten):
        kept = kept.rpartition(" ")[0] or kept  # of half a word nobody sees that it is a secret
    return "".join(c for c in kept if unicodedata.category(c) not in _HIDDEN).rstrip()
