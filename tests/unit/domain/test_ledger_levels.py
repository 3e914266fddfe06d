"""What was seen, as levels, and the marketplace's own word in its place."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.domain.instance import InstanceState
from bot.domain.ledger import Level, levels_of, restate, see, timeline

RUNNING, OFFLINE, STOPPED = InstanceState.RUNNING, InstanceState.OFFLINE, InstanceState.STOPPED
MINUTE = timedelta(minutes=1)
BLIND = 4 * MINUTE


def at(text):
    """Give a time of one day."""
    return datetime.fromisoformat(f"2026-12-01T{text}").replace(tzinfo=UTC)


def polled(*stretches):
    """Poll every minute through stretches of (from, to, state)."""
    seen = []
    for start, end, state in stretches:
        seen += [(at(start) + MINUTE * n, state) for n in range((at(end) - at(start)) // MINUTE + 1)]
    return levels_of(seen, BLIND)


def offline_minutes(levels):
    """Give the whole minutes that the machine was offline."""
    return sum((s.end - s.start) // MINUTE for s in timeline(levels) if s.state is OFFLINE)


def test_sightings_that_agree_are_one_level():
    """However many they are."""
    assert (Level(RUNNING, at("02:00"), at("02:59")), Level(OFFLINE, at("03:00"), at("04:00"))) == polled(
        ("02:00", "02:59", RUNNING), ("03:00", "04:00", OFFLINE)
    )


def test_seeing_nothing_changes_nothing():
    """From unknown follows no state change: the level stands where it stood, and nothing begins with it."""
    level = Level(RUNNING, at("02:00"), at("02:01"))
    assert level is see(level, (at("02:02"), InstanceState.UNKNOWN), BLIND)
    assert see(None, (at("02:02"), InstanceState.UNKNOWN), BLIND) is None
    seen = [(at("02:02"), InstanceState.UNKNOWN), (at("02:03"), RUNNING), (at("02:04"), InstanceState.UNKNOWN)]
    assert () == levels_of(seen[:1], BLIND)
    assert (Level(RUNNING, at("02:03"), at("02:03")),) == levels_of(seen, BLIND)


@pytest.mark.parametrize(("silence", "levels"), [(BLIND, 1), (BLIND + timedelta(microseconds=1), 2)])
def test_a_long_silence_begins_a_level_of_its_own(silence, levels):
    """The same state after it is no proof of the time between."""
    assert levels == len(levels_of([(at("02:00"), RUNNING), (at("02:00") + silence, RUNNING)], BLIND))


def test_a_clock_that_steps_back_shortens_nothing():
    """What was seen later counts from the last sighting on."""
    level = Level(RUNNING, at("02:00"), at("03:00"))
    assert level == see(level, (at("02:30"), RUNNING), BLIND)
    assert Level(STOPPED, at("03:00"), at("03:00")) == see(level, (at("02:30"), STOPPED), BLIND)


def test_an_instant_without_a_zone_is_refused():
    """Case a27: a naive time is no instant."""
    with pytest.raises(TypeError, match="has no zone"):
        see(None, (datetime(2026, 12, 1), RUNNING), BLIND)  # noqa: DTZ001 - it is the fault


@pytest.mark.parametrize(("state", "seen"), [(InstanceState.UNKNOWN, "02:01"), (RUNNING, "01:59")])
def test_a_level_of_nothing_is_refused(state, seen):
    """Neither a state that is not known nor an end before the beginning."""
    with pytest.raises(ValueError, match="nothing that was seen"):
        Level(state, at("02:00"), at(seen))


def test_the_marketplaces_word_decides_an_outage():
    """Case a31: outage 02:10 to 05:40, our polls saw 02:15 to 05:45: 210 minutes either way, and those are exact."""
    seen = polled(("00:00", "02:14", RUNNING), ("02:15", "05:44", OFFLINE), ("05:45", "06:00", RUNNING))
    said = restate(seen, at("02:10"), at("05:40"))
    assert (210, 210) == (offline_minutes(seen), offline_minutes(said))
    assert [at("02:10"), at("05:40")] == [t for s in timeline(said) if s.state is OFFLINE for t in (s.start, s.end)]
    assert [False, True] == [all(not s.perhaps for s in timeline(levels)[:-1]) for levels in (seen, said)]


def test_an_outage_that_we_still_see_goes_on_after_the_marketplace_calls_it_over():
    """Its word holds for its own time; after that, what is seen."""
    said = restate(polled(("00:00", "02:14", RUNNING), ("02:15", "07:00", OFFLINE)), at("02:10"), at("05:40"))
    away = [(s.start, s.end, s.perhaps) for s in timeline(said) if s.state is OFFLINE]
    assert [at("02:10"), at("05:40"), at("07:00")] == [start for start, _, _ in away]
    assert [at("05:40"), at("07:00"), None] == [end for _, end, _ in away]
    assert [(), (), (RUNNING,)] == [perhaps for _, _, perhaps in away]


def test_an_outage_that_we_did_not_see_is_cut_out():
    """Also one that fell between two polls."""
    said = restate(polled(("00:00", "06:00", RUNNING)), at("02:10"), at("02:20"))
    assert [RUNNING, OFFLINE, RUNNING, RUNNING] == [s.state for s in timeline(said)]
    assert 10 == offline_minutes(said)


SAID = Level(OFFLINE, at("02:10"), at("02:20"), stated=True)


@pytest.mark.parametrize(
    ("seen", "left"),
    [
        (("02:00", "02:30"), [("02:00", "02:10"), SAID, ("02:20", "02:30")]),
        (("02:10", "02:30"), [SAID, ("02:20", "02:30")]),
        (("02:00", "02:20"), [("02:00", "02:10"), SAID, ("02:20", "02:20")]),
        (("02:10", "02:19"), [SAID]),
        (("02:10", "02:10"), [SAID]),
        (("02:20", "02:20"), [SAID, ("02:20", "02:20")]),
    ],
)
def test_of_what_was_seen_only_what_lies_within_an_outage_is_replaced(seen, left):
    """It was away from its first instant on, and back at its last."""
    levels = [Level(RUNNING, at(seen[0]), at(seen[1]))]
    expected = [one if one is SAID else Level(RUNNING, at(one[0]), at(one[1])) for one in left]
    assert expected == list(restate(levels, SAID.since, SAID.seen))


@pytest.mark.parametrize(("seen", "replaced"), [(("01:50", "02:10"), True), (("02:20", "02:30"), False)])
def test_an_outage_that_we_saw_is_replaced_where_it_overlaps(seen, replaced):
    """At the first instant of the marketplace's it does, at its end no more."""
    ours, back = Level(OFFLINE, at(seen[0]), at(seen[1])), Level(RUNNING, at("02:40"), at("02:50"))
    expected = [SAID, back] if replaced else [SAID, ours, back]
    assert expected == list(restate([ours, back], SAID.since, SAID.seen))


def test_an_outage_in_the_dark_ends_as_the_machine_was_before():
    """Nothing seen since: it runs again, perhaps."""
    said = restate(polled(("00:00", "02:00", RUNNING)), at("02:10"), at("05:40"))
    last = timeline(said)[-1]
    assert (RUNNING, at("05:40"), None, (OFFLINE,)) == (last.state, last.start, last.end, last.perhaps)


def test_other_times_are_left_as_they_were_seen():
    """An outage of the same day that the marketplace does not speak of stays."""
    seen = polled(("00:00", "01:00", RUNNING), ("01:01", "01:30", OFFLINE), ("01:31", "06:00", RUNNING))
    assert 30 + 10 == offline_minutes(restate(seen, at("02:10"), at("02:20")))


def test_an_outage_without_length_is_refused():
    """Its ends were confused."""
    with pytest.raises(ValueError, match="must end after it began"):
        restate((), at("02:10"), at("02:10"))
