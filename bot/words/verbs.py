"""The verb that a command begins with."""

import re

from bot.words.clean import clean
from bot.words.help import VERBS
from bot.words.nearest import nearest

_COMMAND = re.compile(r"\s*(?:/gpu(?=\s|$)\s*)?(\S*)\s*(.*)", re.DOTALL)
_LONGEST_VERB = 40


def split_command(text: str) -> tuple[str, str]:
    """Part the verb, in lower case and at most 40 characters, from the rest; both empty where nothing was typed."""
    found = _COMMAND.fullmatch(text)
    word, rest = (found[1], found[2]) if found else (text, "")
    verb, _, glued = clean(word).partition(" ")
    return verb.lower()[:_LONGEST_VERB], f"{glued} {rest}".strip()


def verbs() -> tuple[str, ...]:
    """Name the verbs of this version."""
    return tuple(verb.name for verb in VERBS)


_ENDS = frozenset(
    [
        "untrack",
        "stop",
        "end",
        "delete",
        "remove",
        "rm",
        "forget",
        "unwatch",
        "destroy",
        "kill",
        "terminate",
        "cancel",
        "finish",
        "release",
    ]
)


def would_end(text: str) -> bool:
    """Tell whether somebody means to end a run, its watch or its rental, for which there is no verb."""
    return text in _ENDS


def nearest_verb(text: str) -> str | None:
    """Give the verb that was most likely meant: `fnd` is `find`. None where none is near or two are equally."""
    found = nearest(text, verbs())
    return found[0] if len(found) == 1 else None
