"""A run that is over, and another one that sits on its machine."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest
from tracking import sent
from watched import REF

from bot.domain.letters import Kind
from bot.domain.letters.machine import Idle, Late, Over
from bot.services.tracking.progress import Steps
from bot.slack.views.letters.render import render
from bot.store import incidents, runs
from handlers.track import track_view

DAY = timedelta(days=1)


@pytest.mark.parametrize("backend", ["sqlite", "postgresql"], indirect=True)
async def test_the_alert_of_a_run_ends_in_its_thread_when_another_sits_on_its_machine(team):
    """Case d85: it was taken for gone, came back, and was tracked by another name (promise 3)."""
    await team.track(name="first")
    await team.wakes(2)
    row = team.shelf.rows.pop(REF)
    await team.wakes(3)
    (gone,) = await team.said(Kind.GONE)
    team.shelf.put(row)
    await team.track(name="second")
    await team.wakes(2)
    _, end = await team.said(Kind.GONE)
    assert (gone.key, "first", Over, "second") == (end.thread, end.run, type(end.facts), end.facts.taken_by)
    first = await team.store.read(runs.by_name, "first")
    assert () == await team.store.read(incidents.of_subject, first.id)
    await team.wakes(10)
    assert ([gone, end], []) == (await team.said(Kind.GONE), await team.said(Kind.BACK))


async def test_an_alert_of_a_run_that_nobody_took_over_stays_open(team):
    """Its machine is gone, and that is so until it is back."""
    await team.track(name="first")
    await team.wakes(2)
    team.shelf.rows.pop(REF)
    await team.wakes(10)
    first = await team.store.read(runs.by_name, "first")
    assert ["gone"] == [one.kind for one in await team.store.read(incidents.of_subject, first.id)]


@pytest.mark.parametrize("backend", ["sqlite", "postgresql"], indirect=True)
async def test_the_alert_of_a_run_ends_in_its_thread_once_its_machine_is_looked_for_no_more(team):
    """A week after the last sign of life; until then it may come back. It is told once."""
    await team.track(name="first")
    await team.wakes(2)
    team.shelf.rows.pop(REF)
    await team.wakes(3)
    (gone,) = await team.said(Kind.GONE)
    await team.wakes(6, DAY)
    assert [gone] == await team.said(Kind.GONE)
    await team.wakes(2, DAY)
    _, end = await team.said(Kind.GONE)
    assert (gone.key, "first", Over) == (end.thread, end.run, type(end.facts))
    text = f"{render(end).text} {render(end).blocks}"
    assert "The run is over, and its machine is looked at no more" in text
    first = await team.store.read(runs.by_name, "first")
    assert () == await team.store.read(incidents.of_subject, first.id)
    await team.wakes(3, DAY)
    assert [gone, end] == await team.said(Kind.GONE)


async def test_what_is_open_of_a_run_by_hand_ends_with_its_typed_end_and_opens_anew_if_that_was_too_soon(team, desk):
    """Nobody else would ever end it: no marketplace tells of such a machine."""
    words = "by-hand as lab-box for 48h h100-sxm x8 rate $10/h disk 500GB until 2026-12-04T12:00Z"
    await sent(desk, await track_view(desk, words, ""))
    await team.runs.tell_progress("lab-box", Steps(1, 100), "U0ADA")
    await team.wakes(70)
    await team.runs.tell_progress("lab-box", Steps(2, 100), "U0ADA")
    await team.wakes(2)
    (late,) = await team.said(Kind.FORECAST)
    await team.wakes(5, DAY)
    _, end = await team.said(Kind.FORECAST)
    assert (late.key, "lab-box", Over) == (end.thread, end.run, type(end.facts))
    text = f"{render(end).text} {render(end).blocks}"
    assert ("The run is over" in text, "within the plan" in text) == (True, False)
    await sent(desk, await track_view(desk, "by-hand as lab-box until 2026-12-20T12:00Z", ""))
    await team.wakes(2)
    again = (await team.said(Kind.FORECAST))[2]
    assert (type(again.facts), again.thread) == (Late, None)


async def test_idle_gpus_that_came_and_went_end_with_their_machine(team):
    """Also where it is known to be gone by one look by its id alone."""
    await team.track()
    row = team.shelf.rows[REF]
    for use in (0, 0, 1, 0, 1):
        team.shelf.put(replace(row, gpu_use=Decimal(use)))
        await team.wakes(16 if use == 0 else 1)
    assert next(type(one.facts) for one in await team.said(Kind.IDLE)) is Idle
    team.shelf.rows.pop(REF)
    await team.wakes(20)
    run = (await team.runs.one("llama-ft")).run
    assert ["gone"] == [one.kind for one in await team.store.read(incidents.of_subject, run.id)]
