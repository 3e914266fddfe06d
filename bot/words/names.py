"""The name of a run as it is typed: one word, in quotes where it would read as something else."""

from bot.domain.runs import BadName, run_name
from bot.words.reading import Bad
from bot.words.typed import Typed, typed

_EXAMPLE = "as llama-ft"


def named_run(word: Typed) -> str | Bad:
    """Give the name that a word is."""
    if not word.quoted and any(sign in word.text for sign in ",;"):
        return Bad(word.end, "has a comma; a name with one stands in quotes.", example='as "llama,ft"')
    try:
        return run_name(word.text)
    except BadName as bad:
        return Bad(word.end, f"is no name. {bad}")


read_name = typed("which name?", _EXAMPLE, named_run)
"""Reads what a run is to be called."""
