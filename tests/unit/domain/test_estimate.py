"""The sums of an estimate."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.domain.estimate import DiskParts, ImpossibleTestError, ShortTest
from bot.domain.fit import schedule
from bot.domain.gpu import GpuAsk
from bot.domain.need import Need

MINUTE = timedelta(minutes=1)
STEPS = st.integers(1, 10_000)
TIMES = st.timedeltas(timedelta(microseconds=1), timedelta(hours=6))


def test_the_warm_up_is_left_out_and_its_time_is_not() -> None:
    """300 steps in 7 min, 20 of them warm-up: 1.5 s for each of the other 280, which errs on the long side."""
    test = ShortTest(steps=300, took=timedelta(minutes=7), total_steps=50_000, warmup=20)
    assert (Decimal("1.5"), timedelta(seconds=75_000)) == (test.seconds_per_step, test.training)
    assert timedelta(seconds=86_250) == test.with_margin(Decimal("0.15"))


def test_a_warm_up_with_a_time_of_its_own_is_taken_off() -> None:
    """Then nothing is taken twice."""
    test = ShortTest(
        steps=300, took=timedelta(minutes=8), total_steps=50_000, warmup=20, warmup_took=timedelta(minutes=1)
    )
    assert Decimal("1.5") == test.seconds_per_step


@given(STEPS, TIMES, st.integers(1, 100_000), st.integers(0, 9_999))
def test_the_training_time_is_the_exact_product_rounded_up_to_a_minute(
    steps: int, took: timedelta, total: int, warmup: int
) -> None:
    """Against fractions, which round nothing."""
    assume(warmup < steps)
    exact = Fraction(took // timedelta(microseconds=1), 60_000_000) * total / (steps - warmup)
    assume(exact < 3660 * 24 * 60)
    test = ShortTest(steps=steps, took=took, total_steps=total, warmup=warmup)
    assert 0 <= test.training / MINUTE - float(exact) < 1 + 1e-6
    assert -(-exact.numerator // exact.denominator) * MINUTE == test.training


@given(STEPS, TIMES, st.integers(1, 1000), st.integers(1, 9_999))
def test_leaving_steps_out_never_makes_the_run_shorter(steps: int, took: timedelta, total: int, warmup: int) -> None:
    """The same time over fewer steps is a slower pace."""
    assume(warmup < steps)
    assume(took * total < timedelta(days=3660))
    whole = ShortTest(steps=steps, took=took, total_steps=total)
    assert whole.training <= ShortTest(steps=steps, took=took, total_steps=total, warmup=warmup).training


@given(st.decimals(0, 2, places=3))
def test_the_high_end_is_what_the_fit_reckons_with(margin: Decimal) -> None:
    """Estimate and search speak of the same hours."""
    test = ShortTest(steps=300, took=timedelta(minutes=7), total_steps=50_000)
    need = Need(gpu=GpuAsk("H100"), duration=test.training, disk_gb=Decimal(1), margin=margin)
    assert schedule(need, Decimal(100)).run == test.with_margin(margin)


@pytest.mark.parametrize(
    ("steps", "took", "total", "warmup", "warmup_took"),
    [
        (0, 60, 10, 0, 0),
        (-1, 60, 10, 0, 0),
        (10, 60, 0, 0, 0),
        (10, 0, 10, 0, 0),
        (10, -60, 10, 0, 0),
        (10, 60, 10, 10, 0),
        (10, 60, 10, 11, 0),
        (10, 60, 10, -1, 0),
        (10, 60, 10, 1, 60),
        (10, 60, 10, 1, -1),
        (1, 86_400, 3661, 0, 0),
        (1, 86_400, 10**30, 0, 0),
    ],
)
def test_a_test_from_which_nothing_follows_is_refused(
    steps: int, took: int, total: int, warmup: int, warmup_took: int
) -> None:
    """No steps, no time, all of it warm-up, or a run beyond ten years: a sentence, not a division by zero."""
    with pytest.raises(ImpossibleTestError, match=r"^[A-Z].*\.$"):
        ShortTest(
            steps=steps,
            took=timedelta(seconds=took),
            total_steps=total,
            warmup=warmup,
            warmup_took=timedelta(seconds=warmup_took),
        )


def test_a_disk_holds_two_checkpoints_more_than_are_kept() -> None:
    """Case a34: checkpoint 42 GB, keep 5, dataset 120, image 30 need 444 GB, and a tenth more."""
    parts = DiskParts(checkpoint_gb=Decimal(42), kept=5, dataset_gb=Decimal(120), image_gb=Decimal(30))
    assert (Decimal(444), Decimal("488.4")) == (parts.files_gb, parts.need_gb)


def test_headroom_in_gb_stands_in_place_of_the_share() -> None:
    """None at all is a headroom too."""
    parts = DiskParts(checkpoint_gb=Decimal(42), kept=5)
    expected = (Decimal(344), Decimal(294), Decimal(588))
    assert expected == (
        replace(parts, headroom_gb=Decimal(50)).need_gb,
        replace(parts, headroom_gb=Decimal(0)).need_gb,
        replace(parts, headroom=Decimal(1)).need_gb,
    )
