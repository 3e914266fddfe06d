"""`/gpu cards`: which card for which job, and what it costs now."""

from bot.domain.cards import CARDS, CardAdvice
from bot.domain.gpu import GpuAsk, NoSuchGpu, WhichOne, read_gpu
from bot.services.cards import price_cards
from bot.slack.message import Message
from bot.slack.views.cards import cards_answer
from bot.slack.views.misread import misread_answer
from bot.words import Misread, Problem
from bot.words.clean import clean
from handlers.desk import Desk

_QUOTED = 40


async def cards(desk: Desk, words: str) -> Message:
    """Show the table with today's prices, or the part of it that the words name."""
    words = clean(words)
    asked = read_gpu(words.split()) if words else None
    table = [card for card in CARDS if asked is None or _is_asked(card, asked)]
    if not table:
        return misread_answer("cards", Misread((_not_in_it(words),)))
    priced = await price_cards(desk.offers, desk.clock)
    return cards_answer(table, priced.prices, priced.answers, priced.now)


def _is_asked(card: CardAdvice, asked: GpuAsk | WhichOne | NoSuchGpu) -> bool:
    match asked:
        case GpuAsk():
            return asked.matches(card.gpu)
        case WhichOne():
            return any(ask.matches(card.gpu) for ask in asked.candidates)
        case NoSuchGpu():
            return False


def _not_in_it(words: str) -> Problem:
    word = words[:_QUOTED]
    return Problem(word, f"`{word}` is no card of this table. To see what a machine costs type `/gpu find …`.")
