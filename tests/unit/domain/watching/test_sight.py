"""What one look adds to a machine's dated facts: its level, its rates, its counters, and how it is now."""

import json
from dataclasses import replace
from decimal import Decimal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from watched import DAY, HOUR, MINUTE, NOW, REF, SECOND, Watched, a_machine, a_standing, an_instance

from bot.domain.gpu import Form, Gpu, Unrecognised
from bot.domain.incidents import Sighting, sighting
from bot.domain.instance import InstanceState
from bot.domain.ledger import CounterReading, Ledger, Meter, RateFact
from bot.domain.listing import ListingRef
from bot.domain.money import MachineRate
from bot.domain.watching.look import Look, look_at
from bot.domain.watching.sight import seen_by, stated_rates
from bot.markets.vast.instance import read_instance

PENDING, RUNNING, STOPPED, OFFLINE, UNKNOWN = InstanceState
BLIND_AFTER = 3.5 * MINUTE

STATUSES = {
    None: (PENDING, Sighting.HERE),
    "created": (PENDING, Sighting.HERE),
    "loading": (PENDING, Sighting.HERE),
    "running": (RUNNING, Sighting.HERE),
    "stopped": (STOPPED, Sighting.HERE),
    "exited": (STOPPED, Sighting.HERE),
    "frozen": (RUNNING, Sighting.HERE),
    "rebooting": (PENDING, Sighting.HERE),
    "restarting": (PENDING, Sighting.HERE),
    "scheduling": (PENDING, Sighting.HERE),
    "unknown": (UNKNOWN, Sighting.UNKNOWN),
    "offline": (OFFLINE, Sighting.OFFLINE),
    "destroyed": (UNKNOWN, Sighting.UNKNOWN),
    "hibernating": (UNKNOWN, Sighting.UNKNOWN),
}
"""Every `actual_status` of Vast.ai's API reference and CLI (2026-11-30), null, and a word that nobody knows."""


def a_look(row, at):
    """Look at a row."""
    return Look(at=at, sighting=sighting(row.state), instance=row, asked=())


def rows(machine, changes):
    """See rows that differ from the last by these changes, a minute apart."""
    row, at = machine.seen, machine.seen_at
    for change in changes:
        row, at = replace(row, **change), at + MINUTE
        machine = seen_by(machine, a_look(row, at), BLIND_AFTER)
    return machine


@pytest.mark.parametrize("status", STATUSES)
def test_each_status_of_the_marketplace_is_a_sighting_and_a_level_or_neither(status):
    """What nobody knows adds no level; the marketplace's own word is shown."""
    state, seen = STATUSES[status]
    row = {"id": 4411, "machine_id": 811, "num_gpus": 8, "gpu_name": "H100 SXM", "gpu_ram": 81559, "dph_base": 16}
    read = read_instance(msgspec.Raw(json.dumps(row | {"actual_status": status}).encode()), NOW + MINUTE)
    look = look_at(REF, NOW + MINUTE, listed={REF: read}, absent=(), asked=())
    machine = seen_by(a_machine(), look, BLIND_AFTER)
    expected = {UNKNOWN: [(RUNNING, NOW)], RUNNING: [(RUNNING, NOW + MINUTE)]}
    levels = expected.get(state, [(RUNNING, NOW), (state, NOW + MINUTE)])
    assert (state, seen) == (read.state, look.sighting)
    assert levels == [(level.state, level.seen) for level in machine.levels]
    assert (status or "being provisioned") == machine.seen.state_text


def test_a_machine_is_read_out_of_a_poll():
    """Listed; not listed; surely absent; and where there is no whole list, nothing is known, whatever an id said."""
    other = ListingRef("vast", "9")
    row = an_instance()
    assert row is look_at(REF, NOW, listed={REF: row}, absent=(), asked=()).instance
    assert Sighting.UNLISTED is look_at(REF, NOW, listed={}, absent=(other,), asked=()).sighting
    assert Sighting.ABSENT is look_at(REF, NOW, listed={}, absent=(REF,), asked=()).sighting
    assert Look(at=NOW) == look_at(REF, NOW, listed=None, absent=(REF,), asked=())


def test_what_a_look_does_not_say_changes_nothing_of_the_machine():
    """Promise 4: neither an answer that failed nor a list without it is a state."""
    machine = rows(a_machine(), [{}, {"gpu_use": None}])
    for seen in (Sighting.UNKNOWN, Sighting.UNLISTED):
        assert machine is seen_by(machine, Look(at=NOW + HOUR, sighting=seen), BLIND_AFTER)


def test_a_machine_that_is_absent_is_a_level_of_its_own():
    """Gone is a level, too; how it was last seen stays."""
    machine = seen_by(a_machine(), Look(at=NOW + MINUTE, sighting=Sighting.ABSENT), BLIND_AFTER)
    assert [RUNNING, None] == [level.state for level in machine.levels]
    assert (NOW, "running") == (machine.seen_at, machine.seen.state_text)


LASTING = ("label", "country", "compute", "disk_usd_per_gb_month", "disk_gb", "started_at", "ends_at", "in_usd_per_gb")


@pytest.mark.parametrize("name", [*LASTING, "out_usd_per_gb", "uplink_mbps", "ssh_host", "ssh_port", "pricing"])
def test_what_a_row_leaves_out_of_what_lasts_is_kept(name):
    """A null is no news: not of a price, not of an end."""
    before = a_machine(an_instance(ssh_host="ssh1.example", ssh_port=40022))
    after = rows(before, [{name: None}])
    assert getattr(before.seen, name) == getattr(after.seen, name)
    assert before.rates == after.rates


@pytest.mark.parametrize("name", ["gpu_use", "disk_used_gb"])
def test_what_a_machine_does_right_now_is_unknown_where_a_row_leaves_it_out(name):
    """Yesterday's GPU use says nothing of today's."""
    assert None is getattr(rows(a_machine(), [{name: None}]).seen, name)


def test_a_card_that_lacks_only_its_memory_or_its_name_is_the_same_card():
    """Half a name is no other card; another name is."""
    for name in ("", "H100 SXM"):
        machine = rows(a_machine(), [{"gpu": Unrecognised(name), "gpu_name": name}])
        assert (Gpu("H100", 80, Form.SXM), "H100 SXM") == (machine.seen.gpu, machine.seen.gpu_name)
    other = rows(a_machine(), [{"gpu": Unrecognised("Z9"), "gpu_name": "Z9"}])
    assert "Z9" == other.seen.gpu_name


def test_only_rates_that_differ_are_dated_anew():
    """Case a30: a dearer disk holds from when it was seen, and what stayed is told once."""
    machine = rows(a_machine(), [{}, {"disk_usd_per_gb_month": Decimal("0.288")}, {}])
    assert (*a_machine().rates, RateFact(Meter.DISK, NOW + 2 * MINUTE, Decimal("0.2"))) == machine.rates


def test_all_that_a_row_states_of_its_prices_is_a_rate():
    """Four meters; one that is not told has none."""
    assert {Meter.COMPUTE: 16, Meter.DISK: Decimal("0.1"), Meter.TRAFFIC_IN: Decimal("0.004")} == {
        fact.meter: fact.usd for fact in stated_rates(an_instance(out_usd_per_gb=None), NOW)
    }


@pytest.mark.parametrize("at", [NOW - HOUR, NOW + MINUTE])
def test_a_clock_that_steps_back_takes_nothing_back(at):
    """What was seen later stays so, and of one instant the first word."""
    machine = rows(a_machine(), [{"traffic_in_gb": Decimal(5), "traffic_out_gb": Decimal(1)}] * 3)
    earlier = replace(machine.seen, traffic_in_gb=Decimal(9))
    after = seen_by(machine, a_look(earlier, at), BLIND_AFTER)
    assert (machine.seen_at, machine.levels, machine.traffic) == (after.seen_at, after.levels, after.traffic)


def counted(readings, prices=()):
    """See these readings; give what was kept of them."""
    machine = a_machine()
    for at, in_gb, out_gb in readings:
        price = next((usd for since, usd in reversed(prices) if since <= at), Decimal("0.005"))
        row = replace(machine.seen, traffic_in_gb=in_gb, traffic_out_gb=out_gb, out_usd_per_gb=price)
        machine = seen_by(machine, a_look(row, at), BLIND_AFTER)
    return machine


def test_of_an_hour_only_the_last_reading_is_kept():
    """Sixty polls are one row; one that says nothing is none."""
    readings = [(NOW + n * MINUTE, Decimal(n), Decimal(2 * n)) for n in range(1, 121)]
    hourly = (59, 119, 120)
    assert [Decimal(n) for n in hourly] == [one.in_gb for one in counted(readings).traffic]
    assert () == counted([(NOW + MINUTE, None, None)]).traffic


def test_a_counter_that_says_nothing_costs_no_row_each_minute():
    """Where one of the two is never told, an hour is still one row."""
    readings = [(NOW + n * MINUTE, Decimal(n), None) for n in range(1, 60)]
    assert (CounterReading(NOW + 59 * MINUTE, Decimal(59), None),) == counted(readings).traffic


@pytest.mark.parametrize("next_", [(Decimal(3), Decimal(9)), (None, Decimal(9))])
def test_how_far_a_counter_had_counted_before_it_fell_or_fell_silent_is_kept(next_):
    """A machine that was made anew counts from zero; what it had counted is owed all the same."""
    readings = [(NOW + MINUTE, Decimal(8), Decimal(8)), (NOW + 2 * MINUTE, *next_)]
    assert [Decimal(8), next_[0]] == [one.in_gb for one in counted(readings).traffic]


gb = st.none() | st.integers(0, 40).map(Decimal)
steps = st.lists(st.tuples(st.integers(1, 90), gb, gb), max_size=30)
price_changes = st.lists(st.tuples(st.integers(0, 900), st.integers(1, 9)), max_size=3, unique_by=lambda one: one[0])


@given(steps=steps, changes=price_changes)
def test_what_is_left_of_the_readings_costs_as_much_as_all_of_them(steps, changes):
    """Promise 7: to the digit, at every hour's end and at the last, over resets, silence and new prices."""
    readings, at = [], NOW
    for minutes, in_gb, out_gb in steps:
        at += minutes * MINUTE
        readings.append((at, in_gb, out_gb))
    machine = counted(readings, sorted((NOW + one * MINUTE, Decimal(usd)) for one, usd in changes))
    full = Ledger(
        policy=machine.ledger.policy,
        spans=machine.ledger.spans,
        rates=machine.rates,
        traffic=[CounterReading(*one) for one in readings],
    )
    hours = (at - NOW) // HOUR + 1
    for instant in (*(NOW + hour * HOUR - SECOND for hour in range(1, hours + 1)), at + DAY):
        assert full.read(instant).of(Meter.TRAFFIC_OUT) == machine.ledger.read(instant).of(Meter.TRAFFIC_OUT)
        assert full.read(instant).of(Meter.TRAFFIC_IN) == machine.ledger.read(instant).of(Meter.TRAFFIC_IN)
    assert len(machine.traffic) <= len(readings)


def test_a_poll_that_says_nothing_leaves_the_very_same_standing(run):
    """Promise 4, case c59, case c63: byte for byte, but for when the card was drawn."""
    run.away()
    before = run.standing
    assert [] == run.blind(5)
    assert before == run.standing
    run.blind(200)
    assert replace(before, watches=replace(before.watches, card_at=None)) == replace(
        run.standing, watches=replace(run.standing.watches, card_at=None)
    )


def test_a_row_whose_state_nobody_knows_is_no_sight_of_it():
    """The marketplace's "unknown": no level, no end of the outage, no news but its word."""
    run = Watched(a_standing())
    run.away(2)
    levels, watches = run.standing.machine.levels, run.standing.watches
    assert [] == run.poll(3, state=UNKNOWN, state_text="unknown", gpu_use=Decimal(0))
    assert (levels, watches.presence) == (run.standing.machine.levels, run.standing.watches.presence)
    assert "unknown" == run.standing.machine.seen.state_text


def test_a_rate_of_the_whole_machine_is_news_when_it_changes():
    """A compute rate that went up is dated when it was seen; the old one holds until then."""
    machine = rows(a_machine(), [{"compute": MachineRate(Decimal(20))}])
    assert Decimal(16) == machine.ledger.rates_of(Meter.COMPUTE).at(NOW)
    assert Decimal(20) == machine.ledger.rates_of(Meter.COMPUTE).at(NOW + MINUTE)
