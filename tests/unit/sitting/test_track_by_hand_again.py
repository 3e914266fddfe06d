"""`/gpu track by-hand`: what the words say is in the form, and typed in again it changes the run that is there."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest
from tracking import filled, sent
from watched import NOW

from bot.domain.letters import Kind
from bot.domain.money import MachineRate
from handlers.track import track, track_view, wants_form

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
WORDS = (
    "by-hand as lab-box for 48h h100-sxm x8 rate $10/h disk 500GB until 2026-12-04T12:00Z country CA"
    " margin 20% budget $5000 ssh ann@lab:22"
)


@pytest.fixture
async def run(team, desk):
    """Have a machine that was typed in, with its words in its form."""
    await sent(desk, await track_view(desk, WORDS, ""), storage="0.2")
    team.clock.advance(HOUR)
    return await team.runs.one("lab-box")


async def test_all_that_the_words_say_of_a_machine_is_in_the_form(desk):
    """GPU, count, rate, disk and end too; nobody types a thing twice."""
    assert await wants_form(desk, WORDS)
    shown = filled(await track_view(desk, WORDS, ""))
    machine = {name: shown[name] for name in ("card", "gpus", "rate", "disk", "country", "until")}
    until = str(int((NOW + timedelta(days=4)).timestamp()))
    assert machine == {
        "card": "H100 SXM", "gpus": "8", "rate": "10", "disk": "500", "country": "CA", "until": int(until)
    }  # fmt: skip
    assert (shown["as"], shown["for"], shown["margin"], shown["ssh"]) == ("lab-box", "48", "20", "ann@lab:22")


async def test_the_form_of_a_machine_by_hand_shows_how_it_stands_and_pressed_at_once_changes_nothing(team, desk, run):
    """With all that was typed in, but for since when it is rented, which stands."""
    view = await track_view(desk, "by-hand as lab-box", "")
    shown = filled(view)
    assert (shown["card"], shown["rate"], shown["storage"], shown["budget"]) == ("H100 SXM", "10", "0.2", "5000")
    assert "since" not in str(view["blocks"])
    await sent(desk, view)
    after = await team.runs.one("lab-box")
    assert (after.run, after.machine.seen) == (run.run, run.machine.seen)
    assert after.card.money == run.card.money


async def test_a_machine_by_hand_gets_another_end_and_price_from_now_on(team, desk, run):
    """What it cost so far stays; its deadlines follow; nobody is told of a change that somebody typed in."""
    view = await track_view(desk, "by-hand as lab-box rate $20/h until 2026-12-01T11:00Z", "")
    await sent(desk, view)
    after = await team.runs.one("lab-box")
    assert after.run == run.run
    assert after.machine.seen == replace(
        run.machine.seen, compute=MachineRate(Decimal(20)), ends_at=NOW + timedelta(hours=23)
    )
    assert after.card.money.so_far == run.card.money.so_far
    team.clock.advance(HOUR)
    disk_for_an_hour = Decimal("0.2") * 500 / 720
    later = (await team.runs.one("lab-box")).card.money.so_far
    assert round(later - after.card.money.so_far, 6) == round(20 + disk_for_an_hour, 6)
    assert [one.facts.crossed[-1] // HOUR for one in await team.said(Kind.DEADLINE) if one.to == run.run.channel] == [
        24
    ]
    assert await team.said(Kind.HARDWARE) == []


async def test_a_machine_by_hand_whose_end_passed_goes_on_where_the_end_is_put_off(team, desk, run):
    """Its rental was prolonged and nobody told in time: the same run, with what it cost meanwhile, warned of anew."""
    team.clock.set(NOW + 4 * DAY + HOUR)
    await team.watch.wake(lambda _: None)
    assert (await team.runs.one("lab-box")).run.ended_at == NOW + 4 * DAY
    warned = await team.said(Kind.DEADLINE)
    view = await track_view(desk, "by-hand as lab-box until 2026-12-05T12:00Z", "")
    assert filled(view)["rate"] == "10"
    assert "`lab-box` is over, for its machine's end has passed" in str(view["blocks"])
    await sent(desk, view)
    await team.wakes()
    after = await team.runs.one("lab-box")
    assert (after.run.id, after.run.ended_at) == (run.run.id, None)
    assert round(after.card.money.so_far / (10 + Decimal("0.2") * 500 / 720)) == 4 * 24 + 1
    again = (await team.said(Kind.DEADLINE))[len(warned) :]
    assert [NOW + 5 * DAY] * 1 == [one.facts.end for one in again if one.to == run.run.channel]


@pytest.mark.usefixtures("run")
async def test_a_machine_by_hand_that_ended_long_ago_keeps_its_name_and_its_account(team, desk):
    """After a week another machine of the same name is another run, which needs a name of its own."""
    team.clock.set(NOW + 4 * DAY + 7 * DAY)
    await team.watch.wake(lambda _: None)
    answer = await sent(desk, await track_view(desk, WORDS.replace("12-04", "12-24"), ""))
    assert "There is a run `lab-box` already" in answer.text
    assert (await team.runs.one("lab-box")).run.ended_at == NOW + 4 * DAY


async def test_a_name_of_a_marketplaces_run_is_no_machine_by_hand(team, desk):
    """Its form is a new one, and nothing of that run is overwritten."""
    before = (await team.track("lab-box")).run
    answer = await sent(desk, await track_view(desk, WORDS, ""))
    assert "There is a run `lab-box` already" in answer.text
    assert (await team.runs.one("lab-box")).run == before


@pytest.mark.usefixtures("run")
async def test_a_change_of_a_machine_by_hand_is_told_as_it_was_and_is(desk):
    """Price and end are what somebody typed."""
    told = await sent(desk, await track_view(desk, "by-hand as lab-box rate $20/h until 2026-12-01T11:00Z", ""))
    assert told.text.startswith("Changed: rate $10.14/h machine")
    changes = told.text.partition(">.")[0]
    assert "2026-12-04 12:00 UTC> \u2192 " in changes
    assert changes.endswith("2026-12-01 11:00 UTC")
    assert "budget" not in changes


async def test_what_was_said_of_a_machine_by_hand_is_taken_back_without_its_form(team, desk, run):
    """A budget and an end that nobody knows any more; the machine stays as it was typed in."""
    words = "by-hand as lab-box budget none until none"
    assert not await wants_form(desk, words)
    await track(desk, words)
    after = await team.runs.one("lab-box")
    assert after.run == replace(run.run, plan=replace(run.run.plan, budget=None))
    assert after.machine.seen == replace(run.machine.seen, ends_at=None)
    assert after.card.money.so_far == run.card.money.so_far


async def test_none_beside_what_a_form_asks_of_a_machine_by_hand_is_to_be_said_by_itself(team, desk, run):
    """Else the form would swallow it: an empty field there says nothing."""
    words = "by-hand as lab-box budget none rate $20/h"
    assert not await wants_form(desk, words)
    assert "say the `none` by itself" in (await track(desk, words)).text
    assert (await team.runs.one("lab-box")).run == run.run


@pytest.mark.parametrize("words", ["by-hand as other for 1h budget none", "by-hand budget none"])
async def test_none_of_a_machine_by_hand_that_is_not_sat_with_opens_the_form(desk, words):
    """There is nothing to take back."""
    assert await wants_form(desk, words)
