"""A setting: the names that open it, and the reader of what follows."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from bot.words.problem import Problem, advise, cut
from bot.words.reading import FLAGS, Bad, Got, Reader, T, then
from bot.words.said import Said

_SEPARATOR = re.compile(r"\s?(?P<sign>[=:]+|[<>]=?)\s?|\s(?:of\s|at\sleast\s)?", FLAGS)
_PLAIN_SEPARATOR = r"(?:\s?[=:]+\s?|\s)?"
_EQUAL = "=:"
AT_LEAST, AT_MOST = ">", "<"
_VALUE = re.compile(r"\S*")
_LONGEST_SUGGESTION = 60


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing that can be said. `names` are shown to people, the first of them in what to type instead."""

    names: tuple[str, ...]
    opens: re.Pattern[str]
    read: Reader[Said]


def named(names: str, read: Reader[T], put: Callable[[T], Said], *, unless: str = "", compared: str = "") -> Setting:
    """Give a setting with a value after its name. `names` are parted by commas, a hyphen in one may be a space.

    `unless` is a pattern that must not follow the name, for names that another setting shares. `compared` is the
    comparison that the setting means anyway, so that its sign may be typed; any other is refused.
    """
    not_before = rf"(?!\s?[=:]?\s?(?:{unless}))" if unless else ""
    return _setting(names, rf"(?=[\s=:<>$\d]|$){not_before}", _after_separator(then(read, put), _EQUAL + compared))


def flag(names: str, said: Said) -> Setting:
    """Give a setting that is its name alone."""
    return _setting(names, r"(?=\s|$)", lambda _, start: Got(said, start))


def verbatim(names: str, read: Reader[T], put: Callable[[T], Said]) -> Setting:
    """Give a setting whose value is taken letter by letter; its name never begins a word such as `ssh5.vast.ai`."""
    return _setting(names, rf"(?=[\s=:]|$)(?!://){_PLAIN_SEPARATOR}", then(read, put))


def shaped(pattern: str, read: Reader[Said]) -> Setting:
    """Give a setting without a name, known by its shape; the value begins where the shape does."""
    return Setting((), re.compile(rf"(?={pattern})", FLAGS), read)


def refusal(setting: Setting, clause: str, bad: Bad) -> Problem:
    """Say what was wrong with a clause."""
    name = f"{setting.names[0]} " if setting.names else ""
    suggestions = tuple(f"{name}{value}" for value in bad.instead if len(value) <= _LONGEST_SUGGESTION)
    example = f" For example `{bad.example}`." if bad.example and not suggestions else ""
    word = cut(clause)
    colon = ":" if bad.why.endswith("?") else ""
    return Problem(word, f"`{word}`{colon} {bad.why}{advise(suggestions)}{example}", suggestions)


def _after_separator(read: Reader[Said], signs: str) -> Reader[Said]:
    def reader(text: str, start: int) -> Got[Said] | Bad:
        separator = _SEPARATOR.match(text, start)
        if separator is None:
            return read(text, start)
        if separator["sign"] and separator["sign"][0] not in signs:
            value = _VALUE.match(text, separator.end())
            return Bad(
                value.end() if value else separator.end(),
                "can't be compared like that; without the sign it is what the help says.",
            )
        return read(text, separator.end())

    return reader


def _setting(names: str, ahead: str, read: Reader[Said]) -> Setting:
    spelled = tuple(names.split(", "))
    words = "|".join(re.escape(name).replace(r"\-", "[- ]?") for name in sorted(spelled, key=len, reverse=True))
    return Setting(spelled, re.compile(rf"(?:{words}){ahead}", FLAGS), read)
