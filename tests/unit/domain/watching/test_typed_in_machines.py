"""A machine that was typed in: it ends by its own date, since nobody can be asked about it."""

from dataclasses import replace
from decimal import Decimal

from watched import DAY, HOUR, MINUTE, NOW, REF, Watched, a_standing, an_instance, public

from bot.domain.incidents import Presence, Sighting
from bot.domain.instance import InstanceState
from bot.domain.letters import Kind
from bot.domain.letters.machine import Late
from bot.domain.listing import BY_HAND, ListingRef
from bot.domain.runs import Progress


def by_hand(**run):
    """Give a run whose machine was typed in: three days, RUNNING by whoever typed it."""
    ref = ListingRef(BY_HAND, "r1")
    row = an_instance(ref=ref, ends_at=NOW + 3 * DAY, gpu_use=None, disk_used_gb=None, uplink_mbps=None)
    return Watched(a_standing(row, **run))


def test_a_machine_that_was_typed_in_ends_a_run_with_its_own_end():
    """No marketplace will ever say that it is gone: the money stops there, and the run is over."""
    run = by_hand()
    run.blind(wait=3 * DAY - MINUTE)
    assert None is run.standing.run.ended_at
    before = run.standing.machine.ledger.read(NOW + 3 * DAY)
    run.blind()
    after = run.standing.machine.ledger
    assert NOW + 3 * DAY == run.standing.run.ended_at
    assert before == after.read(NOW + 3 * DAY) == after.read(NOW + 9 * DAY)
    assert Decimal(0) == after.burn(run.now)
    assert before.compute.unsure
    levels = run.standing.machine.levels
    assert [] == run.blind(5, wait=DAY)
    assert (levels, NOW + 3 * DAY) == (run.standing.machine.levels, run.standing.run.ended_at)


def test_it_warns_of_that_end_also_where_it_passed_while_the_bot_was_down():
    """Promise 1: once, with how long ago it was, and with what the run cost until then, not until now."""
    run = by_hand()
    letters = run.blind(wait=5 * DAY)
    assert [([72, 24, 12, 6, 2, 1], True)] == public(letters)
    facts = letters[0].facts
    assert (-2 * DAY, Decimal("16.1") * 72) == (facts.left, facts.spent)
    assert [] == run.blind(5)


def test_a_machine_that_was_typed_in_goes_on_where_its_end_is_moved_or_the_clock_was_wrong():
    """Its end is what is typed; as if it had never been gone."""
    run, same = by_hand(), by_hand()
    run.blind(wait=3 * DAY)
    run.blind(wait=-DAY)
    same.blind(wait=2 * DAY)
    assert (None, same.standing.machine) == (run.standing.run.ended_at, run.standing.machine)
    run.blind(wait=2 * DAY)
    longer = replace(run.standing.machine.seen, ends_at=NOW + 9 * DAY)
    run.standing = replace(run.standing, machine=replace(run.standing.machine, seen=longer))
    run.blind()
    assert None is run.standing.run.ended_at
    assert InstanceState.RUNNING is run.standing.machine.levels[-1].state


def test_a_machine_that_was_typed_in_without_an_end_never_ends():
    """Nobody knows when."""
    ref = ListingRef(BY_HAND, "r1")
    run = Watched(a_standing(an_instance(ref=ref, ends_at=None)))
    assert [] == [one for one in run.blind(wait=99 * DAY) if one.kind is Kind.DEADLINE]
    assert None is run.standing.run.ended_at
    assert run.standing.machine == a_standing(an_instance(ref=ref, ends_at=None)).machine


def test_the_finish_of_a_machine_that_was_typed_in_is_judged_without_a_look():
    """Everything but its liveness works: 100 h for a tenth is late."""
    run = by_hand(progress=Progress(done=1, total=10, at=NOW, running=100 * HOUR))
    assert [Late] == [type(one.facts) for one in run.blind() if one.kind is Kind.FORECAST]
    assert Presence.HERE is run.standing.watches.presence.settled.level


def test_a_late_finish_is_over_with_the_run_and_told_so_in_its_thread():
    """Promise 3. It did not finish in time after all, so nothing of that kind is said."""
    run = by_hand(progress=Progress(done=1, total=10, at=NOW, running=100 * HOUR))
    (late,) = [one for one in run.blind() if one.kind is Kind.FORECAST]
    (over,) = [one for one in run.blind(5, wait=DAY) if one.kind is Kind.FORECAST]
    assert (late.key, NOW + 3 * DAY) == (over.thread, over.facts.run_over)
    assert set() == run.open()


def test_a_machine_of_a_marketplace_does_not_end_by_its_date_alone(run):
    """It may have been prolonged: until the marketplace says so it is there."""
    run.without(Sighting.UNKNOWN, wait=20 * DAY)
    assert (None, REF) == (run.standing.run.ended_at, run.standing.run.ref)
