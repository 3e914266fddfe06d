"""`estimate`: a short test, the disk in parts, and the filters of a need."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.estimate import DiskParts, ShortTest
from bot.domain.gpu import GpuAsk
from bot.domain.listing import Pricing
from bot.domain.need import Need
from bot.words import EstimateAsk, Misread, read_estimate, read_find, say_need

TEST = ShortTest(steps=300, took=timedelta(minutes=7), total_steps=50_000, warmup=20)


@pytest.fixture
def estimate(reader: Callable[..., Callable[[str], EstimateAsk]]) -> Callable[[str], EstimateAsk]:
    """Read a text that must be understood."""
    return reader(read_estimate, EstimateAsk)


@pytest.fixture
def sentences(zone: ZoneInfo, now: datetime) -> Callable[[str], list[str]]:
    """Read a text that must not be understood."""

    def read(text: str) -> list[str]:
        found = read_estimate(text, zone, now)
        assert isinstance(found, Misread), found
        return [problem.sentence for problem in found.problems]

    return read


def test_the_estimate_of_the_manual_reads_as_it_says(estimate: Callable[[str], EstimateAsk]) -> None:
    """280 steps took 7 minutes, 1.5 s each: 50,000 take 20 h 50 min."""
    ask = estimate("300 steps in 7m of 50000 warmup 20 margin 15%")
    assert (TEST, Decimal("0.15"), None) == (ask.test, ask.margin, ask.disk)
    assert (timedelta(hours=20, minutes=50), timedelta(hours=23, minutes=57, seconds=30)) == (
        ask.test.training,
        ask.high,
    )


@pytest.mark.parametrize(
    "typed",
    [
        "of 50000 warmup 20 300 steps in 7m",
        "300 steps of 50,000 in 7 minutes warm-up=20",
        "300 timed steps took 420s of 50k steps warm up 20 steps",
        "warmup: 20 steps, total 50000, 300 steps, in 7m",
        "300 steps in 7m, 50000 total, warmup 20",
        "300 steps in seven minutes, 50,000 steps in total, warmup 20",
        "warmup 20 300 steps total 50000 in 7m",
        "300 steps in 7m total steps: 50000 warmup 20",
        "300 steps in 7m of 50k steps total warmup 20",
    ],
)
def test_a_short_test_reads_in_any_order(estimate: Callable[[str], EstimateAsk], typed: str) -> None:
    """And in several spellings."""
    assert TEST == estimate(typed).test


def test_a_warm_up_that_was_timed_is_taken_off(estimate: Callable[[str], EstimateAsk]) -> None:
    """Then the pace is that of the other steps alone."""
    ask = estimate("300 steps in 8m of 50000 warmup 20 in 1m")
    assert timedelta(minutes=1) == ask.test.warmup_took
    assert Decimal("1.5") == ask.test.seconds_per_step


def test_the_margin_is_fifteen_percent_unless_it_is_said(estimate: Callable[[str], EstimateAsk]) -> None:
    """The default of `Need`, to which the estimate leads."""
    need = Need(gpu=GpuAsk("H100"), duration=timedelta(hours=1), disk_gb=Decimal(1))
    assert need.margin == estimate("300 steps in 7m of 50000").margin


def test_the_parts_of_a_disk_add_up(estimate: Callable[[str], EstimateAsk]) -> None:
    """Case a34: checkpoint 42 GB, keep 5, dataset 120, image 30 need 444 GB, before headroom."""
    ask = estimate("300 steps in 7m of 50000 checkpoint 42GB keep 5 dataset 120GB image 30GB")
    assert isinstance(ask.disk, DiskParts)
    assert (Decimal(444), Decimal("488.4")) == (ask.disk.files_gb, ask.disk_gb)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("headroom 0GB", Decimal(444)),
        ("headroom 50GB", Decimal(494)),
        ("headroom 25%", Decimal(555)),
        ("headroom of 0.25", Decimal(555)),
        ("weights 140GB headroom 0%", Decimal(584)),
    ],
)
def test_headroom_is_a_share_or_a_size(estimate: Callable[[str], EstimateAsk], typed: str, expected: Decimal) -> None:
    """Ten percent where nothing is said."""
    parts = "checkpoint 42GB keep 5 dataset 120GB image 30GB"
    assert expected == estimate(f"300 steps in 7m of 50000 {parts} {typed}").disk_gb


def test_an_estimate_with_card_and_disk_finds_with_exactly_these(
    estimate: Callable[[str], EstimateAsk], zone: ZoneInfo, now: datetime
) -> None:
    """The button's need reads back from its words."""
    need = estimate(
        "300 steps in 7m of 50000 warmup 20 h100 x8 disk 500GB in 200GB in Canada bid checkpoint every 1h"
    ).need()
    assert (
        Need(
            gpu=GpuAsk("H100"),
            gpus=8,
            duration=timedelta(hours=20, minutes=50),
            disk_gb=Decimal(500),
            in_gb=Decimal(200),
            countries=("CA",),
            pricing=Pricing.BID,
            checkpoint_every=timedelta(hours=1),
        )
        == need
    )
    assert need is not None
    assert need == read_find(say_need(need, zone), zone, now)


@pytest.mark.parametrize("typed", ["", "h100", "disk 500GB"])
def test_an_estimate_without_card_or_disk_has_no_need_yet(estimate: Callable[[str], EstimateAsk], typed: str) -> None:
    """Hours follow from the test alone, a search does not."""
    assert estimate(f"300 steps in 7m of 50000 {typed}").need() is None


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("300 steps in 7m", ["`of`: how many steps has the whole run? For example `of 50000`."]),
        ("300 steps of 50000", ["How long did the timed steps take? For example `300 steps in 7m`."]),
        ("in 7m of 50000", ["How many steps were timed? For example `300 steps in 7m`."]),
        ("300 steps in 7 of 50000", ["`in 7`: minutes, hours or GB? Type `in 7m`, `in 7h` or `in 7GB`."]),
        ("20 steps in 7m of 50 warmup 20", ["The warm-up must be shorter than the 20 steps of the test."]),
        ("20 steps in 7m of 50 warmup 2 in 7m", ["The steps that count must have taken some time."]),
        ("0 steps in 7m of 50", ["A test and a run have at least one step each."]),
        ("3 steps in 7m of 0", ["`of 0` must be 1 to 1,000,000,000,000. For example `of 50000`."]),
        ("3 steps in 0m of 50", ["`in 0m` must be more than nothing. For example `300 steps in 7m`."]),
        ("1 steps in 7d of 90", ["At this pace the run trains for 630 days; no listing lasts that long."]),
        ("1 steps in 7d of 1000000000000", ["At this pace the run would train for more than ten years."]),
        ("300 steps in 7m 0 total", ["`0 total` must be 1 to 1,000,000,000,000. For example `of 50000`."]),
        (
            "300 steps total in 7m of 50000",
            [
                "`300 steps total` and `of 50000`: which of the two?",
                "How many steps were timed? For example `300 steps in 7m`.",
            ],
        ),
        ("300 steps in 7m of 50000 for 72h", ["`for 72h` is what an estimate works out; leave it out."]),
        ("300 steps in 7m of 50000 keep 5", ["`checkpoint`: how large is one? For example `checkpoint 42GB`."]),
        (
            "300 steps in 7m of 50000 checkpoint 42GB",
            ["`keep`: how many checkpoints stay on the disk? For example `keep 5`."],
        ),
        (
            "300 steps in 7m of 50000 checkpoint 42GB keep 5 headroom 10",
            ["`headroom 10`: percent or GB? Type `headroom 10%` or `headroom 10GB`."],
        ),
        (
            "300 steps in 7m of 50000 disk 5GB checkpoint 1GB keep 2",
            ["`disk` is what its parts add up to; say either `disk` or the parts."],
        ),
    ],
)
def test_what_an_estimate_lacks_is_asked_back(
    sentences: Callable[[str], list[str]], typed: str, expected: list[str]
) -> None:
    """One question for one gap."""
    assert expected == sentences(typed)


CLAUSES = ["300 steps in 7m", "of 50000", "warmup 20", "margin 20%", "h100-sxm", "x8", "in 200GB", "anywhere"]
DISK = ["weights 140GB", "dataset 120GB", "image 30GB", "checkpoint 42GB", "keep 5", "headroom 5%", "every 1h"]


@given(st.permutations(CLAUSES + DISK))
def test_the_order_of_an_estimate_never_matters(clauses: list[str]) -> None:
    """Fifteen clauses, shuffled, are one estimate."""
    zone, now = ZoneInfo("UTC"), datetime(2026, 11, 20, tzinfo=ZoneInfo("UTC"))
    expected = read_estimate(" ".join(CLAUSES + DISK), zone, now)
    assert isinstance(expected, EstimateAsk)
    assert expected == read_estimate(" ".join(clauses), zone, now)


@pytest.mark.parametrize("parts", ["checkpoint 1000TB keep 1", "checkpoint 999TB keep 10000 dataset 1000TB"])
def test_parts_that_add_up_to_more_than_a_disk_can_be_are_refused_at_once(parts: str, zone: ZoneInfo, now: datetime):
    """The button of the answer would lead to that refusal."""
    read = read_estimate(f"300 steps in 7m of 50000 h100 {parts}", zone, now)
    assert isinstance(read, Misread)
    assert "needs more than 1000 TB" in read.problems[0].sentence


@given(
    st.decimals("0.001", 10**6, places=3, allow_nan=False),
    st.integers(0, 10_000),
    st.decimals(0, 2, allow_nan=False, allow_infinity=False),
)
def test_what_an_estimate_finds_with_can_be_typed(checkpoint: Decimal, kept: int, headroom: Decimal):
    """Whatever sizes were said, their sum reads back as itself, or is refused at once."""
    zone, now = ZoneInfo("UTC"), datetime(2026, 11, 30, tzinfo=UTC)
    words = f"300 steps in 7m of 50000 h100 checkpoint {checkpoint:f}0GB keep {kept} headroom {headroom * 100:.9f}0%"
    read = read_estimate(words, zone, now)
    if isinstance(read, EstimateAsk):
        need = read.need()
        assert need is not None
        assert read_find(say_need(need, zone), zone, now) == need


@pytest.mark.parametrize(
    ("typed", "test"),
    [
        ("300/50000 in 7m", ShortTest(steps=300, took=timedelta(minutes=7), total_steps=50_000)),
        ("300 / 50,000 steps in 7m", ShortTest(steps=300, took=timedelta(minutes=7), total_steps=50_000)),
        ("1.4s per step of 50000", ShortTest(steps=1, took=timedelta(seconds=1.4), total_steps=50_000)),
        ("1.4 s/it of 50k", ShortTest(steps=1, took=timedelta(seconds=1.4), total_steps=50_000)),
        ("50000 steps at 1.4 s/step", ShortTest(steps=1, took=timedelta(seconds=1.4), total_steps=50_000)),
        ("70 ms/iteration of 50000", ShortTest(steps=1, took=timedelta(seconds=0.07), total_steps=50_000)),
        ("2.5 it/s of 50000", ShortTest(steps=1, took=timedelta(seconds=0.4), total_steps=50_000)),
        ("300 steps in 7m, of 50000, warmup 20", TEST),
    ],
)
def test_a_test_is_read_as_trainers_write_it(estimate: Callable[[str], EstimateAsk], typed: str, test: ShortTest):
    """A progress bar's share, seconds per step or steps per second, with commas between or without."""
    assert estimate(typed).test == test


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("1.4s per step", "`of`: how many steps has the whole run?"),
        ("1.4s per step of 50000 warmup 20", "A pace, or steps and the time they took"),
        ("0 s/it of 50000", "`0 s/it` is no pace."),
        ("0 it/s of 50000", "`0 it/s` is no pace."),
    ],
)
def test_a_pace_that_says_too_little_or_too_much_is_asked_back(
    typed: str, sentence: str, zone: ZoneInfo, now: datetime
):
    """One question, not three."""
    read = read_estimate(typed, zone, now)
    assert isinstance(read, Misread)
    assert read.problems[0].sentence.startswith(sentence)
