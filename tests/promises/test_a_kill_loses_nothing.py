"""Promise 11: killing the process at any moment loses nothing that was promised, and tells nothing twice."""

import asyncio
import random
import re
from datetime import timedelta

import pytest
from mortal import HALF_A_DAY, until

APPLY = "bot.services.watching.applying.apply_runs"
BEGIN = "bot.store.letters.steps.begin"
SETTLE = "bot.services.delivering.settling.settle"
TRACK = "bot.services.tracking.track._keep"
SUM_UP = "bot.services.watching.summing._sum_up"

CARD, OFFLINE, BACK = "kind = 'card'", "kind = 'offline'", "kind = 'back'"


def letter(which, state="waiting"):
    """Ask for a letter that has come so far."""
    return f"SELECT 1 FROM letters WHERE {which} AND state = '{state}'"  # noqa: S608 - all parts are written here


def decided(work, which, before):
    """Give the points about a decision; `before` asks for how things stand when it is near."""
    return [(work, "before", before), (work, "within", letter(which)), (work, "after", letter(which))]


def delivered(which):
    """Give the points on the way of a letter to Slack, and back."""
    return [
        (BEGIN, "after", letter(which, "sending")),
        (SETTLE, "before", letter(which, "sending")),
        (SETTLE, "within", letter(which, "done")),
        (SETTLE, "after", letter(which, "done")),
    ]


@pytest.fixture
async def tracked(lives, rent, tracks):
    """Give a machine that the bot has been sitting with before it was killed."""
    instance = rent()
    bot = lives.begin()
    await lives.connected()
    await tracks(instance)
    await lives.told("card")
    await bot.killed()
    return instance


async def test_an_alert_and_its_end_outlive_a_death_at_every_step_on_their_way(lives, tracked, market):
    """Cases g174, f158."""
    market.world.go_offline(tracked.id)
    away = "SELECT 1 FROM runs WHERE json_extract(seen, '$.state') = 'offline'"
    for fate in decided(APPLY, OFFLINE, away) + delivered(OFFLINE):
        await lives.begin(*fate).dies()
    market.world.come_back(tracked.id)
    for fate in decided(APPLY, BACK, "SELECT 1 FROM incidents WHERE closed_at IS NULL") + delivered(BACK):
        await lives.begin(*fate).dies()
    lives.begin()
    (opened,), (closed,) = await lives.told("offline"), await lives.told("back")
    assert opened.ts == closed.thread_ts
    lives.all_is_told_once()


@pytest.mark.parametrize("accepted", [True, False], ids=["after Slack took it", "before Slack took it"])
async def test_a_call_to_slack_that_died_with_the_bot_is_made_good_once(lives, tracked, market, slack, accepted):
    """Case f158: nobody heard whether the alert was taken; it is looked up, and said only if it is not there."""
    market.world.go_offline(tracked.id)
    slack.faults.hang("chat.postMessage", accepted=accepted)
    hanging = len(slack.calls("chat.postMessage")) + 1
    bot = lives.begin()
    await until(lambda: hanging == len(slack.calls("chat.postMessage")), "a call to Slack")
    await bot.killed()
    assert accepted == bool(lives.of("offline"))
    lives.begin()
    assert 1 == len(await lives.told("offline"))
    lives.all_is_told_once()


async def test_a_card_whose_edit_died_with_the_bot_is_edited_all_the_same(lives, tracked, market):
    """Killed before the call and after it: an edit needs no look-up, it can be repeated."""
    market.world.go_offline(tracked.id)
    for fate in delivered(f"{CARD} AND ts IS NOT NULL"):
        await lives.begin(*fate).dies()
    lives.begin()
    await lives.told("offline")
    market.world.come_back(tracked.id)
    await lives.told("back")
    (card,) = lives.of("card")
    await until(lambda: "host offline" not in card.says, "the card tells that it is back")
    await until(lambda: lives.rows(letter(CARD, "done")), "nothing is in hand any more")
    lives.all_is_told_once()


async def test_a_run_whose_tracking_was_not_kept_can_be_tracked_again(lives, rent, tracks):
    """Killed in the middle of it, all written and nothing committed: nothing was promised, so nothing is said."""
    instance = rent()
    bot = lives.begin(TRACK, "within", letter(CARD))
    await lives.connected()
    await tracks(instance)
    await bot.dies()
    lives.begin()
    await lives.connected()
    assert [] == lives.rows("SELECT * FROM runs") + lives.of("card")
    await tracks(instance)
    assert 1 == len(await lives.told("card"))
    lives.all_is_told_once()


async def test_a_run_whose_tracking_was_kept_has_its_one_card(lives, rent, tracks):
    """Killed right after the commit, and again on the card's way: who tracked it hears nothing, the channel does."""
    instance = rent()
    bot = lives.begin(TRACK, "after", letter(CARD))
    await lives.connected()
    await tracks(instance)
    await bot.dies()
    for fate in delivered(CARD):
        await lives.begin(*fate).dies()
    lives.begin()
    assert 1 == len(await lives.told("card"))
    lives.all_is_told_once()


@pytest.mark.usefixtures("tracked")
async def test_a_summary_outlives_a_death_at_every_step_and_stands_there_once(lives, clock):
    """Its chart too, which comes after it in its thread."""
    lives.pass_over(HALF_A_DAY, clock)
    chart, text = "key LIKE 'chart:%'", "key LIKE 'summary:%'"
    for fate in decided(SUM_UP, text, "SELECT 1 FROM runs") + delivered(text) + delivered(chart):
        await lives.begin(*fate).dies()
    lives.begin()
    summary, drawn = await lives.told("summary", 2)
    assert (None, summary.ts) == (summary.thread_ts, drawn.thread_ts)
    lives.all_is_told_once()


async def test_a_threshold_crossed_while_nobody_lived_is_told_once_with_the_time_that_is_left(
    lives, rent, tracks, clock, slack
):
    """Case g173: 6 h 01 min before the end it is killed, 5 h 50 min before it starts, and is killed again at once."""
    bot = lives.begin()
    await lives.connected()
    await tracks(rent(left=timedelta(hours=6, minutes=1)), hours=2)
    await lives.told("deadline")
    await bot.killed()
    lives.pass_over(timedelta(minutes=11), clock)
    await lives.begin(APPLY, "after", letter("kind = 'deadline'")).dies()
    lives.begin()
    _, *new = await lives.told("deadline", 3)
    assert {"C0TRAINING", slack.workspace.dm(slack.person("ada").id).id} == {one.channel_id for one in new}
    assert all(re.search(r"\(5 h 4[0-9] min left", one.says) for one in new)
    lives.all_is_told_once()


@pytest.mark.parametrize("seed", [1, 2])
async def test_deaths_at_random_moments_leave_the_history_of_every_host_told_once(seed, lives, rent, tracks, market):
    """Hosts go away and come back, each after the last was told; whatever happens in between, each is told once."""
    chance = random.Random(seed)  # noqa: S311 - guards nothing
    hosts = {name: rent() for name in ("alpha", "beta", "gamma")}
    bot = lives.begin()
    await lives.connected()
    for name, host in hosts.items():
        await tracks(host, name)
    await until(lambda: 3 == len(lives.rows("SELECT * FROM runs")), "all are tracked")

    def flips():
        for name, host in hosts.items():
            told = [one for kind in ("offline", "back") for one in lives.of(kind) if f" {name}:" in f" {one.text}"]
            done = len(host.history) - 2  # it was loading, and running
            if done == len(told) < 2 and chance.random() < 0.7:
                (market.world.come_back if done else market.world.go_offline)(host.id)
        return all(len(host.history) == 4 for host in hosts.values())

    for _ in range(6):
        flips()
        await asyncio.sleep(chance.uniform(0, 1.6))  # when it is killed is what is tried; nothing is waited for
        await bot.killed()
        bot = lives.begin()
    await until(flips, "every host went away and came back")
    for kind in ("offline", "back"):
        assert sorted(hosts) == sorted(one.metadata["event_payload"]["run"] for one in await lives.told(kind, 3))
    assert [] == lives.rows("SELECT * FROM incidents WHERE closed_at IS NULL")
    lives.all_is_told_once()
