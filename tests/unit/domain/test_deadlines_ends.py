"""Which end binds, by when a copy must begin, and how long money lasts."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.deadlines import Deadline, DeadlineKind, Deadlines, copy_lead, copy_time, lasts, money_end
from bot.domain.money import MachineRate
from bot.domain.outside import Unknown, Why

NOW = datetime(2026, 11, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)
NOT_READ = Unknown(Why.SLOW, "no answer in 10 s", NOW, "vast")
LOS_ANGELES = ZoneInfo("America/Los_Angeles")
CONTRACT, MAX, BALANCE, BUDGET = DeadlineKind
SIZES = {"manifest_bytes": None, "out_gb": None, "disk_gb": None, "measured_mbps": None, "listed_mbps": None}


def deadlines(lead=None, **hours):
    """Give deadlines so many hours after NOW."""
    return Deadlines(tuple(Deadline(DeadlineKind[kind], NOW + HOUR * left) for kind, left in hours.items()), lead)


def test_the_latest_safe_copy_start_leaves_half_as_long_again_and_two_hours():
    """Case a1: 1.4 TB at 43.75 MB/s take 8 h 53 m, so a machine that ends at 18:00Z must be copied from 02:40Z."""
    end = datetime(2026, 11, 4, 18, tzinfo=UTC)
    line = copy_time(**SIZES | {"manifest_bytes": 1_400_000_000_000, "measured_mbps": Decimal(350)})
    assert timedelta(hours=8, minutes=53, seconds=20) == line
    ends = Deadlines((Deadline(CONTRACT, end),), copy_lead(line))
    assert datetime(2026, 11, 4, 2, 40, tzinfo=UTC) == ends.copy_start(NOW)


def test_the_balance_ends_before_the_contract():
    """Case a6: $61.20 at 0.0358 a minute last 28.5 h, less than the contract's 96 h, so the balance binds."""
    burn = MachineRate(Decimal("0.0358") * 60)
    left = lasts(Decimal("61.20"), burn)
    assert Decimal("28.5") == round(Decimal(left / HOUR), 1)
    ends = Deadlines(
        (
            Deadline(CONTRACT, NOW + 96 * HOUR),
            Deadline(BALANCE, money_end(Decimal("61.20"), burn, NOW)),
        )
    )
    assert (BALANCE, NOW + left) == ends.binding(NOW)


def test_an_end_in_a_zone_is_the_same_instant():
    """Case a27: Saturday 21:30 in Los Angeles is Sunday 04:30 UTC, and is reckoned with as that."""
    end = datetime.fromtimestamp(1_793_507_400, LOS_ANGELES)
    assert Deadline(CONTRACT, datetime(2026, 11, 1, 4, 30, tzinfo=UTC)) == Deadline(CONTRACT, end)
    assert UTC is Deadline(CONTRACT, end).end.tzinfo


def test_the_names_of_the_kinds_stay_what_they_are():
    """They are told, and kept."""
    assert ["contract end", "max duration", "balance end", "budget end"] == [kind.value for kind in DeadlineKind]


def test_a_naive_end_is_refused():
    """Case a27: no zone is ever guessed."""
    with pytest.raises(TypeError, match="a naive contract end: 2026-11-01 04:30:00"):
        Deadline(CONTRACT, datetime(2026, 11, 1, 4, 30))  # noqa: DTZ001 - the point


def test_an_unknown_end_is_said_and_does_not_bind():
    """It is told which, and why; the known ones bind among themselves."""
    ends = Deadlines((Deadline(CONTRACT, NOT_READ), Deadline(BALANCE, NOW + HOUR)))
    assert ((CONTRACT, NOT_READ),) == ends.unknown
    assert (BALANCE, NOW + HOUR) == ends.binding(NOW)


def test_where_no_end_is_known_nothing_binds():
    """Then there is no latest copy start either."""
    ends = Deadlines((Deadline(CONTRACT, NOT_READ),), HOUR)
    assert ends.binding(NOW) is None
    assert ends.copy_start(NOW) is None
    assert Deadlines((), HOUR).binding(NOW) is None


def test_an_unknown_copy_time_gives_no_copy_start():
    """From unknown follows nothing."""
    assert deadlines(CONTRACT_END=100).copy_start(NOW) is None


def test_a_spent_budget_does_not_hide_the_end_of_the_machine():
    """It stops nothing by itself: the contract is what the copy must come before."""
    ends = deadlines(10 * HOUR, BUDGET_END=-1, CONTRACT_END=50, MAX_DURATION=60)
    assert (CONTRACT, NOW + 50 * HOUR) == ends.binding(NOW)
    assert NOW + 40 * HOUR == ends.copy_start(NOW)


@pytest.mark.parametrize(("left", "binds"), [(0, CONTRACT), (1, BUDGET)])
def test_a_budget_binds_until_it_is_spent(left, binds):
    """The instant of its end is too late."""
    assert binds == deadlines(BUDGET_END=left, CONTRACT_END=50).binding(NOW)[0]


def test_a_spent_budget_binds_where_nothing_else_is_known():
    """It is all there is to say."""
    assert (BUDGET, NOW - HOUR) == deadlines(BUDGET_END=-1).binding(NOW)


def test_a_passed_contract_end_stays_the_binding_one():
    """A machine past its end never comes back (a1), however long the balance would last."""
    assert CONTRACT == deadlines(BALANCE_END=90, CONTRACT_END=-5, MAX_DURATION=-4).binding(NOW)[0]


@given(st.dictionaries(st.sampled_from([CONTRACT, MAX, BALANCE]), st.integers(-100, 100), min_size=1))
def test_the_earliest_end_binds(hours):
    """Whatever the order in which they are given."""
    ends = Deadlines(tuple(Deadline(kind, NOW + HOUR * left) for kind, left in hours.items()))
    kind, end = ends.binding(NOW)
    assert NOW + HOUR * min(hours.values()) == end
    assert end == NOW + HOUR * hours[kind]


@pytest.mark.parametrize(
    ("known", "seconds"),
    [
        ({"manifest_bytes": 10**9, "out_gb": Decimal(2), "disk_gb": Decimal(4)}, 8),
        ({"manifest_bytes": 0, "out_gb": Decimal(2), "disk_gb": Decimal(4)}, 16),
        ({"out_gb": Decimal(2), "disk_gb": Decimal(4)}, 16),
        ({"out_gb": Decimal(0), "disk_gb": Decimal(4)}, 0),
        ({"out_gb": Decimal(0), "listed_mbps": None}, 0),
        ({"manifest_bytes": 10**9, "out_gb": Decimal(0)}, 8),
        ({"disk_gb": Decimal(4)}, 32),
        ({"disk_gb": Decimal(4), "measured_mbps": Decimal(500)}, 64),
        ({"disk_gb": Decimal(4), "measured_mbps": Decimal(0)}, 32),
        ({"disk_gb": Decimal(4), "measured_mbps": Decimal(-1)}, 32),
        ({"disk_gb": Decimal(4), "measured_mbps": Decimal(1)}, 32_000),
    ],
)
def test_the_copy_time_takes_what_is_known_best(known, seconds):
    """The manifest before `out` (also of nothing) before the disk, over the measured before the listed uplink."""
    assert timedelta(seconds=seconds) == copy_time(**SIZES | {"listed_mbps": Decimal(1000)} | known)


@pytest.mark.parametrize(
    "missing", [{"disk_gb": None}, {"disk_gb": Decimal(0)}, {"listed_mbps": None}, {"listed_mbps": Decimal(0)}]
)
def test_a_copy_of_unknown_size_or_speed_takes_unknown_time(missing):
    """Nothing is assumed: an unknown copy time is said as such."""
    known = SIZES | {"disk_gb": Decimal(4), "listed_mbps": Decimal(1000)}
    assert copy_time(**known | missing) is None


@pytest.mark.parametrize(
    ("usd", "burn", "hours"),
    [
        ("10", "2", 5),
        ("0", "2", 0),
        ("-4", "2", -2),
        ("10", "0", None),
        ("10", "-1", None),
        ("0.5", "0", None),
        ("0", "0", None),
        ("-3", "0", 0),
    ],
)
def test_money_lasts_as_long_as_it_feeds_the_burn(usd, burn, hours):
    """Overdrawn money ended in the past, or just now where nothing burns it any more; what is left doesn't end then."""
    expected = None if hours is None else HOUR * hours
    assert expected == lasts(Decimal(usd), MachineRate(Decimal(burn)))
    assert (None if hours is None else NOW + expected) == money_end(Decimal(usd), MachineRate(Decimal(burn)), NOW)


def test_money_for_more_than_ten_years_does_not_end():
    """A cent a day from a fortune is no date that anybody plans with, and none that a calendar holds.

    Money that was overspent long ago counts as spent for ten years.
    """
    rate = MachineRate(Decimal(1))
    assert timedelta(days=3652) == lasts(Decimal(24 * 3652), rate)
    assert lasts(Decimal(24 * 3652 + 1), rate) is None
    assert lasts(Decimal(10) ** 30, rate) is None
    assert timedelta(days=-3652) == lasts(Decimal(-10) ** 31, rate)
