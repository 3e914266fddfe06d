"""What a wake did under a wrong clock counts no more once the clock is right. Promises 1, 6 and 7."""

from datetime import timedelta
from decimal import Decimal

import pytest
from databases import BACKENDS
from watched import NOW, an_instance

from bot.domain.incidents import IncidentKind
from bot.domain.instance import InstanceState
from bot.domain.letters import Kind
from bot.services.watching.starting import began
from bot.store import notes, standings

HOUR, DAY, MINUTE = (timedelta(seconds=n) for n in (3600, 86400, 60))
END = NOW + 5 * DAY + MINUTE
AWAY = {"state": InstanceState.OFFLINE, "state_text": "offline", "gpu_use": None}
BOTH = pytest.mark.parametrize("backend", BACKENDS, indirect=True)


@pytest.fixture
def glimpse(team):
    """Have so many wakes while the clock is wrong, with Slack showing what they said, and set it right."""

    async def glimpse(wrong_by, wakes=1):
        team.clock.set(team.clock.now() + wrong_by)
        await team.wakes(wakes)
        await team.all_shown(team.clock.now() - wrong_by)
        team.clock.set(team.clock.now() - wrong_by)

    return glimpse


@pytest.fixture
async def sitting(team):
    """Sit with a machine that ends in five days and a bit, since a moment after the first start."""
    await began(team.store, team.duty, team.clock.now(), lambda _: None)
    team.shelf.put(an_instance(started_at=NOW - HOUR, ends_at=END))
    await team.track()
    await team.wakes(2)
    return team


async def told(team):
    """Give how many hours before the end each warning of the channel was to be told, and how many were left."""
    warnings = [one.facts for one in await team.said(Kind.DEADLINE) if not one.key.endswith("/dm")]
    return [(one.crossed[-1] // HOUR, round(one.left / HOUR)) for one in warnings if one.crossed]


async def days(team):
    """Give the days that were summed up, as they were told."""
    return [f"{one.facts.day:%d}" for one in await team.said(Kind.SUMMARY) if one.thread is None]


@BOTH
async def test_what_a_clock_far_ahead_told_of_an_end_is_told_again_at_its_time(sitting, glimpse):
    """Case a3. Half an hour was left by that clock, in truth five days: each threshold is told when it is reached."""
    await glimpse(5 * DAY - 30 * MINUTE)
    assert await told(sitting) == [(1, 0)]
    for left in (72, 24, 12, 6, 2, 1):
        await sitting.wakes(1, END - left * HOUR - sitting.clock.now())
    assert await told(sitting) == [(1, 0), (72, 72), (24, 24), (12, 12), (6, 6), (2, 2), (1, 1)]


@pytest.mark.parametrize("after", [timedelta(0), MINUTE, 4 * MINUTE])
async def test_a_threshold_that_a_wrong_clock_showed_as_just_passed_is_told_again(sitting, glimpse, after):
    """However near to it that clock stood: what it noted must not look like a small step back when the hour comes."""
    await glimpse(END - 24 * HOUR + after - MINUTE - sitting.clock.now())
    await sitting.wakes(1, END - 72 * HOUR - sitting.clock.now())
    await sitting.wakes(1, END - 24 * HOUR - MINUTE - sitting.clock.now())
    await sitting.wakes(3)
    assert await told(sitting) == [(24, 24), (72, 72), (24, 24)]


@pytest.mark.parametrize("back", [timedelta(seconds=2), MINUTE, 4 * MINUTE])
async def test_small_steps_back_repeat_nothing(sitting, back):
    """NTP sets the clock a few seconds or minutes back, just as a warning and a summary were told."""
    await sitting.wakes(4, DAY / 2)
    before = (await told(sitting), await days(sitting))
    sitting.clock.set(sitting.clock.now() - back - MINUTE)
    await sitting.wakes(3)
    assert (await told(sitting), await days(sitting)) == before == ([(72, 72)], ["01", "02"])


@BOTH
async def test_each_team_day_has_its_summary_though_a_clock_was_days_ahead(sitting, glimpse):
    """Case g169. The early one stands; on each day comes its own, with a key and a chart of its own."""
    await glimpse(3 * DAY)
    assert await days(sitting) == ["03"]
    await sitting.wakes(4 * 3, DAY / 4)
    assert await days(sitting) == ["03", "01", "02", "03"]
    charts = [one.thread for one in await sitting.said(Kind.SUMMARY) if one.thread]
    assert charts == [f"summary:2026-12-{day}" for day in ("03:1", "01:1", "02:1", "03:1:again1")]


@BOTH
async def test_the_ledger_holds_no_sight_from_the_future(sitting, glimpse):
    """An outage that follows is dated and billed by the right clock: two hours away cost the disk alone."""
    await glimpse(3 * DAY, wakes=3)
    await sitting.wakes(1)
    await sitting.wakes(2, HOUR)
    sitting.shelf.put(an_instance(started_at=NOW - HOUR, ends_at=END, **AWAY))
    went = sitting.clock.now()
    await sitting.wakes(2)
    await sitting.wakes(2, HOUR)
    sitting.shelf.put(an_instance(started_at=NOW - HOUR, ends_at=END))
    await sitting.wakes(3)
    (standing,) = await sitting.store.read(standings.load)
    assert all(one.seen <= sitting.clock.now() for one in standing.machine.levels)
    (outage,) = (await sitting.runs.one("llama-ft")).outages
    assert (outage.start >= went, outage.end <= sitting.clock.now()) == (True, True)
    (back,) = await sitting.said(Kind.BACK)
    assert 2 * HOUR <= back.facts.away <= 2 * HOUR + 5 * MINUTE


async def test_what_a_clock_ahead_saw_go_is_dated_no_later_than_it_was_set_right(sitting, glimpse):
    """The host went away while the clock was wrong, and was told; its incident did not begin in the future."""
    sitting.shelf.put(an_instance(started_at=NOW - HOUR, ends_at=END, **AWAY))
    await glimpse(DAY, wakes=2)
    await sitting.wakes(1)
    (incident,) = (await sitting.store.read(standings.load))[0].open
    assert (incident.kind, incident.since) == (IncidentKind.OFFLINE, sitting.clock.now())


async def test_traffic_is_counted_on_though_a_clock_was_ahead(sitting, glimpse):
    """A reading of the future would hide every later one."""
    row = an_instance(started_at=NOW - HOUR, ends_at=END)
    sitting.shelf.put(an_instance(**{**_fields(row), "traffic_in_gb": Decimal(5)}))
    await glimpse(3 * DAY)
    sitting.shelf.put(an_instance(**{**_fields(row), "traffic_in_gb": Decimal(9)}))
    await sitting.wakes(2, HOUR)
    (standing,) = await sitting.store.read(standings.load)
    assert (standing.machine.traffic[-1].in_gb, standing.machine.traffic[-1].at) == (9, sitting.clock.now())
    assert standing.machine.seen_at == sitting.clock.now()


async def test_a_snooze_of_a_wrong_clock_lasts_no_longer_than_any(sitting):
    """Somebody snoozed while the clock was a day ahead: it comes again within two hours of the clock being right."""
    sitting.shelf.put(an_instance(started_at=NOW - HOUR, ends_at=END, **AWAY))
    await sitting.wakes(3)
    (alert,) = await sitting.said(Kind.OFFLINE)
    sitting.clock.set(sitting.clock.now() + DAY)
    await sitting.runs.snooze(alert.subject, "U0ADA")
    await sitting.wakes(1)
    await sitting.all_shown(sitting.clock.now() - DAY)
    sitting.clock.set(sitting.clock.now() - DAY)
    await sitting.wakes(3, HOUR)
    assert len(await sitting.said(Kind.OFFLINE)) == 2


async def test_the_first_summary_waits_for_no_first_start_in_the_future(team):
    """The bot was first started by a clock a month ahead."""
    team.clock.set(NOW + 30 * DAY)
    await began(team.store, team.duty, team.clock.now(), lambda _: None)
    await team.wakes(1)
    team.clock.set(NOW)
    await team.wakes(2, DAY / 4)
    await team.all_shown(team.clock.now())
    await team.wakes(2, DAY / 4)
    assert await days(team) == ["01"]


@BOTH
async def test_a_clock_that_is_behind_undoes_nothing(sitting):
    """Slack's own timestamps tell which clock is wrong: set right, it repeats nothing and no cost is lost."""
    await sitting.wakes(3 * 4, DAY / 4)
    said = (await told(sitting), await days(sitting))
    for letter in await sitting.said(Kind.DEADLINE, Kind.SUMMARY):
        await sitting.shown(letter, sitting.clock.now())
    (before,) = await sitting.store.read(standings.load)
    right = sitting.clock.now()
    for wrong in (NOW.replace(year=1970), NOW.replace(year=2025), right - 5 * HOUR):
        sitting.clock.set(wrong)
        await sitting.wakes(2)
    sitting.clock.set(right)
    await sitting.wakes(1)
    (after,) = await sitting.store.read(standings.load)
    assert (await told(sitting), await days(sitting)) == said == ([(72, 72)], ["01", "02", "03"])
    assert after.machine.levels[: len(before.machine.levels) - 1] == before.machine.levels[:-1]
    assert after.told == before.told


async def test_thresholds_crossed_under_a_clock_that_was_behind_come_as_one_message(team):
    """The machine booted in 1970, where every end looks far; set right, what was crossed is one message."""
    team.clock.set(NOW.replace(year=1970))
    await began(team.store, team.duty, team.clock.now(), lambda _: None)
    team.shelf.put(an_instance(started_at=NOW - HOUR, ends_at=NOW + 11 * HOUR))
    await team.track()
    await team.wakes(3)
    assert await told(team) == []
    team.clock.set(NOW)
    await team.wakes(3)
    assert await told(team) == [(12, 11)]


async def test_a_first_start_long_ago_owes_no_endless_list_of_days(team):
    """In 1970 by the clock of that boot: the first summary names the days of a month at most."""
    await began(team.store, team.duty, NOW.replace(year=1970), lambda _: None)
    await team.wakes(2, DAY)
    told = [one.facts for one in await team.said(Kind.SUMMARY) if one.thread is None]
    assert [(f"{one.day}", len(one.days)) for one in told] == [("2026-12-01", 31), ("2026-12-02", 1)]


async def test_that_the_clock_was_ahead_is_told_once_with_what_follows(sitting, glimpse):
    """Whoever looks after the machine is to look after its clock."""
    await glimpse(3 * DAY)
    await sitting.wakes(3)
    (note,) = await sitting.said(Kind.HEALTH)
    assert (note.facts.matter, note.facts.start - note.facts.end) == ("clock was ahead", 3 * DAY - MINUTE)


async def test_that_the_clock_is_behind_slacks_is_told_once_and_its_end_in_the_same_thread(sitting):
    """Deadlines look further away than they are: that needs a person now."""
    await sitting.wakes(4, DAY / 4)
    (summary,) = [one for one in await sitting.said(Kind.SUMMARY) if one.thread is None]
    right = sitting.clock.now()
    await sitting.shown(summary, right)
    sitting.clock.set(right - 7 * HOUR)
    await sitting.wakes(3)
    (note,) = await sitting.said(Kind.HEALTH)
    assert (note.facts.matter, note.facts.end - note.facts.start) == ("clock is behind", 7 * HOUR - MINUTE)
    sitting.clock.set(right)
    await sitting.wakes(3)
    _, over = await sitting.said(Kind.HEALTH)
    assert (over.facts.matter, over.thread) == ("clock is right", note.key)


async def test_that_the_clock_is_ahead_of_slacks_is_told_once_and_its_end_in_the_same_thread(sitting):
    """A clock that is set to the local time is hours ahead for good; each message's timestamp tells."""
    await sitting.wakes(4, DAY / 4)
    summary, *_ = await sitting.said(Kind.SUMMARY)
    await sitting.shown(summary, sitting.clock.now() - 2 * HOUR)
    await sitting.wakes(3)
    (note,) = await sitting.said(Kind.HEALTH)
    assert (note.facts.matter, note.facts.start - note.facts.end) == ("clock is ahead", 2 * HOUR)
    await sitting.shown(note, sitting.clock.now() + MINUTE)
    await sitting.wakes(3)
    _, over = await sitting.said(Kind.HEALTH)
    assert (over.facts.matter, over.thread) == ("clock is right", note.key)


@pytest.mark.parametrize("sign", [1, -1])
async def test_a_clock_that_sways_about_the_five_minutes_is_told_of_once(sitting, sign):
    """Each message shows a little more or less than the bound; it is right again when it is well within it."""
    for seconds in (303, 297, 302, 298, 301, 160):
        await sitting.wakes(1, DAY)
        await sitting.all_shown(sitting.clock.now() - sign * timedelta(seconds=seconds))
        await sitting.wakes(2)
    word = "ahead" if sign > 0 else "behind"
    assert [one.facts.matter for one in await sitting.said(Kind.HEALTH)] == [f"clock is {word}"]
    await sitting.wakes(1, DAY)
    await sitting.all_shown(sitting.clock.now() - sign * timedelta(seconds=140))
    await sitting.wakes(2)
    assert [one.facts.matter for one in await sitting.said(Kind.HEALTH)] == [f"clock is {word}", "clock is right"]


async def test_a_clock_of_which_nothing_is_known_just_now_is_not_called_right(sitting):
    """It was set back a little, so that the last message is in its future; two hours ahead it is all the same."""
    await sitting.wakes(4, DAY / 4)
    summary, *_ = await sitting.said(Kind.SUMMARY)
    await sitting.shown(summary, sitting.clock.now() - 2 * HOUR)
    await sitting.wakes(1)
    await sitting.all_shown(sitting.clock.now() - 2 * HOUR)
    sitting.clock.set(sitting.clock.now() - 3 * MINUTE)
    await sitting.wakes(2)
    assert [one.facts.matter for one in await sitting.said(Kind.HEALTH)] == ["clock is ahead"]


async def test_a_clock_that_was_always_behind_is_told(sitting):
    """It left no trace in the future; only Slack's timestamps show it."""
    await sitting.wakes(4, DAY / 4)
    summary, *_ = await sitting.said(Kind.SUMMARY)
    await sitting.shown(summary, sitting.clock.now() + 5 * HOUR)
    await sitting.wakes(2)
    assert [one.facts.matter for one in await sitting.said(Kind.HEALTH)] == ["clock is behind"]


async def test_the_gap_of_a_stop_is_told_also_after_a_clock_was_ahead(sitting, glimpse):
    """The last wake was not in the future."""
    await glimpse(3 * DAY)
    await sitting.store.transact(lambda c: notes.set_instant(c, "last wake", sitting.clock.now() + 3 * DAY))
    await sitting.wakes(1)
    sitting.clock.advance(HOUR)
    await began(sitting.store, sitting.duty, sitting.clock.now(), lambda _: None)
    assert [one.facts.matter for one in await sitting.said(Kind.HEALTH)] == ["clock was ahead", "gap"]


def _fields(row):
    return {name: getattr(row, name) for name in ("started_at", "ends_at")}
