"""A run that is over, and another one that sits on its machine."""

import pytest
from watched import REF

from bot.domain.letters import Kind
from bot.domain.letters.machine import Over
from bot.store import incidents, runs


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
