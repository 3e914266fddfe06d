"""Promise 5: a double click, a redelivered event or two replicas never act twice."""

import asyncio
from collections import Counter

import pytest
from sqlalchemy import create_engine, text
from watched_bot import HOUR, key_of, kinds, run_of

from bot.store.holds import SESSION_LOCK


def answers(person, what):
    """Give what the bot answered somebody that says so."""
    return [one for one in person.reads(what) if one.by_bot and one.is_ephemeral]


def each_once(sitter):
    """Tell whether every message has a key of its own."""
    return {1} == set(Counter(key_of(one) for one in sitter.letters()).values())


async def an_alert(sitter):
    """Give an alert that somebody may see to."""
    await sitter.starts()
    instance = await sitter.tracks(sitter.rents())
    sitter.world.go_offline(instance.id)
    await sitter.polls(2)
    return sitter.letters("offline")[0]


async def test_a_double_click_on_acknowledge_acknowledges_once(sitter):
    """Case f138: the second of ada's own clicks changes nothing, and ben is told who was first."""
    alert = await an_alert(sitter)
    await sitter.ada.double_clicks("Acknowledge", on=alert)
    await sitter.passes(seconds=5)
    shown = alert.says
    assert f"<@{sitter.ada.id}>" in shown
    assert 1 == len(answers(sitter.ada, "Yours"))
    forged = {"action_id": "runsitter.acknowledge", "value": f"incident:{alert.metadata['event_payload']['incident']}"}
    await sitter.ben.clicks("Find another", on=alert, as_if=forged)
    await sitter.passes(seconds=5)
    assert shown == alert.says
    assert f"<@{sitter.ada.id}> sees to it already" in answers(sitter.ben, "")[-1].says


async def test_two_who_click_at_the_same_instant_are_one_and_one_too_late(sitter):
    """Case f138: the first transaction wins, the other says so."""
    alert = await an_alert(sitter)
    await asyncio.gather(*(person.clicks("Acknowledge", on=alert) for person in (sitter.ada, sitter.ben)))
    await sitter.passes(seconds=5)
    told = answers(sitter.ada, "") + answers(sitter.ben, "")
    assert 1 == len([one for one in told if "Yours" in one.says])
    assert 1 == len([one for one in told if "sees to it already" in one.says])


async def test_a_double_click_on_snooze_reminds_once(sitter):
    """Two hours later there is one reminder."""
    alert = await an_alert(sitter)
    await sitter.ada.double_clicks("Snooze", on=alert)
    await sitter.sleeps(hours=2)
    await sitter.polls(3)
    assert ["offline", "offline"] == kinds(sitter.alerts())


@pytest.mark.parametrize("what", ["Acknowledge", "Snooze"])
async def test_a_payload_that_is_brought_twice_acts_once(sitter, what):
    """Case f138: the same envelope again, and again as a retry."""
    alert = await an_alert(sitter)
    sitter.slack.faults.deliver_twice()
    delivery = await sitter.ada.clicks(what, on=alert)
    await sitter.slack.courier.redeliver(delivery)
    await sitter.sleeps(hours=2)
    await sitter.polls(3)
    assert (2 if what == "Snooze" else 1) == len(sitter.letters("offline"))
    assert each_once(sitter)


async def test_a_command_that_is_repeated_tracks_once(sitter):
    """Case f140: typed again because the answer took a while; the second is told of the first."""
    await sitter.starts()
    words = f"/gpu track vast:{sitter.rents().id} as llama-ft for 72h"
    await asyncio.gather(sitter.ada.types(words), sitter.ada.types(words), sitter.ben.types(words))
    await sitter.passes(seconds=10)
    assert ["card"] == kinds(sitter.letters())
    again = await sitter.hears(words)
    assert "llama-ft" in again.says
    await sitter.polls(2)
    assert ["card"] == kinds(sitter.letters())


async def test_a_command_that_slack_brings_twice_tracks_once(sitter):
    """The same request, byte for byte, and once more with a newer stamp."""
    await sitter.starts()
    sitter.slack.faults.deliver_twice()
    delivery = await sitter.ada.types(f"/gpu track vast:{sitter.rents().id} as llama-ft for 72h")
    await sitter.slack.courier.redeliver(delivery)
    await sitter.passes(seconds=10)
    assert ["llama-ft"] == [run_of(one) for one in sitter.letters("card")]


async def test_a_form_that_is_submitted_twice_tracks_once(sitter):
    """A double click on Track."""
    await sitter.starts()
    instance = sitter.rents()
    await sitter.ada.types("/gpu track")
    await sitter.settles()
    sitter.slack.faults.deliver_twice()
    values = {"instance": f"vast:{instance.id}", "as": "llama-ft", "for": "72"}
    delivery = await sitter.ada.submits({f"runsitter.track.{name}": typed for name, typed in values.items()})
    await sitter.slack.courier.redeliver(delivery)
    await sitter.passes(seconds=10)
    assert ["llama-ft"] == [run_of(one) for one in sitter.letters("card")]


async def test_two_names_for_one_machine_and_one_name_for_two_are_refused(sitter):
    """At the same instant: one of each wins."""
    await sitter.starts()
    one, other = sitter.rents(), sitter.rents()
    await asyncio.gather(
        sitter.ada.types(f"/gpu track vast:{one.id} as first for 72h"),
        sitter.ben.types(f"/gpu track vast:{one.id} as second for 72h"),
        sitter.ben.types(f"/gpu track vast:{other.id} as FIRST for 72h"),
    )
    await sitter.passes(seconds=20)
    assert 1 == len({run_of(card).casefold() for card in sitter.letters("card")} & {"first", "second"})


@pytest.fixture
def backend():
    """Use PostgreSQL: SQLite's file is for one process alone."""
    return "postgresql"


@pytest.fixture
async def both(sitter, twin, url):
    """Give two bots on one database, the first of which has the turn."""
    sitter.environ["DATABASE_URL"] = twin.environ["DATABASE_URL"] = url
    await sitter.starts()
    await twin.starts()
    return sitter, twin


async def test_two_replicas_tell_each_thing_once(both):
    """Case g167: one card, one alert, one end, one summary, whoever of the two took the command."""
    sitter, twin = both
    instance = await sitter.tracks(sitter.rents())
    await sitter.polls(2)
    sitter.world.go_offline(instance.id)
    await sitter.polls(3)
    sitter.world.come_back(instance.id)
    await sitter.polls(3)
    await sitter.sleeps(hours=21)
    await sitter.polls(3)
    assert ["card", "offline", "back", "summary", "summary"] == kinds(sitter.letters())  # the second is the chart
    assert each_once(sitter)
    assert [False, True] == [await _idles(one) for one in (sitter, twin)]


async def test_a_click_is_taken_by_either_and_shown_once(both):
    """The replica without the turn writes it down, the other shows it."""
    sitter, twin = both
    instance = await sitter.tracks(sitter.rents())
    sitter.world.go_offline(instance.id)
    await sitter.polls(2)
    alert = sitter.letters("offline")[0]
    twin.takes_clicks()
    await sitter.ada.clicks("Acknowledge", on=alert)
    await sitter.ada.sees("you see to it")
    sitter.takes_clicks()
    await sitter.ben.clicks("Acknowledge", on=alert)
    await sitter.passes(seconds=10)
    assert f"<@{sitter.ada.id}>" in alert.says
    assert "sees to it already" in answers(sitter.ben, "")[-1].says


async def test_a_replica_takes_over_when_the_other_ends(both):
    """Case g167: within a wake, and tells nothing again."""
    sitter, twin = both
    instance = await sitter.tracks(sitter.rents())
    sitter.world.go_offline(instance.id)
    await sitter.polls(2)
    await sitter.stops()
    await twin.polls(3)
    assert ["offline"] == kinds(sitter.alerts())
    sitter.world.come_back(instance.id)
    await twin.polls(2)
    assert ["offline", "back"] == kinds(sitter.alerts())


async def test_a_replica_that_lost_its_turn_unseen_says_nothing_more(both):
    """Case g167: its session at the database is cut; the other takes over, and there are never two who speak."""
    sitter, twin = both
    instance = await sitter.tracks(sitter.rents())
    for _ in range(2):
        _cut(sitter.database)
        sitter.world.go_offline(instance.id)
        await sitter.polls(3)
        sitter.world.come_back(instance.id)
        await sitter.polls(3)
        await sitter.sleeps(seconds=HOUR.total_seconds())
    await twin.polls(2)
    assert ["offline", "back"] * 2 == kinds(sitter.alerts())
    assert each_once(sitter)


def _cut(url):
    """End the session that has the ticker's lock, as a network that breaks does."""
    cut = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = :key"
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text(cut), {"key": SESSION_LOCK & 0xFFFFFFFF})
    engine.dispose()


async def _idles(sitter):
    sitter.takes_clicks()
    status = await sitter.hears("/gpu status")
    return "another" in status.says
