"""What each card costs now."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.domain.cards import CARDS, CardAdvice, cheapest_per_gpu
from bot.domain.gpu import Gpu
from bot.domain.listing import Pricing
from bot.domain.money import GpuRate
from bot.ports import Clock
from bot.services.aside import aside
from bot.services.offers import Answer, Offers


@dataclass(frozen=True, slots=True)
class CardPrices:
    """The table of cards, the cheapest price per GPU-hour of those on offer, and the answers that say so."""

    cards: tuple[CardAdvice, ...]
    prices: Mapping[Gpu, GpuRate]
    answers: tuple[Answer, ...]
    now: datetime


async def price_cards(offers: Offers, clock: Clock) -> CardPrices:
    """Look at everything on offer, from the sweep that is kept for five minutes."""
    answers = await offers.sweep(Pricing.ON_DEMAND)
    rows = [row for answer in answers for row in answer.rows]
    prices = await aside(cheapest_per_gpu, CARDS, rows)
    return CardPrices(CARDS, prices, answers, clock.now())
