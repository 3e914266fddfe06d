"""A run's name that was typed in several words: what it would be in one."""

import re
from collections.abc import Callable, Collection, Iterator
from functools import partial
from itertools import takewhile

from bot.words.nearest import nearest
from bot.words.problem import Misread, Problem

_WORD = r"[^\s\"',;]+"
_PLAIN = re.compile(r"[\w.-]+")
_LONG = 4
"""Letters from which on a word is more likely a misspelt setting than part of a name."""
_AS = re.compile(rf"(?<!\S)as (?P<name>{_WORD}(?: {_WORD}){{1,3}})", re.IGNORECASE)


def in_one_word(text: str, misread: Misread, read: Callable[[str], object], names: Collection[str]) -> Misread:
    """Say that a name is one word where that is all that keeps a text from being read; else what was misread.

    The text is tidied; none of the settings' `names` is a part of a name.
    """
    for typed, joined in _joined(text, names):
        instead = text.replace(f"as {typed}", f"as {joined}", 1)
        if instead != text and not isinstance(read(instead), Misread):
            problem = Problem(typed, f"`as {typed}`: a name is one word. Type `as {joined}`.", (joined,))
            return Misread((problem,), instead)
    return misread


def _joined(text: str, names: Collection[str]) -> Iterator[tuple[str, str]]:
    """Give the words after `as`, first two, then more of them, and as one word."""
    found = _AS.search(text)
    words = list(takewhile(partial(_is_of_a_name, names), found["name"].split(" ") if found else ()))
    for count in range(2, len(words) + 1):
        yield " ".join(words[:count]), "-".join(words[:count])


def _is_of_a_name(names: Collection[str], word: str) -> bool:
    """Tell whether a word may be part of a name: it is no setting, and none that was misspelt."""
    misspelt = len(word) >= _LONG and nearest(word, names)
    return _PLAIN.fullmatch(word) is not None and word.lower() not in names and not misspelt
