"""Promise 3: an alert is told once, is never lost, and is followed by its end in the same thread."""

import pytest
from watched_bot import HOUR, MINUTE, SECOND, SLACK_FAULTS, key_of, kind_of, kinds, payload_of


async def tracked(sitter, **how):
    """Give a machine under watch."""
    await sitter.starts()
    return await sitter.tracks(sitter.rents(**how))


def opener_and_end(sitter, opened, closed):
    """Give the one alert and its one end, which answers it."""
    (alert,), (end,) = sitter.letters(opened), sitter.letters(closed)
    assert alert.thread_ts is None
    assert alert.ts == end.thread_ts
    assert payload_of(alert)["incident"] == payload_of(end)["incident"]
    return alert, end


async def test_a_host_that_goes_and_comes_back_is_two_messages_in_one_thread(sitter):
    """Within two polls each; what it means for money is in both."""
    instance = await tracked(sitter)
    sitter.world.go_offline(instance.id)
    await sitter.polls(2)
    assert ["offline"] == kinds(sitter.alerts())
    sitter.world.come_back(instance.id)
    await sitter.polls(2)
    alert, end = opener_and_end(sitter, "offline", "back")
    assert "Billing is paused" in alert.says
    assert "not billed" in end.says
    await sitter.polls(5)
    assert ["offline", "back"] == kinds(sitter.alerts())


async def test_one_odd_poll_is_no_alert(sitter):
    """Case c77: offline once, then there again."""
    instance = await tracked(sitter)
    sitter.world.go_offline(instance.id)
    await sitter.polls()
    sitter.world.come_back(instance.id)
    await sitter.polls(3)
    assert [] == sitter.alerts()


async def test_restarts_during_an_outage_repeat_nothing(sitter):
    """Cases c73, c76: three restarts, one message; and its end finds its thread."""
    instance = await tracked(sitter)
    sitter.world.go_offline(instance.id)
    await sitter.polls(2)
    for _ in range(3):
        await sitter.restarts(down=MINUTE)
        await sitter.polls(2)
    assert ["offline"] == kinds(sitter.alerts())
    sitter.world.come_back(instance.id)
    await sitter.restarts(down=MINUTE)
    await sitter.polls(2)
    opener_and_end(sitter, "offline", "back")


async def test_what_began_while_the_bot_was_down_is_told_with_its_bounds(sitter):
    """Cases c73, c74: down from one to three, the host went at two: once, "between"."""
    instance = await tracked(sitter)
    stopped_at = sitter.clock.now()
    await sitter.stops()
    sitter.clock.advance(HOUR)
    sitter.world.go_offline(instance.id)
    await sitter.restarts(down=HOUR)
    started_at = sitter.clock.now()
    await sitter.polls(2)
    (alert,) = sitter.letters("offline")
    for bound in (stopped_at, started_at):
        assert f"{bound:%H:%M} UTC" in alert.says
    await sitter.polls(3)
    assert 1 == len(sitter.letters("offline"))


async def test_what_ended_while_the_bot_was_down_is_told_too(sitter):
    """The end is owed to whoever read the alert."""
    instance = await tracked(sitter)
    sitter.world.go_offline(instance.id)
    await sitter.polls(2)
    await sitter.stops()
    sitter.world.come_back(instance.id)
    await sitter.restarts(down=HOUR)
    await sitter.polls(2)
    opener_and_end(sitter, "offline", "back")


async def test_what_came_and_went_while_the_bot_was_down_is_told_to_nobody(sitter):
    """There is nothing left that needs a person; the ledger is another matter."""
    instance = await tracked(sitter)
    await sitter.stops()
    sitter.world.go_offline(instance.id)
    sitter.clock.advance(HOUR)
    sitter.world.come_back(instance.id)
    await sitter.restarts(down=HOUR)
    await sitter.polls(3)
    assert [] == [kind for kind in kinds(sitter.alerts()) if kind != "health"]


async def test_a_machine_that_is_gone_is_told_once(sitter):
    """Two whole lists without it, and by its id nothing; whatever was open of it makes way."""
    instance = await tracked(sitter)
    sitter.world.go_offline(instance.id)
    await sitter.polls(2)
    sitter.world.vanish(instance.id)
    await sitter.polls(5)
    assert ["offline", "offline", "gone"] == kinds(sitter.alerts())
    await sitter.restarts()
    await sitter.polls(3)
    assert 3 == len(sitter.alerts())


LEVERS = {
    "idle": (
        lambda world, instance: world.set_gpu_use(instance.id, 2),
        lambda world, instance: world.set_gpu_use(instance.id, 97),
    ),
    "disk": (
        lambda world, instance: world.set_disk_used(instance.id, 97),
        lambda world, instance: world.set_disk_used(instance.id, 2),
    ),
    "hardware": (
        lambda world, instance: world.change_hardware(instance.id, gpus=4),
        lambda world, instance: world.change_hardware(instance.id, gpus=8),
    ),
    "price_increase": (
        lambda world, instance: world.ask_increase(instance.id, ends_at=world.clock.now() + 900 * HOUR, gpu_hour=9.0),
        lambda world, _: world.increases.clear(),
    ),
    "unclaimed": (
        lambda _world, _instance: None,
        lambda world, instance: world.destroy(instance.id + 1),
    ),
}


@pytest.mark.parametrize("kind", LEVERS)
async def test_every_kind_is_told_once_and_ends_in_its_thread(sitter, kind):
    """With a restart in the midst of it."""
    instance = await tracked(sitter)
    begins, ends = LEVERS[kind]
    if kind == "unclaimed":
        sitter.rents(label="nobody's")
    begins(sitter.world, instance)
    await sitter.polls(18 if kind == "idle" else 2)
    await sitter.restarts()
    await sitter.polls(2)
    assert [kind] == kinds(sitter.alerts())
    ends(sitter.world, instance)
    await sitter.polls(2)
    alert, end = sitter.alerts()
    assert (alert.ts, kind) == (end.thread_ts, kind_of(end))


async def test_flapping_is_told_as_such_and_ends_with_the_real_state(sitter):
    """Three changes in half an hour: one more message, then silence until it was quiet for ten minutes."""
    instance = await tracked(sitter)
    for _ in range(3):
        sitter.world.go_offline(instance.id)
        await sitter.polls(2)
        sitter.world.come_back(instance.id)
        await sitter.polls(2)
    told = len(sitter.alerts())
    assert "comes and goes" in sitter.alerts()[-1].says
    await sitter.polls(12)
    assert told + 1 == len(sitter.alerts())
    assert "back" == kind_of(sitter.alerts()[-1])


async def test_slacks_pause_is_kept_and_the_most_pressing_goes_first_after_it(sitter):
    """Case f157: a 429 with Retry-After 30 holds the whole channel up, and nothing is lost by it."""
    instance = await tracked(sitter, ends_in=25 * HOUR)
    sitter.world.go_offline(instance.id)
    sitter.rents(label="nobody's")
    await sitter.polls()
    sitter.world.move_end(instance.id, sitter.clock.now() + 12 * HOUR)
    sitter.slack.faults.rate_limit("chat.postMessage", retry_after=30)
    asked = sitter.clock.now() + 55 * SECOND
    await sitter.polls(3)
    *_, first, second, third = sitter.alerts()
    assert ("deadline", {"offline", "unclaimed"}) == (kind_of(first), set(kinds([second, third])))
    assert float(first.ts) >= (asked + 30 * SECOND).timestamp()


@pytest.mark.parametrize("fault", SLACK_FAULTS)
async def test_a_lost_answer_makes_neither_two_messages_nor_none(sitter, fault):
    """Case f158: what may be there is looked up before it is said again."""
    instance = await tracked(sitter)
    for happens in (sitter.world.go_offline, sitter.world.come_back):
        SLACK_FAULTS[fault](sitter.slack.faults)
        happens(instance.id)
        await sitter.polls(2)
        await sitter.passes(minutes=2, seconds=20)
    opener_and_end(sitter, "offline", "back")


@pytest.mark.parametrize("fault", ["429", "cut, accepted", "internal_error, accepted", "500, not accepted"])
async def test_a_restart_while_a_message_is_on_its_way_loses_and_doubles_nothing(sitter, fault):
    """Case g174: it stays to be sent until Slack's timestamp is there."""
    instance = await tracked(sitter)
    sitter.world.go_offline(instance.id)
    await sitter.polls()
    SLACK_FAULTS[fault](sitter.slack.faults)
    await sitter.passes(seconds=59)
    sitter.clock.advance(2)
    await sitter.settles()
    await sitter.restarts(down=5 * MINUTE)
    await sitter.polls(3)
    assert 1 == len(sitter.letters("offline"))


@pytest.mark.parametrize("broken", ["archive", "kick"])
async def test_a_dead_channel_is_an_alert_and_the_rest_goes_another_way(sitter, broken):
    """Case f159: the admin channel has the alert and hears why; the mended route is told in its thread."""
    sitter.mishaps_expected = True
    await sitter.starts(admin_channel="C0ADMIN001")
    instance = await sitter.tracks(sitter.rents())
    getattr(sitter.slack.rooms, broken)("training")
    sitter.world.go_offline(instance.id)
    await sitter.polls(3)
    assert ["health", "offline"] == sorted(kinds(sitter.alerts(to="C0ADMIN001")))
    getattr(sitter.slack.rooms, {"archive": "unarchive", "kick": "invite"}[broken])("training")
    sitter.world.come_back(instance.id)
    await sitter.sleeps(hours=24)
    await sitter.polls(3)
    offline, back = opener_and_end(sitter, "offline", "back")
    assert "C0ADMIN001" == offline.channel_id == back.channel_id
    broke, mended = sitter.letters("health", to="C0ADMIN001")[:2]
    assert broke.ts == mended.thread_ts


async def test_a_bot_that_is_kicked_notices_by_itself(sitter):
    """Case f160: Slack sends no event; the daily look finds it, and the owner hears of it."""
    sitter.mishaps_expected = True
    await tracked(sitter)
    sitter.slack.rooms.kick("training")
    await sitter.sleeps(hours=20)
    await sitter.sleeps(hours=5)
    await sitter.polls(2)
    assert "health" in kinds(sitter.letters(to=sitter.ada))


async def test_a_snoozed_alert_comes_again_in_its_thread_if_it_still_holds(sitter):
    """After two hours, shown in the channel too; what is over by then is not."""
    instance = await tracked(sitter)
    sitter.world.go_offline(instance.id)
    await sitter.polls(2)
    (alert,) = sitter.letters("offline")
    await sitter.ada.clicks("Snooze", on=alert)
    await sitter.sleeps(seconds=(2 * HOUR - 10 * SECOND).total_seconds())
    await sitter.polls(2)
    _, again = sitter.letters("offline")
    assert alert.ts == again.thread_ts
    assert again.broadcast
    await sitter.ada.clicks("Snooze", on=again)
    sitter.world.come_back(instance.id)
    await sitter.polls(2)
    await sitter.sleeps(hours=3)
    await sitter.polls(2)
    assert 2 == len(sitter.letters("offline"))
    assert len({key_of(one) for one in sitter.letters()}) == len(sitter.letters())
