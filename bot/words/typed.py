"""One value that is taken letter by letter, read off a text that `tidy` left it in."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from bot.words.literal import UNSEEN
from bot.words.reading import Bad, Got, Reader, T
from bot.words.reserved import WORD_OF_GRAMMAR

ITEM = r'(?:"[^"]*"|[^\s,"]+)'
_WORD = re.compile(r'"(?P<quoted>[^"]*)"(?=[\s,]|$)|(?P<plain>[^\s"]\S*)')
_OPEN_QUOTE = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed, without its quotes, and up to where."""

    text: str
    quoted: bool
    end: int


def read_typed(text: str, start: int, ask: str, example: str) -> Typed | Bad:
    """Read a word or what stands in quotes; a word of the grammar is none (`keep every 1h`), and then `ask` asks."""
    found = _WORD.match(text, start)
    if found is None:
        quote = _OPEN_QUOTE.match(text, start)
        return Bad(quote.end(), "has a quote that is not closed.") if quote else Bad(start, ask, example=example)
    if found["plain"] and WORD_OF_GRAMMAR.match(text, start):
        return Bad(start, ask, example=example)
    if UNSEEN in found[0]:
        return Bad(found.end(), "has a character that can't be seen or is not taken here.", example=example)
    return Typed(found["plain"] or found["quoted"] or "", found["quoted"] is not None, found.end())


def typed(ask: str, example: str, check: Callable[[Typed], T | Bad]) -> Reader[T]:
    """Give a reader of one word or quotation, which `check` makes into a value or says why not."""

    def reader(text: str, start: int) -> Got[T] | Bad:
        word = read_typed(text, start, ask, example)
        if isinstance(word, Bad):
            return word
        value = check(word)
        return value if isinstance(value, Bad) else Got(value, word.end)

    return reader
