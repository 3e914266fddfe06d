from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from bot.domain.cards import CARDS, cheapest_per_gpu
from bot.domain.listing import Listings, Pricing, Verification
from bot.domain.money import GpuRate, MachineRate
from bot.domain.outside import Known, Unknown
from bot.services.offers import Answer
from bot.slack.message import Message
from bot.slack.views.cards import cards_answer
from bot.words import Misread, read_find

Judge = Callable[[Message], str]
Make = Callable[..., Any]


def test_the_cheapest_price_of_a_card_counts_verified_us_listings_alone(listing: Make):
    """Per GPU-hour, compute alone, at locked prices."""
    dear = listing("1", compute=MachineRate(Decimal(20)))
    cheaper = listing("2", compute=MachineRate(Decimal(10)), gpus=4)
    cheapest = MachineRate(Decimal(1))
    others = [
        listing("3", compute=cheapest, country="CA"),
        listing("4", compute=cheapest, verification=Verification.UNVERIFIED),
        listing("5", compute=cheapest, pricing=Pricing.BID),
        listing("6", compute=cheapest, rentable=False),
        listing("7", compute=None),
        listing("8", compute=cheapest, mixed=True),
    ]
    assert cheapest_per_gpu(CARDS, [dear, cheaper, *others]) == {dear.gpu: GpuRate(Decimal("2.5"))}


def test_cards_tell_memory_use_level_and_price(listing: Make, now: datetime, shown: Judge):
    """A card that nobody offers has no price, and that is said."""
    answers = [Answer("vast", Known(Listings(rows=(listing(),)), now - timedelta(minutes=4), "vast"))]
    text = shown(cards_answer(CARDS, cheapest_per_gpu(CARDS, [listing()]), answers, now))
    assert "*H100 SXM 80 GB* \u00b7 from $2.25/h per GPU now \u00b7 datacenter card" in text
    assert "*RTX 4090 24 GB* \u00b7 none on offer" in text
    assert (
        "one GPU-hour of compute alone, in whatever count is cheapest on a verified US host; disk and traffic" in text
    )
    assert "only if your code scales" in text
    assert "higher account level" in text
    assert "Vast.ai 4 min ago" in text
    assert all(card.gpu.label in text for card in CARDS)


def test_cards_without_a_market_have_no_price_at_all(failed: Unknown, now: datetime, shown: Judge):
    """Not known is not the same as none on offer."""
    text = shown(cards_answer(CARDS, {}, [Answer("vast", failed)], now))
    assert "price not known" in text
    assert "none on offer" not in text
    assert "could not be read" in text


def test_the_word_beside_a_card_finds_exactly_that_card(zone: ZoneInfo, now: datetime):
    """What is shown can be typed."""
    for card in CARDS:
        read = read_find(f"{card.ask.slug} for 1h disk 10GB", zone, now)
        assert not isinstance(read, Misread)
        assert read.gpu.matches(card.gpu)


def test_one_card_is_spoken_of_as_one(now: datetime, shown: Judge):
    """`/gpu cards 4090`."""
    assert shown(cards_answer(CARDS[:1], {}, [], now)).startswith("1 card and what it is good for")
