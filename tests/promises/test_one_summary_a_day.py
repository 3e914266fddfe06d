"""Promise 6: one summary per team day, with DST, downtime and two replicas."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from watched_bot import DAY, HOUR, MINUTE, key_of, kinds

BERLIN = ZoneInfo("Europe/Berlin")


def summaries(sitter):
    """Give the summaries, without their charts."""
    return [one for one in sitter.letters("summary") if key_of(one).startswith("summary:")]


def days(sitter):
    """Give the dates that were summed up, as they were told."""
    return [key_of(one).split(":")[1] for one in summaries(sitter)]


def instants(sitter):
    """Give when they were told."""
    return [datetime.fromtimestamp(float(one.ts), UTC).replace(microsecond=0) for one in summaries(sitter)]


def at(*local, fold=0):
    """Give a time in Berlin as an instant."""
    return datetime(*local, tzinfo=BERLIN, fold=fold).astimezone(UTC)


async def until(sitter, instant):
    """Let it become so late, and two polls later; until just before it all is suspended."""
    await sitter.sleeps(seconds=(instant - 10 * timedelta(seconds=1) - sitter.clock.now()).total_seconds())
    await sitter.polls(2)


async def test_the_first_comes_at_the_first_such_hour_after_the_first_start(sitter):
    """Started at 13:00 in Berlin: nothing today, tomorrow at nine; "all well" is told too, and so is no run at all."""
    await sitter.starts()
    await sitter.passes(minutes=5)
    assert [] == days(sitter)
    await until(sitter, at(2026, 12, 1, 9))
    assert ["2026-12-01"] == days(sitter)
    assert at(2026, 12, 1, 9) <= instants(sitter)[0] <= at(2026, 12, 1, 9, 1)
    assert "all well" in summaries(sitter)[0].says


async def test_every_day_has_one_whatever_restarts_there_are_around_it(sitter):
    """Stopped and started just before, at, and just after the hour."""
    await sitter.starts()
    await sitter.tracks(sitter.rents())
    for day in range(1, 4):
        hour = at(2026, 12, day, 9)
        await until(sitter, hour - 5 * MINUTE)
        await sitter.restarts(down=hour - sitter.clock.now() - timedelta(seconds=1))
        await sitter.restarts(down=timedelta(seconds=1))
        await sitter.restarts()
        await sitter.polls(2)
        await sitter.restarts(down=2 * MINUTE)
    assert ["2026-12-01", "2026-12-02", "2026-12-03"] == days(sitter)


async def test_three_days_of_downtime_are_one_message_that_names_them(sitter):
    """Case g166."""
    await sitter.starts()
    await sitter.tracks(sitter.rents())
    await until(sitter, at(2026, 12, 1, 9))
    await sitter.restarts(down=3 * DAY + HOUR)
    await sitter.polls(2)
    assert ["2026-12-01", "2026-12-04"] == days(sitter)
    for day in ("2026-12-02", "2026-12-03", "2026-12-04"):
        assert day in summaries(sitter)[-1].says
    await until(sitter, at(2026, 12, 5, 9))
    assert ["2026-12-01", "2026-12-04", "2026-12-05"] == days(sitter)


async def test_a_host_that_slept_through_the_hour_catches_up(sitter):
    """Case g166: the clock jumps eight hours."""
    await sitter.starts()
    await sitter.sleeps(seconds=(at(2026, 12, 1, 5) - sitter.clock.now()).total_seconds())
    await sitter.sleeps(hours=8)
    await sitter.polls(2)
    assert ["2026-12-01"] == days(sitter)
    assert at(2026, 12, 1, 13) <= instants(sitter)[0]


async def test_an_hour_that_the_clocks_skip_comes_at_the_next_instant(sitter):
    """02:30 in Berlin's night of 23 hours: at 03:00, and at 02:30 again in the nights around it."""
    sitter.clock.set(at(2027, 3, 27, 1))
    await sitter.starts(summary_at="02:30")
    await until(sitter, at(2027, 3, 27, 2, 30))
    await until(sitter, at(2027, 3, 28, 3) - 5 * MINUTE)
    assert ["2027-03-27"] == days(sitter)
    await until(sitter, at(2027, 3, 28, 3))
    assert ["2027-03-27", "2027-03-28"] == days(sitter)
    assert at(2027, 3, 28, 3) <= instants(sitter)[-1]
    await until(sitter, at(2027, 3, 29, 2, 30))
    assert ["2027-03-27", "2027-03-28", "2027-03-29"] == days(sitter)


async def test_an_hour_that_the_clocks_show_twice_counts_on_its_first(sitter):
    """02:30 in Berlin's night of 25 hours: an hour later it is 02:30 again, and nothing comes, also after a restart."""
    sitter.clock.set(at(2027, 10, 31, 1))
    await sitter.starts(summary_at="02:30")
    await until(sitter, at(2027, 10, 31, 2, 30))
    assert ["2027-10-31"] == days(sitter)
    await sitter.restarts()
    await until(sitter, at(2027, 10, 31, 2, 30, fold=1))
    assert ["2027-10-31"] == days(sitter)
    await until(sitter, at(2027, 11, 1, 2, 30))
    assert ["2027-10-31", "2027-11-01"] == days(sitter)


async def test_a_clock_that_is_set_back_over_the_hour_repeats_nothing(sitter):
    """And one that was a day ahead told of tomorrow too early: tomorrow has its own summary all the same."""
    await sitter.starts()
    await until(sitter, at(2026, 12, 1, 9))
    sitter.host.wrong_by = -2 * HOUR
    await sitter.sleeps(hours=2)
    await sitter.polls(3)
    assert ["2026-12-01"] == days(sitter)
    sitter.host.wrong_by = DAY
    await sitter.polls(3)
    sitter.host.wrong_by = 0 * HOUR
    await sitter.polls(3)
    assert ["2026-12-01", "2026-12-02"] == days(sitter)
    await until(sitter, at(2026, 12, 2, 9))
    assert ["2026-12-01", "2026-12-02", "2026-12-02"] == days(sitter)


async def test_another_hour_or_zone_after_a_restart_makes_no_second_one(sitter):
    """The day was summed up; it stays so."""
    await sitter.starts()
    await until(sitter, at(2026, 12, 1, 9))
    await sitter.restarts(summary_at="18:00", timezone="America/New_York")
    await sitter.sleeps(hours=16)
    await sitter.polls(2)
    assert ["2026-12-01"] == days(sitter)
    await sitter.sleeps(hours=24)
    await sitter.polls(2)
    assert ["2026-12-01", "2026-12-02"] == days(sitter)


@pytest.mark.parametrize("broken", ["no charts of Slack's", "no upload either"])
async def test_a_chart_that_fails_changes_nothing(sitter, broken):
    """The text goes first and whole; the picture follows in its thread by the other way, or not at all."""
    sitter.mishaps_expected = True
    sitter.slack.accepts_data_visualization = False
    if broken == "no upload either":
        sitter.slack.faults.error("files.getUploadURLExternal", "unknown_error", times=50)
    await sitter.starts()
    await sitter.tracks(sitter.rents())
    await until(sitter, at(2026, 12, 1, 9))
    await sitter.passes(seconds=30)
    (summary,) = summaries(sitter)
    assert "llama-ft" in summary.says
    thread = [one for one in sitter.slack.messages if one.thread_ts == summary.ts]
    pictures = [block for one in thread for block in one.blocks if block["type"] == "image"]
    assert (1, 0 if broken == "no upload either" else 1) == (len(thread), len(pictures))


async def test_a_summary_that_slack_does_not_take_at_nine_comes_later_once(sitter):
    """Slack is out of order for a quarter of an hour, and had taken one of the tries."""
    await sitter.starts()
    await sitter.tracks(sitter.rents())
    sitter.slack.faults.status("chat.postMessage", 503, times=3)
    sitter.slack.faults.status("chat.postMessage", 503, accepted=True)
    await until(sitter, at(2026, 12, 1, 9))
    await sitter.passes(minutes=3)
    assert ["2026-12-01"] == days(sitter)


async def test_alerts_go_before_it(sitter):
    """Case f157: what needs a person is not kept waiting by what is told each day."""
    await sitter.starts()
    instance = await sitter.tracks(sitter.rents(ends_in=at(2026, 12, 2, 9) - sitter.clock.now()))
    await sitter.sleeps(seconds=(at(2026, 12, 1, 9) - 90 * timedelta(seconds=1) - sitter.clock.now()).total_seconds())
    sitter.world.go_offline(instance.id)
    await sitter.polls()
    before = len(sitter.letters())
    sitter.slack.faults.rate_limit("chat.postMessage", retry_after=20)
    await sitter.polls(2)
    assert "summary" not in kinds(sitter.letters()[before:])[:1]
    assert {"deadline", "summary"} <= set(kinds(sitter.letters()[before:]))


@pytest.fixture
def backend():
    """Use PostgreSQL: SQLite's file is for one process alone."""
    return "postgresql"


async def test_two_replicas_tell_one(sitter, twin, url):
    """Case g167: also where the one with the turn ends right before the hour, and where it comes back after it."""
    sitter.environ["DATABASE_URL"] = twin.environ["DATABASE_URL"] = url
    await sitter.starts()
    await twin.starts()
    await until(sitter, at(2026, 12, 1, 9))
    assert ["2026-12-01"] == days(sitter)
    await sitter.sleeps(seconds=(at(2026, 12, 2, 9) - 90 * timedelta(seconds=1) - sitter.clock.now()).total_seconds())
    await sitter.stops()
    await twin.passes(minutes=4)
    await sitter.starts()
    await sitter.polls(3)
    assert ["2026-12-01", "2026-12-02"] == days(sitter)
