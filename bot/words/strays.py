"""Values that were typed without their name are asked back; words that say nothing are passed over."""

import re

from bot.domain.gpu import memory_sizes
from bot.words.moments import MOMENT
from bot.words.money import read_rate
from bot.words.reading import END, FLAGS, Bad, Got
from bot.words.said import Said
from bot.words.setting import Setting, shaped
from bot.words.spans import COUNTED_OUT

_IDLE_WORDS = (
    r"find|me|some|need|and|with|any|at\s(?:least|most)"
    r"|or\smore|please|the|gpus?|cards?|machines?|instance|listings?|memory|vram"
)
_LONG_TIME = r"(?:\s?[hdw]|[\s-]?(?:hours?|hrs?|days?|weeks?))"


def stray(pattern: str, why: str, *names: str) -> Setting:
    """Give a setting that asks which of the names belongs before a value of this shape."""
    shape = re.compile(rf"(?:{pattern}){END}", FLAGS)

    def read(text: str, start: int) -> Got[Said] | Bad:
        found = shape.match(text, start)
        return Bad(found.end(), why, tuple(f"{name} {found[0]}" for name in names)) if found else Bad(start, why)

    return shaped(shape.pattern, read)


def _stray_price(text: str, start: int) -> Got[Said] | Bad:
    found = read_rate(text, start)
    if isinstance(found, Got):
        return Bad(found.end, "is that the most to pay?", (f"max {text[start : found.end]}",))
    return Bad(found.end, found.why, tuple(f"max {value}" for value in found.instead), "max $20/h")


PERCENT = r"\d{1,9}(?:\.\d{1,9})?%"
_CARDS_SIZES = "|".join(map(str, memory_sizes()))
SIZE = rf"\d{{1,9}}(?:\.\d{{1,9}})?\s?ti?b|(?:\d{{4,9}}|(?!(?:{_CARDS_SIZES})\s?g)\d{{2,3}})\s?gi?b?"
"""A size that no card's memory has."""
STRAY_TIME = stray(rf"(?:\d{{1,3}}(?:\.\d{{1,9}})?{_LONG_TIME})+|{COUNTED_OUT}", "is that how long it trains?", "for")
STRAYS = (
    STRAY_TIME,
    stray(SIZE, "a size of what?", "disk"),
    stray(MOMENT, "is that when it must be finished?", "by"),
    stray(PERCENT, "percent of what?", "reliability", "margin"),
    shaped(r"\$\d", _stray_price),
)
"""Shapes that no GPU's name has: `5090 D` is a card and `80GB` a card's memory, `72h` and `500GB` are not."""

IDLE = Setting(
    (),
    re.compile(rf"(?:gpu|card|model)\s?[=:]\s?|(?:{_IDLE_WORDS}){END}|an(?=\s)|a(?=\s(?!\d))", FLAGS),
    lambda _, start: Got(Said(), start),
)
