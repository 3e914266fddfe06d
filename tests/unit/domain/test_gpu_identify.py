"""What marketplaces and drivers say of cards, with the names of recorded answers."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.gpu import Conflict, Form, Gpu, GpuAsk, Unrecognised, identify, parse_memory

RECORDED_OFFERS = [
    ("H100 SXM", 81559, "H100 SXM 80 GB"),
    ("H200 NVL", 143771, "H200 NVL 141 GB"),
    ("B300", 275040, "B300 288 GB"),
]
"""Names and MiB of Vast.ai's offers of datacenter cards, recorded 2026-08-22 (getcomputable/gpu-index, Apache-2.0)."""

PUBLISHED_CATALOGUE = [
    ("A100 PCIE", 81920, "A100 PCIe 80 GB"),
    ("A100 SXM4", 40960, "A100 SXM 40 GB"),
    ("A40", 46068, "A40 48 GB"),
    ("B200", 183359, "B200 180 GB"),
    ("H100 NVL", 95830, "H100 NVL 94 GB"),
    ("H100 SXM", 81559, "H100 SXM 80 GB"),
    ("H200", 143771, "H200 SXM 141 GB"),
    ("L40S", 46068, "L40S 48 GB"),
    ("RTX 3060", 12288, "RTX 3060 12 GB"),
    ("RTX 3060 Ti", 8192, "RTX 3060 Ti 8 GB"),
    ("RTX 3070", 8192, "RTX 3070 8 GB"),
    ("RTX 3080", 10240, "RTX 3080 10 GB"),
    ("RTX 3090", 24576, "RTX 3090 24 GB"),
    ("RTX 4060 Ti", 16380, "RTX 4060 Ti 16 GB"),
    ("RTX 4070S Ti", 16376, "RTX 4070 Ti Super 16 GB"),
    ("RTX 4090", 24564, "RTX 4090 24 GB"),
    ("RTX 4090", 49140, "RTX 4090 48 GB"),
    ("RTX 5090", 32607, "RTX 5090 32 GB"),
    ("RTX 6000Ada", 49140, "RTX 6000 Ada 48 GB"),
    ("RTX A2000", 6138, "RTX A2000 6 GB"),
    ("RTX A6000", 49140, "RTX A6000 48 GB"),
    ("RTX PRO 6000 S", 97887, "RTX PRO 6000 S 96 GB"),
    ("Tesla V100", 16384, "V100 16 GB"),
]
"""Names and MiB per card of SkyPilot's published Vast.ai catalogue, version 8."""

DRIVER_NAMES = [
    ("NVIDIA H100 80GB HBM3", 81559, "H100 SXM 80 GB"),
    ("NVIDIA H100 PCIe", 81559, "H100 PCIe 80 GB"),
    ("NVIDIA H100 NVL", 95830, "H100 NVL 94 GB"),
    ("NVIDIA A100-SXM4-40GB", 40536, "A100 SXM 40 GB"),
    ("NVIDIA A100 80GB PCIe", 81251, "A100 PCIe 80 GB"),
    ("NVIDIA GH200 480GB", 97871, "GH200 96 GB"),
    ("Tesla V100-SXM2-16GB", 16160, "V100 SXM 16 GB"),
    ("Tesla V100-FHHL-16GB", 16160, "V100 PCIe 16 GB"),
    ("Tesla T4", 15360, "T4 16 GB"),
    ("NVIDIA L40S", 46068, "L40S 48 GB"),
    ("NVIDIA GeForce RTX 4090 D", 24564, "RTX 4090 D 24 GB"),
    ("NVIDIA GeForce RTX 4070 Ti SUPER", 16376, "RTX 4070 Ti Super 16 GB"),
    ("NVIDIA RTX 6000 Ada Generation", 46068, "RTX 6000 Ada 48 GB"),
    ("NVIDIA RTX PRO 6000 Blackwell Workstation Edition", 97887, "RTX PRO 6000 WS 96 GB"),
    ("NVIDIA RTX PRO 6000 Blackwell Server Edition", 97887, "RTX PRO 6000 S 96 GB"),
    ("NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition", 97887, "RTX PRO 6000 Max-Q 96 GB"),
    ("Quadro RTX 8000", 46080, "Quadro RTX 8000 48 GB"),
    ("AMD Instinct MI300X", 196592, "MI300X 192 GB"),
]
"""What `nvidia-smi` and `rocm-smi` print on such machines."""


def label_of(name: str, memory_mib: int | None, title: str | None = None) -> str:
    """Identify and label, where a GPU is expected."""
    found = identify(name, memory_mib, title)
    assert isinstance(found, Gpu), found
    return found.label


@pytest.mark.parametrize(("name", "mib", "label"), [*RECORDED_OFFERS, *PUBLISHED_CATALOGUE, *DRIVER_NAMES])
def test_every_recorded_name_is_told_with_its_memory(name: str, mib: int, label: str) -> None:
    """Names and memories as marketplaces and drivers wrote them, ECC's smaller reports included."""
    assert label == label_of(name, mib)


@pytest.mark.parametrize("said", [81559, 80, "80 GB", "81559 MiB"])
def test_memory_is_80_gb_in_whatever_unit_it_is_said(said: int | str) -> None:
    """Case b35."""
    assert label_of("H100 SXM", parse_memory(said)) == "H100 SXM 80 GB"


def test_40537_mib_is_no_80_gb_card() -> None:
    """Case b35: an ask for 80 GB drops it."""
    found = identify("A100 SXM4", 40537)
    assert Gpu("A100", 40, Form.SXM) == found
    assert not GpuAsk("A100", 80).matches(found)


def test_the_smaller_a100_is_never_taken_for_the_larger() -> None:
    """Case b37: 327680 MiB over 8 cards are 40 GB each."""
    found = identify("A100 SXM4", 327680 // 8)
    assert isinstance(found, Gpu)
    assert not GpuAsk("A100", 80).matches(found)
    assert GpuAsk("A100", 40).matches(found)


def test_a_driver_that_reports_40_gb_tells_of_a_wrong_card() -> None:
    """Case b37: rented as 80 GB, the live machine's 40536 MiB make it a 40 GB card."""
    assert label_of("NVIDIA A100-SXM4-40GB", 40536) == "A100 SXM 40 GB"
    assert isinstance(identify("NVIDIA A100-SXM4-80GB", 40536), Conflict)


def test_a_title_of_80_gb_over_40960_mib_is_a_conflict() -> None:
    """Case b38."""
    assert Conflict("A100", 40960, "the name says A100 SXM 80 GB, the memory is 40960 MiB") == identify(
        "A100", 40960, "8x_a100_80gb_sxm4"
    )


@pytest.mark.parametrize(
    ("name", "mib"),
    [("A100-80GB-SXM", 40960), ("H100 NVL", 81559), ("H100 SXM PCIE", 81559), ("RTX 4090", 81559), ("L40S NVL", 46068)],
)
def test_a_name_that_contradicts_the_memory_or_itself_is_a_conflict(name: str, mib: int) -> None:
    """Case b38, its kind: such a listing is shown and never matched."""
    assert isinstance(identify(name, mib), Conflict)


def test_a_title_of_another_card_is_a_conflict() -> None:
    """The title cannot name the card, only contradict it."""
    assert isinstance(identify("H100 SXM", 81559, "8x_a100_80gb_sxm4"), Conflict)


@pytest.mark.parametrize("title", ["a fine machine", "8x H100 with 500 GB disk", "disk 40gb"])
def test_a_title_about_something_else_contradicts_nothing(title: str) -> None:
    """A disk's size is no card's size."""
    assert label_of("H100 SXM", 81559, title) == "H100 SXM 80 GB"


@pytest.mark.parametrize(
    "name", ["A100-80GB-SXM", "A100 SXM4 80GB", "A100_SXM4", "a100-80gb-sxm4", "A100SXM4", "8x_a100_80gb_sxm4"]
)
def test_one_card_has_one_triple_whatever_it_is_called(name: str) -> None:
    """Case b39."""
    assert Gpu("A100", 80, Form.SXM) == identify(name, 81920)


def test_another_form_is_another_triple() -> None:
    """Case b39."""
    assert Gpu("A100", 80, Form.PCIE) == identify("A100 PCIE", 81920)


def test_the_marketplaces_own_spelling_of_sxm5_is_the_sxm() -> None:
    """Case b41: the row shows the raw name beside this label."""
    assert label_of("H100_SXM5", 81559) == "H100 SXM 80 GB"


def test_a_bare_name_takes_the_form_that_its_memory_leaves() -> None:
    """Only an H100 NVL has 94 GB; of 80 GB there are two, so the form stays unknown."""
    assert label_of("H100", 95830) == "H100 NVL 94 GB"
    assert Gpu("H100", 80, None) == identify("H100", 81559)


def test_an_unknown_form_matches_no_ask_that_names_one() -> None:
    """Unknown is a value: it is neither SXM nor PCIe."""
    unsaid = Gpu("A100", 80, None)
    assert not GpuAsk("A100", 80, Form.SXM).matches(unsaid)
    assert GpuAsk("A100", 80).matches(unsaid)


def test_an_unknown_memory_is_no_gpu_where_sizes_differ() -> None:
    """A name without memory is a card only if it has one size, or says which."""
    assert isinstance(identify("A100 SXM4", None), Unrecognised)
    assert isinstance(identify("A100 SXM4", 0), Unrecognised)
    assert label_of("H100 SXM", None) == "H100 SXM 80 GB"
    assert label_of("NVIDIA A100-SXM4-40GB", None) == "A100 SXM 40 GB"


@pytest.mark.parametrize("name", ["RTX 6000", "RTX PRO 6000", "6000"])
def test_a_name_of_several_cards_is_none_of_them(name: str) -> None:
    """Case b44: a marketplace cannot be asked which it means."""
    found = identify(name, 97887)
    assert isinstance(found, Unrecognised)
    assert "RTX PRO 6000 WS" in found.why


def test_a_card_outside_the_table_keeps_its_name_and_memory() -> None:
    """It is shown, but nothing matches it."""
    assert Unrecognised("Quantum 9000", 262144) == identify("Quantum 9000", 262144)


@given(st.text(st.characters(), max_size=300), st.none() | st.integers(), st.none() | st.text(max_size=300))
def test_no_text_makes_it_fail(name: str, mib: int | None, title: str | None) -> None:
    """A marketplace's text is anybody's text; the raw name that is kept is cut."""
    found = identify(name, mib, title)
    if not isinstance(found, Gpu):
        assert name[:100] == found.raw


@given(
    st.lists(
        st.sampled_from(["A100", "RTX", "4090", "6000", "Ti", "SXM", "NVL", "80GB", "48", "Ada", "8x", "-"]), max_size=8
    )
)
def test_no_mixture_of_real_words_makes_it_fail(words: list[str]) -> None:
    """Every mixture is told or refused."""
    assert isinstance(identify(" ".join(words), 81559), Gpu | Conflict | Unrecognised)


def test_cards_sort_even_where_a_form_is_unknown() -> None:
    """Lists of cards are sorted for people."""
    cards = [Gpu("H100", 80, Form.SXM), Gpu("A100", 80, None), Gpu("H100", 80, None), Gpu("A100", 40, Form.SXM)]
    assert all(before < after for before, after in pairwise(sorted(cards)))
    assert min(cards) == Gpu("A100", 40, Form.SXM)
