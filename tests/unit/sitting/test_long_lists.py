"""A list of many pages is read however long it takes, as long as its pages come; and it holds up nobody else."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest
from watched import NOW, REF, an_instance

from bot.domain.instance import InstanceState
from bot.domain.letters import Kind
from bot.services.watching.asking import PATIENCE, ask

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


async def _turns(times=10):
    """Let everybody else have their turns; no time passes."""
    for _ in range(times):
        await asyncio.sleep(0)


async def _sends(team, pages, seconds):
    """Let pages come, one every so many seconds."""
    for _ in range(pages):
        await _turns()
        team.clock.advance(seconds)
        team.shelf.page.release()
        await _turns()


async def test_patience_begins_anew_with_each_page(team):
    """Forty pages of 40 s each are 27 minutes: whole, and no page was late."""
    team.shelf.pages = 40
    asking = asyncio.create_task(ask(team.shelf, [REF], NOW, team.clock))
    await _sends(team, 40, 40)
    poll = await asking
    assert (poll.good, set(poll.listed)) == (True, {REF})


async def test_a_page_that_does_not_come_ends_the_poll(team):
    """However many came before it: 45 s without one, or at most 90 where the last came just after a look."""
    team.shelf.pages = 40
    asking = asyncio.create_task(ask(team.shelf, [REF], NOW, team.clock))
    await _sends(team, 20, 40)
    for _ in range(2):
        team.clock.advance(PATIENCE)
        await _turns()
    assert ((await asking).good, (await asking).refusal) == (False, "It did not finish its answers in time.")


async def _wakes_on_a_long_list(team):
    """Wake: of three pages one comes, and the wake goes on without the rest after 46 s."""
    team.shelf.pages = 3
    team.shelf.asked.clear()
    team.shelf.begun.clear()
    team.shelf.page.release()
    waking = asyncio.create_task(team.watch.wake(lambda _: None))
    await team.shelf.begun.wait()
    await _turns()
    team.clock.advance(PATIENCE + 1)
    await waking


async def test_a_list_that_was_begun_before_a_run_was_tracked_again_does_not_put_it_back(team):
    """Its row is older than what `/gpu track` read meanwhile; the next list tells again."""
    before = an_instance(started_at=NOW - timedelta(hours=1), ends_at=NOW + 2 * DAY, state=InstanceState.OFFLINE)
    after = replace(before, ends_at=NOW + 30 * DAY, state=InstanceState.RUNNING)
    team.shelf.put(after)
    await team.track()
    team.clock.advance(60)
    await _wakes_on_a_long_list(team)
    team.clock.advance(20)
    await team.track()
    team.shelf.put(before)  # it is answered with the row of then
    team.shelf.page.release()
    team.shelf.page.release()
    await _turns()
    await team.watch.wake(lambda _: None)
    assert await _last_good(team) == team.clock.now()
    assert after == (await team.runs.sat_with(REF, "llama-ft")).machine
    team.shelf.pages = 0
    await team.wakes()
    assert before == (await team.runs.sat_with(REF, "llama-ft")).machine


async def _last_good(team):
    (account,) = await team.runs.accounts()
    return account.last_good


async def test_a_list_that_takes_longer_than_a_wake_is_taken_up_when_it_is_whole(team):
    """Meanwhile the pace stretches, as the status tells, and nobody is called blind; asked it is once."""
    await _wakes_on_a_long_list(team)
    assert await _last_good(team) is None
    assert team.watch.every()["vast"] == MINUTE
    team.clock.advance(60)
    assert team.watch.every()["vast"] == timedelta(seconds=PATIENCE + 61)
    team.shelf.page.release()
    team.shelf.page.release()
    await _turns()
    await team.watch.wake(lambda _: None)
    assert (await _last_good(team), team.shelf.asked.count("instances")) == (team.clock.now(), 1)
    assert await team.said(Kind.NOT_VISIBLE) == []
    assert team.watch.every()["vast"] == MINUTE


@pytest.mark.parametrize("wrong_by", [3 * DAY, -3 * DAY])
async def test_a_list_that_was_begun_under_a_wrong_clock_is_thrown_away(team, wrong_by):
    """It is dated by that clock, and is whole once that is right. A balance of 40 hours is told once."""
    team.shelf.put(an_instance(started_at=NOW - timedelta(hours=1), ends_at=NOW + 30 * DAY))
    team.shelf.balance = Decimal(16 * 40)
    await team.track()
    await team.wakes(3)
    right = team.clock.now()
    team.clock.set(right + wrong_by + MINUTE)
    team.clock.advance(60)
    await _wakes_on_a_long_list(team)
    team.clock.set(right + 3 * MINUTE)
    team.shelf.page.release()
    team.shelf.page.release()
    await _turns()
    team.shelf.pages = 0
    await team.watch.wake(lambda _: None)
    assert await _last_good(team) <= right
    await team.wakes(2)
    assert (await _last_good(team), len(await team.said(Kind.BALANCE))) == (team.clock.now(), 1)


async def _wakes_while_pages_come(team, minutes):
    """Wake once a minute, a page comes before each."""
    for _ in range(minutes):
        team.shelf.page.release()
        await _turns()
        await team.wakes(1)


async def test_a_list_that_never_ends_is_no_sight_of_its_marketplace(team, monkeypatch):
    """A quarter of an hour of pages is a long list; from then on each wake is a failed poll, until it is whole."""

    async def no_longer(_clock, _seconds, asking):
        await _turns()
        return asking.done()

    monkeypatch.setattr("bot.services.watching.wake.within", no_longer)
    team.shelf.pages = 20
    await _wakes_while_pages_come(team, 16)
    assert [] == await team.said(Kind.NOT_VISIBLE)
    await _wakes_while_pages_come(team, 3)
    (lost,) = await team.said(Kind.NOT_VISIBLE)
    assert "Its list goes on and on and does not end." == lost.facts.sentence
    await _wakes_while_pages_come(team, 2)
    assert [lost.key] == [one.thread for one in await team.said(Kind.VISIBLE)]
    await team.watch.rest()


async def test_a_marketplace_of_which_nothing_comes_is_given_up_in_the_same_wake(team):
    """Cases c63, c78: three of these in a row are three failed polls, and it is not visible."""
    team.shelf.pages = 1
    for _ in range(3):
        team.shelf.begun.clear()
        waking = asyncio.create_task(team.watch.wake(lambda _: None))
        await team.shelf.begun.wait()
        await _turns()
        team.clock.advance(PATIENCE)
        await waking
        team.clock.advance(60 - PATIENCE)
    assert [one.facts.sentence for one in await team.said(Kind.NOT_VISIBLE)] == [
        "It did not finish its answers in time."
    ]


async def test_a_watch_that_rests_asks_nothing_more(team):
    """The turn is another's: no question is left open behind it."""
    await _wakes_on_a_long_list(team)

    def others():
        return asyncio.all_tasks() - {asyncio.current_task()}

    assert others()
    await team.watch.rest()
    assert not others()
