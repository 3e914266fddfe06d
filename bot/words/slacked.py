"""What Slack does to a typed text, undone and done again: escapes, links, and what came along unseen."""

import re
import unicodedata
from itertools import dropwhile

_LINK = re.compile(r"<(?P<url>(?:https?:|ssh:|s3:|mailto:)[^\s<>|]+)(?:\|(?P<label>[^\s<>|]*))?>")
_ESCAPED = re.compile("&(lt|gt|amp);")
_SIGNS = {"lt": "<", "gt": ">", "amp": "&"}
_NAMES = {sign: name for name, sign in _SIGNS.items()}


def as_typed(text: str) -> str:
    """Undo what Slack did to a text, and drop what can't be seen at the edges of its words."""
    unlinked = _LINK.sub(_unlinked, text)
    unescaped = _ESCAPED.sub(lambda found: _SIGNS[found[1]], unlinked)
    return re.sub(r"\S+", lambda found: _trimmed(_trimmed(found[0])[::-1])[::-1], unescaped)


def escaped(value: str) -> str:
    """Escape what Slack would, so that `as_typed` gives the value back; a lone `&` needs none."""
    return re.sub(r"[<>]|&(?=(?:lt|gt|amp);)", lambda found: f"&{_NAMES[found[0]]};", value)


def _unlinked(found: re.Match[str]) -> str:
    """Give what was typed where Slack made a link of it; a link that somebody named is left."""
    url, label = found["url"].removeprefix("mailto:"), found["label"]
    if label is None:
        return url
    same = url.rstrip("/").removeprefix("http://").removeprefix("https://") == label.rstrip("/")
    return label if same or url == label else found[0]


def _trimmed(word: str) -> str:
    return "".join(dropwhile(lambda char: unicodedata.category(char) == "Cf", word))
