"""What a run was to cost, has cost and will have cost, and how far it is."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from watched import DAY, HOUR, MINUTE, NOW, SECOND, Watched, a_standing, an_instance

from bot.domain.instance import InstanceState
from bot.domain.ledger import Meter
from bot.domain.money import MachineRate
from bot.domain.runs import Progress
from bot.domain.watching.card import card_of, money_of
from bot.domain.watching.ends import outlook_of
from bot.domain.watching.money import (
    cost_at_completion,
    cost_so_far,
    estimate_of,
    out_gb_of,
    still_needed,
    told_usd,
)
from bot.domain.watching.progress import BOOT, ENOUGH, from_the_start, planned_finish, ran, remaining
from bot.domain.watching.terms import Terms

MICRO = timedelta(microseconds=1)
STOPPED = {"state": InstanceState.STOPPED, "state_text": "stopped"}
OFFLINE = {"state": InstanceState.OFFLINE, "state_text": "offline"}


def close(expected, usd):
    """Whether an amount is what a fraction says, to a millionth of a cent."""
    return abs(expected - Fraction(usd)) < Fraction(1, 10**8)


@given(
    minutes=st.integers(1, 60_000),
    margin=st.integers(0, 300),
    cents=st.integers(1, 9_999),
    disk=st.integers(0, 9_999),
    in_gb=st.integers(0, 9_999),
    out_gb=st.integers(0, 9_999),
)
def test_an_estimate_is_hours_at_the_locked_rate_and_disk_and_traffic(minutes, margin, cents, disk, in_gb, out_gb):
    """Against fractions; its upper bound has the margin on the hours, not on the traffic."""
    row = an_instance(compute=MachineRate(Decimal(cents) / 100), disk_gb=Decimal(disk))
    plan = {
        "duration": minutes * MINUTE,
        "margin": Decimal(margin) / 100,
        "in_gb": Decimal(in_gb),
        "out_gb": Decimal(out_gb),
    }
    standing = a_standing(row, plan=plan)
    hourly = Fraction(cents, 100) + Fraction(144, 1000) * disk / 720
    traffic = Fraction(4, 1000) * in_gb + Fraction(5, 1000) * out_gb
    hours = Fraction(minutes, 60)
    assert close(hours * hourly + traffic, estimate_of(standing).parts.total)
    longer = hours * (1 + Fraction(margin, 100))
    assert close(longer * hourly + traffic, estimate_of(standing, with_margin=True).parts.total)


def test_the_estimate_of_the_readme_by_its_parts():
    """72 h: $1152 GPUs, $7.20 disk, $0.80 in, $1.50 out; without a word on what goes out, the whole disk does."""
    parts = estimate_of(a_standing()).parts
    assert [Decimal(1152), Decimal("7.2"), Decimal("0.8"), Decimal("1.5")] == [
        parts.compute,
        parts.disk,
        parts.traffic_in,
        parts.traffic_out,
    ]
    assert Decimal(500) == out_gb_of(a_standing(plan={"out_gb": None}))
    assert Decimal(0) == out_gb_of(a_standing(an_instance(disk_gb=None), plan={"out_gb": None}))


@pytest.mark.parametrize("name", ["compute", "disk_usd_per_gb_month", "disk_gb", "in_usd_per_gb", "out_usd_per_gb"])
def test_an_estimate_with_a_price_that_nobody_told_is_unknown(name):
    """Case d84: unknown is not nothing."""
    assert None is estimate_of(a_standing(an_instance(**{name: None})))


def test_a_price_that_is_not_needed_may_be_unknown():
    """No traffic, no price of traffic."""
    row = an_instance(in_usd_per_gb=None, out_usd_per_gb=None)
    standing = a_standing(row, plan={"in_gb": Decimal(0), "out_gb": Decimal(0)})
    assert Decimal("1159.2") == estimate_of(standing).parts.total


def test_the_estimate_stays_with_what_was_locked():
    """A rate that changed later makes the run dearer, not its estimate."""
    run = Watched()
    before = estimate_of(run.standing)
    run.up(compute=MachineRate(Decimal(99)))
    assert before == estimate_of(run.standing)


@given(minutes=st.integers(0, 20_000))
def test_what_was_to_be_spent_by_now_grows_with_the_hours_and_is_at_most_whole(minutes):
    """A share of every part, traffic included."""
    run = Watched()
    run.up()
    now = NOW + minutes * MINUTE
    money = money_of(run.standing, now)
    share = min(Fraction(minutes, 72 * 60), Fraction(1))
    assert close(share * Fraction("1161.5"), money.to_date)
    assert Decimal("1161.5") == money.estimate
    assert close(Fraction("1159.2") * Fraction(115, 100) + Fraction("2.3"), money.estimate_high)


def test_at_completion_is_what_accrued_and_what_is_still_to_run():
    """On time it is the estimate; two hours of outage cost nothing, of a stop its disk."""
    run = Watched()
    run.up(wait=10 * HOUR)
    assert Decimal("1161.5") == told_usd(cost_at_completion(run.standing, run.now))
    run.poll(**OFFLINE, wait=MINUTE)
    run.poll(**OFFLINE, wait=2 * HOUR)
    run.up()
    assert close(Fraction("1161.5"), told_usd(cost_at_completion(run.standing, run.now)))
    run.poll(**STOPPED, wait=MINUTE)
    stopped = run.now
    run.poll(**STOPPED, wait=2 * HOUR)
    run.up(wait=MINUTE)
    disk = Fraction((run.now - stopped) // MINUTE, 60) / 10
    assert close(Fraction("1161.5") + disk, told_usd(cost_at_completion(run.standing, run.now)))


def test_traffic_that_was_counted_is_not_counted_again_at_completion():
    """50 of 300 GB are out already; more than was planned is what it is."""
    run = Watched()
    run.up(traffic_in_gb=Decimal(200), traffic_out_gb=Decimal(50))
    assert Decimal("1161.5") == told_usd(cost_at_completion(run.standing, run.now))
    run.up(traffic_out_gb=Decimal(400))
    assert Decimal("1162.0") == told_usd(cost_at_completion(run.standing, run.now))


def test_what_a_run_will_have_cost_is_what_it_cost_once_it_is_over():
    """Case d85: nothing comes on top of a machine that is gone."""
    run = Watched()
    run.up(wait=10 * HOUR)
    run.gone(2)
    over = run.now + 9 * DAY
    assert cost_so_far(run.standing, run.now) == cost_at_completion(run.standing, over)
    assert close(Fraction("161"), told_usd(cost_at_completion(run.standing, over)))


def test_what_runs_still_take_is_unknown_while_it_is_of_any():
    """Case a6: two runs of 72 h, one of them 10 h in; one whose price nobody told makes the sum unknown."""
    one, other = a_standing(), a_standing(begun_at=NOW + 10 * HOUR)
    assert Decimal(0) == still_needed([], NOW)
    assert close(Fraction("1161.5") * 2 - 161, still_needed([one, other], NOW + 10 * HOUR))
    assert None is still_needed([one, a_standing(an_instance(compute=None))], NOW)


def test_a_sum_without_the_gpus_is_no_sum():
    """The rest is too little of it to be told as it; without the disk it is most of it."""
    assert None is told_usd(cost_so_far(a_standing(an_instance(compute=None)), NOW))
    without_disk = cost_so_far(Watched(a_standing(an_instance(disk_gb=None))).standing, NOW + HOUR)
    assert (Decimal(16), (Meter.DISK, Meter.TRAFFIC_IN, Meter.TRAFFIC_OUT)) == (
        told_usd(without_disk),
        without_disk.missing,
    )


def test_a_stopped_machine_finishes_nothing_and_costs_its_disk():
    """Case d86: a day of 500 GB at $0.144 a month is $2.40; the GPUs cost nothing."""
    run = Watched()
    run.poll(**STOPPED)
    before = cost_so_far(run.standing, run.now)
    day = cost_so_far(run.standing, run.now + DAY) - before
    assert (Decimal(0), Decimal("2.4")) == (day.compute.usd, day.disk.usd)
    assert (None, None) == (
        outlook_of(run.standing, run.now + DAY).finish_at,
        outlook_of(run.standing, run.now + DAY).spare,
    )


def test_an_outage_moves_the_finish_by_its_length():
    """And not by more: from the first poll that said so to the first that said it is back."""
    run = Watched()
    run.up(wait=HOUR)
    before = outlook_of(run.standing, run.now).finish_at
    run.away(300)
    run.up(2)
    after = outlook_of(run.standing, run.now)
    assert (before + 300 * MINUTE, HOUR + 2 * MINUTE) == (after.finish_at, ran(run.standing, run.now))


def test_a_run_counts_its_hours_from_when_it_began_not_from_the_machines_start():
    """Rented ten hours before: they cost, but trained for something else. Before it began nothing ran for it."""
    row = an_instance(started_at=NOW - 10 * HOUR)
    standing = a_standing(row, begun_at=NOW + HOUR)
    assert (timedelta(0), timedelta(0)) == (ran(standing, NOW), ran(standing, NOW + HOUR))
    assert (2 * HOUR, 70 * HOUR) == (ran(standing, NOW + 3 * HOUR), remaining(standing, NOW + 3 * HOUR))
    assert Decimal("161.0") == cost_so_far(standing, NOW).known.usd
    assert NOW + HOUR + BOOT + 72 * HOUR * 1.15 == planned_finish(standing)
    earlier = a_standing(row, begun_at=NOW - 10 * HOUR)
    assert 10 * HOUR == ran(earlier, NOW)


def test_what_remains_is_reckoned_at_the_pace_that_was_told():
    """A quarter in ten hours: thirty more, less what has run since; never below nothing."""
    told = Progress(done=25, total=100, at=NOW, running=10 * HOUR)
    standing = a_standing(progress=told, begun_at=NOW - 10 * HOUR)
    standing = replace(standing, machine=a_standing(an_instance(started_at=NOW - 10 * HOUR)).machine)
    assert [30 * HOUR, 25 * HOUR, timedelta(0)] == [remaining(standing, NOW + n * HOUR) for n in (0, 5, 31)]


@pytest.mark.parametrize(
    "told",
    [None, Progress(done=0, total=100, at=NOW, running=10 * HOUR)],
)
def test_what_tells_no_progress_leaves_the_estimate(told):
    """Nothing told, or nothing done."""
    assert 71 * HOUR == remaining(a_standing(progress=told), NOW + HOUR)
    assert timedelta(0) == remaining(a_standing(progress=told), NOW + 100 * HOUR)


def test_nothing_can_be_said_of_what_remains_of_a_run_that_is_over():
    """Not nothing: unknown."""
    standing = a_standing()
    assert None is remaining(replace(standing, run=replace(standing.run, ended_at=NOW)), NOW)


@given(done=st.integers(1, 50), left=st.integers(0, 50), micros=st.integers(1, 10**12))
def test_what_remains_is_the_share_to_the_microsecond_and_never_less(done, left, micros):
    """Against fractions, rounded up: at the told pace, at the plan's where nobody trains so fast."""
    total = done + left
    told = Progress(done=done, total=total, at=NOW, running=micros * MICRO)
    plan = 72 * HOUR // MICRO
    exact = Fraction(plan * left, total) if done * plan > 3 * total * micros else Fraction(micros * left, done)
    got = remaining(a_standing(progress=told), NOW) // MICRO
    assert exact <= got < exact + 1


@pytest.mark.parametrize("seconds", [0, 1, 600])
def test_a_resumed_run_is_as_far_as_it_is_told_and_as_slow_as_it_was_planned(seconds):
    """41,000 of 50,000 seconds after renting were done elsewhere: 18 % of 72 h are left, less what runs."""
    told = Progress(done=41_000, total=50_000, at=NOW, running=timedelta(seconds=seconds))
    standing = a_standing(progress=told)
    left = 72 * HOUR * 18 / 100
    assert [left, left - HOUR, timedelta(0)] == [
        remaining(standing, NOW + told.running + wait) for wait in (timedelta(0), HOUR, 20 * HOUR)
    ]
    assert 72 * HOUR == from_the_start(standing)


@pytest.mark.parametrize(("running", "left"), [(6 * HOUR, 18 * HOUR), (6 * HOUR - SECOND, 54 * HOUR)])
def test_a_first_word_tells_a_pace_up_to_three_times_the_plans(running, left):
    """A quarter of 72 h in 6 h is three times as fast; a second less, and the quarter was not done here alone."""
    told = Progress(done=1, total=4, at=NOW, running=running)
    assert left == remaining(a_standing(progress=told), NOW)


def test_the_pace_of_a_resumed_run_is_of_what_it_did_here():
    """1,000 steps in five hours, so 8,000 take forty; whatever is told after, the first word stays the base."""
    first = Progress(done=41_000, total=50_000, at=NOW, running=MINUTE)
    second = Progress(done=42_000, total=50_000, at=NOW, running=5 * HOUR + MINUTE).after(first)
    third = Progress(done=45_000, total=50_000, at=NOW, running=10 * HOUR + MINUTE).after(second)
    standing = a_standing(progress=second)
    assert (40 * HOUR, 250 * HOUR) == (remaining(standing, NOW), from_the_start(standing))
    assert (41_000, MINUTE, (4_000, 10 * HOUR)) == (third.base_done, third.base_running, third.since_base)
    assert 12.5 * HOUR == remaining(a_standing(progress=third), NOW)


@pytest.mark.parametrize(
    ("done", "running"), [(41_000, 30 * HOUR), (41_100, MINUTE + ENOUGH - MICRO), (41_000, 2 * MINUTE)]
)
def test_two_words_that_tell_no_pace_are_as_the_first(done, running):
    """Nothing done in between, or hardly any time: as if it had been told for the first time."""
    first = Progress(done=41_000, total=50_000, at=NOW, running=MINUTE)
    again = Progress(done=done, total=50_000, at=NOW, running=running)
    assert remaining(a_standing(progress=again), NOW) == remaining(a_standing(progress=again.after(first)), NOW)
    enough = replace(again, done=41_100, running=MINUTE + ENOUGH).after(first)
    assert 89 * ENOUGH == remaining(a_standing(progress=replace(enough, total=50_000)), NOW)


@pytest.mark.parametrize(
    "changes", [{"done": 40_999}, {"total": 60_000}, {"running": timedelta(0)}, {"done": 1, "total": 1}]
)
def test_what_went_back_or_counts_otherwise_begins_anew(changes):
    """Fewer steps, another total, another machine's time: a first word again."""
    first = Progress(done=41_000, total=50_000, at=NOW, running=MINUTE)
    last = replace(first, done=42_000, running=HOUR).after(first)
    told = replace(last, **({"done": 42_500, "running": 2 * HOUR} | changes))
    assert (None, None, None) == (
        told.after(last).base_done,
        told.after(last).base_running,
        told.after(last).since_base,
    )
    assert replace(told, base_done=None, base_running=None) == told.after(None)


def test_a_first_word_that_all_is_done_finishes():
    """Seconds after renting too: nothing remains, at the instant that was told."""
    standing = a_standing(progress=Progress(done=5, total=5, at=NOW, running=SECOND))
    assert (timedelta(0), NOW) == (remaining(standing, NOW), outlook_of(standing, NOW + HOUR).finish_at)


def test_steps_that_cannot_be_are_refused():
    """Below none, beyond all, of none; and the last of all is the finish."""
    for done, total in ((-1, 5), (6, 5), (0, 0)):
        with pytest.raises(ValueError, match=f"{done} of {total} steps"):
            Progress(done=done, total=total, at=NOW, running=HOUR)
    assert [False, True] == [Progress(done=n, total=5, at=NOW, running=HOUR).finished for n in (4, 5)]


def test_a_card_tells_what_is_known_and_by_whom(run):
    """Its three truths, its ends and its figures; what nobody can see yet is unknown."""
    card = card_of(run.standing, Terms(now=run.now, every=MINUTE, admin=None, new_id=str))
    assert (NOW + MINUTE, "running", None, None) == (card.seen_at, card.marketplace, card.ssh, card.training)
    assert (Decimal("0.97"), MINUTE, 72 * HOUR) == (card.gpu_use, card.running, card.planned)
    assert (NOW + 8 * DAY, NOW + 8 * DAY - 3 * HOUR) == (card.binding[1], card.copy_start)
    assert ("traffic in", "traffic out") == card.money.missing
    assert (False, None, False) == (card.money.unsure, card.ended_at, card.by_hand)
