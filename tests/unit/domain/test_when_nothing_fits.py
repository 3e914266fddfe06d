from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.domain.advice import advise
from bot.domain.filters import Filter
from bot.domain.gpu import Form, Gpu, Unrecognised
from bot.domain.listing import Pricing, Verification
from bot.domain.longest import longest_run
from bot.domain.money import MachineRate
from bot.domain.relax import Knob
from bot.domain.search import judge, search

same_fixture = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def knobs(advice):
    """Give what each knob brought, the first of each kind."""
    return {r.knob: r for r in reversed(advice.relaxed)}


def test_a_listing_that_is_short_of_time_says_by_how_much(a_listing, a_need, now):
    """Eight tenths of a day are missing, and nothing else."""
    needed = judge(a_need(), a_listing(), now).fit.schedule.total
    advice = advise(a_need(), [a_listing(ends_at=now + needed - timedelta(days=0.8))], now)
    (miss,) = advice.near
    assert (Filter.TIME,) == miss.fails
    assert timedelta(days=0.8) == miss.short_by


def test_the_three_nearest_misses_fail_the_fewest_filters(a_listing, a_need, now):
    """Case b42: silence is no answer; another card is no near miss."""
    far = a_listing(1, country="DE", reliability=Decimal("0.5"), disk_gb=Decimal(10))
    near = a_listing(2, country="CA")
    short = a_listing(3, ends_at=now + timedelta(hours=80))
    other_card = a_listing(4, gpu=Gpu("A100", 80, Form.SXM))
    advice = advise(a_need(), [far, other_card, short, near], now)
    assert ["3", "2", "1"] == [miss.listing.ref.id for miss in advice.near]


def test_the_nearest_miss_misses_least_not_costs_least(a_listing, a_need, now):
    """By which part of what was asked: 1 GB of 500 is nearer than a dear price, another count or 30 points."""
    cheap = {"compute": MachineRate(Decimal(1))}
    rows = [
        a_listing(1, reliability=Decimal("0.65"), **cheap),
        a_listing(2, disk_gb=Decimal(499)),
        a_listing(3, gpus=1, **cheap),
        a_listing(4, compute=MachineRate(Decimal("20.5"))),
        a_listing(5, reliability=None, **cheap),
        a_listing(6, country="CA", **cheap),
    ]
    advice = advise(a_need(max_rate=MachineRate(Decimal(20))), rows, now)
    assert ["2", "4", "1"] == [miss.listing.ref.id for miss in advice.near]


def test_of_two_that_miss_alike_the_cheaper_is_nearer(a_listing, a_need, now):
    """Each short by the same time."""
    end = now + timedelta(hours=60)
    dear, cheap = a_listing(1, ends_at=end), a_listing(2, ends_at=end, compute=MachineRate(Decimal(15)))
    assert ["2", "1"] == [miss.listing.ref.id for miss in advise(a_need(), [dear, cheap], now).near]


def test_a_name_that_is_not_known_is_a_near_miss_if_it_speaks_of_the_card(a_listing, a_need, now):
    """Case b42: one listing "H100 HGX Turbo" is shown as a near miss, not passed over in silence."""
    odd = a_listing(gpu=Unrecognised("H100 HGX Turbo"), gpu_name="H100 HGX Turbo")
    advice = advise(a_need(), [odd], now)
    assert [(Filter.CONFLICT,)] == [miss.fails for miss in advice.near]


def test_each_relaxation_changes_one_thing_and_counts_what_it_brings(a_listing, a_need, now):
    """Canada, anywhere, reliability, unverified hosts, another count and another card, each with its cheapest."""
    rows = [
        a_listing(1, country="CA", compute=MachineRate(Decimal(15))),
        a_listing(2, country="DE", compute=MachineRate(Decimal(12))),
        a_listing(3, reliability=Decimal("0.9375")),
        a_listing(4, verification=Verification.UNVERIFIED),
        a_listing(5, gpus=4),
        a_listing(6, gpu=Gpu("H200", 141, None), gpu_name="H200"),
    ]
    brought = knobs(advise(a_need(), rows, now))
    assert 1 == brought[Knob.ADD_CANADA].count
    assert 2 == brought[Knob.ANYWHERE].count
    assert Decimal("84.3") * 12 == brought[Knob.ANYWHERE].cheapest.high.compute
    assert Decimal("0.93") == brought[Knob.RELIABILITY].need.reliability
    assert 1 == brought[Knob.UNVERIFIED].count
    assert 4 == brought[Knob.COUNT].need.gpus
    assert "H200" == brought[Knob.CARD].need.gpu.family


def test_a_smaller_margin_is_offered_when_it_is_enough(a_listing, a_need, now):
    """72 h with 10 % margin need 79.2 + 3.5 h; with 83 h left the margin can be 10 %, with 75 h none helps."""
    tight = knobs(advise(a_need(), [a_listing(ends_at=now + timedelta(hours=83))], now))
    assert Decimal("0.1") == tight[Knob.MARGIN].need.margin
    assert Knob.MARGIN not in knobs(advise(a_need(), [a_listing(ends_at=now + timedelta(hours=75))], now))


def test_another_count_tells_its_longest_run_where_none_fits_as_typed(a_listing, a_need, now):
    """If it still takes 72 h it does not fit on four GPUs either; 40 h would."""
    left = timedelta(hours=0.5 + 40 * 1.15 + 1 + 2, seconds=1)
    brought = knobs(advise(a_need(), [a_listing(gpus=4, ends_at=now + left)], now))
    assert 0 == brought[Knob.COUNT].count
    assert timedelta(hours=40) == brought[Knob.COUNT].longest


def test_a_higher_price_limit_is_offered_to_the_cent(a_listing, a_need, now):
    """16.00 + 0.10 of disk is just over 16.05."""
    need = a_need(max_rate=MachineRate(Decimal("16.05")))
    brought = knobs(advise(need, [a_listing()], now))
    assert MachineRate(Decimal("16.10")) == brought[Knob.MAX_PRICE].need.max_rate


def test_a_run_that_is_too_long_is_split_into_the_fewest_segments(a_listing, a_need, now):
    """Two machines end in 30 hours and in three days: the longer one takes the run in two pieces of 36 h."""
    rows = [a_listing(1, ends_at=now + timedelta(hours=30)), a_listing(2, ends_at=now + timedelta(days=3))]
    split = advise(a_need(), rows, now).split
    assert (2, timedelta(hours=36), "2") == (split.count, split.each, split.listing.ref.id)
    piece = replace(a_need(), duration=split.each)
    assert search(piece, [split.listing], now).fits


def test_no_split_is_offered_where_a_segment_would_be_too_short(a_listing, a_need, now):
    """With five hours left a piece would hold an hour of training."""
    assert advise(a_need(), [a_listing(ends_at=now + timedelta(hours=5))], now).split is None


@same_fixture
@given(st.integers(0, 200 * 60), st.integers(0, 60))
def test_the_longest_run_fits_and_a_tenth_of_an_hour_more_does_not(a_listing, a_need, now, minutes, percent):
    """Whatever the end and the margin."""
    need = a_need(margin=Decimal(percent) / 100, duration=timedelta(hours=10_000))
    listing = a_listing(ends_at=now + timedelta(minutes=minutes))
    longest = longest_run(need, judge(need, listing, now))
    tenth = timedelta(minutes=6)
    if longest > timedelta(0):
        assert judge(replace(need, duration=longest), listing, now).fit.fits
    more = judge(replace(need, duration=longest + tenth + timedelta(milliseconds=1)), listing, now)
    assert not more.fit.fits


@same_fixture
@given(st.lists(st.tuples(st.integers(0, 300), st.sampled_from(["US", "CA"]), st.integers(60, 100)), max_size=6))
def test_every_relaxation_brings_what_it_says(a_listing, a_need, now, raw):
    """Typing the relaxed need gives just as many listings, and the typed one gave none."""
    rows = [
        a_listing(n, ends_at=now + timedelta(hours=left), country=country, reliability=Decimal(percent) / 100)
        for n, (left, country, percent) in enumerate(raw)
    ]
    if search(a_need(), rows, now).fits:
        return
    for relaxed in advise(a_need(), rows, now).relaxed:
        assert relaxed.count == len(search(relaxed.need, rows, now).fits)


def test_a_bid_on_a_run_of_days_wants_a_checkpoint_interval(a_need):
    """Interruptible machines are refused for multi-day runs unless the run checkpoints."""
    assert a_need(pricing=Pricing.BID).needs_checkpoint_interval
    assert not a_need(pricing=Pricing.BID, checkpoint_every=timedelta(hours=1)).needs_checkpoint_interval
    assert not a_need(pricing=Pricing.BID, duration=timedelta(hours=20)).needs_checkpoint_interval
    assert not a_need().needs_checkpoint_interval


@pytest.mark.parametrize(("minutes", "hours"), [(0, 85), (26, 85), (27, 86), (28, 86), (42, 86), (59, 86)])
def test_a_later_finish_is_offered_to_the_hour_and_still_finds_a_quarter_of_an_hour_later(
    a_listing, a_need, now, minutes, hours
):
    """Two days are too few for 84.3 h; whoever reads the answer first and presses then finds the same."""
    asked = now.replace(minute=0) + timedelta(minutes=minutes)
    brought = knobs(advise(a_need(by=asked + timedelta(days=2)), [a_listing()], asked))[Knob.BY]
    assert (now.replace(minute=0) + timedelta(hours=hours), 1) == (brought.need.by, brought.count)
    assert 1 == len(search(brought.need, [a_listing()], asked + timedelta(minutes=15)).fits)


def test_a_crawling_way_in_never_makes_a_longest_run_longer_than_the_machine(a_listing, a_need, now):
    """0.02 Mbit/s for 200 GB: nothing would fit, and the miss is told as what is missing, never below zero."""
    advice = advise(a_need(), [a_listing(downlink_mbps=Decimal("0.02"))], now)
    assert timedelta(0) == advice.longest
    assert advice.near[0].short_by > timedelta(days=300)
    assert advice.split is None
