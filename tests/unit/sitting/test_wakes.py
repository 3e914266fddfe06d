"""A wake asks, judges and keeps; a marketplace that fails holds nothing else up."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest
from sqlalchemy import text
from watched import NOW, REF, an_instance

from bot.domain.account import Charge
from bot.domain.incidents import IncidentKind
from bot.domain.instance import InstanceState
from bot.domain.ledger import Meter
from bot.domain.letters import Kind
from bot.domain.watching.seen_to import Answer
from bot.errors import LostTicker
from bot.services.tracking.progress import Steps
from bot.services.tracking.reading import NoSuchRun
from bot.services.watching.paces import LONGEST, Paces

HOUR = timedelta(hours=1)
AWAY = {"state": InstanceState.OFFLINE, "state_text": "offline", "gpu_use": None}


async def test_a_host_that_went_away_is_told_within_two_polls_and_back_in_its_thread(team):
    """One alert, its end in the same thread, both with the run's name."""
    await team.track()
    team.shelf.put(an_instance(started_at=NOW - HOUR, **AWAY))
    await team.wakes(5)
    (offline,) = await team.said(Kind.OFFLINE)
    team.shelf.put(an_instance(started_at=NOW - HOUR))
    await team.wakes(5)
    (back,) = await team.said(Kind.BACK)
    assert (back.thread, back.run, back.incident) == (offline.key, "llama-ft", offline.incident)
    assert back.facts.away == timedelta(minutes=5)


async def test_only_what_a_whole_list_leaves_out_is_looked_up_by_its_id(team):
    """One list call for all; a machine that the list forgot is found by its id. Cases a5, c61."""
    await team.track()
    team.shelf.asked.clear()
    await team.wakes()
    assert team.shelf.asked == ["instances", "charges"]
    team.shelf.hides.add(REF)
    team.shelf.asked.clear()
    await team.wakes(4)
    assert team.shelf.asked == ["instances", "instance 4411"] * 4
    assert await team.said(Kind.GONE) == []


async def test_a_machine_that_is_gone_ends_its_run_and_is_not_looked_up_for_ever(team):
    """Two complete lists without it and by its id null; then the list alone is read."""
    await team.track()
    team.shelf.rows.clear()
    await team.wakes(3)
    (gone,) = await team.said(Kind.GONE)
    assert gone.facts.last_seen == NOW
    team.shelf.asked.clear()
    await team.wakes(2)
    assert team.shelf.asked == ["instances"] * 2
    assert (await team.runs.one("llama-ft")).run.ended_at == NOW


async def test_a_machine_that_came_back_under_another_run_stays_with_that(team):
    """The old run is left alone, and no wake breaks on it."""
    await team.track()
    row = team.shelf.rows.pop(REF)
    await team.wakes(3)
    team.shelf.put(row)
    await team.track("second")
    await team.wakes(3)
    assert (await team.runs.one("llama-ft")).run.ended_at == NOW
    assert (await team.runs.one("second")).run.ended_at is None


async def test_a_machine_that_came_back_after_two_runs_is_the_later_ones(team):
    """Both had ended; the first was over when the second began, and stays so."""
    await team.track()
    row = team.shelf.rows.pop(REF)
    await team.wakes(3)
    team.shelf.put(row)
    await team.track("second")
    team.shelf.rows.clear()
    await team.wakes(3)
    team.shelf.put(row)
    await team.wakes(3)
    assert (await team.runs.one("llama-ft")).run.ended_at == NOW
    assert (await team.runs.one("second")).run.ended_at is None
    assert [one.run for one in await team.said(Kind.BACK)] == ["second"]


async def test_while_the_marketplace_is_blind_deadlines_still_come_nearer(team):
    """Promises 1 and 4: nothing is said of the host, and the 72 h warning goes out."""
    team.shelf.put(an_instance(started_at=NOW - HOUR, ends_at=NOW + 72 * HOUR + timedelta(minutes=2)))
    await team.track()
    team.shelf.readable = False
    await team.wakes(4)
    assert [one.kind for one in await team.said()] == [Kind.DEADLINE, Kind.NOT_VISIBLE]
    team.shelf.readable = True
    await team.wakes(5)
    assert [one.kind for one in await team.said()][2:] == [Kind.VISIBLE]


async def test_what_another_process_took_over_is_left_alone(team):
    """Fenced off, a wake keeps nothing."""
    await team.track()
    team.shelf.put(an_instance(started_at=NOW - HOUR, **AWAY))

    def lost(_):
        raise LostTicker("another")

    for _ in range(3):
        team.clock.advance(60)
        with pytest.raises(LostTicker):
            await team.watch.wake(lost)
    assert await team.said(Kind.OFFLINE) == []


async def test_a_run_that_can_not_be_judged_holds_up_no_other(team, caplog):
    """A row of another version stays as it is and is logged; the host of the next run is told all the same."""
    team.shelf.put(an_instance(ref=replace(REF, id="5522"), started_at=NOW - HOUR))
    spoilt = (await team.track()).run
    await team.track("second", "5522")
    await team.store.transact(
        lambda c: c.execute(text("UPDATE runs SET watches = '{\"presence\": 7}' WHERE id = :id"), {"id": spoilt.id})
    )
    team.shelf.put(an_instance(ref=replace(REF, id="5522"), started_at=NOW - HOUR, **AWAY))
    await team.wakes(3)
    assert [one.run for one in await team.said(Kind.OFFLINE)] == ["second"]
    assert f"run {spoilt.id} could not be judged" in caplog.text


async def test_the_pace_stretches_where_a_list_takes_longer_and_after_refusals(team):
    """1,000 instances are 40 pages of a second each; a marketplace that refuses is asked ever more rarely. Case c72."""
    paces = Paces(timedelta(seconds=30), team.clock)
    for number in range(1000):
        team.shelf.put(an_instance(ref=replace(REF, id=str(number))))
    await team.wakes()
    assert team.watch.every()["vast"] == timedelta(seconds=2 * 1001 / 25)
    seen = []
    for _ in range(8):
        paces.told(team.shelf, _refusal())
        seen.append(paces.every("vast").total_seconds())
    assert seen == [30, 30, 30, 60, 120, 240, LONGEST.total_seconds(), LONGEST.total_seconds()]


def _refusal():
    from bot.domain.watching.poll import Poll  # noqa: PLC0415 - only here

    return Poll(market="vast", at=NOW, refusal="503")


async def test_a_summary_is_told_each_day_also_when_all_is_well(team):
    """The first at the first nine o'clock after the first start; its chart in its thread."""
    from bot.services.watching.starting import began  # noqa: PLC0415 - only here

    await began(team.store, team.duty, team.clock.now(), lambda _: None)
    await team.track()
    await team.wakes(21, HOUR)
    first, chart = await team.said(Kind.SUMMARY)
    assert (first.key, chart.thread) == ("summary:2026-12-01:1", "summary:2026-12-01:1")
    assert (first.facts.totals.runs, first.facts.open_count) == (1, 0)
    await team.wakes(24, HOUR)
    assert [one.key for one in (await team.said(Kind.SUMMARY))[2:]] == ["summary:2026-12-02:1", "chart:2026-12-02"]


async def test_the_marketplaces_own_charges_stand_beside_ours(team):
    """By meter; a day that is read again replaces what was read before."""
    await team.track()
    team.shelf.charged = (Charge(ref=REF, day=NOW.date(), meter=Meter.COMPUTE, usd=Decimal("15.90")),)
    await team.wakes(2, HOUR)
    found = await team.runs.cost("llama-ft")
    compute = next(row for row in found.rows if row.meter is Meter.COMPUTE)
    assert (compute.charged, compute.accrued.usd) == (Decimal("15.90"), Decimal(48))


async def test_a_first_step_of_a_trillion_is_written_down_and_the_run_watched_on(team):
    """What somebody mistyped leads beyond every calendar; the forecast says so, and no wake breaks by it."""
    await team.track()
    team.clock.advance(60 * HOUR)
    card = await team.runs.tell_progress("llama-ft", Steps(1, 10**12), "U0ADA")
    assert (card.outlook.beyond, card.money.at_completion) == (True, None)
    assert (await team.runs.cost("llama-ft")).completion is None
    await team.wakes(3)
    (late,) = await team.said(Kind.FORECAST)
    assert late.facts.outlook.beyond


async def test_charges_are_asked_from_the_machines_start_and_compared_in_the_same_time(team):
    """Rented four days before a run of three was tracked: the charges of those days are in the accrual too."""
    team.shelf.put(an_instance(started_at=NOW - 100 * HOUR))
    await team.track()
    charge = {"ref": REF, "day": (NOW - 96 * HOUR).date()}
    team.shelf.charged = (
        Charge(**charge, meter=Meter.COMPUTE, usd=Decimal(1600)),
        Charge(**charge, meter=None, usd=Decimal(7)),
    )
    await team.wakes()
    assert team.shelf.days == ((NOW - 100 * HOUR).date() - timedelta(days=1), NOW.date() + timedelta(days=1))
    read_at = team.clock.now()
    await team.wakes(30)
    charged = (await team.runs.cost("llama-ft")).charged
    assert (charged.since, charged.until) == (NOW - 100 * HOUR, read_at)
    assert (charged.total, charged.other) == (Decimal(1607), Decimal(7))
    assert round(charged.accrued.compute.usd, 2) == round(Decimal(16) * (100 + Decimal(1) / 60), 2)


async def test_progress_moves_the_forecast(team):
    """An hour in, a tenth is done: nine hours are left."""
    await team.track()
    card = await team.runs.tell_progress("llama-ft", Steps(4, 100), "U0ADA")
    assert (card.progress.by, card.outlook.finish_at) == ("U0ADA", NOW + 24 * HOUR)
    done = await team.runs.tell_progress("LLAMA-ft", Steps(None, None), "U0ADA")
    assert (done.progress.done, done.progress.total) == (100, 100)
    assert await team.runs.tell_progress("lama-ft", Steps(1, 2), "U0ADA") == NoSuchRun("lama-ft", "llama-ft")


async def test_a_run_that_is_done_is_sat_with_until_its_machine_is_gone(team):
    """Its results may still be there: its end is warned of, its cost goes on; with its machine it ends."""
    team.shelf.put(an_instance(started_at=NOW - HOUR, ends_at=NOW + 72 * HOUR + timedelta(minutes=2)))
    await team.track()
    card = await team.runs.tell_progress("llama-ft", Steps(None, None), "U0ADA")
    assert (card.ended_at, card.title.hourly) == (None, Decimal("16.1"))
    await team.wakes(3)
    assert [one.facts.crossed[-1] // HOUR for one in await team.said(Kind.DEADLINE)] == [72]
    assert await team.said(Kind.UNCLAIMED) == []
    team.shelf.rows.clear()
    await team.wakes(3)
    assert (await team.runs.one("llama-ft")).run.ended_at is not None


async def test_the_progress_of_a_resumed_run_is_at_the_pace_of_this_machine(team):
    """41,000 of 50,000 were done elsewhere: at first the plan's pace, then that of what came after, as it is kept."""
    team.shelf.put(an_instance(started_at=NOW))
    await team.track()
    first = await team.runs.tell_progress("llama-ft", Steps(41_000, 50_000), "U0ADA")
    assert first.outlook.finish_at == NOW + 72 * HOUR * 18 / 100
    await team.wakes(5, HOUR)
    second = await team.runs.tell_progress("llama-ft", Steps(42_000, None), "U0ADA")
    assert (second.progress.base_done, second.outlook.finish_at) == (41_000, NOW + 5 * HOUR + 40 * HOUR)
    kept = (await team.runs.one("llama-ft")).run.progress
    assert kept == second.progress


async def test_the_first_who_acknowledges_is_shown_and_the_second_is_told_who(team):
    """Twice by one or by two: one answer counts. Case f138."""
    await team.track()
    team.shelf.put(an_instance(started_at=NOW - HOUR, **AWAY))
    await team.wakes(3)
    (alert,) = await team.said(Kind.OFFLINE)
    assert (await team.runs.acknowledge(alert.subject, "U0ADA")).answer is Answer.TAKEN
    second = await team.runs.acknowledge(alert.subject, "U0BEN")
    assert (second.answer, second.by) == (Answer.BEFORE, "U0ADA")
    (shown,) = await team.said(Kind.OFFLINE)
    assert shown.facts.acknowledged_by == "U0ADA"
    team.shelf.put(an_instance(started_at=NOW - HOUR))
    await team.wakes(3)
    assert (await team.runs.acknowledge(alert.subject, "U0BEN")).answer is Answer.OVER
    assert (await team.runs.acknowledge("incident:nothing", "U0BEN")).answer is Answer.UNKNOWN
    assert (await team.runs.acknowledge("deadline", "U0BEN")).answer is Answer.UNKNOWN


async def test_what_was_snoozed_is_said_again_once_if_it_still_holds(team):
    """After two hours, in the alert's thread; what is over by then is not."""
    await team.track()
    team.shelf.put(an_instance(started_at=NOW - HOUR, **AWAY))
    await team.wakes(3)
    (alert,) = await team.said(Kind.OFFLINE)
    assert (await team.runs.snooze(alert.subject, "U0ADA")).answer is Answer.TAKEN
    await team.wakes(119)
    assert len(await team.said(Kind.OFFLINE)) == 1
    await team.wakes(5)
    _, again = await team.said(Kind.OFFLINE)
    assert (again.thread, again.facts.snoozed_by) == (alert.key, "U0ADA")


async def test_an_unclaimed_machine_is_told_with_its_cost_until_it_is_tracked(team):
    """After two polls; claimed, it is over at once. Case c70."""
    await team.wakes(3)
    (stray,) = await team.said(Kind.UNCLAIMED)
    assert (stray.facts.ref, stray.facts.hourly) == (REF, Decimal("16.1"))
    assert [one.ref for one in (await team.runs.all()).unclaimed] == [REF]
    await team.track()
    await team.wakes(1)
    _, over = await team.said(Kind.UNCLAIMED)
    assert (over.facts.claimed_by, over.thread) == ("llama-ft", stray.key)
    assert (await team.runs.all()).unclaimed == ()


async def test_a_log_is_read_from_the_runs_own_machine(team):
    """The last lines, as its marketplace gives them."""
    await team.track()
    found = await team.runs.log("llama-ft", 2)
    assert found.fact.value == ("4411 line 0", "4411 line 1")
    assert isinstance(await team.runs.log("nobody", 2), NoSuchRun)


async def test_an_open_incident_is_on_the_card_and_in_the_history(team):
    """One run in full tells what is open and what was."""
    await team.track()
    team.shelf.put(an_instance(started_at=NOW - HOUR, **AWAY))
    await team.wakes(3)
    found = await team.runs.one("llama-ft")
    assert found.card.open == (IncidentKind.OFFLINE,)
    assert [one.kind for one in found.incidents] == [IncidentKind.OFFLINE]
    assert len(found.outages) == 1
