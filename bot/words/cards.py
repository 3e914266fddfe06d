"""The words that belong to no setting: the GPU's name, and what is nothing at all."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from bot.domain.gpu import GpuAsk, NoSuchGpu, WhichOne, of_memory, read_gpu
from bot.words.articles import without_articles
from bot.words.problem import MOST_SUGGESTIONS, Problem, advise, cut
from bot.words.reading import FLAGS
from bot.words.scan import Flaw, Word
from bot.words.several import JOINERS, several_cards
from bot.words.strange import ABOUT_GPU, no_such_gpu, strange_flaws

_GB = re.compile(r"gi?b?", FLAGS)
_MEMORY = re.compile(r"(\d{1,3})gi?b?", FLAGS)
_PLURAL = re.compile(r".*\ds", FLAGS)
_MOST_CARDS = 6
"""More than of other suggestions: "6000" alone is six cards, and leaving one out would hide it (case b44)."""


def read_card(
    left_over: Sequence[Word], settings: Sequence[str], *, hours_open: bool = False
) -> tuple[GpuAsk | None, list[Flaw]]:
    """Read the GPU's name out of the words that were left over; the rest are flaws, each with its remedy if any.

    `settings` are the names among which a misspelt one is looked for; with `hours_open` a number may be the hours.
    """
    words = [_singular(word) for word in _with_units(without_articles(left_over))]
    name = _name(words)
    found = read_gpu([word.text for word in name])
    if name and not isinstance(found, GpuAsk):
        name = _widened(name, words)
    strange = sorted(set(words).difference(name), key=lambda word: word.start)
    flaws = [*strange_flaws(strange, settings, card_known=bool(name), hours_open=hours_open)]
    if not name:
        return None, flaws
    return (found, flaws) if isinstance(found, GpuAsk) else (None, [*flaws, _no_card(name)])


def _with_units(words: Sequence[Word]) -> Iterator[Word]:
    """Join a number to the GB after it, which alone would be a country."""
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if rest and word.text.isdecimal() and word.end + 1 == rest[0].start and _GB.fullmatch(rest[0].text):
            word = Word(word.text + rest[0].text, word.start, rest.pop(0).end)
        yield word


def _singular(word: Word) -> Word:
    """Read `4090s` as one card of several, but `l40s` as it stands."""
    if _PLURAL.fullmatch(word.text) and _names_none(word.text) and not _names_none(word.text[:-1]):
        return Word(word.text[:-1], word.start, word.end)
    return word


@lru_cache(maxsize=1024)
def _names_none(text: str) -> bool:
    return isinstance(read_gpu([text]), NoSuchGpu)


def _name(words: Sequence[Word]) -> list[Word]:
    """Give the words that occur in names of GPUs."""
    found = read_gpu([word.text for word in words])
    if not isinstance(found, NoSuchGpu):
        return list(words)
    strange = {text for text in {word.text for word in words} if _is_strange(text)}
    return [word for word in words if word.text not in strange]


@lru_cache(maxsize=1024)
def _is_strange(word: str) -> bool:
    found = read_gpu([word])
    return isinstance(found, NoSuchGpu) and bool(found.unknown)


def _widened(name: Sequence[Word], words: Sequence[Word]) -> list[Word]:
    """Add what belongs to a name that is none anyway: `or` between cards, a number after `rtx`."""
    known, names_none = set(name), isinstance(read_gpu([word.text for word in name]), NoSuchGpu)
    wide: list[Word] = []
    for word in words:
        follows = bool(wide) and wide[-1].end + 1 == word.start
        is_number = names_none and follows and any(char.isdigit() for char in word.text)
        if word in known or word.text.lower() in JOINERS or is_number:
            wide.append(word)
    return wide


def _which_of(word: Word, gb: int) -> Flaw:
    """Say which cards have so much memory: a search is for one of them."""
    options = tuple(ask.slug for ask in of_memory(gb)[:_MOST_CARDS])
    sentence = f"`{cut(word.text)}`: which card?{advise(options)} `/gpu cards` tells what each is good for."
    return Flaw(word.start, word.end, Problem(cut(word.text), sentence, options), about=ABOUT_GPU)


def _no_card(words: Sequence[Word]) -> Flaw:
    texts = [word.text for word in words]
    if len(texts) == 1 and (size := _MEMORY.fullmatch(texts[0])):
        return _which_of(words[0], int(size[1]))
    bare = [text for text in texts if text.lower() not in JOINERS]
    name = cut(" ".join(texts))
    found = read_gpu(bare)
    if isinstance(found, WhichOne):
        options = tuple(ask.slug for ask in found.candidates[:_MOST_CARDS])
        sentence = f"`{name}`: which card?{advise(options)}"
    elif cards := several_cards(bare):
        options = tuple(ask.label for ask in cards) if len(cards) <= MOST_SUGGESTIONS else ()
        sentence = f"`{name}`: one card at a time.{advise(options)}"
    else:
        return no_such_gpu(words, found.nearest[:MOST_SUGGESTIONS] if isinstance(found, NoSuchGpu) else (found.label,))
    return Flaw(words[0].start, words[-1].end, Problem(name, sentence, options), about=ABOUT_GPU)
