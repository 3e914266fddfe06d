"""What keeps a summary from saying that all is well, from the store up to its letter."""

from datetime import timedelta

from watched import REF

from bot.domain.incidents import IncidentKind
from bot.domain.letters import Kind
from bot.domain.letters.summary import OpenFact, Plight
from bot.domain.outside import Unknown, Why
from bot.services.delivering.routes import Break, broke
from bot.services.watching.starting import began

HALF_A_DAY = timedelta(hours=12)


async def _open(team):
    """Let a summary come due, and give what is open by the last one."""
    await team.wakes(3, HALF_A_DAY)
    return [one.facts for one in await team.said(Kind.SUMMARY) if one.thread is None][-1].open


async def test_a_channel_that_takes_nothing_is_open(team):
    """Rule 7: failing to deliver is itself an alert."""
    await began(team.store, team.duty, team.clock.now(), lambda _: None)
    await team.track()
    await team.store.transact(broke, Break("U0OWNER", "user_disabled", ("C0ADMIN",)), team.clock.now())
    assert (OpenFact("U0OWNER", IncidentKind.SLACK_ROUTE),) == await _open(team)


async def test_a_machine_that_nobody_sees_is_open(team):
    """Its list leaves it out, and its lookup fails each time; seen again, it is open no more."""
    await began(team.store, team.duty, team.clock.now(), lambda _: None)
    await team.track()
    await team.wakes(2)
    team.shelf.hides, looked_up = {REF}, team.shelf.instance

    async def fails(_):
        return Unknown(Why.SERVER_ERROR, "It has a fault of its own (503).", team.clock.now(), "vast")

    team.shelf.instance = fails
    assert (OpenFact("llama-ft", Plight.UNSEEN),) == await _open(team)
    team.shelf.instance = looked_up
    assert () == await _open(team)
