from decimal import Decimal

from bot.domain.cards import CARDS
from bot.domain.gpu import Form, Gpu
from bot.domain.money import GpuRate, MachineRate
from bot.services.cards import price_cards

H100 = Gpu("H100", 80, Form.SXM)


async def test_each_card_has_the_cheapest_of_all_marketplaces(offers, cloudj, a_row, clock):
    """Per GPU and hour, whichever marketplace it is on; a card that is not on offer has no price."""
    cloudj.rows = [a_row(2, market="cloudj", gpus=1, compute=MachineRate(Decimal("1.5")))]
    priced = await price_cards(offers, clock)
    assert CARDS == priced.cards
    assert {H100: GpuRate(Decimal("1.5"))} == priced.prices
    assert clock.now() == priced.now


async def test_a_marketplace_that_fails_is_in_the_answers_and_the_other_gives_prices(offers, vast, failing, clock):
    """What still holds is priced."""
    vast.trouble = failing
    priced = await price_cards(offers, clock)
    assert {H100: GpuRate(Decimal(2))} == priced.prices
    assert failing == priced.answers[0].listings


async def test_cards_use_the_sweep_that_is_there(offers, vast, clock):
    """Twice in five minutes is one look."""
    await price_cards(offers, clock)
    clock.advance(299)
    await price_cards(offers, clock)
    assert 1 == len(vast.asked)
