"""The `a` before a number: part of a card's name (`a 100`), or an article (`a 4090`)."""

import re
from collections.abc import Sequence
from itertools import pairwise

from bot.domain.gpu import NoSuchGpu, read_gpu
from bot.words.reading import FLAGS
from bot.words.scan import Word

_MODEL = re.compile(r"\d{1,4}[a-z]{0,2}", FLAGS)
_MEMORY = re.compile(r"gi?b?", FLAGS)


def without_articles(words: Sequence[Word]) -> list[Word]:
    """Join an `a` to the number after it where only so the two name a card; elsewhere leave it out.

    `a 6000` is not the A6000: a 6000 can be several cards, that one among them, which are then asked back. After
    another word of a name (`rtx a 6000`) it is no article.
    """
    plain: list[Word] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word.text.lower() != "a":
            plain.append(word)
        elif _is_joined(word, plain, rest):
            number = rest.pop(0)
            plain.append(Word(word.text + number.text, word.start, number.end))
    return plain


def _is_joined(article: Word, before: Sequence[Word], after: Sequence[Word]) -> bool:
    if not _adjacent(article, *after[:1]) or not after or not _MODEL.fullmatch(after[0].text):
        return False
    number, *more = after
    if more and _adjacent(number, more[0]) and _MEMORY.fullmatch(more[0].text):
        return False
    in_a_name = bool(before) and _adjacent(before[-1], article)
    return (in_a_name or _names_none(number.text)) and not _names_none(article.text + number.text)


def _adjacent(*words: Word) -> bool:
    return all(one.end + 1 == other.start for one, other in pairwise(words))


def _names_none(text: str) -> bool:
    return isinstance(read_gpu([text]), NoSuchGpu)
