"""Several cards where one can be searched: `4090 or 3090`."""

import re
from collections.abc import Sequence
from functools import lru_cache

from bot.domain.gpu import GpuAsk, NoSuchGpu, read_gpu

JOINERS = {"or", "vs", "either", "/", "|"}
_JOINED = re.compile(r"[/|]+")
_MOST_WORDS = 8
"""Of all names together; each stretch of them is tried as a name."""

Cards = list[tuple[GpuAsk, ...]]


def several_cards(texts: Sequence[str]) -> tuple[GpuAsk, ...]:
    """Give the cards that these words name one after the other, each once, where they are two names at least.

    A name that several cards share stands for all of them.
    """
    words = [part for text in texts for part in _JOINED.split(text) if part]
    names = _names(words) if len(words) <= _MOST_WORDS else None
    if names is None or len(names) == 1:
        return ()
    return tuple(dict.fromkeys(ask for asks in names for ask in asks))


def _names(words: Sequence[str]) -> Cards | None:
    """Part words into names, the longest first; None where some are left over."""
    if not words:
        return []
    for end in range(len(words), 0, -1):
        asks = _asks(tuple(words[:end]))
        if asks and (rest := _names(words[end:])) is not None:
            return [asks, *rest]
    return None


@lru_cache(maxsize=256)
def _asks(words: tuple[str, ...]) -> tuple[GpuAsk, ...]:
    found = read_gpu(words)
    if isinstance(found, NoSuchGpu):
        return ()
    return (found,) if isinstance(found, GpuAsk) else found.candidates
