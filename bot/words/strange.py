"""Words that occur in no setting and in no GPU's name, each with its remedy if there is one."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise

from bot.domain.gpu import NoSuchGpu, read_gpu
from bot.domain.place import country_of
from bot.words.countries import CONTINENT, ENGLISH, is_continent, nearest_countries
from bot.words.counts import MOST_GPUS
from bot.words.nearest import nearest
from bot.words.problem import Problem, advise, cut
from bot.words.scan import Flaw, Word

ABOUT_GPU = "gpu"
_USUAL_COUNTRIES = {"us", "usa", "ca", "uk"}
_LONGEST_NAME = 40
_SHORTEST_COUNTRY = 6
"""Letters, for without `country` before it a short word is near too many: `while` to Chile."""
_LEAST_MEMORY, _MOST_MEMORY = 12, 288
_MOST_HOURS = 999
_MODEL_DIGITS = (3, 4)
_MOST_REMEDIES = 12
"""Words of a long text for which a remedy is looked for."""


def strange_flaws(
    words: Sequence[Word], settings: Sequence[str], *, card_known: bool, hours_open: bool = False
) -> Iterator[Flaw]:
    """Give a flaw for each word that has a remedy, and one for each run of words that have none.

    `settings` are the names among which a misspelt one is looked for; with `hours_open` nothing said how long it
    trains, so that a number may be the hours.
    """
    numbers = partial(_number, card_known=card_known, hours_open=hours_open)
    hopeless: list[Word] = []
    for at, word in enumerate(words):
        after = next((other.text for other in words[at + 1 : at + 2] if other.start == word.end + 1), "")
        flaw = _remedy(word, after, settings, numbers) if at < _MOST_REMEDIES else None
        if flaw is None:
            hopeless.append(word)
            continue
        yield from _hopeless(hopeless)
        hopeless.clear()
        yield flaw
    yield from _hopeless(hopeless)


def no_such_gpu(words: Sequence[Word], nearest_names: tuple[str, ...]) -> Flaw:
    """Say that words which stand together name no card."""
    name = cut(" ".join(word.text for word in words))
    problem = Problem(name, f"`{name}` is no GPU that is known here.{advise(nearest_names)}", nearest_names)
    return Flaw(words[0].start, words[-1].end, problem, about=ABOUT_GPU)


def _hopeless(words: Sequence[Word]) -> Iterator[Flaw]:
    if words:
        gaps = ["" if a.end + 1 == b.start else "… " for a, b in pairwise(words)]
        name = cut(" ".join(gap + word.text for gap, word in zip(["", *gaps], words, strict=True)))
        yield Flaw(words[0].start, words[-1].end, Problem(name, f"`{name}` is not understood."))


def _remedy(word: Word, after: str, settings: Sequence[str], numbers: Callable[[str], Problem | None]) -> Flaw | None:
    if options := _setting(word.text, after, settings):
        why = f"is not understood.{advise(options)}"
        misspelt = Problem(cut(word.text), f"`{cut(word.text)}` {why}", options)
        return Flaw(word.start, word.end, misspelt, about=options[0], typo=len(options) == 1)
    if problem := numbers(word.text) or _place(word.text):
        return Flaw(word.start, word.end, problem)
    found = read_gpu([word.text])
    if isinstance(found, NoSuchGpu) and found.nearest and len(word.text) <= _LONGEST_NAME:
        return no_such_gpu([word], found.nearest)
    return None


def _setting(word: str, after: str, settings: Sequence[str]) -> tuple[str, ...]:
    """Give the nearest names of settings: of several that are equally near `country` where a country follows."""
    options = nearest(word, settings) if word.isalpha() else ()
    if "country" in options and (country_of(after) or nearest_countries(after) or is_continent(after)):
        return ("country",)
    return options


def _number(word: str, *, card_known: bool, hours_open: bool) -> Problem | None:
    """Ask what a number alone may mean: a count, hours, or a card's memory where cards have as much (`a100 40`)."""
    if not word.isdecimal() or (not card_known and len(word) in _MODEL_DIGITS and int(word) > _MOST_MEMORY):
        return None
    number = int(word[:9])
    count = (f"x{number}",) if 0 < number <= MOST_GPUS else ()
    hours = (f"for {number}h",) if hours_open and 0 < number <= _MOST_HOURS else ()
    memory = (f"{number}GB",) if _LEAST_MEMORY <= number <= _MOST_MEMORY else ()
    options = (*count, *hours, *memory)
    return Problem(cut(word), f"`{cut(word)}`: of what?{advise(options)}", options)


def _place(word: str) -> Problem | None:
    """Ask whether a country is meant. Of the codes only a capital or a usual one is one: `me` is Montenegro."""
    name = cut(word)
    if is_continent(word):
        return Problem(name, f"`{name}` {CONTINENT}")
    if len(word) <= 2 and not (word.isupper() or word.lower() in _USUAL_COUNTRIES):  # noqa: PLR2004 - a code's length
        return None
    if word in ENGLISH:
        return None
    near = nearest_countries(word) if len(word) >= _SHORTEST_COUNTRY else ()
    codes = [country_of(name) for name in (word, *near)]
    options = tuple(dict.fromkeys(f"country {code}" for code in codes if code))
    return Problem(name, f"`{name}`: is that the country?{advise(options)}", options) if options else None
