"""A typed text made plain: what phones, chat clients and copy and paste do to it is undone here, once."""

import re
import unicodedata

LONGEST = 1000
"""Characters that a command may have; a real one has about a hundred."""

_SIGNS = {
    **dict.fromkeys("\"'`;\u201a\u201e\uff0c\u3001\uff1b", " "),  # quotes, semicolons and commas of several scripts
    **dict.fromkeys("\u00d7\u2715\u2716\u2a2f", "x"),  # multiplication signs
    "\u2212": "-",
    "\u2014": "--",  # what phones make of two hyphens
    "\u2265": ">=",
    "\u2264": "<=",
    "\u2026": " ",
} | {chr(0xFF01 + offset): chr(0x21 + offset) for offset in range(94) if offset not in (11, 26)}  # full-width ASCII
_CATEGORIES = {"Cf": "", "Pd": "-", **dict.fromkeys(("Cc", "Cs", "Co", "Cn", "Zs", "Zl", "Zp", "Pi", "Pf"), " ")}
"""Format characters (zero width, direction overrides) go; dashes are one; controls, spaces and quotes are spaces."""
_ESCAPES = (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"))
_NUMBER_WITH_COMMA = re.compile(r"(?:[a-z-]+[=:])?[$-]*\d+(?:,\d+)+(?![\d,])", re.ASCII | re.IGNORECASE)
_EDGES = re.compile(r"^(?:(?:--|\++)(?=[a-z])|[*_~]+)|[*_~,]+$", re.IGNORECASE | re.ASCII)


def clean(text: str) -> str:
    """Give the words with single spaces between, without quotes, control characters and typographic signs.

    Slack escapes `&`, `<` and `>` in what was typed; that is undone. A comma is a space, except within a number.
    """
    for escaped, sign in _ESCAPES:
        text = text.replace(escaped, sign)
    plain = "".join(map(_plain, text))
    words = (_EDGES.sub("", word) for token in plain.split() for word in _split_commas(token.rstrip(",")))
    return " ".join(word for word in words if word.strip("-"))


def _plain(char: str) -> str:
    if char.isascii() and char.isalnum():
        return char
    return _SIGNS.get(char, _CATEGORIES.get(unicodedata.category(char), char))


def _split_commas(token: str) -> list[str]:
    number = _NUMBER_WITH_COMMA.match(token)
    if number is None:
        return token.split(",")
    first, *rest = token[number.end() :].split(",")
    return [number[0] + first, *rest]
