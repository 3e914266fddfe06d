"""What was not understood, and what to type instead."""

from dataclasses import dataclass

MOST_PROBLEMS = 5
MOST_SUGGESTIONS = 3
_LONGEST_QUOTE = 40


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that was not understood or is missing.

    `word` is what was typed (empty when something is missing), at most 40 characters. `sentence` is whole by itself,
    outside text in it is short and not escaped. `suggestions` are clauses that would be understood in its place,
    three at most, six for cards that share a name.
    """

    word: str
    sentence: str
    suggestions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Misread:
    """Why a text could not be taken: one to five problems, and the whole corrected text where it is unambiguous."""

    problems: tuple[Problem, ...]
    instead: str | None = None


def cut(word: str) -> str:
    """Shorten a quoted word to 40 characters."""
    return word if len(word) <= _LONGEST_QUOTE else word[: _LONGEST_QUOTE - 1] + "…"


def advise(suggestions: tuple[str, ...]) -> str:
    """Give the sentence that says what to type: "Type `a` or `b`."; empty without suggestions."""
    if not suggestions:
        return ""
    *firsts, last = (f"`{suggestion}`" for suggestion in suggestions)
    return f" Type {', '.join(firsts)} or {last}." if firsts else f" Type {last}."
