import asyncio
from contextlib import asynccontextmanager
from datetime import timedelta
from types import SimpleNamespace

import pytest

from bot.app.watch_status import unwell, watch_metrics
from bot.services.delivering.gates import EDIT_EVERY, POST_EVERY, Gates
from bot.services.delivering.job import EDITS
from bot.services.delivering.patience import backoff, last_route
from bot.store import letters

TRAINING = "C0TRAINING"


@asynccontextmanager
async def running(delivery):
    """Run the loop as long as the block lasts."""
    loop = asyncio.create_task(delivery.run())
    yield
    loop.cancel()
    await asyncio.gather(loop, return_exceptions=True)


async def seen(office, *keys):
    """Wait until these letters stand in Slack, in this order."""
    await office.slack.workspace.happenings.until(
        lambda: True if [key for _, key in office.stands()] == list(keys) else None, 5.0, lambda: str(office.stands())
    )


async def asleep(office):
    """Wait until the loop has looked and waits for its time."""
    for _ in range(3):
        await office.store.read(letters.next_due, office.clock.now())
        for _ in range(5):
            await asyncio.sleep(0)


async def test_a_nudge_sends_a_letter_at_once(office, a_letter):
    """Nobody waits for the next look."""
    async with running(office.delivery):
        await asleep(office)
        await office.put(a_letter())
        office.delivery.nudge()
        await seen(office, "one")


async def test_a_letter_of_another_process_is_seen_within_a_second(office, a_letter):
    """Nobody nudges across processes."""
    async with running(office.started(shared=True)):
        await asleep(office)
        await office.put(a_letter())
        office.clock.advance(1)
        await seen(office, "one")


async def test_the_loop_wakes_when_a_letter_is_due(office, a_letter):
    """A reminder for later goes at its time, without any nudge."""
    later = office.clock.now() + timedelta(seconds=40)
    await office.store.transact(letters.put, a_letter(), office.clock.now(), later)
    async with running(office.delivery):
        await asleep(office)
        office.clock.advance(39)
        await asleep(office)
        assert office.stands() == []
        office.clock.advance(1)
        await seen(office, "one")


async def test_the_loop_wakes_when_the_pace_allows(office, a_letter):
    """One a second in a channel."""
    await office.put(a_letter(), a_letter("two"))
    async with running(office.delivery):
        await seen(office, "one")
        await asleep(office)
        assert office.stands(TRAINING) == ["one"]
        office.clock.advance(1)
        await seen(office, "one", "two")


async def test_a_post_that_hangs_holds_up_no_other_channel(office, a_letter):
    """And when the bot stops in the middle, the next start looks it up."""
    office.slack.faults.hang("chat.postMessage", accepted=True)
    await office.put(a_letter())
    async with running(office.delivery):
        await seen(office, "one")
        await office.put(a_letter("two", to="C0SHARED01"))
        office.delivery.nudge()
        await seen(office, "one", "two")
    office.started()
    await office.passes(2)
    assert sorted(key for _, key in office.stands()) == ["one", "two"]
    assert (await office.row()).state is letters.State.DONE


async def test_trouble_with_the_database_is_told_and_passes(office, a_letter, monkeypatch, caplog):
    """The loop lives on and looks again after five seconds."""
    transact, broken = office.store.transact, [True]

    async def breaking(work, *args, **kwargs):
        if broken:
            raise OSError("no disk")
        return await transact(work, *args, **kwargs)

    await office.put(a_letter())
    monkeypatch.setattr(office.store, "transact", breaking)
    async with running(office.delivery):
        await asleep(office)
        assert (await office.delivery.health()).last_error == "OSError"
        broken.clear()
        office.clock.advance(5)
        await seen(office, "one")
    assert "the letters could not be looked at" in caplog.text


async def test_its_health_tells_the_age_of_its_last_look(office, a_letter):
    """Since the last look, and nothing that waits."""
    await office.put(a_letter())
    async with running(office.delivery):
        await seen(office, "one")
        await asleep(office)
        office.clock.advance(7)
        health = await office.delivery.health()
    assert (health.backlog.posts, health.oldest, health.last_error) == (0, None, None)
    assert health.looked_age == timedelta(seconds=7)


async def test_a_loop_that_does_not_look_fails_the_health_check_and_shows_in_the_metrics(office, monkeypatch):
    """Its database takes nothing any more: after five minutes whoever watches the watcher is to know."""
    watch = SimpleNamespace(delivery=office.delivery, station=SimpleNamespace(has_turn=True, age=lambda: 0.0))

    async def breaking(*_, **__):
        raise OSError

    async with running(office.delivery):
        await asleep(office)
        monkeypatch.setattr(office.store, "transact", breaking)
        office.clock.set(office.clock.now() + timedelta(hours=1))  # a clock that was set says nothing
        assert unwell(watch) is None
        for _ in range(301):
            office.clock.advance(1)
        assert unwell(watch) == "late: what is to be said was not looked through for 301 s"
        assert "runsitter_delivery_age_seconds" in [one.name for one in watch_metrics(watch)]
        watch.station.has_turn = False
        assert unwell(watch) is None


@pytest.mark.parametrize(("attempts", "first", "last"), [(0, 1, 60), (3, 8, 480), (6, 60, 3600), (10_000, 60, 3600)])
def test_waits_double_up_to_a_minute_or_an_hour(attempts, first, last):
    """The second where no other way is left."""
    assert (backoff(attempts), last_route(attempts)) == (timedelta(seconds=first), timedelta(seconds=last))


def test_a_gate_stays_closed_for_the_longest_that_was_asked(office):
    """The pace after a post does not shorten a Retry-After."""
    gates = Gates(office.clock)
    gates.close("C1", 30)
    gates.passed("C1")
    gates.passed(EDITS)
    assert (gates.opens_in("C1"), gates.opens_in("C2"), gates.opens_in(EDITS)) == (30, 0, EDIT_EVERY)
    office.clock.advance(30 + POST_EVERY)
    assert gates.opens_in("C1") == 0
