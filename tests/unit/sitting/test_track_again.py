"""`/gpu track` of a run that is sat with already: what is said is changed, what is not stays; by words and by form."""

from dataclasses import replace
from decimal import Decimal
from types import SimpleNamespace

import pytest
from tracking import filled, sent
from watched import CHANNEL, REF, an_instance

from bot.domain.letters import Kind
from bot.slack.views.letters import TRACK_INSTANCE
from handlers.progress import tell_progress
from handlers.runs import show_run, show_runs
from handlers.track import track, track_view, wants_form

WHOLE = (
    "vast:4411 as llama-ft for 72h margin 20% in 200GB out 300GB budget $900 every 2h ssh root@host:22"
    ' keep "/my data",/b to /data/copies h100-sxm x8 country US rate $16/h machine-id 811 owner <@U0BEN>'
)


@pytest.fixture
async def run(team, desk):
    """Have a run that is sat with, with everything said."""
    await track(desk, WHOLE)
    return (await team.runs.one("llama-ft")).run


def plain_of(message):
    """Give all that a message says."""
    return f"{message.text} {message.blocks}"


async def test_one_setting_said_in_words_is_changed_at_once_and_nothing_else(team, desk, run):
    """Without `for` no form opens: the run has its hours already."""
    words = "vast:4411 as LLAMA-ft budget $1500"
    assert not await wants_form(desk, words)
    assert "budget $1,500" in plain_of(await track(desk, words))
    after = (await team.runs.one("llama-ft")).run
    assert after == replace(run, plan=replace(run.plan, budget=Decimal(1500)))


@pytest.mark.parametrize(
    "words",
    [
        "vast:4411 as llama-ft",
        "vast:4411 for 72h",
        "vast:5522 as llama-ft",
        "by-hand as llama-ft",
        "by-hand as x for 1h",
    ],
)
async def test_a_run_that_is_not_sat_with_yet_still_needs_a_name_and_hours(team, desk, words):
    """Of another instance, under another name, or typed in by hand: a form asks for them."""
    team.shelf.put(an_instance(ref=replace(REF, id="5522")))
    if words.startswith(("vast:5522", "by-hand")):
        await track(desk, WHOLE)
    assert await wants_form(desk, words)


async def test_a_run_that_has_ended_is_not_changed_by_words(team, desk):
    """Its name is taken, and the form that opens is a new run's."""
    await track(desk, WHOLE)
    team.shelf.rows.clear()
    await team.wakes(3)
    assert (await team.runs.one("llama-ft")).run.ended_at is not None
    assert await wants_form(desk, "vast:4411 as llama-ft budget $1500")
    view = await track_view(desk, "vast:4411 as llama-ft budget $1500", "")
    assert (view["title"]["text"], "margin" in filled(view)) == ("Track a run", False)
    assert "how long does it train?" in plain_of(await track(desk, "vast:4411 as llama-ft budget $1500"))


async def test_the_form_of_a_run_shows_how_it_stands_and_changes_only_what_is_touched(team, desk, run):
    """No default of a new run takes the place of what somebody had said."""
    view = await track_view(desk, "vast:4411", "")
    assert "is sat with already" in str(view["blocks"][0])
    shown = filled(view)
    assert (shown["as"], shown["for"], shown["margin"], shown["in"]) == ("llama-ft", "72", "20", "200")
    assert (shown["keep"], shown["owner"]) == ('"/my data",/b', "U0BEN")
    await sent(desk, view)
    assert (await team.runs.one("llama-ft")).run == run
    await sent(desk, view, budget="1500")
    assert (await team.runs.one("llama-ft")).run == replace(run, plan=replace(run.plan, budget=Decimal(1500)))


async def test_words_of_a_run_that_is_sat_with_go_over_what_it_has_in_the_form(desk):
    """Said without its name: the form opens, with both."""
    await track(desk, WHOLE)
    shown = filled(await track_view(desk, "vast:4411 margin 30% rate $17/h", ""))
    assert (shown["margin"], shown["in"], shown["as"]) == ("30", "200", "llama-ft")
    assert shown["asked"] == "h100-sxm x8 country US rate $17/h machine-id 811"


async def test_an_empty_form_changes_nothing_by_its_defaults(team, desk, run):
    """Instance, name and hours typed into `/gpu track`: margin and traffic stay as they were."""
    view = await track_view(desk, "", "")
    await sent(desk, view, instance="vast:4411", **{"as": "llama-ft", "for": "72"})
    assert (await team.runs.one("llama-ft")).run == run


async def test_paths_of_any_length_come_out_of_the_form_as_they_went_in(team, desk):
    """A list that was cut would be another list."""
    paths = ",".join(f"/workspace/checkpoints-of-the-run/{number:030}" for number in range(20))
    await track(desk, f"vast:4411 as llama-ft for 72h keep {paths}")
    before = (await team.runs.one("llama-ft")).run
    await sent(desk, await track_view(desk, "vast:4411", ""))
    assert (await team.runs.one("llama-ft")).run == before


async def test_a_change_says_what_it_was_and_what_it_is(desk, run):
    """Whoever types a budget sees that it was taken, and nothing else; the same again changes nothing."""
    assert run.plan.budget is not None
    told = await track(desk, "vast:4411 as llama-ft budget $1500 keep /data/new owner <@U0ADA>")
    old = f"{run.plan.budget:,}"
    assert told.text.startswith(f"Changed: budget ${old} \u2192 $1,500, keep /my data /b \u2192 /data/new, owner ")
    again = await track(desk, "vast:4411 as llama-ft budget $1500 keep /data/new owner <@U0ADA>")
    assert again.text.startswith("Nothing is changed: all of it was so.")
    assert "Nothing is changed" in plain_of(again)
    assert "what the machine was chosen by" in (await track(desk, "vast:4411 as llama-ft rate $17/h")).text


async def test_the_first_track_changes_nothing_and_says_nothing_of_it(desk):
    """There was nothing before."""
    text = plain_of(await track(desk, WHOLE))
    assert "Changed" not in text
    assert "changed" not in text


async def test_a_form_that_was_refused_can_be_opened_again_with_all_that_was_filled_in(team, desk):
    """A listing's id typed for the instance's is the usual slip: one field is wrong, and none of the others is lost."""
    view = await track_view(desk, WHOLE.replace("4411", "977"), "")
    refused = await sent(desk, view)
    assert "The account has no instance `vast:977`" in refused.text
    (again,) = refused.blocks[-1]["elements"]
    assert ("Back to the form", TRACK_INSTANCE) == (again["text"]["text"], again["action_id"])
    opened = await track_view(desk, again["value"], "")
    assert filled(view) == filled(opened)
    await sent(desk, opened, instance="vast:4411")
    assert (await team.runs.one("llama-ft")).run.plan.budget == Decimal(900)


@pytest.mark.usefixtures("run")
async def test_progress_that_goes_back_is_taken_and_pointed_out(team, desk):
    """A slip of a digit would make a finish weeks away; going back to a checkpoint is no slip."""
    assert "less than before" not in plain_of(await tell_progress(desk, "llama-ft 41000/50000"))
    told = plain_of(await tell_progress(desk, "llama-ft 3000/50000"))
    assert "*That is less than before* (step 41,000 of 50,000)" in told
    assert (await team.runs.one("llama-ft")).run.progress.done == 3000
    assert "less than before" not in plain_of(await tell_progress(desk, "llama-ft 6000/100000"))


@pytest.mark.usefixtures("run")
async def test_runs_with_a_name_is_that_run(desk):
    """`runs llama-ft` means nothing else."""
    desk.settings = SimpleNamespace(ssh_user="root")
    assert plain_of(await show_runs(desk, "llama-ft")) == plain_of(await show_run(desk, "llama-ft"))
    assert plain_of(await show_runs(desk, "")) == plain_of(await show_run(desk, ""))
    assert "There is no run `lama`" in plain_of(await show_runs(desk, "lama"))


TAKEN_BACK = {
    "budget none": {"plan": {"budget": None}},
    "budget: Nothing": {"plan": {"budget": None}},
    "out none": {"plan": {"out_gb": None}},
    "in none": {"plan": {"in_gb": Decimal(0)}},
    "margin none": {"plan": {"margin": Decimal(0)}},
    "keep nothing": {"keeping": {"paths": ()}},
    "every none": {"keeping": {"every": None}},
    "to none": {"keeping": {"to": None}},
    "ssh none": {"keeping": {"ssh": None}},
    "gpu none": {"ask": {"gpu": None}},
    "gpus none": {"ask": {"gpus": None}},
    "country none": {"ask": {"countries": None}},
    "anywhere": {"ask": {"countries": None}},
    "rate none": {"ask": {"rate": None}},
    "machine-id none": {"ask": {"machine_id": None}},
}


@pytest.mark.parametrize("words", TAKEN_BACK)
async def test_what_was_said_of_a_run_is_taken_back_by_none_and_nothing_else_is(team, desk, run, words):
    """Each by itself, and no form opens."""
    words = f"vast:4411 as llama-ft {words}"
    assert not await wants_form(desk, words)
    await track(desk, words)
    changed = {name: replace(getattr(run, name), **new) for name, new in TAKEN_BACK[words[22:]].items()}
    assert (await team.runs.one("llama-ft")).run == replace(run, **changed)


async def test_what_is_taken_back_needs_no_name_where_the_instance_has_one_run(team, desk, run):
    """A form would show an empty field, and that says nothing."""
    assert not await wants_form(desk, "vast:4411 budget none")
    answer = plain_of(await track(desk, "vast:4411 budget none"))
    assert "Changed: budget $900 \u2192 none." in answer
    assert (await team.runs.one("llama-ft")).run == replace(run, plan=replace(run.plan, budget=None))


async def test_a_form_takes_back_what_is_written_as_none(team, desk, run):
    """In the fields that hold words."""
    await sent(desk, await track_view(desk, "vast:4411", ""), keep="none", to="none")
    assert (await team.runs.one("llama-ft")).run.keeping == replace(run.keeping, paths=(), to=None)


async def test_a_budget_that_is_taken_back_is_warned_of_no_more_and_a_new_one_is(team, desk):
    """Nothing of the old one stands on the card either."""
    await track(desk, "vast:4411 as llama-ft for 72h budget $80")
    await team.wakes(2)
    assert [one.facts.budget for one in await team.said(Kind.DEADLINE) if one.to == CHANNEL] == [80]
    await track(desk, "vast:4411 as llama-ft budget none")
    card = (await team.runs.one("llama-ft")).card
    assert (card.money.budget, card.plights) == (None, ())
    await team.wakes(15)
    await track(desk, "vast:4411 as llama-ft budget $85")
    await team.wakes(2)
    assert [one.facts.budget for one in await team.said(Kind.DEADLINE) if one.to == CHANNEL] == [80, 85]
