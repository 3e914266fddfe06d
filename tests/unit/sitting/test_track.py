"""To track is to read, to compare, and to keep it with all that is to be said at once."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from databases import BACKENDS
from watched import CHANNEL, NOW, REF, an_instance

from bot.domain.incidents import IncidentKind
from bot.domain.instance import InstanceState
from bot.domain.letters import Kind
from bot.domain.money import MachineRate
from bot.domain.outside import Unknown, Why
from bot.domain.runs import Ask, Plan
from bot.services.tracking.track import NoSuchInstance, Taken, Tracked
from bot.services.tracking.wanted import Wanted
from bot.words.track import read_track

HOUR = timedelta(hours=1)


async def test_what_is_read_is_written_down_and_a_card_is_posted(team):
    """The locked rate counts from the instance's start, and the one card goes to the channel."""
    outcome = await team.track()
    assert isinstance(outcome, Tracked)
    assert (outcome.run.begun_at, outcome.changes) == (NOW - HOUR, ())
    assert outcome.card.money.so_far == Decimal("16.10")
    (card,) = await team.said(Kind.CARD)
    assert (card.to, card.run, card.key) == (CHANNEL, "llama-ft", f"card:{outcome.run.id}")
    assert team.nudged == 1


async def test_the_deposit_is_read_once_and_kept_with_what_was_locked(team):
    """Polls change nothing of it."""
    assert (await team.track()).deposit == Decimal("12.40")
    team.shelf.held = Decimal(3)
    await team.wakes(3)
    assert (await team.runs.one("llama-ft")).machine.deposit == Decimal("12.40")
    assert [one for one in team.shelf.asked if one.startswith("deposit")] == ["deposit 4411"]


@pytest.mark.parametrize("backend", BACKENDS, indirect=True)
async def test_a_deposit_that_is_not_told_holds_nothing_up_and_is_known_once_the_track_is_typed_again(team):
    """The run is kept, with why the deposit is unknown; a failure at the second time forgets none."""
    team.shelf.held = None
    outcome = await team.track()
    assert (outcome.card.money.so_far, outcome.deposit.sentence) == (
        Decimal("16.10"),
        "It has a fault of its own (503).",
    )
    assert (await team.runs.one("llama-ft")).machine.deposit is None
    team.shelf.held = Decimal(0)
    assert (await team.track()).deposit == 0
    team.shelf.held = None
    assert (await team.track()).deposit == 0
    assert (await team.runs.one("llama-ft")).machine.deposit == 0


async def test_a_deposit_that_is_slow_is_waited_for_five_seconds(team, monkeypatch):
    """Then the run is sat with all the same."""
    team.shelf.slow = True
    slept = []

    async def sleep(seconds):
        slept.append(seconds)

    monkeypatch.setattr(team.clock, "sleep", sleep)
    outcome = await team.track()
    assert (outcome.deposit.why, outcome.run.name, slept) == (Why.SLOW, "llama-ft", [5])


async def test_what_is_not_as_asked_is_said_at_once_in_the_channel_too(team):
    """A dearer rate, fewer GPUs. Cases a18, b55."""
    ask = Ask(gpus=16, rate=MachineRate(Decimal("15.80")), countries=("CA",))
    outcome = await team.track(ask=ask)
    assert [change.what for change in outcome.changes] == ["GPUs", "country", "rate"]
    (alert,) = await team.said(Kind.HARDWARE)
    assert alert.facts.changes == outcome.changes
    assert outcome.card.open == (IncidentKind.HARDWARE,)


async def test_a_rate_within_one_percent_is_as_asked(team):
    """What is dearer by a rounding is nothing to tell."""
    outcome = await team.track(ask=Ask(rate=MachineRate(Decimal("15.85"))))
    assert outcome.changes == ()


async def test_a_name_and_an_instance_serve_one_run_each(team):
    """Names differ by more than case; the second who asks is told who has it."""
    first = await team.track()
    assert await team.track("other") == Taken(first.run, by_name=False)
    team.shelf.put(an_instance(ref=replace(REF, id="5522")))
    assert await team.track("LLAMA-FT", "5522") == Taken(first.run, by_name=True)
    assert len((await team.runs.all()).cards) == 1


async def test_a_track_that_is_typed_again_changes_what_was_said_and_nothing_else(team):
    """A budget that was forgotten; twice the same words are one run with one card and its owner. Case f140."""
    first = await team.track(owner="U0ADA")
    budget = {"plan": Plan(duration=72 * HOUR, budget=Decimal(900)), "said": frozenset({"budget"})}
    again = await team.track(owner="U0BEN", **budget)
    assert again.run == replace(first.run, plan=Plan(duration=72 * HOUR, budget=Decimal(900)))
    assert (await team.track(owner="U0BEN", owner_said=True)).run.owner == "U0BEN"
    assert len(await team.said(Kind.CARD)) == 1
    assert (await team.runs.one("llama-ft")).card.money.budget == 900


WHOLE = (
    "vast:4411 as llama-ft for 72h margin 30% in 200GB out 300GB budget $900 keep /a,/b every 2h to /data/copies"
    " ssh root@host:22 owner <@U0ADA> x8 country US rate $16/h h100-sxm machine-id 811"
)
SAID = {
    "for 90h": {"plan": {"duration": 90 * HOUR}},
    "margin 20%": {"plan": {"margin": Decimal("0.2")}},
    "margin 15%": {"plan": {"margin": Decimal("0.15")}},
    "in 0GB": {"plan": {"in_gb": Decimal(0)}},
    "in 10GB": {"plan": {"in_gb": Decimal(10)}},
    "out 5GB": {"plan": {"out_gb": Decimal(5)}},
    "budget $50": {"plan": {"budget": Decimal(50)}},
    "keep /c": {"keeping": {"paths": ("/c",)}},
    "every 3h": {"keeping": {"every": 3 * HOUR}},
    "to /elsewhere": {"keeping": {"to": "/elsewhere"}},
    "ssh me@there:2222": {"keeping": {"ssh": "me@there:2222"}},
    "owner <@U0BEN>": {"owner": "U0BEN"},
    "x7": {"ask": {"gpus": 7}},
    "country US,CA": {"ask": {"countries": ("US", "CA")}},
    "rate $17/h": {"ask": {"rate": MachineRate(Decimal(17))}},
    "machine-id 977": {"ask": {"machine_id": "977"}},
    "": {},
}


def _wanted(words):
    """Read the words as the command does."""
    ask = read_track(words, ZoneInfo("UTC"), NOW)
    return {
        "plan": ask.plan,
        "said": ask.said,
        "keeping": ask.keeping,
        "ask": ask.ask,
        "owner": ask.owner or "U0TYPED",
        "owner_said": ask.owner is not None,
    }


@pytest.mark.parametrize("said", SAID)
async def test_a_track_that_is_typed_again_changes_the_setting_that_was_said_and_no_other(team, said):
    """Each by itself: what was left out is no default, it stays."""
    first = (await team.track(**_wanted(WHOLE))).run
    words = f"vast:4411 as llama-ft {'' if said.startswith('for') else 'for 72h'} {said}"
    again = (await team.track(**_wanted(words))).run
    changed = {
        name: replace(getattr(first, name), **new) if isinstance(new, dict) else new for name, new in SAID[said].items()
    }
    assert again == replace(first, **changed)
    assert again == (await team.runs.one("llama-ft")).run


async def test_an_instance_that_is_not_there_and_one_that_can_not_be_read_are_two_things(team):
    """Neither keeps anything."""
    assert isinstance(await team.track(ref="9"), NoSuchInstance)
    team.shelf.readable = False
    assert isinstance(await team.track(), Unknown)
    assert await team.said() == []
    assert (await team.runs.all()).cards == ()


async def test_a_machine_that_ran_longer_than_the_run_takes_began_it_when_it_was_tracked(team):
    """A box of last week takes up a new run today; its cost still counts from its start."""
    team.shelf.put(an_instance(started_at=NOW - 100 * HOUR))
    outcome = await team.track()
    assert (outcome.run.begun_at, outcome.card.running) == (NOW, timedelta(0))
    assert outcome.card.money.so_far == Decimal(1610)
    assert outcome.card.money.unsure


async def test_deadlines_that_are_near_already_make_one_message_that_names_the_time_left(team):
    """Tracked 5 h 50 min before its end. Case g173."""
    left = timedelta(hours=5, minutes=50)
    team.shelf.put(an_instance(started_at=NOW - HOUR, ends_at=NOW + left))
    await team.track()
    channel, dm = await team.said(Kind.DEADLINE)
    assert [threshold // HOUR for threshold in channel.facts.crossed] == [72, 24, 12, 6]
    assert (channel.facts.left, dm.to) == (left, "U0OWNER")


async def test_a_machine_typed_by_hand_is_watched_without_being_asked_about(team):
    """It costs and ends as typed; nobody says that it is up, and nobody is asked."""
    row = an_instance(ref=REF, state=InstanceState.UNKNOWN, started_at=NOW - 2 * HOUR, ends_at=NOW + 20 * HOUR)
    wanted = Wanted(ref=REF, name="by-console", owner="U0OWNER", plan=Plan(duration=10 * HOUR))
    outcome = await team.runs.track_typed(wanted, row)
    assert outcome.run.by_hand
    assert outcome.card.money.so_far == Decimal("32.20")
    await team.wakes(2)
    assert [one.facts.crossed[-1] // HOUR for one in await team.said(Kind.DEADLINE)] == [24]
    found = await team.runs.one("by-console")
    assert (found.card.marketplace, found.card.by_hand) == (None, True)
