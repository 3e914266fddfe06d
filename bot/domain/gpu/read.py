"""What a person types for a GPU, read into an ask, a question back, or a refusal with the nearest that exists."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from rapidfuzz import fuzz, process

from bot.domain.gpu.card import Card
from bot.domain.gpu.find import LONGEST_NAME, cards_named, relatives, words_of
from bot.domain.gpu.kinds import GpuAsk, NoSuchGpu, WhichOne
from bot.domain.gpu.table import CARDS
from bot.domain.gpu.words import Words

_SHOWN = 40
"""Characters of what was typed that an answer repeats."""
_UNKNOWN_SHOWN = 5
_NEAREST = 3
_ALIKE_ENOUGH = 50
"""Percent of letters in common and in order from which a spelling is worth proposing."""


def read_gpu(words: Sequence[str]) -> GpuAsk | WhichOne | NoSuchGpu:
    """Read the words of a GPU's name, all of them; one that is not understood makes the whole no GPU.

    The words may be glued or apart (`h100-sxm`, `H100 SXM 80GB`, `NVIDIA H100 80GB HBM3`). Words that fit several
    cards (`6000`) are asked back.
    """
    asked = " ".join(words)
    said = words_of(asked)
    cards = cards_named(said.name)
    asks = () if said.unknown else tuple(_asks(cards, said))
    if len(asks) == 1:
        return asks[0]
    if asks:
        return WhichOne(asked[:_SHOWN], asks)
    unknown = tuple(word[:_SHOWN] for word in said.unknown[:_UNKNOWN_SHOWN])
    return NoSuchGpu(asked[:_SHOWN], _nearest(asked[:LONGEST_NAME], said, cards), unknown)


def _asks(cards: Iterable[Card], said: Words) -> Iterator[GpuAsk]:
    if len(said.forms) > 1 or len(said.sizes) > 1:
        return
    form, size = next(iter(said.forms), None), next(iter(said.sizes), None)
    for card in cards:
        ask = _hinted(card, said, size) if form is None else card.ask(form, size)
        if ask is not None:
            yield ask


def _hinted(card: Card, said: Words, size: int | None) -> GpuAsk | None:
    """Read a hint at the form ("HBM3") where the card has such a form in that size."""
    hint = next((form for word, form in card.hints.items() if word in said.aside), None)
    return (card.ask(hint, size) if hint else None) or card.ask(None, size)


def _nearest(asked: str, said: Words, cards: tuple[Card, ...]) -> tuple[str, ...]:
    """Give the labels spelt most like it: of the card that it names, else of its relatives, then of all families."""
    if len(cards) == 1:
        return _spelt_like(asked, {ask.label.casefold(): ask.label for ask in cards[0].asks()})
    own = {card.family.casefold(): card.family for card in relatives(said.name)}
    labels = dict.fromkeys((*_spelt_like(asked, own, 0), *_spelt_like(asked, _family_spellings())))
    return tuple(labels)[:_NEAREST]


def _spelt_like(asked: str, spellings: dict[str, str], at_least: int = _ALIKE_ENOUGH) -> tuple[str, ...]:
    alike = process.extract(
        asked.casefold(), list(spellings), scorer=fuzz.ratio, score_cutoff=at_least, limit=2 * _NEAREST
    )
    return tuple(dict.fromkeys(spellings[spelling] for spelling, _, _ in alike))[:_NEAREST]


@cache
def _family_spellings() -> dict[str, str]:
    """Each family under its name, and without the words that are usually left out."""
    full = {card.family.casefold(): card.family for card in CARDS}
    short = {
        " ".join(word for word in family.split() if word not in card.brand.may): card.family
        for card, family in zip(CARDS, full, strict=True)
    }
    return {**short, **full}
