"""The meters: compute, disk and traffic at dated rates, by each marketplace's policy."""

from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal

import pytest

from bot.domain.instance import InstanceState
from bot.domain.ledger import (
    CAUTIOUS,
    CLOUDJ,
    VAST,
    Amount,
    Costs,
    CounterReading,
    Ledger,
    Meter,
    RateFact,
    Rates,
    counted_gb,
    hourly,
    locked_rates,
    news,
    policy_of,
)
from bot.domain.ledger.instants import utc
from bot.domain.ledger.spans import StateSpan
from bot.domain.money import MachineRate, disk_rate

PENDING, RUNNING = InstanceState.PENDING, InstanceState.RUNNING
OFFLINE, STOPPED = InstanceState.OFFLINE, InstanceState.STOPPED
START = datetime(2026, 12, 1, tzinfo=UTC)
HOUR, DAY, MICRO = timedelta(hours=1), timedelta(days=1), timedelta(microseconds=1)


def compute(usd, since=START):
    """Give a compute rate in US dollars per hour."""
    return RateFact(Meter.COMPUTE, since, Decimal(usd))


def disk(gb, usd_per_gb_month, since=START):
    """Give a disk's rate."""
    return RateFact(Meter.DISK, since, disk_rate(Decimal(usd_per_gb_month), Decimal(gb)).usd_per_hour)


def a_ledger(*rates, state=RUNNING, policy=VAST, traffic=(), perhaps=(), assumed=False):
    """Make a ledger of one state."""
    spans = (StateSpan(START, None, state, assumed, perhaps),)
    return Ledger(policy=policy, spans=spans, rates=rates, traffic=traffic)


def shown(usd):
    """Round to cents, as a view does."""
    return usd.quantize(Decimal("0.01"))


def test_a_rate_is_a_dated_fact():
    """Case a30: $1.00 per hour for three days, then $0.80 for two: $110.40."""
    ledger = a_ledger(compute("1.00"), compute("0.80", START + 3 * DAY))
    assert Decimal("110.40") == ledger.read(START + 5 * DAY).compute.usd


@pytest.mark.parametrize(("per_minute", "a_day"), [("0.0042", "6.05"), ("0.0358", "51.55")])
def test_small_use_is_not_rounded_away(per_minute, a_day):
    """Case d82: a day at so much per minute."""
    assert Decimal(a_day) == shown(a_ledger(compute(Decimal(per_minute) * 60)).read(START + DAY).compute.usd)


def test_a_stopped_machine_pays_for_its_disk():
    """Cases d86, a8: stopped for 24 h with 500 GB at $0.10 per month: $1.67 disk, nothing for compute."""
    costs = a_ledger(compute("2.40"), disk(500, "0.10"), state=STOPPED).read(START + DAY)
    assert (Decimal("1.67"), 0) == (shown(costs.disk.usd), costs.compute.usd)


def test_compute_disk_and_traffic_are_three_meters():
    """Case a17: 72 h at $2.40, 500 GB at $0.10 per month for 3 days, 1000 GB at $0.01: $187.80."""
    out = RateFact(Meter.TRAFFIC_OUT, START, Decimal("0.01"))
    counters = [CounterReading(START + DAY, Decimal(0), Decimal(1000))]
    costs = a_ledger(compute("2.40"), disk(500, "0.10"), out, traffic=counters).read(START + 3 * DAY)
    assert ["172.80", "5.00", "0.00", "10.00"] == [str(shown(costs.of(meter).usd)) for meter in Meter]
    assert Decimal("187.80") == shown(costs.total.usd)


@pytest.mark.parametrize(
    ("policy", "state", "bills"),
    [
        (VAST, PENDING, (0, 1)),
        (VAST, RUNNING, (1, 1)),
        (VAST, STOPPED, (0, 1)),
        (VAST, OFFLINE, (0, 0)),
        (CLOUDJ, PENDING, (0, 1)),
        (CLOUDJ, RUNNING, (1, 1)),
        (CLOUDJ, STOPPED, (0, 1)),
        (CLOUDJ, OFFLINE, (0, 0)),
        (CAUTIOUS, PENDING, (1, 1)),
        (CAUTIOUS, OFFLINE, (0, 1)),
        (CAUTIOUS, None, (0, 0)),
        (VAST, None, (0, 0)),
    ],
)
def test_what_bills_in_which_state_is_the_marketplaces_policy(policy, state, bills):
    """An hour at $1 each for compute and disk; None is a machine that is gone."""
    ledger = a_ledger(compute(1), RateFact(Meter.DISK, START, Decimal(1)), state=state, policy=policy)
    costs = ledger.read(START + HOUR)
    assert bills == (costs.compute.usd, costs.disk.usd)
    assert sum(bills) == ledger.burn(START)
    assert isinstance(ledger.burn(START), Decimal)


def test_each_marketplace_has_its_policy_and_an_unknown_one_the_dearest():
    """Nobody is told that something is free because we do not know."""
    assert [VAST, CLOUDJ, CAUTIOUS] == [policy_of(name) for name in ("vast", "cloudj", "elsewhere")]


def test_a_marketplace_bills_by_days_of_utc():
    """Case d89: of none is another billing day known."""
    assert {UTC} == {policy.billing_zone for policy in (VAST, CLOUDJ, CAUTIOUS)}


def test_the_names_of_the_meters_stay_what_they_are():
    """They are told, and kept."""
    assert ["compute", "disk", "traffic in", "traffic out"] == [meter.value for meter in Meter]


def test_what_nobody_saw_has_a_least_and_a_most():
    """Running, perhaps away: from nothing to all of it. Away, perhaps back: the same, and nothing is reckoned with."""
    running, away = (
        a_ledger(compute(2), state=state, perhaps=(perhaps,)).read(START + HOUR).compute
        for state, perhaps in ((RUNNING, OFFLINE), (OFFLINE, RUNNING))
    )
    assert Amount(Decimal(2), Decimal(0), Decimal(2), Decimal(0)) == running
    assert Amount(Decimal(0), Decimal(0), Decimal(2), Decimal(0)) == away
    assert running.unsure
    assert away.unsure
    assert not a_ledger(compute(2)).read(START + HOUR).compute.unsure


def test_an_amount_is_marked_where_another_may_be_true_or_part_of_it_is_assumed():
    """Either is a reason for ±; a refund that is assumed too."""
    figures = ((5, 5, 5, 0), (5, 3, 5, 0), (5, 5, 5, 1), (5, 5, 5, -1))
    assert [False, True, True, True] == [Amount(*map(Decimal, one)).marked for one in figures]


@pytest.mark.parametrize("counted", [None, Decimal(7)])
def test_free_traffic_costs_nothing_also_where_no_counter_says_how_much(counted):
    """All rates are nothing, so it is $0.00, not unknown; once it cost something, a silent counter is unknown."""
    free = RateFact(Meter.TRAFFIC_IN, START, Decimal(0))
    counters = [CounterReading(START + HOUR, counted, None)]
    costs = a_ledger(compute(2), disk(1, 0), free, traffic=counters).read(START + HOUR)
    assert (Amount.sure(Decimal(0)), (Meter.TRAFFIC_OUT,)) == (costs.traffic_in, costs.missing)
    dearer = RateFact(Meter.TRAFFIC_IN, START + DAY, Decimal(1))
    assert Meter.TRAFFIC_IN in a_ledger(free, dearer).read(START + HOUR).missing


def test_the_least_burn_is_what_is_known_of_it():
    """A disk's price is unknown, or the GPUs', or both; whole it is the burn."""
    both = a_ledger(compute(2), RateFact(Meter.DISK, START, Decimal(1)))
    alone = a_ledger(compute(2))
    assert [3, 2, 0] == [one.least_burn(START) for one in (both, alone, a_ledger())]
    assert [3, None, None] == [one.burn(START) for one in (both, alone, a_ledger())]
    assert isinstance(a_ledger().least_burn(START), Decimal)


def test_what_a_meter_may_have_cost_is_by_its_own_policy():
    """Stopped, perhaps starting: its disk bills either way, its GPUs neither."""
    ledger = a_ledger(compute(2), RateFact(Meter.DISK, START, Decimal(1)), state=STOPPED, perhaps=(PENDING,))
    costs = ledger.read(START + HOUR)
    assert (Amount.sure(Decimal(0)), Amount.sure(Decimal(1))) == (costs.compute, costs.disk)


def test_what_a_time_costs_is_the_difference_of_two_readings():
    """Of all four figures: two of three hours at $2, perhaps away, before tracking."""
    ledger = a_ledger(compute(2), perhaps=(OFFLINE,), assumed=True)
    part = ledger.between(START + HOUR, START + 3 * HOUR).compute
    assert Amount(Decimal(4), Decimal(0), Decimal(4), Decimal(4)) == part


def test_amounts_add_up_and_differ_figure_by_figure():
    """What is reckoned, the least, the most, and what is assumed."""
    some, more = (Amount(*map(Decimal, figures)) for figures in ((5, 3, 8, 1), (50, 20, 90, 10)))
    assert Amount(*map(Decimal, (55, 23, 98, 11))) == some + more
    assert Amount(*map(Decimal, (45, 17, 82, 9))) == more - some


def test_where_nothing_accrued_every_meter_says_so():
    """None of them is unknown."""
    assert [Amount.sure(Decimal(0))] * 5 == [Costs().total, *map(Costs().of, Meter)]


def test_money_begins_with_the_first_thing_seen():
    """A counter or the machine, whichever came first."""
    early, late = (CounterReading(START + n * HOUR, None, None) for n in (-1, 1))
    begun = [a_ledger(traffic=[late, early]).start, a_ledger(traffic=[late]).start, a_ledger().start]
    assert [early.at, START, START] == begun


def test_a_rate_that_returns_counts_again():
    """Dearer for an hour and back: $2, $3, $2."""
    facts = (compute(2), compute(3, START + HOUR), compute(2, START + 2 * HOUR))
    assert 7 == a_ledger(*facts).read(START + 3 * HOUR).compute.usd


def test_time_without_length_or_rate_costs_nothing():
    """Nor is an hour taken back that ends before it begins."""
    rates = Rates.of(Meter.COMPUTE, [compute(2)])
    assert {START: 0, START - HOUR: 0} == {end: rates.over(START, end).total() for end in (START, START - HOUR)}
    assert not Rates(()).over(START, START + HOUR)


def test_no_sum_has_too_many_digits():
    """A price that no machine has is still read to the last digit of the grain."""
    usd = Decimal("123456789012.123456789012345678")
    prices = (compute(usd), RateFact(Meter.TRAFFIC_OUT, START, usd))
    costs = a_ledger(*prices, traffic=counters(1)).read(START + HOUR)
    assert [usd, usd] == [costs.compute.usd, costs.traffic_out.usd]


def test_every_instant_is_kept_in_utc():
    """Whatever zone it comes in, the machine's own least of all."""
    told = utc(datetime(2026, 12, 1, 9, tzinfo=timezone(timedelta(hours=9))))
    assert (START, UTC) == (told, told.tzinfo)


def test_what_is_assumed_is_told_apart():
    """And it counts."""
    costs = a_ledger(compute(2), assumed=True).read(START + HOUR)
    assert (2, 2) == (costs.compute.usd, costs.compute.assumed)


def test_an_unknown_rate_makes_no_money():
    """Neither none nor zero: unknown, on that meter alone, and the total says so."""
    costs = a_ledger(compute(2)).read(START + HOUR)
    assert (Meter.DISK, Meter.TRAFFIC_IN, Meter.TRAFFIC_OUT) == costs.missing
    assert costs.total is None
    assert 2 == costs.known.usd
    assert a_ledger().burn(START) is None
    assert a_ledger(compute(2)).burn(START) is None
    assert costs.missing == (costs + costs).missing == (costs - Costs()).missing


def test_an_instance_that_was_never_seen_costs_an_unknown_amount():
    """Case d84: no row with hundreds of dollars for what never ran."""
    ledger = Ledger(policy=VAST, spans=(), rates=[compute(2)])
    assert (None, None, None) == (ledger.start, ledger.read(START).compute, ledger.burn(START))


def test_a_rate_holds_from_its_date_and_the_first_before_it_too():
    """It was locked at deploy; of two with one date the later told holds."""
    facts = [compute(3, START + DAY), compute(1), compute(2)]
    rates = Rates.of(Meter.COMPUTE, facts)
    expected = [2, 2, 2, 3, 3]
    assert expected == [rates.at(START + n * DAY / 2) for n in (-1, 0, 1, 2, 3)]
    assert Rates.of(Meter.DISK, facts).at(START) is None


def counters(*gb):
    """Make readings of the outgoing counter, an hour apart."""
    return [CounterReading(START + n * HOUR, None, None if x is None else Decimal(x)) for n, x in enumerate(gb)]


@pytest.mark.parametrize(
    ("gb", "counted"),
    [
        ([5], 5),
        ([0, 5, 9], 9),
        ([5, None, 9], 9),
        ([5, 5, 5], 5),
        ([50, 3, 4], 54),
        ([50, 0, 4], 54),
        ([None, None], None),
        ([], None),
    ],
)
def test_counters_only_grow_but_for_a_reset(gb, counted):
    """A counter that fell began anew; one that says nothing says nothing new."""
    told = counted_gb(counters(*gb), Meter.TRAFFIC_OUT, START + DAY)
    assert counted == told
    assert told is None or isinstance(told, Decimal)


def test_each_way_has_its_own_counter():
    """One may speak while the other is silent; what it says counts from the instant at which it is read."""
    read = [CounterReading(START, None, None), CounterReading(START + HOUR, Decimal(5), None)]
    came = [counted_gb(read, Meter.TRAFFIC_IN, START + HOUR - MICRO), counted_gb(read, Meter.TRAFFIC_IN, START + HOUR)]
    assert [0, 5] == came
    assert isinstance(came[0], Decimal)
    assert counted_gb(read, Meter.TRAFFIC_OUT, START + HOUR) is None


def test_traffic_costs_the_price_of_its_day():
    """Each GB at the price in force when it was counted."""
    prices = [RateFact(Meter.TRAFFIC_OUT, START + n * HOUR, Decimal(usd)) for n, usd in ((0, 1), (2, 3))]
    ledger = a_ledger(*prices, traffic=counters(10, 15, 16))
    assert [10, 15, 18] == [ledger.read(START + n * HOUR).traffic_out.usd for n in range(3)]
    assert ledger.read(START).traffic_in is None


def test_free_traffic_costs_nothing():
    """A price of zero is a price."""
    free = RateFact(Meter.TRAFFIC_OUT, START, Decimal(0))
    assert 0 == a_ledger(free, traffic=counters(10)).read(START).traffic_out.usd


def test_traffic_without_a_price_is_unknown_unless_there_was_none():
    """Nothing at an unknown price is nothing."""
    assert a_ledger(traffic=counters(0, 5)).read(START).traffic_out is None
    assert 0 == a_ledger(traffic=counters(0, 0)).read(START + DAY).traffic_out.usd


def test_running_time_is_what_ran():
    """Up to an instant."""
    assert 5 * HOUR == a_ledger().running(START + 5 * HOUR)
    assert timedelta(0) == a_ledger(state=STOPPED).running(START + 5 * HOUR)


def test_the_locked_rates_are_read_off_the_instance(an_instance):
    """The disk by its size and 720 hours a month; what is not stated has no rate."""
    assert {Meter.COMPUTE: Decimal(16), Meter.DISK: Decimal("0.1")} == hourly(an_instance())
    assert {Meter.COMPUTE: Decimal(16)} == hourly(an_instance(disk_gb=None))
    assert {Meter.DISK: Decimal("0.1")} == hourly(an_instance(compute=None))
    assert (compute(16, START), RateFact(Meter.DISK, START, Decimal("0.1"))) == locked_rates(an_instance(), START)


def test_only_a_rate_that_changed_is_news(an_instance):
    """Levels, not edges: what is stated is compared with what is in force then."""
    known = locked_rates(an_instance(), START)
    assert known == news((), known)
    assert () == news(known, locked_rates(an_instance(), START + DAY))
    dearer = locked_rates(an_instance(compute=MachineRate(Decimal(17))), START + DAY)
    assert (compute(17, START + DAY),) == news(known, dearer)
