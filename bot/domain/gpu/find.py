"""Which cards of the table a name can mean."""

from bot.domain.gpu.card import Card
from bot.domain.gpu.table import CARDS
from bot.domain.gpu.words import Vocabulary, Words, family_words

LONGEST_NAME = 100
"""Characters; a driver's longest name has about sixty."""
_VOCABULARY = Vocabulary(card.family for card in CARDS)
_CARDS = {card.family: card for card in CARDS}
_NEEDS = {card.family: family_words(card.family) - card.brand.may for card in CARDS}
"""The words without which a name is not the family's."""


def card_of(family: str) -> Card | None:
    """Look a family up by its canonical name."""
    return _CARDS.get(family)


def words_of(text: str) -> Words:
    """Tell the words of a name apart; a text too long for a name is not looked into."""
    if len(text) > LONGEST_NAME:
        return Words(frozenset(), unknown=(text,))
    return _VOCABULARY.read(text)


def cards_named(name: frozenset[str]) -> tuple[Card, ...]:
    """Give the one card that the words name in full, else every card of whose name they are a telling part."""
    within = [card for card in CARDS if name <= _NEEDS[card.family] | card.brand.may]
    full = [card for card in within if _NEEDS[card.family] <= name]
    if full or not any(_tells(word) for word in name):
        return tuple(full)
    return tuple(card for card in within if name & _NEEDS[card.family])


def relatives(name: frozenset[str]) -> tuple[Card, ...]:
    """Give the cards that share a telling word with the name: of "4090 Ti" the RTX 4090 and its laptop kind."""
    telling = frozenset(word for word in name if _tells(word))
    return tuple(card for card in CARDS if telling & _NEEDS[card.family])


def _tells(word: str) -> bool:
    """Whether a word alone can single out a card: a number does, "RTX" or "Ti" does not."""
    return word == "titan" or any(letter.isdigit() for letter in word)
