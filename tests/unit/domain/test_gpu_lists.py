"""What hangs on a family: marketplace names, siblings, account level."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.gpu import (
    Form,
    Gpu,
    GpuAsk,
    cloudj_slugs,
    families,
    is_datacenter,
    siblings,
    vast_names,
)
from bot.domain.gpu.find import card_of
from bot.domain.gpu.table import CARDS

EVERY_ASK = [ask for card in CARDS for ask in card.asks()]


def test_the_server_filter_has_every_name_of_the_family() -> None:
    """Case b42's listing, "H100 HGX", is among what the server is asked for."""
    assert {"H100 SXM", "H100 PCIE", "H100 NVL", "H100 HGX"} <= set(vast_names(GpuAsk("H100", None, Form.SXM)))


def test_vast_names_are_spelt_as_vast_spells_them() -> None:
    """The server compares names exactly."""
    assert vast_names(GpuAsk("RTX 6000 Ada")) == ("RTX 6000Ada",)
    assert vast_names(GpuAsk("RTX 4070 Ti Super")) == ("RTX 4070S Ti",)
    assert vast_names(GpuAsk("RTX 4090", 24)) == ("RTX 4090",)


@pytest.mark.parametrize(
    ("ask", "slugs"),
    [
        (GpuAsk("H100"), ("h100-sxm",)),
        (GpuAsk("H100", 80, Form.SXM), ("h100-sxm",)),
        (GpuAsk("H100", None, Form.PCIE), ()),
        (GpuAsk("A100", 40), ("a100-sxm4",)),
        (GpuAsk("RTX 4090", 24), ("rtx-4090",)),
        (GpuAsk("L40S"), ()),
        (GpuAsk("Quantum 9000"), ()),
    ],
)
def test_cloudj_has_three_models(ask: GpuAsk, slugs: tuple[str, ...]) -> None:
    """The checklist names them; an empty answer means that Cloudj need not be asked."""
    assert slugs == cloudj_slugs(ask)


def test_instead_of_an_h100_come_h200_and_the_large_a100() -> None:
    """The nearest class first."""
    assert siblings(GpuAsk("H100"))[:2] == (GpuAsk("H200"), GpuAsk("A100", 80))


def test_other_forms_of_the_same_card_are_nearer_than_other_cards() -> None:
    """A form that was asked for is the first thing to relax."""
    assert siblings(GpuAsk("H100", None, Form.SXM))[:3] == (
        GpuAsk("H100", None, Form.PCIE),
        GpuAsk("H100", None, Form.NVL),
        GpuAsk("H200"),
    )


@given(st.sampled_from(EVERY_ASK))
def test_no_sibling_has_less_memory_than_was_asked_for(ask: GpuAsk) -> None:
    """A smaller card would not hold the job, so it is not proposed; nor is what was asked already."""
    for sibling in siblings(ask):
        card = card_of(sibling.family)
        assert card is not None
        assert ask != sibling
        assert all(size >= (ask.memory_gb or 0) for _, size in card.kinds(sibling.form, sibling.memory_gb))


@pytest.mark.parametrize("family", ["H100", "A100", "H200", "B200", "L40S", "V100", "A40", "T4", "MI300X"])
def test_datacenter_cards_need_the_higher_account_level(family: str) -> None:
    """Known before a deploy is refused."""
    assert is_datacenter(GpuAsk(family))


def test_other_cards_do_not() -> None:
    """Consumer and workstation cards, and names outside the table."""
    assert not is_datacenter(Gpu("RTX 4090", 24))
    assert not is_datacenter(Gpu("RTX A6000", 48))
    assert not is_datacenter(GpuAsk("Quantum 9000"))


def test_a_family_outside_the_table_has_no_names_and_no_siblings() -> None:
    """Nothing is made up."""
    assert vast_names(GpuAsk("Quantum 9000")) == ()
    assert siblings(GpuAsk("Quantum 9000")) == ()


def test_the_families_that_the_checklist_names_come_first() -> None:
    """Ties between spellings go to the more usual card."""
    assert families()[:2] == ("H100", "A100")
