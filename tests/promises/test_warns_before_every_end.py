"""Promise 1: warns before a machine's end at every threshold, once, whatever restarts, extensions or clock changes."""

from datetime import timedelta

import pytest
from watched_bot import DAY, HOUR, MINUTE, SECOND, key_of, kinds

from bot.sandbox.market import Fault

THRESHOLDS = [72, 24, 12, 6, 2, 1]
MONEY_THRESHOLDS = [48, 24, 6]


def steps(sitter, to=None, kind="contract_end"):
    """Give what was told of an end, oldest first: the seconds of a threshold, or "copy", the latest safe copy start."""
    to = to or sitter.slack.channel_id
    parts = [key_of(one).split(":") for one in sitter.letters("deadline", to=to)]
    return [part[4] for part in parts if part[2] == kind]


def told(sitter, to=None, kind="contract_end"):
    """Give the thresholds told of an end, in hours, oldest first."""
    return [int(step) // 3600 for step in steps(sitter, to, kind) if step != "copy"]


def last(sitter, to=None):
    """Give what the newest warning says."""
    return sitter.letters("deadline", to=to)[-1].says


async def left(sitter, end, hours):
    """Let the instant come at which so much is left, and a poll after it; until just before it all is suspended."""
    await sitter.sleeps(seconds=(end - hours * HOUR - 10 * SECOND - sitter.clock.now()).total_seconds())
    await sitter.passes(seconds=75)


async def tracked(sitter, hours, words="for 72h out 10GB"):
    """Track a machine whose contract ends in so many hours; gives it and its end."""
    await sitter.starts()
    end = sitter.clock.now() + hours * HOUR
    return await sitter.tracks(sitter.rents(ends_in=hours * HOUR), words=words), end


async def test_each_threshold_of_the_contract_is_told_once(sitter):
    """Nothing before it, one message within a poll after it."""
    _, end = await tracked(sitter, 80)
    for number, hours in enumerate(THRESHOLDS):
        await left(sitter, end, hours + 0.1)
        assert THRESHOLDS[:number] == told(sitter)
        await left(sitter, end, hours)
        assert THRESHOLDS[: number + 1] == told(sitter)


async def test_a_restart_between_any_two_repeats_and_loses_none(sitter):
    """Case g173: what is due is derived from the end and from what was told, so there is nothing to lose."""
    _, end = await tracked(sitter, 80)
    for hours in THRESHOLDS:
        await left(sitter, end, hours)
        await sitter.restarts()
        await sitter.restarts(down=3 * MINUTE)
    assert THRESHOLDS == told(sitter)


async def test_what_was_crossed_while_the_bot_was_down_is_told_with_the_time_that_is_left(sitter):
    """Case g173: the end is in 6 h 1 min, the bot comes back at 5 h 50 min."""
    _, end = await tracked(sitter, 7)
    await left(sitter, end, 6.05)
    assert [12] == told(sitter)
    await sitter.restarts(down=end - sitter.clock.now() - 5 * HOUR - 50 * MINUTE)
    await sitter.polls()
    assert [12, 6] == told(sitter)
    assert "5 h 50 min left" in last(sitter)


async def test_a_warning_that_is_forty_minutes_late_is_sent_all_the_same(sitter):
    """Case g164: the two hours' warning says that 1 h 20 min are left."""
    _, end = await tracked(sitter, 3)
    await sitter.restarts(down=end - sitter.clock.now() - HOUR - 20 * MINUTE)
    await sitter.polls()
    assert [6, 2] == told(sitter)
    assert "1 h 20 min left" in last(sitter)


async def test_several_that_were_slept_through_are_one_message(sitter):
    """A host suspended for two days wakes with eleven hours left: it says so once."""
    _, end = await tracked(sitter, 80)
    await sitter.sleeps(seconds=(end - sitter.clock.now() - 11 * HOUR).total_seconds())
    await sitter.polls(3)
    assert [12] == told(sitter)
    assert "11 h left" in last(sitter)


async def test_a_run_tracked_late_hears_of_its_nearest_threshold_alone(sitter):
    """Five hours before the end the wider ones count as told."""
    _, end = await tracked(sitter, 5)
    assert [6] == told(sitter) == told(sitter, sitter.ada)
    await left(sitter, end, 2)
    assert [6, 2] == told(sitter)


async def test_an_extension_by_hours_drops_the_old_warnings_and_arms_new_ones(sitter):
    """Case a3."""
    instance, end = await tracked(sitter, 25)
    await left(sitter, end, 24)
    await left(sitter, end, 12)
    sitter.world.move_end(instance.id, end + 3 * DAY)
    await sitter.polls(3)
    assert [72, 24, 12] == told(sitter)
    for hours in THRESHOLDS:
        await left(sitter, end + 3 * DAY, hours)
    assert [72, 24, 12, *THRESHOLDS] == told(sitter)
    assert f"{end + 3 * DAY:%Y-%m-%d %H:%M}" in last(sitter)


async def test_an_end_that_is_brought_forward_is_told_at_once_and_says_what_was_told_before(sitter):
    """A host that shortens its contract by ten hours."""
    instance, end = await tracked(sitter, 25)
    await left(sitter, end, 20)
    sitter.world.move_end(instance.id, end - 10 * HOUR)
    await sitter.polls(2)
    assert [72, 24, 12] == told(sitter)
    assert f"{end:%Y-%m-%d %H:%M}" in last(sitter)
    assert f"{end - 10 * HOUR:%Y-%m-%d %H:%M}" in last(sitter)


@pytest.mark.parametrize("moved", [MINUTE, 20 * MINUTE, -20 * MINUTE])
async def test_an_end_that_moves_by_minutes_is_the_same_end(sitter, moved):
    """It is not warned of again, and the thresholds to come follow it."""
    instance, end = await tracked(sitter, 12.5)
    await left(sitter, end, 12)
    sitter.world.move_end(instance.id, end + moved)
    await sitter.polls(3)
    assert [24, 12] == told(sitter)
    await left(sitter, end + moved, 6.1)
    assert [24, 12] == told(sitter)
    await left(sitter, end + moved, 6)
    assert [24, 12, 6] == told(sitter)


async def test_creeping_by_minutes_adds_up_to_another_end(sitter):
    """Three times twenty minutes are an hour."""
    instance, end = await tracked(sitter, 12.5)
    await left(sitter, end, 11)
    for number in range(1, 4):
        sitter.world.move_end(instance.id, end + number * 20 * MINUTE)
        await sitter.polls(2)
    assert [24, 12, 12] == told(sitter)


async def test_a_clock_that_is_set_back_repeats_nothing(sitter):
    """By five hours, and forward again: what is left is told at its threshold, once."""
    _, end = await tracked(sitter, 13)
    await left(sitter, end, 12)
    sitter.host.wrong_by = -5 * HOUR
    await sitter.polls(3)
    assert [24, 12] == told(sitter)
    sitter.host.wrong_by = 0 * HOUR
    await sitter.polls(3)
    await left(sitter, end, 6)
    assert [24, 12, 6] == told(sitter)


async def test_a_clock_that_is_set_forward_over_several_tells_one(sitter):
    """With the time that is left by the new clock; set right, it tells each again at its time."""
    _, end = await tracked(sitter, 13)
    sitter.host.wrong_by = end - 90 * MINUTE - sitter.clock.now()
    await sitter.polls(2)
    assert [24, 2] == told(sitter)
    assert "1 h 29 min left" in last(sitter)
    sitter.host.wrong_by = 0 * HOUR
    await sitter.polls(2)
    assert [24, 2] == told(sitter)
    await left(sitter, end, 12)
    assert [24, 2, 12] == told(sitter)


async def test_the_latest_safe_copy_start_is_told_once(sitter):
    """Case a1: a disk that takes hours to copy must be on its way long before the end."""
    instance, end = await tracked(sitter, 30, "for 20h out 2000GB")
    uplink = instance.listing.machine.inet_up
    lead = (1.5 * 2000 * 8000 / uplink / 3600) + 2
    await left(sitter, end, lead + 0.1)
    before = steps(sitter)
    await left(sitter, end, lead)
    assert [*before, "copy"] == steps(sitter)
    assert "latest safe copy start has passed" in last(sitter)
    await sitter.restarts()
    await left(sitter, end, 1)
    assert 1 == steps(sitter).count("copy")


async def test_the_owner_is_told_directly_under_six_hours_until_somebody_sees_to_it(sitter):
    """Up to there the channel is enough; after an acknowledgement it is again."""
    _, end = await tracked(sitter, 13)
    await left(sitter, end, 12)
    assert [] == sitter.letters(to=sitter.ada)
    await left(sitter, end, 6)
    assert [6] == told(sitter, sitter.ada)
    await sitter.ben.clicks("Acknowledge", on=sitter.letters("deadline", to=sitter.slack.channel_id)[-1])
    await left(sitter, end, 2)
    await left(sitter, end, 1)
    assert [24, 12, 6, 2, 1] == told(sitter)
    assert [6] == told(sitter, sitter.ada)


async def test_warnings_go_on_while_the_marketplace_cannot_be_seen(sitter):
    """An end that was read stays known: our blindness silences nothing."""
    _, end = await tracked(sitter, 13)
    sitter.market.faults.vast.on(Fault.ERROR_502)
    await left(sitter, end, 12)
    await left(sitter, end, 6)
    assert [24, 12, 6] == told(sitter)


async def test_the_budget_has_thresholds_of_its_own(sitter):
    """48, 24 and 6 h before it is spent at the present burn, across a restart each."""
    instance, _ = await tracked(sitter, 30 * 24, "for 200h out 10GB budget $1096")
    rate = 1.0 * instance.listing.price + instance.listing.machine.storage_price * 100 / 720
    spent = sitter.clock.now() + timedelta(hours=1096 / rate)
    for number, hours in enumerate(MONEY_THRESHOLDS):
        await left(sitter, spent, hours + 0.2)
        assert MONEY_THRESHOLDS[:number] == told(sitter, kind="budget_end")
        await left(sitter, spent, hours)
        await sitter.restarts()
        assert MONEY_THRESHOLDS[: number + 1] == told(sitter, kind="budget_end")


async def test_the_balance_is_told_once_for_all_runs_and_its_recovery_in_the_thread(sitter):
    """Case a6: two runs burn one balance; both owners hear of it directly under six hours."""
    await tracked(sitter, 30 * 24, "for 200h out 10GB")
    await sitter.tracks(sitter.rents(), "other", "for 200h out 10GB", by=sitter.ben)
    burn = sum(one.listing.price + one.listing.machine.storage_price * 100 / 720 for one in sitter.world.instances())
    sitter.world.account.deposited = burn * 60
    for hours in MONEY_THRESHOLDS:
        await left(sitter, sitter.clock.now() + timedelta(hours=sitter.world.credit / burn), hours)
        await sitter.restarts()
    warned = sitter.letters("balance", to=sitter.slack.channel_id)
    assert 3 == len(warned)
    assert [["balance"]] * 2 == [kinds(sitter.letters(to=who)) for who in (sitter.ada, sitter.ben)]
    sitter.world.account.deposited = 1e6
    await sitter.polls(2)
    *_, over = sitter.letters("balance")
    assert warned[0].ts == over.thread_ts
    assert 0 == len(sitter.letters("deadline"))
