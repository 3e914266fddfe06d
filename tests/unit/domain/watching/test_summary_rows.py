"""The daily summary: every run's line, the sums, the accounts, the chart."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from watched import DAY, HOUR, MINUTE, NOW, REF, Watched, a_standing, an_instance

from bot.domain.account import Charge
from bot.domain.days import due_summaries
from bot.domain.incidents import IncidentKind
from bot.domain.instance import InstanceState
from bot.domain.ledger import Meter
from bot.domain.letters.summary import Plight
from bot.domain.listing import ListingRef
from bot.domain.money import MachineRate
from bot.domain.watching import AccountStanding
from bot.domain.watching.card import money_of
from bot.domain.watching.money import cost_so_far
from bot.domain.watching.summary import (
    account_row,
    charged_by_meter,
    charged_in,
    chart_of,
    comparison_of,
    row_of,
    summaries_of,
    totals_of,
)

TODAY = NOW.date()


def runs(count, **row):
    """Give so many runs, each on its own machine with its own hours of life."""
    refs = [ListingRef("vast", str(number)) for number in range(count)]
    return [
        a_standing(an_instance(ref=ref, started_at=NOW - number * HOUR, **row), id=f"r{number}", name=f"run-{number}")
        for number, ref in enumerate(refs)
    ]


def told(standings, days=(TODAY,), accounts=(), charged=None, now=NOW):
    """Give the parts."""
    return summaries_of(days, standings, accounts, charged or {}, {"vast": MINUTE}, now)


@pytest.mark.parametrize("count", [0, 1, 34, 35, 36, 70, 71])
def test_every_run_is_in_one_part_and_every_part_has_the_same_totals(count):
    """Case f156: seventy runs are one summary in parts that fit, and they are numbered."""
    standings = runs(count)
    parts = told(standings)
    rows = [row for part in parts for row in part.rows]
    assert [one.run.id for one in standings] == [row.title.id for row in rows]
    assert {totals_of(rows)} == {part.totals for part in parts}
    assert [(number, len(parts)) for number in range(1, len(parts) + 1)] == [(part.part, part.parts) for part in parts]
    assert max(len(part.rows) for part in parts) <= 35
    assert (count, -(-count // 35) or 1) == (parts[0].totals.runs, len(parts))


@given(
    st.lists(
        st.tuples(st.integers(0, 10_000), st.none() | st.integers(1, 9_999), st.integers(0, 99), st.booleans()),
        max_size=12,
    )
)
def test_the_totals_are_the_sums_of_the_lines(figures):
    """Against fractions over what each machine cost by its own hours; an unknown part makes the future unknown."""
    standings, so_far = [], Fraction(0)
    for number, (minutes, cents, disk, stopped) in enumerate(figures):
        row = an_instance(
            ref=ListingRef("vast", str(number)),
            compute=None if cents is None else MachineRate(Decimal(cents) / 100),
            disk_gb=Decimal(disk),
            started_at=NOW - minutes * MINUTE,
            state=InstanceState.STOPPED if stopped else InstanceState.RUNNING,
        )
        standings.append(a_standing(row, id=f"r{number}"))
        hourly = Fraction(cents or 0, 100) + Fraction(144, 1000) * disk / 720
        so_far += Fraction(minutes, 60) * hourly
    totals = told(standings)[0].totals
    rows = [row for part in told(standings) for row in part.rows]
    assert abs(so_far - Fraction(totals.so_far)) < Fraction(1, 10**8)
    assert sum((row.so_far for row in rows), Decimal(0)) == totals.so_far
    to_date = [row.to_date for row in rows]
    assert (None if None in to_date else sum(to_date, Decimal(0))) == totals.to_date
    finals = [row.at_completion for row in rows]
    assert (None if None in finals else sum(finals, Decimal(0))) == totals.at_completion
    assert [cents is None for _, cents, _, _ in figures] == [final is None for final in finals]


def test_a_line_whose_price_nobody_told_says_unknown_not_nothing():
    """Case d84: and names what is missing."""
    row = row_of(a_standing(an_instance(compute=None)), {}, NOW + HOUR)
    assert (None, None, None, None, None) == (
        row.estimate,
        row.to_date,
        row.difference,
        row.made_by,
        row.at_completion,
    )
    assert ("compute", "traffic in", "traffic out") == row.missing
    assert None is told([a_standing(), a_standing(an_instance(compute=None))])[0].totals.at_completion


def test_a_line_tells_the_difference_and_which_meter_made_it():
    """Stopped for ten of twenty hours: the disk ran on, so it costs a dollar more than by now was estimated."""
    run = Watched()
    run.up(wait=10 * HOUR)
    run.poll(state=InstanceState.STOPPED, state_text="stopped")
    row = row_of(run.standing, {}, NOW + 10 * HOUR + MINUTE + 10 * HOUR)
    traffic = Decimal("2.3") * 601 / 60 / 72
    assert round(Decimal(1) - traffic, 6) == round(row.difference, 6)
    assert ("disk", True, Decimal("1161.5")) == (row.made_by, row.unsure, row.estimate)
    assert row.so_far - row.to_date == row.difference


def test_what_a_machine_had_cost_before_its_run_began_is_in_no_difference():
    """A box of last week takes up a new run: $1,610 are in what it cost, and no cent over the estimate."""
    begun = an_instance(started_at=NOW - 100 * HOUR, in_usd_per_gb=Decimal(0), out_usd_per_gb=Decimal(0))
    run = Watched(a_standing(begun))
    run.up(10, wait=HOUR)
    charged = {Meter.COMPUTE: Decimal(1760)}
    row = row_of(run.standing, charged, run.now)
    assert (Decimal(1771), Decimal(1610), Decimal(161)) == (row.so_far, row.before, row.to_date)
    assert (Decimal(0), None) == (round(row.difference, 9), row.made_by)
    compute, *_, whole = comparison_of(run.standing, charged, run.now)
    assert [Decimal(1600), Decimal(1610), Decimal(0), Decimal(0)] == [
        compute.before,
        whole.before,
        compute.over_estimate,
        compute.unexplained,
    ]
    assert row.before == totals_of([row, row_of(a_standing(), {}, NOW)]).before
    assert row.before == money_of(run.standing, run.now).before
    (series,) = chart_of(TODAY, [run.standing], ZoneInfo("UTC"), run.now).series
    assert [Decimal(0)] * 4 == [usd for _, usd in series.cost[:4]]
    assert row.before == series.before
    assert round(Decimal(161), 9) == round(series.cost[-1][1], 9) == round(series.estimate[-1][1], 9)


def test_a_run_that_began_with_its_machine_has_nothing_before_it():
    """Tracked ten hours after it was rented, its hours are the run's."""
    standing = a_standing(an_instance(started_at=NOW - 10 * HOUR), begun_at=NOW - 10 * HOUR)
    row = row_of(standing, {}, NOW)
    assert (Decimal(161), Decimal(0)) == (row.so_far, row.before)
    assert row.so_far - row.to_date == row.difference


def test_what_the_marketplace_charged_stands_beside_it():
    """Three numbers, never mixed; nothing charged yet is unknown, not $0.00."""
    charge = {"ref": REF, "day": TODAY}
    charges = [
        Charge(**charge, meter=Meter.COMPUTE, usd=Decimal("1.5")),
        Charge(**charge, meter=Meter.COMPUTE, usd=Decimal("-0.25")),
        Charge(**charge, meter=Meter.DISK, usd=Decimal("0.1")),
        Charge(**charge, meter=None, usd=Decimal(9)),
    ]
    by_meter = charged_by_meter(charges)
    assert {Meter.COMPUTE: Decimal("1.25"), Meter.DISK: Decimal("0.1"), None: Decimal(9)} == by_meter
    assert Decimal("10.35") == row_of(a_standing(), by_meter, NOW).charged
    assert None is row_of(a_standing(), {}, NOW).charged
    assert Decimal("10.35") == told([a_standing()], charged={"r1": by_meter})[0].rows[0].charged


@pytest.mark.parametrize("since", [-30 * HOUR, -10 * HOUR, 4 * HOUR])
def test_charges_are_compared_with_what_accrued_in_the_very_same_time(since):
    """Rented ten hours before it was tracked, read an hour ago: each hour of the window at $16.10, no other."""
    run = Watched(a_standing(an_instance(started_at=NOW - 10 * HOUR)))
    run.up(10, wait=HOUR)
    until = run.now - HOUR
    hours = min(9 * HOUR - since, 19 * HOUR) // HOUR
    charged = {Meter.COMPUTE: Decimal(16) * hours, Meter.DISK: Decimal("0.1") * hours, None: Decimal(3)}
    window = charged_in(run.standing, charged, NOW + since, until)
    assert (max(since, -10 * HOUR), until) == (window.since - NOW, window.until)
    assert (Decimal("16.1") * hours + 3, Decimal(3)) == (window.total, window.other)
    assert Decimal(3) == round(charged_in(with_free_traffic(run.standing), charged, NOW + since, until).unexplained, 9)
    compute, disk, *_, whole = comparison_of(run.standing, charged, run.now, window)
    assert [0, 0, window.total] == [round(compute.unexplained, 9), round(disk.unexplained, 9), whole.charged]
    assert None is charged_in(run.standing, {}, NOW, until)
    assert None is charged_in(run.standing, charged, NOW - 20 * HOUR, NOW - 10 * HOUR)


def with_free_traffic(standing):
    """Have counters that say nothing and prices of nothing, so that every meter is known."""
    rates = tuple(
        one if one.meter in (Meter.COMPUTE, Meter.DISK) else replace(one, usd=Decimal(0))
        for one in standing.machine.rates
    )
    return replace(standing, machine=replace(standing.machine, rates=rates))


def test_open_incidents_are_named_and_counted():
    """In the line and in the sum, beside what else needs a person: no marketplace is set up here."""
    run = Watched()
    run.up(machine_id="9", disk_used_gb=Decimal(490))
    (part,) = told([run.standing, a_standing(id="r2", name="quiet")])
    both = {IncidentKind.DISK, IncidentKind.HARDWARE}
    assert (both, ()) == (set(part.rows[0].open), part.rows[1].open)
    unasked = {(name, Plight.UNASKED) for name in ("llama-ft", "quiet")}
    named = {(one.about, one.what) for one in part.open}
    assert ({("llama-ft", kind) for kind in both} | unasked, 4) == (named, part.open_count)


def test_a_machine_that_was_typed_in_has_no_word_of_a_marketplace():
    """Nobody said it runs."""
    ref = ListingRef("by-hand", "r1")
    assert None is row_of(a_standing(an_instance(ref=ref)), {}, NOW).state


def test_missed_days_are_caught_up_in_one_summary():
    """Case g166: three days asleep are one message that names them."""
    days = due_summaries(TODAY - 4 * DAY, NOW, NOW, NOW.time(), ZoneInfo("UTC"))
    (part,) = told([], days=days)
    assert (TODAY, (TODAY - 3 * DAY, TODAY - 2 * DAY, TODAY - DAY, TODAY)) == (part.day, part.days)


def an_account(**changes):
    """Make an account that was read an hour ago."""
    known = {"balance": Decimal(161), "balance_at": NOW - HOUR, "burn": Decimal("16.1"), "last_good": NOW - HOUR}
    return AccountStanding(market="vast", **(known | changes))


@pytest.mark.parametrize(
    ("changes", "lasts"),
    [
        ({}, 9 * HOUR),
        ({"balance_at": NOW - 11 * HOUR}, timedelta(0)),
        ({"burn": Decimal(0)}, None),
        ({"burn": None}, None),
        ({"balance": None}, None),
    ],
)
def test_an_accounts_line_tells_how_long_its_money_lasts(changes, lasts):
    """From when it was read on, never below nothing; None where nothing burns or nobody knows."""
    row = account_row(an_account(**changes), {"vast": 2 * MINUTE}, NOW)
    assert (lasts, 2 * MINUTE, NOW - HOUR) == (row.lasts, row.every, row.last_good)


def test_an_account_names_how_many_machines_it_leaves_out():
    """Their cost is unknown."""
    assert 1 == account_row(an_account(missing=(REF,)), {}, NOW).missing
    assert "vast" == told([], accounts=[an_account()])[0].accounts[0].market


@given(zone=st.sampled_from(["UTC", "Pacific/Chatham", "America/New_York"]), hours=st.integers(0, 400))
def test_a_chart_ends_at_the_cost_so_far(zone, hours):
    """Promise 7: day by day, in any zone; the estimate ends at what was to be spent by now."""
    run = Watched(a_standing(an_instance(started_at=NOW - 30 * HOUR), begun_at=NOW - 30 * HOUR))
    run.up(wait=MINUTE, traffic_in_gb=Decimal(7))
    run.away(2, wait=HOUR)
    run.up(wait=HOUR)
    now = run.now + hours * HOUR
    (series,) = chart_of(TODAY, [run.standing], ZoneInfo(zone), now).series
    row = row_of(run.standing, {}, now)
    assert (series.cost[-1][1], series.estimate[-1][1]) == (row.so_far, row.to_date)
    assert cost_so_far(run.standing, now).known.usd == series.cost[-1][1]
    days = [day for day, _ in series.cost]
    assert [days[0] + DAY * number for number in range(len(days))] == days == [day for day, _ in series.estimate]
    assert sorted(usd for _, usd in series.cost) == [usd for _, usd in series.cost]


def test_a_run_whose_price_nobody_told_or_that_cost_nothing_yet_has_no_line_in_the_chart():
    """The first is named; of the second there is nothing to say."""
    unpriced = a_standing(an_instance(compute=None), name="unpriced")
    unseen = replace(a_standing(), machine=replace(a_standing().machine, levels=()))
    chart = chart_of(date(2026, 11, 30), [unpriced, unseen], ZoneInfo("UTC"), NOW + HOUR)
    assert ((), ("unpriced",)) == (chart.series, chart.unpriced)


def test_a_run_without_an_estimate_has_its_cost_in_the_chart():
    """Nobody told the price of traffic, so there is nothing to compare with; what it costs by the hour is known."""
    untold = a_standing(an_instance(in_usd_per_gb=None, out_usd_per_gb=None))
    (series,) = chart_of(date(2026, 11, 30), [untold], ZoneInfo("UTC"), NOW + HOUR).series
    assert (Decimal("16.1"), ()) == (series.cost[-1][1], series.estimate)


def test_the_totals_are_marked_where_any_run_is():
    """Assumed from before it was tracked, or a meter of which nothing is known."""
    sure = row_of(a_standing(an_instance(in_usd_per_gb=Decimal(0), out_usd_per_gb=Decimal(0))), {}, NOW)
    blind = row_of(a_standing(an_instance(compute=None)), {}, NOW)
    assert (False, ()) == (totals_of([sure]).unsure, totals_of([sure]).missing)
    assert ("compute", "traffic in", "traffic out") == totals_of([sure, blind]).missing
    assert totals_of([sure, replace(sure, unsure=True)]).unsure
