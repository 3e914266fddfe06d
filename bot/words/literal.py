"""One value that is taken letter by letter: how it is tidied, and how it is written."""

import re
import unicodedata

from bot.words.reserved import NOTHING, WORD_OF_GRAMMAR
from bot.words.slacked import escaped

UNSEEN = "\ufffd"
"""Stands for a character that can't be seen, or would end a quotation in an answer; no value may have it."""

_PLAIN = re.compile(r"[^\s,;\"'“”`*?$\\<>]+")

_READ = re.compile(rf"{WORD_OF_GRAMMAR.pattern}|(?:{NOTHING})$", re.IGNORECASE)
"""What alone would be read as something else: the next setting, or that there is none."""


def word_of(value: str) -> str:
    """Give a value with straight quotes if it has any, without a comma at its end, and with nothing unseen in it."""
    value = value if _is_quoted(value) else value.rstrip(",;")
    if _is_quoted(value):
        return f'"{"".join(map(_seen, value[1:-1])).replace(chr(34), UNSEEN)}"'
    return "".join(map(_seen, value))


def literal(value: str) -> str:
    """Write a name, path or address so that it reads back as itself, in quotes where a word alone would not.

    A value that has `"` in it can't be written; none that is read has one.
    """
    plain = _PLAIN.fullmatch(value) and not _READ.match(value) and not value.startswith(("-", "=", ":"))
    return escaped(value) if plain else f'"{escaped(value)}"'


def _is_quoted(value: str) -> bool:
    return len(value) > 1 and value[0] + value[-1] in {'""', "''", "“”"}


def _seen(char: str) -> str:
    return UNSEEN if char == "`" or (unicodedata.category(char)[0] in "CZ" and char != " ") else char
