"""What is taken letter by letter, names, paths and addresses: kept whole while the words around them are cleaned."""

import re

from bot.words.clean import clean
from bot.words.literal import word_of
from bot.words.reserved import KEEP, MACHINE, NAME, OWNER, TO, WORD_OF_GRAMMAR, any_of
from bot.words.slacked import as_typed

LONGEST_TRACK = 3000
"""Characters that a command with paths may have."""
_MOST_TYPED = 4 * LONGEST_TRACK
_QUOTED = r'"[^"]{0,500}"|“[^”]{0,500}”|' + r"'[^']{0,500}'"
_WORD = rf"(?:(?:{_QUOTED}|<[@#!][^<>]{{1,100}}>)(?=[\s,;]|$)|\S+)"
_ITEM = rf"(?:{_QUOTED}|[^\s,;\"“']+)"
_PATHS = rf"{_ITEM}(?:,(?=\S){_ITEM}|\s?,\s*(?=[/~.\"“']){_ITEM}|\s+(?=[\"“']?/){_ITEM})*"
_TARGET = rf"(?:ssh\s+)?(?:-p\s*\d+\s+)?{_WORD}(?:\s+-[pL]\s*\S+)*"
_SAID = rf"(?:\s*[=:]+\s*|\s+)(?!{WORD_OF_GRAMMAR.pattern})"
_CLAUSE = re.compile(
    rf"(?<![^\s,;])(?:--|\u2014)?(?:(?P<list>{any_of(KEEP)}){_SAID}(?P<paths>{_PATHS}(?=[\s,;]|$)|\S+)"
    rf"|(?P<ssh>ssh)(?!://){_SAID}(?P<target>{_TARGET})"
    rf"|(?P<name>{any_of(f'{NAME}, {TO}, {OWNER}, {MACHINE}')}){_SAID}(?P<word>{_WORD})"
    rf"|(?P<bare><@[^<>]{{1,100}}>(?=[\s,;]|$)|(?:s3|ssh)://\S+|[\w.-]+(?::[^\s@]*)?@[\w.\[\]:-]+(?=[\s,;]|$))"
    rf"|(?P<bare_paths>/{_PATHS}))",
    re.IGNORECASE,
)
_ITEMS = re.compile(_PATHS)
_PART = re.compile(rf"(?P<gap>\s*,\s*|\s+)?(?P<item>{_ITEM})")
_FORWARDED = re.compile(r"\s+-L\s*\S+|(?<=\s)\s+")
"""What a console's command for copying forwards, and doubled spaces in it."""
_SECRET = re.compile(r"(?<![^\s\"'“])((?:[\w+.-]+://)?[^\s/@:\"'“]*):[^\s/@]+@")
_FIRST = re.compile(rf"\s*({_WORD})[\s,;]*(.*)", re.DOTALL)


def tidy(text: str) -> str:
    """Clean a text, but leave what follows `as`, `keep`, `to`, `ssh`, `owner` and `machine-id` as it was typed.

    Of such a value only quotation marks are made straight, and what can't be seen becomes `UNSEEN`. What Slack makes
    of links and of `&`, `<` and `>` is undone. A password in an address is hidden, whatever becomes of it.
    """
    if len(text) > _MOST_TYPED:
        return text
    plain = as_typed(text)
    parts, at = [], 0
    for found in _CLAUSE.finditer(plain):
        parts += [clean(plain[at : found.start()]), _clause(found)]
        at = found.end()
    return " ".join(filter(None, [*parts, clean(plain[at:])]))


def _clause(found: re.Match[str]) -> str:
    if found["paths"]:
        return f"{found['list'].lower()} {_paths_of(found['paths'])}"
    if found["bare_paths"]:
        return _paths_of(found["bare_paths"])
    name, value = found["ssh"] or found["name"], found["word"] or found["bare"] or _FORWARDED.sub("", found["target"])
    if name is None or name.lower() not in NAME.split(", "):
        value = _SECRET.sub(r"\1:***@", value)
    return " ".join(filter(None, [name and name.lower(), word_of(value)]))


def _paths_of(text: str) -> str:
    if not _ITEMS.fullmatch(text):
        return word_of(text)
    parts = [(found["gap"] or "", word_of(found["item"])) for found in _PART.finditer(text)]
    return "".join(f"{',' if ',' in gap else ' ' if gap else ''}{item}" for gap, item in parts)


def first_word(text: str) -> tuple[str, str]:
    """Part the first word, letter by letter and in quotes if it was, from the rest as it was typed."""
    found = _FIRST.match(as_typed(text))
    return (word_of(found[1]), found[2]) if found else ("", "")
