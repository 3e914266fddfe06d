"""The words that belong to no setting: the GPU's name, and what is nothing at all."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from bot.domain.gpu import GpuAsk, NoSuchGpu, WhichOne, read_gpu
from bot.domain.place import country_of
from bot.words.counts import MOST_GPUS
from bot.words.nearest import nearest
from bot.words.problem import MOST_SUGGESTIONS, Problem, advise, cut
from bot.words.scan import Flaw, Word

_ABOUT = "gpu"
_USUAL_COUNTRIES = {"us", "usa", "ca", "uk"}
_LONGEST_NAME = 40
_LEAST_MEMORY, _MOST_MEMORY = 12, 288
_MOST_CARDS = 6
"""More than of other suggestions: "6000" alone is six cards, and leaving one out would hide it (case b44)."""
_MOST_REMEDIES = 12
"""Words of a long text for which a remedy is looked for."""


def read_card(words: Sequence[Word], settings: Sequence[str]) -> tuple[GpuAsk | None, list[Flaw]]:
    """Read the GPU's name out of the words that were left over; the rest are flaws, each with its remedy if any.

    `settings` are the names among which a misspelt one is looked for.
    """
    known, strange = _sort(words)
    flaws = [*_strange(strange, settings)]
    if not known:
        return None, flaws
    found = read_gpu([word.text for word in known])
    if isinstance(found, GpuAsk):
        return found, flaws
    return None, [*flaws, _no_card(known, found)]


def _sort(words: Sequence[Word]) -> tuple[list[Word], list[Word]]:
    """Part the words that occur in names of GPUs from those that don't."""
    found = read_gpu([word.text for word in words])
    if not isinstance(found, NoSuchGpu):
        return list(words), []
    strange = {text for text in {word.text for word in words} if _is_strange(text)}
    known = [word for word in words if word.text not in strange]
    return known, [word for word in words if word.text in strange]


def _is_strange(word: str) -> bool:
    found = read_gpu([word])
    return isinstance(found, NoSuchGpu) and bool(found.unknown)


def _no_card(words: Sequence[Word], found: WhichOne | NoSuchGpu) -> Flaw:
    name = cut(" ".join(word.text for word in words))
    if isinstance(found, WhichOne):
        options = tuple(ask.slug for ask in found.candidates[:_MOST_CARDS])
        sentence = f"`{name}`: which card?{advise(options)}"
    else:
        options = found.nearest[:MOST_SUGGESTIONS]
        sentence = f"`{name}` is no GPU that is known here.{advise(options)}"
    return Flaw(words[0].start, words[-1].end, Problem(name, sentence, options), about=_ABOUT)


def _strange(words: Sequence[Word], settings: Sequence[str]) -> Iterator[Flaw]:
    """Give a flaw for each word that has a remedy, and one for each run of words that have none."""
    hopeless: list[Word] = []
    for at, word in enumerate(words):
        flaw = _remedy(word, settings) if at < _MOST_REMEDIES else None
        if flaw is None:
            hopeless.append(word)
            continue
        yield from _hopeless(hopeless)
        hopeless.clear()
        yield flaw
    yield from _hopeless(hopeless)


def _hopeless(words: Sequence[Word]) -> Iterator[Flaw]:
    if words:
        gaps = ["" if a.end + 1 == b.start else "… " for a, b in pairwise(words)]
        name = cut(" ".join(gap + word.text for gap, word in zip(["", *gaps], words, strict=True)))
        yield Flaw(words[0].start, words[-1].end, Problem(name, f"`{name}` is not understood."))


def _remedy(word: Word, settings: Sequence[str]) -> Flaw | None:
    name = cut(word.text)
    if options := nearest(word.text, settings) if word.text.isalpha() else ():
        problem = Problem(name, f"`{name}` is not understood.{advise(options)}", options)
        return Flaw(word.start, word.end, problem, about=options[0], typo=len(options) == 1)
    if word.text.isdecimal():
        options = _number_of_what(int(word.text[:9]))
        return Flaw(word.start, word.end, Problem(name, f"`{name}`: of what?{advise(options)}", options))
    if options := _country(word.text):
        problem = Problem(name, f"`{name}`: is that the country?{advise(options)}", options)
        return Flaw(word.start, word.end, problem)
    found = read_gpu([word.text])
    if isinstance(found, NoSuchGpu) and found.nearest and len(word.text) <= _LONGEST_NAME:
        problem = Problem(name, f"`{name}` is no GPU that is known here.{advise(found.nearest)}", found.nearest)
        return Flaw(word.start, word.end, problem, about=_ABOUT)
    return None


def _number_of_what(number: int) -> tuple[str, ...]:
    """Give what a number alone may mean: a count, or a card's memory where cards have as much (`a100 40`)."""
    count = (f"x{number}",) if 0 < number <= MOST_GPUS else ()
    return (*count, f"{number}GB") if _LEAST_MEMORY <= number <= _MOST_MEMORY else count


def _country(word: str) -> tuple[str, ...]:
    """Give how to name a country. Of the codes only a capital or a usual one is meant as such: `me` is Montenegro."""
    if len(word) <= 2 and not (word.isupper() or word.lower() in _USUAL_COUNTRIES):  # noqa: PLR2004 - a code's length
        return ()
    code = country_of(word)
    return (f"country {code}",) if code else ()
