"""A clock that shows less than before was ahead or is behind: nothing is undone until Slack's own time tells which."""

from dataclasses import replace
from datetime import timedelta

import pytest
from databases import BACKENDS
from watched import CHANNEL, NOW, an_instance

from bot.domain.instance import InstanceState
from bot.domain.letters import Kind
from bot.services.watching import Watch
from bot.services.watching.starting import began, woke
from bot.store import notes, standings

HOUR, DAY, MINUTE = (timedelta(seconds=n) for n in (3600, 86400, 60))
END = NOW + 3 * DAY + 7 * HOUR
BOTH = pytest.mark.parametrize("backend", BACKENDS, indirect=True)


@pytest.fixture
async def sitting(team):
    """Sit with a machine of which a warning was told two hours ago, and which was stopped then; Slack shows all."""
    await began(team.store, team.duty, team.clock.now(), lambda _: None)
    team.shelf.put(an_instance(started_at=NOW - HOUR, ends_at=END))
    await team.track()
    await team.wakes(2)
    await team.all_shown(team.clock.now())
    await team.wakes(1, 5 * HOUR)
    await team.wakes(1, 2 * HOUR + MINUTE)
    team.shelf.put(an_instance(started_at=NOW - HOUR, ends_at=END, state=InstanceState.STOPPED, state_text="stopped"))
    await team.wakes(3)
    await team.wakes(4, HOUR / 2)
    return team


async def matters(team):
    """Give what was told of the clock."""
    return [one.facts.matter for one in await team.said(Kind.HEALTH)]


async def known(team):
    """Give how long the machine ran, by the right clock, and what was told of its end."""
    (standing,) = await team.store.read(standings.load)
    at = NOW + 12 * HOUR
    return standing.machine.ledger.running(at), standing.told, len(await team.said(Kind.DEADLINE, Kind.SUMMARY))


@BOTH
async def test_a_clock_that_is_behind_for_two_minutes_undoes_nothing(sitting):
    """The machine's local time was read as UTC until NTP answered. The last message was hours ago, before all this."""
    before, right = await known(sitting), sitting.clock.now()
    sitting.clock.set(right - 2 * HOUR)
    await sitting.wakes(2)
    sitting.clock.set(right)
    await sitting.wakes(1)
    assert (await matters(sitting), await known(sitting)) == ([], before)


async def test_a_clock_that_stays_behind_is_known_by_the_message_that_asks(sitting):
    """Slack dates the message two hours later than we do: the clock is behind, and nothing is undone."""
    before, right = await known(sitting), sitting.clock.now()
    sitting.clock.set(right - 2 * HOUR)
    await sitting.wakes(7)
    assert await matters(sitting) == ["clock went back"]
    await sitting.all_shown(sitting.clock.now() + 2 * HOUR)
    await sitting.wakes(2)
    sitting.clock.set(right + 9 * MINUTE)
    await sitting.all_shown(sitting.clock.now())
    await sitting.wakes(1)
    assert await matters(sitting) == ["clock went back", "clock is behind", "clock is right"]
    assert await known(sitting) == before


@BOTH
async def test_a_clock_that_was_ahead_is_known_by_the_message_that_asks(sitting):
    """Nothing was posted while it was ahead; what it saw lies in the future until Slack's time agrees with ours."""
    right = sitting.clock.now()
    sitting.clock.set(right + DAY)
    await sitting.wakes(1)
    sitting.clock.set(right)
    await sitting.wakes(7)
    assert await matters(sitting) == ["clock went back"]
    await sitting.all_shown(sitting.clock.now())
    await sitting.wakes(1)
    asked, answered = await sitting.said(Kind.HEALTH)
    assert (answered.facts.matter, answered.thread) == ("clock was ahead", asked.key)
    (standing,) = await sitting.store.read(standings.load)
    assert all(one.seen <= sitting.clock.now() for one in standing.machine.levels)


async def test_any_message_that_slack_dates_as_we_do_is_evidence(sitting):
    """A card is posted right after the clock was set right: nobody needs to be asked."""
    right = sitting.clock.now()
    sitting.clock.set(right + DAY)
    await sitting.wakes(1)
    sitting.clock.set(right)
    await sitting.wakes(1)
    assert await matters(sitting) == []
    await sitting.all_shown(sitting.clock.now())
    await sitting.wakes(1)
    assert await matters(sitting) == ["clock was ahead"]


async def test_a_second_step_back_is_asked_about_anew(sitting):
    """What Slack dated between the two steps says nothing of the clock after the second."""
    before, right = await known(sitting), sitting.clock.now()
    sitting.clock.set(right - HOUR)
    await sitting.wakes(1)
    sitting.clock.set(right - 2 * HOUR)
    await sitting.wakes(4)
    sitting.clock.set(right)
    await sitting.wakes(1)
    assert (await matters(sitting), await known(sitting)) == ([], before)
    assert await sitting.store.read(notes.instant, "clock had shown") is None


async def test_a_wrong_clock_is_told_to_the_team_where_there_is_nobody_else(team):
    """No admin channel, and no run whose owner could be told: promise 3 holds there too, with its end in the thread."""
    team.duty = replace(team.duty, admin=None)
    team.watch = Watch(team.store, [team.shelf], team.clock, team.duty, lambda: None)
    await began(team.store, team.duty, team.clock.now(), lambda _: None)
    await team.wakes(3, HOUR * 12)
    (summary, *_) = await team.said(Kind.SUMMARY)
    await team.shown(summary, team.clock.now() + 5 * HOUR)
    await team.wakes(2)
    (behind,) = await team.said(Kind.HEALTH)
    assert (behind.facts.matter, behind.to) == ("clock is behind", CHANNEL)
    await team.track()
    team.clock.set(team.clock.now() + 5 * HOUR)
    await team.all_shown(team.clock.now())
    await team.wakes(2)
    _, right = await team.said(Kind.HEALTH)
    assert (right.facts.matter, right.thread) == ("clock is right", behind.key)


async def test_what_is_no_alert_is_not_told_to_the_team(team):
    """That the bot was stopped for a while, with no run to sit with, needs nobody."""
    duty = replace(team.duty, admin=None)
    await began(team.store, duty, team.clock.now(), lambda _: None)
    await woke(team.store, team.clock.now(), lambda _: None)
    await began(team.store, duty, team.clock.now() + HOUR, lambda _: None)
    assert await team.said(Kind.HEALTH) == []
