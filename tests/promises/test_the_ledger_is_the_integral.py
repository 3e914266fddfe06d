"""Promise 7: what the ledger says equals the integral of states x rates; days add up; offline compute is free.

The oracle walks minute by minute over the raw sightings, in whole millionths of a dollar and Fractions, and shares no
code with the domain.
"""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.domain.instance import InstanceState
from bot.domain.ledger import (
    VAST,
    Costs,
    CounterReading,
    Ledger,
    Meter,
    RateFact,
    costs_by_day,
    levels_of,
    lines_due,
    restate,
    timeline,
)

MINUTE = timedelta(minutes=1)
ONE_DAY = timedelta(days=1)
BLIND = 4
HORIZON = 3 * 1440
DATES = ((2026, 10, 31), (2027, 3, 13), (2027, 4, 29))
ORIGINS = [datetime(year, month, day, 3, tzinfo=UTC) for year, month, day in DATES]
"""The clocks change in New York on the first two weekends, in Cairo on the third, where they skip a midnight."""
ZONES = ["UTC", "America/New_York", "Asia/Kathmandu", "Pacific/Chatham", "Africa/Cairo"]
BILLS = {"compute": {"running"}, "disk": {"running", "pending", "stopped"}}
MAY_BECOME = {"running": {"offline"}, "stopped": {"offline"}, "pending": {"running", "offline"}, "offline": {"running"}}
GRAIN = Fraction(1, 10**18)


class Facts(NamedTuple):
    """Raw figures: minutes from an origin, states by name, rates in millionths of a dollar, counters in MB."""

    origin: datetime
    started: int | None
    sightings: list[tuple[int, str]]
    compute: list[tuple[int, int]]
    disk: list[tuple[int, int]]
    out_price: int
    counter: list[tuple[int, int | None]]
    now: int


minutes = st.integers(0, HORIZON)
by_minute = {"unique_by": lambda pair: pair[0]}


@st.composite
def stretches(draw):
    """Draw polls: stretches in which every minute is seen, and stretches of silence between them."""
    at, seen = draw(st.integers(0, 200)), []
    for _ in range(draw(st.integers(1, 7))):
        state = draw(st.sampled_from(["running", "running", "offline", "stopped", "pending", "unknown", "gone"]))
        every = draw(st.integers(1, BLIND))
        polls = draw(st.integers(1, 120))
        seen += [(at + every * number, state) for number in range(polls)]
        at = seen[-1][0] + draw(st.sampled_from([1, 1, BLIND, BLIND + 1, 600]))
    return seen


rates = st.lists(st.tuples(minutes, st.integers(0, 30_000_000)), min_size=1, max_size=4, **by_minute)
facts_of_a_machine = st.builds(
    Facts,
    origin=st.sampled_from(ORIGINS),
    started=st.none() | st.integers(-600, 100),
    sightings=stretches(),
    compute=rates,
    disk=rates,
    out_price=st.integers(0, 50_000),
    counter=st.lists(st.tuples(minutes, st.none() | st.integers(0, 900_000)), min_size=1, max_size=8, **by_minute),
    now=st.integers(0, HORIZON),
)


def instant(facts, minute):
    """Give a minute as an instant."""
    return facts.origin + minute * MINUTE


def sightings_of(facts, upto):
    """Give what had been seen up to a minute; None is a list without the machine."""
    seen = [(at, state) for at, state in facts.sightings if at <= upto]
    return [(instant(facts, at), None if state == "gone" else InstanceState(state)) for at, state in seen]


def ledger_of(facts, upto=None):
    """Make the ledger from what had been seen up to a minute."""
    upto = facts.now if upto is None else upto
    seen = sightings_of(facts, upto)
    started = None if facts.started is None else instant(facts, facts.started)
    prices = [(Meter.COMPUTE, facts.compute), (Meter.DISK, facts.disk), (Meter.TRAFFIC_OUT, [(0, facts.out_price)])]
    return Ledger(
        policy=VAST,
        spans=timeline(levels_of(seen, BLIND * MINUTE), started),
        rates=[RateFact(m, instant(facts, at), Decimal(usd) / 1_000_000) for m, steps in prices for at, usd in steps],
        traffic=[
            CounterReading(instant(facts, at), None, None if mb is None else Decimal(mb) / 1000)
            for at, mb in facts.counter
            if at <= upto
        ],
    )


def states_by_minute(facts):
    """Say for each minute until now what is reckoned with and what else it may have been, from the raw sightings.

    Nothing is reckoned before the start that the marketplace tells: what was seen earlier, a clock that lags saw.
    """
    seen = [(at, state) for at, state in facts.sightings if state != "unknown" and at <= facts.now]
    there = [at for at, state in seen if state != "gone"]
    if not there:
        return
    absent = [at for at, state in seen if state == "gone"]
    went = next((at for at in absent if at > max(there)), None)
    seen = [(at, state) for at, state in seen if state != "gone"]
    first, state = seen[0]
    for minute in range(first if facts.started is None else facts.started, min(first, facts.now)):
        assumed = "pending" if state == "pending" else "running"
        yield minute, assumed, {assumed, state}, True
    for (at, state), (until, following) in zip(seen, [*seen[1:], (went, "gone")], strict=True):
        missed = any(at < minute < (until or at) for minute in absent)
        gap = until is None or until - at > BLIND or state != following or missed
        may_be = {state, following} if until is not None else {state}
        may_be |= MAY_BECOME[state] if gap else set()
        for minute in range(at if facts.started is None else max(at, facts.started), until or facts.now):
            yield minute, "gone" if following == "gone" and until is not None else state, may_be, False


def rate_at(steps, minute):
    """Give the rate in force, in millionths of a dollar; the first holds before its date too."""
    past = [step for step in steps if step[0] <= minute]
    return max(past)[1] if past else min(steps)[1]


def integral(facts, zone):
    """Integrate minute by minute: per local date and meter, what is reckoned, low, high and assumed, in dollars."""
    days = {}

    def add(minute, meter, usd, *counts):
        moment = instant(facts, minute) - (timedelta(microseconds=1) if meter == "traffic_out" else timedelta(0))
        date = moment.astimezone(zone).date()
        sums = days.setdefault(date, {}).setdefault(meter, [0, 0, 0, 0])
        for number, count in enumerate(counts):
            sums[number] += usd if count else 0

    for minute, state, may_be, assumed in states_by_minute(facts):
        for meter, steps in (("compute", facts.compute), ("disk", facts.disk)):
            bills = BILLS[meter]
            counts = (state in bills, may_be <= bills, bool(may_be & bills), assumed and state in bills)
            add(minute, meter, Fraction(rate_at(steps, minute), 60_000_000), *counts)
    stood = 0
    for minute, mb in sorted(facts.counter):
        if mb is not None and minute <= facts.now:
            more = mb - stood if mb >= stood else mb
            add(minute, "traffic_out", Fraction(more * facts.out_price, 10**9), *(True, True, True, False))
            stood = mb
    return days


def close(expected, amount):
    """Compare the four figures of an amount with the oracle's, to the grain of two readings."""
    figures = (amount.usd, amount.low, amount.high, amount.assumed)
    return all(abs(Fraction(got) - want) <= GRAIN for got, want in zip(figures, expected, strict=True))


@settings(max_examples=60, deadline=None)
@given(facts_of_a_machine, st.sampled_from(ZONES))
def test_each_day_is_the_integral_of_states_and_rates(facts, zone):
    """On every local date, of 23, 24 or 25 hours, each meter says what a walk over its minutes says."""
    expected = integral(facts, ZoneInfo(zone))
    days = costs_by_day([ledger_of(facts)], ZoneInfo(zone), instant(facts, facts.now))
    if days and days[0].day.date - ONE_DAY in expected:  # counted at the very midnight at which all began
        expected[days[0].day.date]["traffic_out"] = expected.pop(days[0].day.date - ONE_DAY)["traffic_out"]
    for entry in days:
        day = expected.pop(entry.day.date, {})
        for meter in ("compute", "disk", "traffic_out"):
            amount = getattr(entry.costs, meter)
            assert amount is None or close(day.get(meter, [0, 0, 0, 0]), amount), (entry.day, meter)
            assert amount is not None or meter not in day, (entry.day, meter)
    assert {} == expected


@settings(max_examples=60, deadline=None)
@given(facts_of_a_machine, st.lists(st.sampled_from(ZONES), min_size=3, max_size=3, unique=True))
def test_the_sum_of_days_is_the_total_to_the_last_digit(facts, zones):
    """Cases d82, d87: not nearly, and in three zones alike."""
    ledger, now = ledger_of(facts), instant(facts, facts.now)
    total = ledger.read(now)
    for zone in zones:
        days = costs_by_day([ledger], ZoneInfo(zone), now)
        assert total == sum((entry.costs for entry in days), Costs()) if days else not total.known.usd
        assert all(one.day.end == other.day.start for one, other in pairwise(days))


@settings(max_examples=60, deadline=None)
@given(facts_of_a_machine)
def test_what_is_reckoned_lies_between_the_least_and_the_most(facts):
    """On every meter, at every instant at which it is read."""
    ledger = ledger_of(facts)
    for minute in range(0, facts.now, 97):
        for meter in (Meter.COMPUTE, Meter.DISK):
            amount = ledger.read(instant(facts, minute)).of(meter)
            assert amount is None or 0 <= amount.low <= amount.usd <= amount.high
            assert amount is None or amount.assumed <= amount.usd


@settings(max_examples=60, deadline=None)
@given(facts_of_a_machine, minutes, st.integers(1, 2000), st.integers(0, 9000))
def test_offline_compute_is_free(facts, start, length, rate):
    """Whatever was seen around it: where the marketplace says that the host was away, nothing accrues, surely."""
    began, ended = instant(facts, start), instant(facts, start + length)
    seen = sightings_of(facts, HORIZON * 9)
    spans = timeline(restate(levels_of(seen, BLIND * MINUTE), began, ended))
    rates_now = [RateFact(Meter.COMPUTE, began, Decimal(rate)), RateFact(Meter.DISK, began, Decimal(1))]
    away = Ledger(policy=VAST, spans=spans, rates=rates_now).between(began, ended)
    assert (0, 0, 0) == (away.compute.usd, away.compute.high, away.disk.high)


@settings(max_examples=40, deadline=None)
@given(facts_of_a_machine, st.lists(minutes, max_size=5), st.sampled_from(ZONES))
def test_what_was_told_and_its_corrections_are_what_is_known(facts, mornings, zone):
    """However often it was told, and however late it became known: the lines of a day add up to that day."""
    told = []
    for morning in [*sorted(m for m in mornings if m <= facts.now), facts.now]:
        days = costs_by_day([ledger_of(facts, morning)], ZoneInfo(zone), instant(facts, morning))
        before = list(told)
        told += lines_due(told, days, instant(facts, morning))
        assert before == told[: len(before)]
    for entry in days:
        for meter in (Meter.COMPUTE, Meter.DISK):
            lines = [line for line in told if (line.day, line.meter) == (entry.day.date, meter)]
            assert entry.costs.of(meter) is None or entry.costs.of(meter).usd == sum(line.usd for line in lines)
            assert [False] * min(1, len(lines)) == [line.correction for line in lines[:1]]


@pytest.mark.parametrize("polls", [1, 7, 60, 59.7, 300])
def test_the_number_of_polls_is_nowhere_in_the_sum(polls):
    """Case d91: a poll each second or each five minutes, a day of running costs a day."""
    start = ORIGINS[0]
    count = int(86400 // polls) + 1
    seen = [(start + timedelta(seconds=polls) * n, InstanceState.RUNNING) for n in range(count)]
    spans = timeline(levels_of(seen, timedelta(minutes=10)))
    ledger = Ledger(policy=VAST, spans=spans, rates=[RateFact(Meter.COMPUTE, start, Decimal("2.148"))])
    assert Decimal("51.552") == ledger.read(start + timedelta(days=1)).compute.usd
