"""The nearest known spelling of a word."""

from collections.abc import Iterable

from bot.words.problem import MOST_SUGGESTIONS

_SHORTEST, _LONGEST = 3, 24
_ABBREVIATED = 4
"""Letters from which the beginning of a name stands for it."""


def nearest(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """Give the known words that are fewest slips from this one, at most three; none when all are too far.

    A slip is a letter too many, missing, wrong or swapped with its neighbour. Three letters allow for one, six for
    two, ten for three.
    """
    if not _SHORTEST <= len(word) <= _LONGEST:
        return ()
    from rapidfuzz.distance import OSA  # noqa: PLC0415 - only a mistake needs it

    typed = word.lower()
    allowed = 1 + (len(typed) >= 6) + (len(typed) >= 10)  # noqa: PLR2004 - told above
    slips = {
        name: 1 if len(typed) >= _ABBREVIATED and name.startswith(typed) else OSA.distance(typed, name)
        for name in known
        if len(name) > 1 and (abs(len(name) - len(typed)) <= allowed or name.startswith(typed))
    }
    best = min(slips.values(), default=allowed + 1)
    if best > allowed:
        return ()
    return tuple(sorted(name for name, count in slips.items() if count == best)[:MOST_SUGGESTIONS])
