"""Text for Slack. A string from outside becomes mrkdwn only through `esc` or `code`: it can't format, link or ping."""

import re
import unicodedata
from collections.abc import Iterable
from typing import LiteralString

MOST_OUTSIDE = 150
"""Characters kept of one value from outside; what is longer ends in an ellipsis."""

ELLIPSIS = "\u2026"

_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_LOOKALIKES = str.maketrans({"*": "\u2217", "~": "\u223c", "`": "\u02cb"})
_LOOSE_UNDERSCORE = re.compile(r"(?<![0-9A-Za-z])_|_(?![0-9A-Za-z])")
_EMOJI = re.compile(r":(?=[\w+'.-]*[^\W\d][\w+'.-]*:)")
_ANGLES = str.maketrans({"<": "\u2039", ">": "\u203a"})
_TOKEN = re.compile(r"<[^>]*>|&\w+;|`[^`]*`|.", re.DOTALL)


class Mrkdwn(str):
    """Text in Slack's mrkdwn whose outside parts are escaped. Made by the functions here, never from a raw string."""

    __slots__ = ()


def clean(text: str, most: int = MOST_OUTSIDE) -> str:
    """Make outside text one visible line: no control, direction or invisible characters, at most so many."""
    # four times as much is looked at, so that leading rubbish does not eat the whole
    spaced = " ".join(text[: 4 * most + 4].split())
    visible = "".join(c for c in spaced if unicodedata.category(c) not in {"Cc", "Cf", "Cs", "Co"})
    return visible if len(visible) <= most else visible[: most - 1].rstrip() + ELLIPSIS


def esc(text: str, most: int = MOST_OUTSIDE) -> Mrkdwn:
    """Show outside text literally: escaped, its formatting characters replaced by look-alikes (case f161).

    An underscore inside a word formats nothing in Slack and stays, so that `H100_SXM5` can be copied.
    """
    if isinstance(text, Mrkdwn):
        return text
    literal = _LOOSE_UNDERSCORE.sub("\uff3f", clean(text, most).translate(_LOOKALIKES))
    return Mrkdwn(_EMOJI.sub("\u2236", literal).translate(_ENTITIES))


def code(text: str, most: int = MOST_OUTSIDE) -> Mrkdwn:
    """Put outside text or a command in a code span, where only the backtick needs a look-alike."""
    literal = clean(text, most).replace("`", "\u02cb").translate(_ENTITIES)
    return Mrkdwn(f"`{literal or ' '}`")


def quoting(sentence: str, most: int = 3 * MOST_OUTSIDE) -> Mrkdwn:
    """Show a sentence of ours that quotes outside words between backticks: those as code, all of it escaped."""
    pieces = sentence[:most].split("`")
    return Mrkdwn("".join(code(p) if odd % 2 and p.strip() else _spaced(p) for odd, p in enumerate(pieces)))


def _spaced(piece: str) -> str:
    """Escape a piece of a sentence and keep the spaces at its ends, which part it from the code beside it."""
    before, after = (" " if piece[:1].isspace() else ""), (" " if piece.strip() and piece[-1:].isspace() else "")
    return f"{before}{esc(piece, 3 * MOST_OUTSIDE)}{after}"


def plain(text: str, most: int) -> str:
    """Make text fit for a plain_text object; angle brackets go, since nothing there may look like a mention."""
    return clean(text, most).translate(_ANGLES)


def say(template: LiteralString, /, **values: str) -> Mrkdwn:
    """Fill our own template; each value is escaped unless it already is mrkdwn."""
    return Mrkdwn(template.format_map({name: esc(value) for name, value in values.items()}))


def join(separator: LiteralString, parts: Iterable[Mrkdwn]) -> Mrkdwn:
    """Join what is safe already; empty parts leave no separator behind."""
    return Mrkdwn(separator.join(part for part in parts if part))


def cut(text: Mrkdwn, most: int) -> Mrkdwn:
    """Shorten mrkdwn to so many characters without breaking an entity, a date or a code span in two (case f154)."""
    if len(text) <= most:
        return text
    kept, length = [], 0
    for token in _TOKEN.findall(text):
        length += len(token)
        if length > most - 1:
            break
        kept.append(token)
    return Mrkdwn("".join(kept) + ELLIPSIS)
