"""Which run is meant: its name, and for `logs` how many lines."""

import re
from dataclasses import dataclass

from bot.domain.runs import BadName, run_name
from bot.words.clean import LONGEST, clean
from bot.words.counts import whole
from bot.words.letters import first_word
from bot.words.literal import UNSEEN, literal
from bot.words.problem import Misread, Problem, advise, cut
from bot.words.reading import FLAGS, Got

MOST_LINES = 200
_WHICH = Problem("", "Which run? For example `llama-ft`.")
_LINES = re.compile(r"(?:(?:lines?|last|tail)\s?[=:]?\s?)+(?P<after>\S+)(?:\slines?)?|(?P<before>\d\S*)\slines?", FLAGS)
_EXAMPLE = "llama-ft lines 50"
_COUNT = whole(1, MOST_LINES, "lines 50")


@dataclass(frozen=True, slots=True)
class LogsAsk:
    """The last so many lines of a run's log."""

    name: str
    lines: int = 20


def split_run(words: str) -> tuple[str | None, str] | Misread:
    """Part a run's name, which comes first, from the clean words after it; None where nothing was typed."""
    if len(words) > LONGEST:
        return Misread((Problem("", f"That is {len(words):,} characters; {LONGEST:,} is the most."),))
    word, rest = first_word(words)
    name = word[1:-1] if len(word) > 1 and word[0] == word[-1] == '"' else word
    if not word:
        return None, ""
    if UNSEEN in name:
        return not_understood(word, "has a character that can't be seen or is not taken here.")
    try:
        return run_name(name), clean(rest.replace("/", " / "))
    except BadName as bad:
        return not_understood(word, f"is no name. {bad}")


def not_understood(
    word: str, why: str, options: tuple[str, ...] = (), example: str = "", *, name: str | None = None
) -> Misread:
    """Say what was wrong with a word, and what else there is to type, else an example.

    One option alone, after the run's `name`, is the whole that was most likely meant.
    """
    colon = ":" if why.endswith("?") else ""
    shown = f" For example `{example}`." if example and not options else ""
    problem = Problem(cut(word), f"`{cut(word)}`{colon} {why}{advise(options)}{shown}", options)
    if name is None or len(options) != 1 or colon:
        return Misread((problem,))
    return Misread((problem,), f"{literal(name)} {options[0]}")


def read_run_name(words: str, *, optional: bool) -> str | Misread | None:
    """Read a run's name and nothing else. Where it is `optional`, None stands for all runs."""
    found = split_run(words)
    if isinstance(found, Misread):
        return found
    name, rest = found
    if rest:
        return not_understood(rest, "is not understood; a run's name is one word.")
    return name if name is not None or optional else Misread((_WHICH,))


def read_logs(words: str) -> LogsAsk | Misread:
    """Read `NAME`, `NAME lines 50`, `NAME 50 lines`."""
    found = split_run(words)
    if isinstance(found, Misread):
        return found
    name, rest = found
    if name is None:
        return Misread((_WHICH,))
    return _lines(name, rest) if rest else LogsAsk(name)


def _lines(name: str, rest: str) -> LogsAsk | Misread:
    found = _LINES.fullmatch(rest)
    if found is None:
        is_count = rest.isdecimal() and 0 < int(rest[:9]) <= MOST_LINES
        return not_understood(rest, "is not understood.", (f"lines {rest}",) if is_count else (), _EXAMPLE, name=name)
    count = _COUNT(found["after"] or found["before"], 0)
    return LogsAsk(name, count.value) if isinstance(count, Got) else not_understood(rest, count.why, (), _EXAMPLE)
