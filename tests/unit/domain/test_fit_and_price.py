from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.domain.filters import Filter, finish_failures
from bot.domain.fit import copy_out_time, judge_fit, line_time, scale
from bot.domain.money import GpuRate, MachineRate, disk_rate, hours
from bot.domain.price import deposit, price_to_finish


def test_a_run_takes_boot_margin_copy_out_and_slack_on_top_of_its_hours(a_listing, a_need, now):
    """72 h at 15 % margin, half an hour of boot, 300 GB x 1.5 over 1 Gbit/s (one hour) and two hours of slack."""
    fit = judge_fit(a_need(), a_listing(), now)
    assert timedelta(hours=0.5 + 82.8 + 1) == fit.finish_at - now
    assert timedelta(hours=8 * 24 - 0.5 - 82.8 - 1 - 2) == fit.spare
    assert now + timedelta(days=8) == fit.ends_at
    assert fit.fits


def test_a_span_is_scaled_up_to_the_next_microsecond():
    """Never down, which would promise time that is not there; and not by way of a float, however long it is."""
    micro, ages = timedelta(microseconds=1), timedelta(days=1_000_000, microseconds=1)
    assert [micro, 5 * micro] == [scale(micro, Decimal("0.1")), scale(3 * micro, Decimal("1.5"))]
    assert ages == scale(ages, Decimal(1))


def test_a_run_that_ends_with_the_machine_does_not_fit(a_listing, a_need, now):
    """The same instant is too late, a microsecond earlier is not."""
    total = judge_fit(a_need(), a_listing(), now).schedule.total
    assert not judge_fit(a_need(), a_listing(ends_at=now + total), now).fits
    assert judge_fit(a_need(), a_listing(ends_at=now + total + timedelta(microseconds=1)), now).fits


@pytest.mark.parametrize("downlink", [None, 8])
def test_the_window_is_the_longest_run_that_would_end_with_the_machine(a_listing, a_need, now, downlink):
    """All else taken off: boot or the way in, whichever is longer, copy-out and slack; and that run is too long."""
    need, listing = a_need(margin=Decimal(0)), a_listing(downlink_mbps=downlink and Decimal(downlink))
    window = judge_fit(need, listing, now).window
    way_in = timedelta(seconds=200_000) if downlink else timedelta(hours=0.5)
    assert timedelta(hours=8 * 24 - 1 - 2) - way_in == window
    for span, fits in ((window, False), (window - timedelta(microseconds=1), True)):
        assert fits is judge_fit(replace(need, duration=span), listing, now).fits


def test_an_unknown_end_is_no_verdict(a_listing, a_need, now):
    """From unknown follows nothing, least of all that a run would fit."""
    assert judge_fit(a_need(), a_listing(ends_at=None), now) is None


def test_copy_out_without_a_size_takes_the_whole_disk(a_listing, a_need, now):
    """Without `out`, all 500 GB must leave: 500 x 1.5 over 1 Gbit/s."""
    fit = judge_fit(a_need(out_gb=None), a_listing(), now)
    assert timedelta(seconds=6000) == fit.schedule.copy_out


def test_an_uplink_that_is_not_listed_is_assumed_slow_and_said_so(a_listing, a_need, now):
    """100 Mbit/s: ten times the hour that a listed 1 Gbit/s takes."""
    fit = judge_fit(a_need(), a_listing(uplink_mbps=None), now)
    assert fit.uplink_assumed
    assert timedelta(hours=10) == fit.schedule.copy_out


def test_over_a_line_without_speed_nothing_but_nothing_gets_through(a_listing, a_need, now):
    """A zero that is told is no gap to fill: such a machine fits only a run that moves nothing that way."""
    for way, size in (("uplink_mbps", "out_gb"), ("downlink_mbps", "in_gb")):
        still = a_listing(**{way: Decimal(0)})
        assert not judge_fit(a_need(), still, now).fits
        assert judge_fit(a_need(**{size: Decimal(0)}), still, now).fits
        assert not judge_fit(a_need(), still, now).uplink_assumed


def test_little_data_takes_little_time_and_none_takes_none():
    """Down to what no Decimal can hold any more, which is still no endless copy."""
    assert timedelta(seconds=0.5) == line_time(Decimal("0.0625"), Decimal(1000))
    for gb, mbps in (("0", "1000"), ("0", "0"), ("1e-999999", "9e999999")):
        assert timedelta(0) == line_time(Decimal(gb), Decimal(mbps))


@given(st.decimals(allow_nan=True, allow_infinity=True), st.decimals(allow_nan=True, allow_infinity=True))
@example(Decimal(500), Decimal("1e-999999"))
@example(Decimal("9e999999"), Decimal("9e999999"))
@example(Decimal(1), Decimal("sNaN"))
def test_any_speed_gives_a_time(gb, mbps):
    """Never an error of arithmetic, for one offer's odd figure would take every find down."""
    if not gb.is_snan():
        assert timedelta(0) <= copy_out_time(gb, mbps) <= timedelta(days=3652)


def test_the_copy_of_a_checkpoint_is_reckoned_with_half_again():
    """Case a1: 1.4 TB at 43.75 MB/s and 1.5 take 13 h 20 m; line speed alone would say 8 h 53 m."""
    assert timedelta(seconds=48_000) == copy_out_time(Decimal(1400), Decimal(350))


def test_the_price_to_finish_names_every_part(a_listing, a_need, now):
    """Cases a16, a17: compute, disk and both ways of traffic, each its own figure."""
    need, listing = a_need(), a_listing()
    price = price_to_finish(need, listing, judge_fit(need, listing, now).schedule)
    assert Decimal(72 * 16) == price.low.compute
    assert Decimal("7.2") == price.low.disk
    assert Decimal("0.8") == price.low.traffic_in
    assert Decimal("1.5") == price.low.traffic_out
    assert Decimal("1161.5") == price.low.total
    assert Decimal("84.3") * 16 == price.high.compute
    assert Decimal("84.3") * Decimal("0.1") == price.high.disk


def test_a_price_with_an_unknown_part_is_unknown(a_listing, a_need, now):
    """A traffic price that is not stated counts only where the run has traffic that way."""
    need = a_need()
    plan = judge_fit(need, a_listing(), now).schedule
    for missing in ("compute", "disk_usd_per_gb_month", "in_usd_per_gb", "out_usd_per_gb"):
        assert price_to_finish(need, a_listing(**{missing: None}), plan) is None
    free = price_to_finish(a_need(in_gb=Decimal(0)), a_listing(in_usd_per_gb=None), plan)
    assert (0, Decimal("1.5")) == (free.low.traffic_in, free.low.traffic_out)


def test_the_deposit_is_about_an_hour_of_gpu_a_day_of_disk_and_some_traffic(a_listing, a_need):
    """16.00 + 24 x 0.10 + 50 GB x 0.005."""
    assert Decimal("18.65") == deposit(a_need(), a_listing())
    assert deposit(a_need(), a_listing(compute=None)) is None


def test_the_deposit_reserves_for_the_dearer_way_of_traffic(a_listing, a_need):
    """A price that is not stated reserves nothing: 16.00 + 24 x 0.10 + 50 GB x the other way's."""
    for usd_in, usd_out, expected in (("0.006", "0.005", "18.7"), (None, "0.005", "18.65"), ("0.004", None, "18.6")):
        prices = {"in_usd_per_gb": usd_in and Decimal(usd_in), "out_usd_per_gb": usd_out and Decimal(usd_out)}
        assert Decimal(expected) == deposit(a_need(), a_listing(**prices))
    assert Decimal("18.425") == deposit(a_need(in_gb=Decimal(0), out_gb=Decimal(5)), a_listing())


def test_disk_is_priced_by_a_month_of_720_hours():
    """500 GB at 0.20 a month add 0.139 an hour."""
    assert Decimal("0.1389") == disk_rate(Decimal("0.2"), Decimal(500)).usd_per_hour.quantize(Decimal("0.0001"))


@given(st.integers(1, 16), st.integers(1, 10**6))
def test_machine_and_gpu_rates_round_trip(gpus, cents):
    """Cases a19, a20: eight GPUs at 2.148 are a machine at 17.184."""
    rate = GpuRate(Decimal(cents) / 100)
    assert isinstance(rate.for_machine(gpus), MachineRate)
    assert abs(rate.for_machine(gpus).per_gpu(gpus).usd_per_hour - rate.usd_per_hour) < Decimal("1e-20")
    assert Decimal("17.1840") == GpuRate(Decimal("0.0358") * 60).for_machine(8).usd_per_hour


@given(st.timedeltas(timedelta(0), timedelta(days=400)))
def test_hours_are_exact(span):
    """Hours times 3,600,000,000 are the microseconds again."""
    assert abs(hours(span) * 3_600_000_000 - Decimal(span // timedelta(microseconds=1))) < Decimal("1e-12")


def test_hours_of_ages_are_exact_too():
    """A float would lose the last microsecond."""
    ages = timedelta(days=1_000_000)
    assert hours(ages) < hours(ages + timedelta(microseconds=1))


def test_the_rates_of_a_machines_parts_add_up():
    """GPUs at 16 an hour and a disk at 0.10."""
    assert MachineRate(Decimal("16.1")) == MachineRate(Decimal(16)) + MachineRate(Decimal("0.1"))


def test_data_that_takes_longer_than_the_boot_to_come_in_is_told_and_not_counted(a_listing, a_need, now):
    """20 TB at 10 Gbit/s are 4.4 h at best: the formula stays, the answer has something to say."""
    listing = a_listing(downlink_mbps=Decimal(10_000))
    slow = judge_fit(a_need(in_gb=Decimal(20_000)), listing, now)
    assert timedelta(seconds=16_000) == slow.copy_in
    assert slow.copy_in_uncounted
    assert judge_fit(a_need(), listing, now).spare == slow.spare
    assert not judge_fit(a_need(), listing, now).copy_in_uncounted
    assert not judge_fit(a_need(), a_listing(), now).copy_in_uncounted


def test_data_that_can_not_even_come_in_before_the_end_does_not_fit(a_listing, a_need, now):
    """500 TB at 10 Gbit/s take 4.6 days; with 4.5 to spare the run cannot finish, with 5 it can."""
    need = a_need(in_gb=Decimal(500_000))
    total = judge_fit(need, a_listing(), now).schedule.total
    for spare_days, fits in ((4.5, False), (5, True)):
        ends_at = now + total + timedelta(days=spare_days)
        assert fits is judge_fit(need, a_listing(downlink_mbps=Decimal(10_000), ends_at=ends_at), now).fits


def test_a_line_that_crawls_is_no_error_but_no_fit(a_listing, a_need, now):
    """A host may state any speed: a millionth of a Mbit/s takes longer than there are years."""
    for speeds in ({"uplink_mbps": Decimal("1e-6")}, {"downlink_mbps": Decimal("1e-9")}):
        assert not judge_fit(a_need(), a_listing(**speeds), now).fits
    assert not judge_fit(a_need(out_gb=Decimal(10**6)), a_listing(uplink_mbps=Decimal("0.01")), now).fits


def test_data_that_comes_in_slowly_counts_for_the_latest_finish(a_listing, a_need, now):
    """200 GB at 8 Mbit/s take 55.6 h: half an hour of them is boot, the rest comes on top of the finish."""
    fit = judge_fit(a_need(), a_listing(downlink_mbps=Decimal(8)), now)
    assert fit.finish_at + timedelta(seconds=200_000) - timedelta(hours=0.5) == fit.surely_finished_at
    by = fit.finish_at + timedelta(hours=1)
    assert [Filter.BY] == list(
        finish_failures(a_need(by=by), fit, price_to_finish(a_need(), a_listing(), fit.schedule))
    )
