"""Estimate, accrual and charges, and what it will have cost."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from bot.domain.instance import InstanceState
from bot.domain.ledger import (
    VAST,
    Amount,
    Comparison,
    Costs,
    CounterReading,
    Ledger,
    Meter,
    RateFact,
    RunEstimate,
    StateSpan,
    at_completion,
    compare,
    made_by,
)
from bot.domain.price import Parts

START = datetime(2026, 12, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)
PARTS = Parts(Decimal(144), Decimal(36), Decimal(2), Decimal(6))


@pytest.mark.parametrize(
    ("running", "share"), [(0, 0), (18, Decimal("0.25")), (72, 1), (100, 1), (-1, 0), (36, Decimal("0.5"))]
)
def test_the_estimate_to_date_is_its_share_of_the_running_hours_at_most_whole(running, share):
    """By meter."""
    to_date = RunEstimate(72 * HOUR, PARTS).to_date(running * HOUR)
    assert Parts(144 * share, 36 * share, 2 * share, 6 * share) == to_date


def test_an_estimate_of_no_hours_is_whole():
    """And divides by nothing."""
    assert PARTS == RunEstimate(timedelta(0), PARTS).to_date(timedelta(0))


def sure(*usd):
    """Make costs of sure amounts."""
    return Costs(*(None if x is None else Amount.sure(Decimal(x)) for x in usd))


def test_three_numbers_stand_side_by_side():
    """Case d93: per meter, and the one that made the difference is named: network +310 %."""
    rows = compare(PARTS, sure("144.50", 36, 2, "24.60"), {Meter.COMPUTE: Decimal(145), Meter.TRAFFIC_OUT: Decimal(25)})
    assert [*Meter, None] == [row.meter for row in rows]
    out = Amount.sure(Decimal("24.60"))
    assert Comparison(Meter.TRAFFIC_OUT, Decimal(6), out, Decimal(25), then=out) == rows[3]
    assert [Decimal("0.50"), 0, 0, Decimal("18.60"), Decimal("19.10")] == [row.over_estimate for row in rows]
    assert [Decimal("0.50"), None, None, Decimal("0.40"), Decimal("-37.10")] == [row.unexplained for row in rows]
    assert Meter.TRAFFIC_OUT is made_by(rows)


def test_a_saving_can_make_the_difference_too():
    """The largest in size, whichever its sign."""
    assert Meter.COMPUTE is made_by(compare(PARTS, sure(100, 40, 2, 6), {}))


def test_what_is_unknown_differs_by_nothing_known():
    """Neither does its total; and charges that are not known are not zero."""
    rows = compare(PARTS, sure(144, 36, None, 6), {})
    assert (None, None) == (rows[2].over_estimate, rows[4].over_estimate)
    assert [None] * 5 == [row.charged for row in rows]
    assert [None] * 5 == [row.unexplained for row in rows]
    assert made_by(rows) is None


@pytest.fixture
def a_ledger():
    """Make a ledger that has run at $2 and $0.50 per hour, with traffic at $0.01 and $0.02 per GB."""

    def make(*traffic, usd=("2", "0.5", "0.01", "0.02")):
        rates = [RateFact(m, START, Decimal(x)) for m, x in zip(Meter, usd, strict=True) if x is not None]
        spans = (StateSpan(START, None, InstanceState.RUNNING),)
        return Ledger(policy=VAST, spans=spans, rates=rates, traffic=traffic)

    return make


def completed(ledger, remaining=50):
    """Give the costs at completion by meter, ten hours in."""
    costs = at_completion(ledger, START + 10 * HOUR, remaining * HOUR, Decimal(200), Decimal(300))
    return [amount and amount.usd for amount in map(costs.of, Meter)]


def test_at_completion_is_what_accrued_and_what_remains(a_ledger):
    """Ten hours and fifty more; of the traffic what was counted is taken off."""
    counted = CounterReading(START + HOUR, Decimal(200), Decimal(100))
    assert [120, 30, 2, 6] == completed(a_ledger(counted))


def test_traffic_beyond_the_plan_stays_what_it_is(a_ledger):
    """More came in than was planned: nothing more is added, nothing taken back."""
    assert [120, 30, 4, 8] == completed(a_ledger(CounterReading(START, Decimal(400), Decimal(400))))


def test_what_was_there_before_the_run_is_in_no_difference_from_its_estimate_but_in_what_is_charged():
    """By meter and in all. The charges are compared with what accrued in their own time."""
    rows = compare(
        PARTS,
        sure(154, 38, 2, 6),
        {Meter.COMPUTE: Decimal(100), None: Decimal(3)},
        sure(10, 2, 0, None),
        sure(99, 30, 1, 5),
    )
    assert [10, 2, 0, 0, 12] == [row.before for row in rows]
    assert [0, 0, 0, 0, 0] == [row.over_estimate for row in rows]
    assert [1, None, None, None, 103 - 135] == [row.unexplained for row in rows]


def test_a_silent_counter_has_counted_nothing(a_ledger):
    """Then the whole plan is still to come."""
    assert [120, 30, 2, 6] == completed(a_ledger())


def test_one_way_may_be_silent(a_ledger):
    """The other has counted nonetheless."""
    assert [120, 30, 2, 6] == completed(a_ledger(CounterReading(START, Decimal(200), None)))
    assert [120, 30, 2, 6] == completed(a_ledger(CounterReading(START, None, Decimal(300))))


def test_a_run_past_its_hours_has_nothing_left(a_ledger):
    """Remaining time below zero takes nothing back."""
    assert [20, 5, 2, 6] == completed(a_ledger(), remaining=-5)


def test_an_unknown_rate_leaves_its_meter_unknown(a_ledger):
    """On completion as before it."""
    assert [None, 30, None, 6] == completed(a_ledger(usd=(None, "0.5", None, "0.02")))


def test_traffic_that_will_not_come_needs_no_price(a_ledger):
    """Nothing at an unknown rate is nothing."""
    ledger = a_ledger(usd=("2", "0.5", None, None))
    costs = at_completion(ledger, START, HOUR, Decimal(0), Decimal(1))
    assert (0, None) == (costs.traffic_in.usd, costs.traffic_out)


def test_traffic_that_came_at_an_unknown_price_stays_unknown(a_ledger):
    """Also where none is left to come: what was counted is not free."""
    counted = CounterReading(START, Decimal(200), Decimal(300))
    assert [120, 30, None, 6] == completed(a_ledger(counted, usd=("2", "0.5", None, "0.02")))


def test_the_remaining_time_costs_the_rate_now_in_force(a_ledger):
    """What was dearer once is so no more."""
    ledger = a_ledger()
    rates = [*ledger.rates, RateFact(Meter.COMPUTE, START + 5 * HOUR, Decimal(1))]
    dated = Ledger(policy=VAST, spans=ledger.spans, rates=rates)
    assert 5 * 2 + 5 * 1 + 50 * 1 == completed(dated)[0]
