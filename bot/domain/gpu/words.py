"""A GPU's name in words: case, separators and glue undone; memory, form and name told apart."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.domain.gpu.kinds import Form

_LONGEST_WORD = 24
_MARKS = dict.fromkeys(map(ord, "®™©"))
_BETWEEN = re.compile(r"[\s_\-/(),]+")
_TOGETHER = (
    (re.compile(r"\bmax ?q\b"), "maxq"),
    (re.compile(r"\bpci e\b"), "pcie"),
    (re.compile(r"(?<!\S)(\d{1,3}) (gb|gib|g)(?!\S)", re.ASCII), r"\1gb"),
)
_SIZE = re.compile(r"(\d{1,3})g(?:i?b)?", re.ASCII)
_A_SERIES = re.compile(r"a\d{4}", re.ASCII)
_FORMS = {
    **dict.fromkeys(["sxm", "sxm2", "sxm3", "sxm4", "sxm5", "sxm6", "hgx"], Form.SXM),
    **dict.fromkeys(["pcie", "fhhl"], Form.PCIE),
    "nvl": Form.NVL,
}
_ALIKE = {"q": "quadro", "workstation": "ws", "mobile": "laptop"}
_MAKERS = {"nvidia", "amd", "gpu", "generation", "edition"}
_CHIPS = {"hbm2", "hbm2e", "hbm3", "hbm3e", "gddr5", "gddr6", "gddr6x", "gddr7"}
_ASIDE = frozenset(_MAKERS | _CHIPS)
_IN_NAMES = frozenset({"geforce", "gtx", "tesla", "blackwell", "instinct", "pc", "s", "server"})


@dataclass(frozen=True, slots=True)
class Words:
    """What was said: the words of the `name`, forms, sizes (GB), words `aside` of any name, words not understood."""

    name: frozenset[str]
    forms: frozenset[Form] = frozenset()
    sizes: frozenset[int] = frozenset()
    aside: frozenset[str] = frozenset()
    unknown: tuple[str, ...] = ()


class Vocabulary:
    """Every word that occurs in a GPU's name."""

    def __init__(self, families: Iterable[str]) -> None:
        models = {word for family in families for word in _split(family)}
        self._words = frozenset({*models, *_FORMS, *_ALIKE, *_ASIDE, *_IN_NAMES})

    def read(self, text: str) -> Words:
        """Tell the text's words apart; `H100SXM5` and `a100-80gb` are read like words with spaces between."""
        known: list[str] = []
        unknown: list[str] = []
        for word in _split(text):
            parts = self._parts(word) if len(word) <= _LONGEST_WORD else None
            known.extend(parts or ())
            unknown.extend([word] if parts is None else ())
        rest = [word for word in known if word not in _FORMS and word not in _ASIDE and not _SIZE.fullmatch(word)]
        return Words(
            name=name_words(rest),
            forms=frozenset(_FORMS[word] for word in known if word in _FORMS),
            sizes=frozenset(int(size[1]) for word in known if (size := _SIZE.fullmatch(word))),
            aside=_ASIDE.intersection(known),
            unknown=tuple(unknown),
        )

    def _parts(self, word: str) -> list[str] | None:
        """Split a word into known ones, the longest first; None where something is left over."""
        if not word:
            return []
        for end in range(len(word), 0, -1):
            head = word[:end]
            if head in self._words or _SIZE.fullmatch(head):
                rest = self._parts(word[end:])
                if rest is not None:
                    return [head, *rest]
        return None


def name_words(words: Iterable[str]) -> frozenset[str]:
    """Bring the words of a name to one spelling each; `a6000` counts as two, so that `6000` alone asks which."""
    spelt = {part for word in words for part in _spell(word)}
    short, full = ("s", "server") if "pro" in spelt else ("s", "super")
    return frozenset({full if word == short else word for word in spelt})


def family_words(family: str) -> frozenset[str]:
    """Give the words of a family's own name."""
    return name_words(_split(family))


def _spell(word: str) -> Iterator[str]:
    if _A_SERIES.fullmatch(word):
        yield from ("a", word[1:])
    else:
        yield _ALIKE.get(word, word)


def _split(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKC", text.translate(_MARKS)).casefold()
    spaced = _BETWEEN.sub(" ", plain)
    for pattern, together in _TOGETHER:
        spaced = pattern.sub(together, spaced)
    return spaced.split()
