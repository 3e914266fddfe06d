"""Somebody sees to it while more of it waits to be said: nobody is called any more for what is in hand."""

from datetime import timedelta
from decimal import Decimal

import pytest
from databases import BACKENDS
from watched import CHANNEL, DAY, NOW, OWNER, an_instance

from bot.domain.instance import InstanceState
from bot.domain.letters import Kind
from bot.domain.money import MachineRate
from bot.domain.runs import Plan
from bot.services.delivering.job import look
from bot.store import letters

HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
AWAY = {"state": InstanceState.OFFLINE, "state_text": "offline", "gpu_use": None}
BOTH = pytest.mark.parametrize("backend", BACKENDS, indirect=True)


@pytest.fixture
def outbox(team):
    """Take out what is due, as the delivery does, and tell what becomes of it."""

    class Outbox:
        async def due(self):
            """Give where each letter that goes out now goes to, cards left out."""
            jobs, _ = await team.store.transact(look, team.clock.now())
            return [job.waiting.letter.to for job in jobs if job.waiting.letter.kind not in {Kind.CARD, Kind.SUMMARY}]

        async def sends(self):
            """Have Slack take what is due."""
            jobs, _ = await team.store.transact(look, team.clock.now())
            for job in jobs:
                one = job.waiting
                sent = (one.id, one.revision, one.letter.to, f"{one.id}.0", team.clock.now())
                await team.store.transact(letters.sent, *sent)

        async def puts_off(self, to):
            """Have Slack ask to wait for what is in hand for somebody."""
            jobs, _ = await team.store.transact(look, team.clock.now())
            (one,) = [job.waiting for job in jobs if job.waiting.letter.to == to]
            assert await team.store.transact(letters.begin, one.id, team.clock.now())
            return one.id

        async def backlog(self):
            """Tell how much waits, and how much could never be said."""
            return await team.store.read(letters.backlog, team.clock.now())

    return Outbox()


async def near_its_end(team):
    """Track a machine that ends in under six hours; gives the subject of its deadline."""
    team.shelf.put(an_instance(started_at=NOW - HOUR, ends_at=NOW + 5 * HOUR))
    await team.track()
    channel, direct = await team.said(Kind.DEADLINE)
    assert (channel.to != direct.to, direct.to) == (True, OWNER)
    return channel.subject


@BOTH
async def test_who_acknowledges_a_deadline_in_the_channel_spares_the_owner_the_direct_message(team, outbox):
    """It was queued behind others; the message in the channel shows who it was."""
    subject = await near_its_end(team)
    before = await outbox.due()
    assert OWNER in before
    await team.runs.acknowledge(subject, "U0BEN")
    after = await outbox.due()
    assert sorted(before) == sorted([*after, OWNER])
    assert (await outbox.backlog()).dead == 0
    channel, direct = await team.said(Kind.DEADLINE)
    assert (channel.facts.acknowledged_by, direct.facts.acknowledged_by) == ("U0BEN", "U0BEN")


@BOTH
async def test_whoever_sees_to_a_budget_has_seen_to_it_however_its_end_wanders(team):
    """Its burn doubles and halves, so that its end is another at each look; the owner is spared the call all the same.

    Told of it anew is whoever's budget was raised and runs low once more.
    """
    team.shelf.put(an_instance(started_at=NOW, ends_at=NOW + 30 * DAY))
    await team.track(plan=Plan(duration=72 * HOUR, budget=Decimal(161)))  # ten hours of $16.10
    (first,) = await team.said(Kind.DEADLINE)
    await team.runs.acknowledge(first.subject, "U0BEN")
    for rate in (32, 16, 8, 16, 32):
        team.shelf.put(an_instance(started_at=NOW, ends_at=NOW + 30 * DAY, compute=MachineRate(Decimal(rate))))
        await team.wakes(wait=HOUR)
    told = await team.said(Kind.DEADLINE)
    assert (6, {CHANNEL}) == (int(told[-1].facts.crossed[-1] / HOUR), {one.to for one in told})
    await team.track(plan=Plan(duration=72 * HOUR, budget=Decimal(3000)), said={"budget"})
    await team.wakes(2)
    await team.track(plan=Plan(duration=72 * HOUR, budget=Decimal(200)), said={"budget"})
    assert OWNER in {one.to for one in (await team.said(Kind.DEADLINE))[len(told) :]}


async def test_a_direct_message_that_was_in_hand_is_not_tried_again_either(team, outbox):
    """Slack had asked to wait just then."""
    subject = await near_its_end(team)
    in_hand = await outbox.puts_off(OWNER)
    await team.runs.acknowledge(subject, "U0BEN")
    await team.store.transact(letters.postponed, in_hand, team.clock.now(), "ratelimited", count=False)
    assert OWNER not in await outbox.due()


async def test_a_direct_message_that_went_out_is_edited_to_show_who_it_was(team, outbox):
    """Only what nobody has seen is withdrawn."""
    subject = await near_its_end(team)
    await outbox.sends()
    await team.runs.acknowledge(subject, "U0BEN")
    assert sorted(await outbox.due()) == sorted(["C0RUNS", OWNER])


async def test_what_is_urgent_of_the_balance_calls_no_owner_once_somebody_sees_to_it(team, outbox):
    """The balance's letters are an incident's."""
    team.shelf.balance = Decimal(60)
    await team.track()
    await team.wakes(2)
    direct = [one for one in await team.said(Kind.BALANCE) if one.to == OWNER]
    assert direct
    assert OWNER in await outbox.due()
    await team.runs.acknowledge(direct[0].subject, "U0BEN")
    assert OWNER not in await outbox.due()


async def snoozed(team, outbox):
    """Have an alert snoozed by ada; gives its subject."""
    await team.track()
    team.shelf.put(an_instance(started_at=NOW - HOUR, **AWAY))
    await team.wakes(3)
    (alert,) = await team.said(Kind.OFFLINE)
    await outbox.sends()
    await team.runs.snooze(alert.subject, "U0ADA")
    return alert.subject


@BOTH
async def test_what_was_snoozed_and_then_acknowledged_never_comes_again(team, outbox):
    """Somebody else took it before the two hours were over."""
    subject = await snoozed(team, outbox)
    await team.runs.acknowledge(subject, "U0BEN")
    await team.wakes(2, wait=90 * MINUTE)
    assert len(await team.said(Kind.OFFLINE)) == 1


@pytest.mark.parametrize("answer", ["acknowledge", "snooze"])
async def test_a_reminder_that_is_not_out_yet_is_withdrawn(team, outbox, answer):
    """Acknowledged, or snoozed once more, while Slack kept it waiting."""
    subject = await snoozed(team, outbox)
    await team.wakes(1, wait=121 * MINUTE)
    await team.wakes(2)
    alert, reminder = await team.said(Kind.OFFLINE)
    assert (await team.store.read(letters.get, reminder.key)).ts is None
    await getattr(team.runs, answer)(subject, "U0BEN")
    await outbox.due()
    assert (await team.store.read(letters.get, reminder.key)).state == letters.State.DEAD
    assert (await team.store.read(letters.get, alert.key)).state != letters.State.DEAD
    assert (await outbox.backlog()).dead == 0
