from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.money import MachineRate
from bot.slack.views.figures import (
    ago,
    date,
    hourly,
    hourly_apart,
    link_speed,
    percent,
    plural,
    rates,
    run_hours,
    share,
    short_by,
    size,
    span,
    traffic_price,
    usd,
    usd_range,
)


@pytest.mark.parametrize(
    ("amount", "written"),
    [
        ("1512.4", "$1,512"),
        ("18.466", "$18.47"),
        ("0.2", "$0.20"),
        ("0.0358", "$0.04"),
        ("0.0058", "under 1 ct"),
        ("0.05", "$0.05"),
        ("0", "$0.00"),
        ("-61.2", "-$61.20"),
        ("99.999", "$100.00"),
        ("1E+30", "$1.00e+30"),
    ],
)
def test_sums_are_written_in_cents(amount: str, written: str):
    """Whole from $100 on; what is less than a cent and not nothing says so."""
    assert written == usd(Decimal(amount))


def test_a_range_of_one_figure_is_one_figure():
    """`$5.00 to $5.00` tells nothing more than `$5.00`."""
    assert usd_range(Decimal("5.001"), Decimal("5.002")) == "$5.00"
    assert usd_range(Decimal(1512), Decimal(1790)) == "$1,512 to $1,790"


def test_a_price_is_always_written_for_the_machine_and_per_gpu():
    """Case a20."""
    assert rates(MachineRate(Decimal("0.80")), 4) == "$0.80/h machine, $0.20/h per GPU"


@pytest.mark.parametrize(
    ("per_hour", "written"),
    [
        ("0.2543", "$0.254/h"),
        ("0.2", "$0.20/h"),
        ("18.144", "$18.14/h"),
        ("1234.5", "$1,234.50/h"),
        ("1E+30", "$1.00e+30/h"),
    ],
)
def test_rates_below_a_dollar_have_three_decimals_where_they_tell_something(per_hour: str, written: str):
    """A tenth of a cent an hour is money over a week."""
    assert written == hourly(MachineRate(Decimal(per_hour)))


@given(st.decimals(0, 1000, places=6), st.decimals(0, 1000, places=6))
def test_two_rates_that_differ_never_read_the_same(one: Decimal, other: Decimal):
    """A price over a limit must look like one."""
    told = hourly_apart(MachineRate(one), MachineRate(other))
    assert (told[0] == told[1]) is (one == other)


def test_a_links_speed_has_its_unit():
    """From 1,000 Mbit/s on in Gbit/s."""
    assert [link_speed(Decimal(mbps)) for mbps in (100, 1000, 4250)] == ["100 Mbit/s", "1 Gbit/s", "4.25 Gbit/s"]


def test_traffic_is_priced_per_terabyte():
    """A price that is not told is not free."""
    prices = (Decimal("0.00390625"), Decimal("0.000051"), Decimal(0), None)
    assert [traffic_price(p) for p in prices] == ["$3.91/TB", "$0.05/TB", "free", "not told"]


@pytest.mark.parametrize(
    ("length", "written"),
    [
        (timedelta(days=3, hours=4, minutes=59), "3 d 4 h"),
        (timedelta(days=3), "3 d"),
        (timedelta(hours=6, minutes=40), "6 h 40 min"),
        (timedelta(minutes=25), "25 min"),
        (timedelta(seconds=59), "under a minute"),
    ],
)
def test_a_span_has_its_two_largest_units(length: timedelta, written: str):
    """Cut, never rounded up."""
    assert written == span(length)


def test_missing_time_is_rounded_up():
    """Short by a little is still short."""
    spans = (timedelta(hours=19), timedelta(hours=3, minutes=1), timedelta(seconds=1))
    assert [short_by(s) for s in spans] == ["short by 0.8 d", "short by 3.1 h", "short by 0.1 h"]


def test_a_reliability_is_never_rounded_up():
    """0.9499 does not reach 0.95 and must not look as if."""
    assert [share(v) for v in (Decimal("0.9499"), Decimal("0.95"), Decimal("0.9996"), None)] == [
        "0.949",
        "0.95",
        "0.999",
        "not told",
    ]


def test_sizes_percentages_hours_and_counts_carry_their_unit():
    """No bare number."""
    assert [size(Decimal(500)), size(Decimal(1400)), size(None)] == ["500 GB", "1.4 TB", "not told"]
    assert percent(Decimal("0.15")) == "15 %"
    assert [run_hours(timedelta(days=3)), run_hours(timedelta(minutes=90))] == ["72 h", "1.5 h"]
    assert [plural(1, "machine"), plural(1200, "machine"), plural(2, "fits", "fit")] == [
        "1 machine",
        "1,200 machines",
        "2 fit",
    ]


def test_ages_are_told():
    """Case b49."""
    ages = (timedelta(0), timedelta(seconds=40), timedelta(minutes=25))
    assert [ago(a) for a in ages] == ["just now", "40 s ago", "25 min ago"]


def test_an_instant_is_shown_in_each_readers_zone():
    """With UTC for where Slack does not resolve it."""
    instant = datetime(2026, 11, 1, 4, 30, tzinfo=UTC)
    assert date(instant) == "<!date^1793507400^{date_short_pretty} {time}|2026-11-01 04:30 UTC>"


@given(st.decimals(allow_nan=False, allow_infinity=False))
def test_no_amount_is_too_long_to_show(amount: Decimal):
    """An absurd price must not break a message."""
    assert len(usd(amount)) < 30


def test_of_one_gpu_there_is_one_rate():
    """Twice the same figure would ask the reader what the difference is."""
    assert rates(MachineRate(Decimal("0.5")), 1) == "$0.50/h"
    assert rates(MachineRate(Decimal(1)), 2) == "$1.00/h machine, $0.50/h per GPU"
