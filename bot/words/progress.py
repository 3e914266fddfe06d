"""How far a run is: `llama-ft 41000/50000`, `llama-ft 41,000 of 50,000`, `llama-ft 82%`, `llama-ft done`."""

import re
from dataclasses import dataclass
from decimal import Decimal

from bot.words.counts import whole
from bot.words.nearest import nearest
from bot.words.problem import MOST_SUGGESTIONS, Misread, Problem
from bot.words.reading import FLAGS, Bad, bare_number, plain
from bot.words.run_ref import not_understood, split_run
from bot.words.shares import read_margin

_DONE = ("done", "finished", "complete", "completed", "ready")
_MOST_STEPS = 10**12
_FINEST = 8
"""Digits after the point of a share of 1, so of a percentage six."""
_AROUND = re.compile(r"^(?:(?:is|at|now|steps?)\s?[=:]?\s)+|(?<=\S)(?:\ssteps?)?(?:\s(?:done|complete))?$", FLAGS)
"""What may stand around the figures and says nothing more: `is at 82% done`."""
_COUNTS = re.compile(r"(?P<done>\S+)(?:\ssteps?)?\s(?:/|(?:out\s)?of)\s(?P<total>\S+)", FLAGS)
_FIGURES = re.compile(r"[\d.,/%]*\d[\d.,/%]*")
_WHICH = Problem("", "Which run, and how far is it? For example `llama-ft 41000/50000`.")
_HOW_FAR = Problem("", "How far is it? For example `llama-ft 41000/50000`, `llama-ft 82%` or `llama-ft done`.")
_EXAMPLE = "llama-ft 41000/50000"
_STEPS = whole(0, _MOST_STEPS, "41000/50000")


@dataclass(frozen=True, slots=True)
class ProgressAsk:
    """A run has done so many of `total` steps; a percentage is so many of a hundred, a thousand and so on."""

    name: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class ProgressDone:
    """A run's training is finished."""

    name: str


def read_progress(words: str) -> ProgressAsk | ProgressDone | Misread:
    """Read a run's name and how far it is."""
    found = split_run(words)
    if isinstance(found, Misread):
        return found
    name, rest = found
    if name is None or (not rest and _FIGURES.fullmatch(name)):
        return Misread((_WHICH,))
    said = _AROUND.sub("", rest)
    if said.lower() in _DONE:
        return ProgressDone(name)
    return _steps(name, said) if said else Misread((_HOW_FAR,))


def _steps(name: str, said: str) -> ProgressAsk | Misread:
    found = _COUNTS.fullmatch(said)
    steps = _counted(found["done"], found["total"]) if found else _percentage(said)
    if isinstance(steps, tuple):
        return ProgressAsk(name, *steps)
    options = steps.instead[:MOST_SUGGESTIONS]
    return not_understood(said, steps.why, options, steps.example or _EXAMPLE, name=name)


def _counted(said: str, of: str) -> tuple[int, int] | Bad:
    """Read `41000` and `50000`."""
    done, total = _STEPS(said, 0), _STEPS(of, 0)
    if isinstance(done, Bad) or isinstance(total, Bad):
        return Bad(0, "is not so many whole steps of so many.")
    if not total.value:
        return Bad(0, "how many steps has the whole run?")
    if done.value > total.value:
        return Bad(0, "is beyond the total; say its step, and how many there are.")
    return done.value, total.value


def _percentage(said: str) -> tuple[int, int] | Bad:
    """Read `82%` and `82.5 percent`, exactly."""
    number = bare_number(said, 0)
    if number and number.end() == len(said):
        return _bare(number[0])
    share = read_margin(said, 0)
    if isinstance(share, Bad) or share.end != len(said):
        return Bad(0, "is below nothing." if said.startswith("-") else "is not understood.", nearest(said, _DONE))
    if share.value > 1:
        return Bad(0, "is more than all.")
    _, digits, exponent = share.value.as_tuple()
    places = -int(exponent)
    if places > _FINEST:
        return Bad(0, "is finer than anybody knows.")
    return int("".join(map(str, digits))), 10**places


def _bare(number: str) -> Bad:
    """Ask what a number alone means: steps, or a share."""
    value = Decimal(number)
    if value < 1 and "." in number:
        return Bad(0, "percent?", (f"{plain(value.scaleb(2))}%",))
    return Bad(0, "of how many?", (f"{number}%",) if value <= 100 else ())  # noqa: PLR2004 - that is what percent means
