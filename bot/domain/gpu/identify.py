"""What a marketplace or a driver says of a card, read into the canonical triple."""

import re
from dataclasses import replace
from functools import lru_cache

from bot.domain.gpu.card import Card
from bot.domain.gpu.find import LONGEST_NAME, cards_named, words_of
from bot.domain.gpu.kinds import Conflict, Form, Gpu, GpuAsk, Unrecognised
from bot.domain.gpu.memory import reports
from bot.domain.gpu.words import Words

_COUNT = re.compile(r"(?<![^\s_-])(?:\d{1,2}x|x\d{1,2})(?![^\s_-])", re.IGNORECASE | re.ASCII)
"""How many there are, in catalogue titles such as `8x_a100_80gb_sxm4`; no part of the name."""


def identify(name: str, memory_mib: int | None, title: str | None = None) -> Gpu | Conflict | Unrecognised:
    """Read a name and the memory per card (MiB) into a GPU; all that is said must agree, else it is a conflict.

    `title` is a second text of the same card, such as a catalogue's slug. It cannot name the card, only contradict.
    Without `memory_mib` the answer is a GPU only if the name tells the size or the card exists in one size alone;
    otherwise the size is unknown, and an unknown matches nothing.
    """
    said = name[: LONGEST_NAME + 1]
    found = _identify(said, memory_mib, title[: LONGEST_NAME + 1] if title else "")
    return found if isinstance(found, Gpu) else replace(found, raw=name[:LONGEST_NAME])


@lru_cache(maxsize=4096)
def _identify(name: str, memory_mib: int | None, title: str) -> Gpu | Conflict | Unrecognised:
    words = words_of(_COUNT.sub(" ", name))
    cards = cards_named(words.name)
    if words.unknown or not cards:
        return Unrecognised(name, memory_mib)
    if len(cards) > 1:
        return Unrecognised(name, memory_mib, "could be " + " or ".join(card.family for card in cards))
    more = words_of(_COUNT.sub(" ", title))
    titled = cards_named(more.name)
    if titled and cards[0] not in titled:
        return Conflict(name, memory_mib, "its title names another card")
    return _agree(cards[0], _with_title(words, more, cards[0]) if titled else words, memory_mib, name)


def _with_title(words: Words, title: Words, card: Card) -> Words:
    """Add what the title says of the card; a size in which the card does not exist is that of something else."""
    sizes = {size for size in title.sizes if any(card.kinds(size=size))}
    return replace(words, forms=words.forms | title.forms, sizes=words.sizes | sizes)


def _agree(card: Card, words: Words, memory_mib: int | None, raw: str) -> Gpu | Conflict | Unrecognised:
    if len(words.forms) > 1 or len(words.sizes) > 1:
        return Conflict(raw, memory_mib, "it says two things at once")
    form, size = next(iter(words.forms), None), next(iter(words.sizes), None)
    kinds = list(card.kinds(form, size))
    if not kinds:
        return Conflict(raw, memory_mib, f"{card.family} does not come so")
    if memory_mib is None or memory_mib <= 0:
        fits = kinds
    else:
        fits = [(own, nominal) for own, nominal in kinds if reports(nominal, memory_mib)]
    if not fits:
        return Conflict(
            raw, memory_mib, f"the name says {GpuAsk(card.family, size, form).label}, the memory is {memory_mib} MiB"
        )
    if len({nominal for _, nominal in fits}) > 1:
        return Unrecognised(raw, memory_mib, f"{card.family} comes in several sizes and none is told")
    return Gpu(card.family, fits[0][1], _form(fits, card.implied_form(words.aside)))


def _form(fits: list[tuple[Form | None, int]], implied: Form | None) -> Form | None:
    """Give the form that is certain, or else implied; None where several are left."""
    forms = {own for own, _ in fits}
    if len(forms) == 1:
        return forms.pop()
    return implied if implied in forms else None
