"""What people type for a GPU."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.gpu import Form, GpuAsk, NoSuchGpu, WhichOne, read_gpu


@pytest.mark.parametrize(
    "typed",
    [
        "h100-sxm",
        "H100 SXM",
        "H100SXM5",
        "h100_sxm5",
        "H100/SXM",
        "NVIDIA H100 SXM",
        "nvidia® h100 hgx",
        "\uff48\uff11\uff10\uff10 sxm",
    ],
)
def test_every_usual_spelling_of_the_h100_sxm_is_read(typed: str) -> None:
    """Case, separators, glue and the maker's name make no difference."""
    assert GpuAsk("H100", None, Form.SXM) == read_gpu(typed.split())


@pytest.mark.parametrize(
    "typed", ["4090", "rtx4090", "RTX_4090", "rtx-4090", "RTX 4090", "GeForce RTX 4090", "NVIDIA GeForce RTX 4090"]
)
def test_every_usual_spelling_of_the_rtx_4090_is_read(typed: str) -> None:
    """The words around the number may be left out."""
    assert GpuAsk("RTX 4090") == read_gpu(typed.split())


@pytest.mark.parametrize(
    ("typed", "ask"),
    [
        ("h100", GpuAsk("H100")),
        ("a100 80gb", GpuAsk("A100", 80)),
        ("A100 80 GB", GpuAsk("A100", 80)),
        ("a100-80g", GpuAsk("A100", 80)),
        ("A100-80GB-SXM", GpuAsk("A100", 80, Form.SXM)),
        ("A100 SXM4 80GB", GpuAsk("A100", 80, Form.SXM)),
        ("A100_SXM4", GpuAsk("A100", None, Form.SXM)),
        ("A100 PCIE", GpuAsk("A100", None, Form.PCIE)),
        ("a100 pci-e", GpuAsk("A100", None, Form.PCIE)),
        ("NVIDIA H100 80GB HBM3", GpuAsk("H100", 80, Form.SXM)),
        ("NVIDIA A100-SXM4-40GB", GpuAsk("A100", 40, Form.SXM)),
        ("l40s pcie", GpuAsk("L40S")),
        ("b200 192gb", GpuAsk("B200", 180)),
        ("4070tis", GpuAsk("RTX 4070 Ti Super")),
        ("4080 super", GpuAsk("RTX 4080 Super")),
        ("a6000", GpuAsk("RTX A6000")),
        ("6000 ada", GpuAsk("RTX 6000 Ada")),
        ("rtx6000ada", GpuAsk("RTX 6000 Ada")),
        ("pro 6000 max-q", GpuAsk("RTX PRO 6000 Max-Q")),
        ("rtx pro 6000 server", GpuAsk("RTX PRO 6000 S")),
        ("q rtx 8000", GpuAsk("Quadro RTX 8000")),
        ("8000", GpuAsk("Quadro RTX 8000")),
        ("rtx 6000 24gb", GpuAsk("Quadro RTX 6000", 24)),
        ("mi300x", GpuAsk("MI300X")),
    ],
)
def test_an_ask_says_no_more_than_was_typed(typed: str, ask: GpuAsk) -> None:
    """A memory or a form that was not named stays open; 40 and 80 GB never blend."""
    assert ask == read_gpu(typed.split())


@pytest.mark.parametrize("typed", ["6000", "rtx 6000"])
def test_a_number_of_several_cards_is_asked_back(typed: str) -> None:
    """Case b44: "rtx 6000" may be an RTX PRO 6000 WS, and "6000" an RTX A6000, too."""
    found = read_gpu(typed.split())
    assert isinstance(found, WhichOne)
    asked_back = {candidate.family for candidate in found.candidates}
    assert {"RTX PRO 6000 WS", "RTX PRO 6000 S", "RTX 6000 Ada", "RTX A6000", "Quadro RTX 6000"} <= asked_back


def test_a_memory_narrows_the_question() -> None:
    """Of the cards called 6000 three have 96 GB."""
    found = read_gpu(["6000", "96gb"])
    assert isinstance(found, WhichOne)
    assert {"rtx-pro-6000-ws-96gb", "rtx-pro-6000-s-96gb", "rtx-pro-6000-max-q-96gb"} == {
        candidate.slug for candidate in found.candidates
    }


@pytest.mark.parametrize(
    ("typed", "nearest"),
    [
        ("h10", "H100"),
        ("hl00", "H100"),
        ("4909", "RTX 4090"),
        ("rtx409", "RTX 4090"),
        ("a100 80", "A100 80 GB"),
        ("gtx 4090", "RTX 4090"),
        ("h100 nvl 80gb", "H100 NVL 94 GB"),
    ],
)
def test_a_slip_is_answered_with_the_nearest_card(typed: str, nearest: str) -> None:
    """Nothing is guessed: the nearest is proposed, the first one first."""
    found = read_gpu(typed.split())
    assert isinstance(found, NoSuchGpu)
    assert nearest == found.nearest[0]


def test_one_word_too_many_refuses_the_whole_and_is_named() -> None:
    """All words are read or none: a dropped word would be a changed ask."""
    found = read_gpu(["h100", "sxm", "turbo"])
    assert isinstance(found, NoSuchGpu)
    assert found.unknown == ("turbo",)
    assert found.asked == "h100 sxm turbo"


@pytest.mark.parametrize(
    "typed", ["x" * 300, "<!channel>", "😀", "h100\0", "\u202e4090", "", " ", "rtx", "80gb", "sxm", "ti"]
)
def test_text_that_is_no_gpu_is_refused_and_cut(typed: str) -> None:
    """Hostile and empty text is answered, too; what is repeated of it has at most 40 characters."""
    found = read_gpu([typed])
    assert isinstance(found, NoSuchGpu)
    assert typed[:40] == found.asked
    assert all(len(word) <= 40 for word in found.unknown)


@given(st.lists(st.text(st.characters(), max_size=60), max_size=6))
def test_whatever_is_typed_is_answered(words: list[str]) -> None:
    """No text makes the reading fail, and proposals are always readable."""
    found = read_gpu(words)
    if isinstance(found, NoSuchGpu):
        assert all(not isinstance(read_gpu(label.split()), NoSuchGpu) for label in found.nearest)


@given(st.sampled_from(["h100", "a100", "4090", "l40s"]), st.text("0123456789abcdefgxyz", min_size=1, max_size=12))
def test_glued_letters_are_read_whole_or_refused(model: str, tail: str) -> None:
    """A glued tail is either understood to its last letter or makes it no GPU."""
    found = read_gpu([model + tail])
    assert isinstance(found, GpuAsk | WhichOne | NoSuchGpu)
    if isinstance(found, NoSuchGpu) and found.unknown:
        assert (model + tail,) == found.unknown
