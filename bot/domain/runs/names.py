"""The names of runs: unique per team whatever their case, and typed in a command, so one word each."""

import unicodedata

MOST = 40
"""Characters of a name, so that it fits a card, a button and a phone's lock screen."""


class BadName(ValueError):
    """A run's name that can't be typed in a command; the message says what it must be."""


def run_name(typed: str) -> str:
    """Read a run's name. Raises BadName.

    Any visible characters will do, and messages show them literally; only space and quote marks would break commands.
    """
    name = unicodedata.normalize("NFC", typed.strip())
    if not name:
        raise BadName("A run needs a name, such as llama-ft.")
    if len(name) > MOST:
        raise BadName(f"A run's name has at most {MOST} characters; this one has {len(name)}.")
    if any(unicodedata.category(letter)[0] in "CZ" or letter in "\"'`" for letter in name):
        raise BadName("A run's name is one word without spaces and quote marks, such as llama-ft.")
    return name


def same_name(name: str) -> str:
    """Give the form in which two names that differ only in case are the same."""
    return unicodedata.normalize("NFC", name.casefold())
