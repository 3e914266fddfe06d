"""The scanner: walks a clean text from clause to clause, in whatever order they come."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.words.counts import glued_count
from bot.words.problem import Problem, cut
from bot.words.reading import Bad
from bot.words.said import Said
from bot.words.setting import Setting, refusal

_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Word:
    """A word that belongs to no setting, and where it stands in the text."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Flaw:
    """A problem, and the stretch of text that one of its suggestions would replace.

    `about` names what the stretch was meant to say, so that this is not called missing as well; `typo` is a misspelt
    name of a setting, without which what follows it makes no sense.
    """

    start: int
    end: int
    problem: Problem
    about: str = ""
    typo: bool = False


@dataclass(slots=True)
class Scan:
    """What a walk over a text found. `words` are left over for the name of a GPU."""

    text: str
    settings: Sequence[Setting]
    said: Said = field(default_factory=Said)
    flaws: list[Flaw] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)
    _clauses: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        at = 0
        while at < len(self.text):
            at = self._clause(at)
            at += self.text.startswith(" ", at)

    def _clause(self, at: int) -> int:
        for setting in self.settings:
            opened = setting.opens.match(self.text, at)
            if opened is not None:
                return self._setting(setting, at, opened.end())
        return self._word(at)

    def _setting(self, setting: Setting, at: int, start: int) -> int:
        found = setting.read(self.text, start)
        clause = self.text[at : found.end].strip()
        if isinstance(found, Bad):
            problem = refusal(setting, clause, found)
            proposed = "".join(problem.suggestions[:1]) or found.example
            about, *_ = (*setting.names, *proposed.replace(":", " ").split(), "")
            self.flaws.append(Flaw(at, found.end, problem, about))
        else:
            self._put(found.value, at, found.end, clause)
        return found.end

    def _put(self, part: Said, at: int, end: int, clause: str) -> None:
        said: Mapping[str, object] = self.said
        for key, value in part.items():
            if key in said and said[key] != value:
                sentence = f"`{cut(self._clauses[key])}` and `{cut(clause)}`: which of the two?"
                self.flaws.append(Flaw(at, end, Problem(cut(clause), sentence)))
                return
        self.said = {**self.said, **part}
        self._clauses.update(dict.fromkeys(part, clause))

    def _word(self, at: int) -> int:
        found = _WORD.match(self.text, at)
        end = found.end() if found else len(self.text)
        parts = glued_count(self.text[at:end])
        if parts is None:
            self.words.append(Word(self.text[at:end], at, end))
            return end
        name, count = parts
        self.words.append(Word(name, at, at + len(name)))
        self._put(Said(gpus=int(count[1:])), at + len(name), end, count)
        return end
