"""Rules that every row of the GPU table keeps."""

from itertools import combinations

import pytest

from bot.domain.gpu import Form, Gpu, GpuAsk, families, identify, read_gpu, vast_names
from bot.domain.gpu.card import Card
from bot.domain.gpu.memory import reports
from bot.domain.gpu.table import CARDS

EVERY_ASK = [ask for card in CARDS for ask in card.asks()]
MIB_PER_GB = 1024


@pytest.mark.parametrize("ask", EVERY_ASK, ids=lambda ask: ask.slug)
def test_label_and_slug_of_an_ask_read_back_to_it(ask: GpuAsk) -> None:
    """What the bot prints can be typed."""
    assert ask == read_gpu(ask.label.split())
    assert ask == read_gpu([ask.slug])
    assert ask == read_gpu([ask.label.upper().replace(" ", "_")])


def test_no_two_asks_share_a_slug() -> None:
    """A slug is a key."""
    assert len({ask.slug for ask in EVERY_ASK}) == len(EVERY_ASK)


def test_every_family_is_listed_once() -> None:
    """The table has no doubles."""
    assert len(set(families())) == len(families()) == len(CARDS)


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.family)
def test_every_vast_name_is_identified_as_its_own_family(card: Card) -> None:
    """A name that is sent as a filter comes back as the card that was asked for."""
    for name in vast_names(GpuAsk(card.family)):
        found = [identify(name, size * MIB_PER_GB) for _, size in card.kinds()]
        assert any(isinstance(gpu, Gpu) for gpu in found), (name, found)
        assert {gpu.family for gpu in found if isinstance(gpu, Gpu)} == {card.family}


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.family)
def test_every_kind_of_a_card_is_identified_by_its_label(card: Card) -> None:
    """Name, form and memory together leave nothing open."""
    for form, size in card.kinds():
        gpu = Gpu(card.family, size, form)
        assert gpu == identify(gpu.label, size * MIB_PER_GB)
        assert gpu == identify(gpu.slug, None)


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.family)
def test_no_memory_report_belongs_to_two_sizes_of_a_card(card: Card) -> None:
    """The windows of a family's sizes are apart, so a report tells the size."""
    for small, large in combinations(sorted({size for _, size in card.kinds()}), 2):
        assert not any(reports(small, mib) and reports(large, mib) for mib in range(small * 900, large * 1100))


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.family)
def test_every_sibling_is_an_ask_for_another_family(card: Card) -> None:
    """What is proposed instead exists."""
    for words in card.siblings:
        sibling = read_gpu(words.split())
        assert isinstance(sibling, GpuAsk), words
        assert card.family != sibling.family
    assert card.siblings


def test_a_cloudj_model_word_reads_as_its_card() -> None:
    """The three model words that are known, with the forms they name."""
    assert {
        "h100-sxm": GpuAsk("H100", None, Form.SXM),
        "a100-sxm4": GpuAsk("A100", None, Form.SXM),
        "rtx-4090": GpuAsk("RTX 4090"),
    } == {slug: read_gpu([slug]) for card in CARDS for slug in card.cloudj.values()}
