"""A run's name that was typed in several words: what it would be in one."""

import re
from collections.abc import Callable, Container, Iterator
from itertools import takewhile

from bot.words.problem import Misread, Problem

_WORD = r"[^\s\"',;]+"
_AS = re.compile(rf"(?<!\S)as (?P<name>{_WORD}(?: {_WORD}){{1,3}})", re.IGNORECASE)


def in_one_word(text: str, misread: Misread, read: Callable[[str], object], names: Container[str]) -> Misread:
    """Say that a name is one word where that is all that keeps a text from being read; else what was misread.

    The text is tidied; none of the settings' `names` is a part of a name.
    """
    for typed, joined in _joined(text, names):
        instead = text.replace(f"as {typed}", f"as {joined}", 1)
        if instead != text and not isinstance(read(instead), Misread):
            problem = Problem(typed, f"`as {typed}`: a name is one word. Type `as {joined}`.", (joined,))
            return Misread((problem,), instead)
    return misread


def _joined(text: str, names: Container[str]) -> Iterator[tuple[str, str]]:
    """Give the words after `as`, first two, then more of them, and as one word."""
    found = _AS.search(text)
    words = list(takewhile(lambda word: word.lower() not in names, found["name"].split(" ") if found else ()))
    for count in range(2, len(words) + 1):
        yield " ".join(words[:count]), "-".join(words[:count])
