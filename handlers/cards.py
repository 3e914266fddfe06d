"""`/gpu cards`: which card for which job, and what it costs now."""

from bot.services.cards import price_cards
from bot.slack.message import Message
from bot.slack.views.cards import cards_answer
from handlers.desk import Desk


async def cards(desk: Desk, _: str) -> Message:
    """Show the table with today's prices."""
    priced = await price_cards(desk.offers, desk.clock)
    return cards_answer(priced.cards, priced.prices, priced.answers, priced.now)
