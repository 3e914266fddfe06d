"""A whole text heard: the settings, the GPU, and what was wrong, with misspelt names of settings mended first."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic

from bot.words.cards import read_card
from bot.words.clean import LONGEST, clean
from bot.words.problem import MOST_PROBLEMS, Misread, Problem
from bot.words.reading import T
from bot.words.said import Said
from bot.words.scan import Flaw, Scan
from bot.words.setting import Setting
from bot.words.strays import IDLE, STRAYS

Gaps = Sequence[tuple[str, Problem]]
"""What is missing: the name of the setting, and the question."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """What a text is read by: its settings, what is asked of values without a name, how it is tidied first.

    `longest` is how many characters it may have then.
    """

    settings: Sequence[Setting]
    strays: Sequence[Setting] = STRAYS
    tidy: Callable[[str], str] = clean
    longest: int = LONGEST

    @property
    def names(self) -> list[str]:
        """Every name that a setting has."""
        return [name for setting in self.settings for name in setting.names]


@dataclass(frozen=True, slots=True)
class Heard:
    """What was said in a text. `text` is clean, with the misspelt names of settings mended; `mended` tells of them."""

    text: str
    said: Said
    flaws: tuple[Flaw, ...]
    mended: tuple[Flaw, ...] = ()

    @property
    def clear(self) -> bool:
        """Whether everything was understood as it was typed."""
        return not self.flaws and not self.mended

    @property
    def corrected(self) -> str | None:
        """The text with every flaw mended, where there is one and each has exactly one remedy."""
        return None if self.clear or not all(map(self._sure, self.flaws)) else _mend(self.text, self.flaws)

    def _sure(self, flaw: Flaw) -> bool:
        """Whether the one remedy replaces what was quoted and nothing else: a name's words may stand far apart."""
        return len(flaw.problem.suggestions) == 1 and flaw.problem.word == self.text[flaw.start : flaw.end]


@dataclass(frozen=True, slots=True)
class Command(Generic[T]):
    """A command: its grammar, what is missing of what was said, and what is made of it when nothing is."""

    grammar: Grammar
    gaps: Callable[[Said], Gaps]
    make: Callable[[Said], T]

    def read(self, text: str) -> T | Misread:
        """Read a text, or say what is wrong, what is missing, and what to type instead where that is certain."""
        heard = hear(text, self.grammar)
        gaps = self.gaps(heard.said)
        if heard.clear and not gaps:
            return self.make(heard.said)
        return _misread(heard, gaps, heard.corrected if self._takes(heard.corrected) else None)

    def _takes(self, text: str | None) -> bool:
        if text is None:
            return False
        heard = hear(text, self.grammar)
        return heard.clear and not self.gaps(heard.said)


def hear(text: str, grammar: Grammar) -> Heard:
    """Read a text by its grammar; what is left over is the GPU's name."""
    plain = grammar.tidy(text)
    if len(plain) > grammar.longest:
        sentence = f"That is {len(plain):,} characters; {grammar.longest:,} is the most."
        return Heard("", Said(), (Flaw(0, 0, Problem("", sentence)),))
    heard = _hear(plain, grammar)
    typos = tuple(flaw for flaw in heard.flaws if flaw.typo)
    if not typos:
        return heard
    again = _hear(_mend(plain, typos), grammar)
    return Heard(again.text, again.said, again.flaws, typos)


def _hear(text: str, grammar: Grammar) -> Heard:
    scan = Scan(text, (*grammar.settings, *grammar.strays, IDLE))
    timed = "duration" in scan.said or any(flaw.about == "for" for flaw in scan.flaws)
    gpu, flaws = read_card(scan.words, grammar.names, hours_open="for" in grammar.names and not timed)
    said: Said = scan.said if gpu is None else {**scan.said, "gpu": gpu}
    return Heard(text, said, tuple(sorted((*scan.flaws, *flaws), key=lambda flaw: flaw.start)))


def _mend(text: str, flaws: Iterable[Flaw]) -> str:
    """Put each flaw's first suggestion in its place."""
    for flaw in sorted(flaws, key=lambda flaw: flaw.start, reverse=True):
        text = text[: flaw.start] + flaw.problem.suggestions[0] + text[flaw.end :]
    return text


def _misread(heard: Heard, gaps: Gaps, instead: str | None) -> Misread:
    """Tell what was wrong, then what is missing unless a flaw spoke of it already."""
    flaws = (*heard.mended, *heard.flaws)
    told = {flaw.about for flaw in flaws}
    missing = (question for name, question in gaps if name not in told)
    problems = dict.fromkeys([*(flaw.problem for flaw in flaws), *missing])
    return Misread(tuple(problems)[:MOST_PROBLEMS], instead)
