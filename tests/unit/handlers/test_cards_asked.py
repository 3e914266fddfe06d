from types import SimpleNamespace

import pytest

from bot.domain.cards import CARDS
from bot.sandbox.clock import SandboxClock
from handlers.cards import cards


class NoMarkets:
    """Offers of no marketplace; it counts how often they were looked at."""

    looks = 0

    async def sweep(self, _pricing):
        """Give no answers."""
        self.looks += 1
        return ()


@pytest.fixture
def desk():
    """Give as much of a desk as the cards need."""
    return SimpleNamespace(offers=NoMarkets(), clock=SandboxClock(rate=0))


@pytest.mark.parametrize(
    ("words", "labels"),
    [
        ("", [card.gpu.label for card in CARDS]),
        (" ", [card.gpu.label for card in CARDS]),
        ("a100", ["A100 SXM 80 GB", "A100 SXM 40 GB"]),
        ("A100 40GB", ["A100 SXM 40 GB"]),
        ("h100-nvl", ["H100 NVL 94 GB"]),
        ("4090", ["RTX 4090 24 GB"]),
    ],
)
async def test_a_cards_name_shows_its_part_of_the_table(desk, words, labels):
    """Without a name all of it; none is left out in silence."""
    shown = str((await cards(desk, words)).blocks)
    assert labels == [card.gpu.label for card in CARDS if f"*{card.gpu.label}*" in shown]


@pytest.mark.parametrize(
    "words", ["v100", "bananas", "a100 for 72h", "6000", "<!channel> `x`", "&lt;!channel&gt;", "x " * 2000]
)
async def test_what_the_table_does_not_hold_is_told_with_where_to_look(desk, words):
    """In short, and nobody is asked for prices meanwhile."""
    answer = await cards(desk, words)
    assert "is no card of this table" in answer.text
    assert "/gpu find" in answer.text
    assert "<!channel>" not in str(answer.blocks)
    assert "&amp;" not in str(answer.blocks)
    assert len(answer.text) < 300
    assert 0 == desk.offers.looks
