from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.domain.gpu import Form, Gpu, GpuAsk
from bot.domain.instance import Instance, InstanceState
from bot.domain.letters import Outlook
from bot.domain.letters.machine import Changed
from bot.domain.listing import ListingRef, Pricing
from bot.domain.money import MachineRate
from bot.domain.outside import Unknown, Why
from bot.domain.runs import Ask, Keeping, Plan, Run
from bot.slack.message import Message
from bot.slack.views.figures import date
from bot.slack.views.find import find_answer
from bot.slack.views.listing import TRACK
from bot.slack.views.track import (
    Ahead,
    CopyStart,
    already_tracked,
    could_not_track,
    name_taken,
    no_such_instance,
    track_answer,
)
from bot.slack.views.track_form import (
    listing_filled,
    track_errors,
    track_filled,
    track_modal,
    track_words,
    typed_by_hand,
    typed_machine,
)
from bot.words import Misread, TrackAsk, read_track

Told = Callable[..., str]
Make = Callable[..., Any]
View = dict[str, Any]

REF = ListingRef("vast", "4411")
HOUR = timedelta(hours=1)
TYPED = {
    "instance": "vast:4411",
    "as": "llama-ft",
    "for": "72",
    "in": "200",
    "out": "300",
    "budget": "900",
    "keep": "/a,/b",
    "every": "1",
    "to": "/data/copies",
    "ssh": "root@host:22",
    "owner": "U0ADA",
}
BY_HAND = {"as": "mine", "for": "72", "card": "H100 SXM", "memory": "80", "gpus": "8", "rate": "18", "disk": "500"}


def submitted(view: View, typed: dict[str, Any]) -> View:
    """Submit a modal as Slack would: what it was filled with, and what is typed over it."""
    values: View = {}
    for block in view["blocks"]:
        if block["type"] == "input":
            name, element = block["block_id"].rpartition(".")[2], block["element"]
            values[block["block_id"]] = {element["action_id"]: _state(element, typed.get(name))}
    return values


def _state(element: View, typed: Any) -> View:
    match element["type"]:
        case "static_select":
            return {"selected_option": {"value": typed or element["initial_option"]["value"]}}
        case "datetimepicker":
            return {"selected_date_time": typed}
        case "users_select":
            return {"selected_user": typed or element.get("initial_user")}
    return {"value": typed if typed is not None else element.get("initial_value")}


def _machine(**changes: Any) -> Instance:
    usual = Instance(
        ref=REF,
        machine_id="68475",
        label=None,
        state=InstanceState.RUNNING,
        state_text="running",
        gpu=Gpu("H100", 80, Form.SXM),
        gpu_name="H100 SXM",
        gpus=8,
        country="US",
        compute=MachineRate(Decimal(18)),
        disk_usd_per_gb_month=Decimal("0.20"),
        disk_gb=Decimal(500),
        started_at=None,
        ends_at=None,
        gpu_use=None,
        out_usd_per_gb=Decimal("0.02"),
        pricing=Pricing.ON_DEMAND,
    )
    return replace(usual, **changes)


def _answer(now: datetime, changes: tuple[Changed, ...] = (), **about: Any) -> Message:
    run = Run(
        id="R1",
        name="llama-ft",
        owner="U0ADA",
        channel="C0",
        ref=about.get("ref", REF),
        plan=Plan(
            duration=72 * HOUR, in_gb=Decimal(200), out_gb=Decimal(300), budget=about.get("budget", Decimal(1600))
        ),
        keeping=about.get("keeping", Keeping(paths=("/ckpt",), every=HOUR)),
        tracked_at=now,
        begun_at=now,
    )
    return track_answer(
        run,
        about.get("machine", _machine(started_at=now - HOUR)),
        changes,
        outlook=about.get("outlook", Outlook(now + 83 * HOUR, now + 100 * HOUR, 15 * HOUR)),
        ahead=Ahead((Decimal(1313), Decimal(1527))),
        copy_start=CopyStart(now + 96 * HOUR),
        deposit=about.get("deposit", Decimal("12.40")),
    )


def test_what_was_read_and_locked_is_told(told: Told, now: datetime):
    """Rate per machine and per GPU, end, disk, traffic, plan, estimate, what leaves the machine."""
    text = told(_answer(now), "U0ADA")
    for line in (
        "Sitting with llama-ft on Vast.ai `vast:4411`: locked at $18.14/h machine, $2.27/h per GPU, disk in it;",
        "disk in it; deposit $12.40, refundable; ends",
        f"; ends {date(now + 100 * HOUR)}.",
        "x8 H100 SXM \u00b7 US \u00b7 on-demand",
        "Disk 500 GB at $0.20 per GB and month ($0.139/h) \u00b7 traffic in not told, out $20.00/TB",
        "*Plan:* 72 h and 15 % margin \u00b7 in 200 GB, out 300 GB",
        "*Estimate:* $1,313 to $1,527 \u00b7 budget $1,600",
        f"*Copy off by:* {date(now + 96 * HOUR)}",
        "*Keep:* /ckpt",
        "*Copies will go to:* the bot's own folder",
        "*Runsitter copies nothing yet*: until its next version pull them yourself",
        "every 1 h",
        "*Owner:* @U0ADA",
    ):
        assert line in text


def test_a_deposit_of_nothing_is_another_thing_than_one_that_nobody_told(told: Told, now: datetime):
    """Why it is unknown stands below."""
    assert "; no refundable deposit; ends" in told(_answer(now, deposit=Decimal(0)), "U0ADA")
    unknown = Unknown(Why.SERVER_ERROR, "Vast.ai has a fault of its own (502).", now, "vast")
    text = told(_answer(now, deposit=unknown), "U0ADA")
    assert "disk in it; deposit unknown; ends" in text
    assert "Deposit unknown: Vast.ai has a fault of its own (502)." in text


def test_what_is_wrong_with_a_machine_comes_before_the_rest(told: Told, now: datetime):
    """Case a18: also in the text; a bid, a misfit and nothing kept are warned of too."""
    message = _answer(
        now,
        (Changed("rate", "$0.48/h", "$2.15/h"),),
        machine=_machine(pricing=Pricing.BID),
        outlook=Outlook(now + 83 * HOUR, now + 80 * HOUR, -5 * HOUR),
        keeping=Keeping(),
    )
    text = told(message, "U0ADA")
    assert message.text.startswith("Not as asked: rate without disk $2.15/h instead of $0.48/h. Sitting with llama-ft")
    assert text.index("Not as asked") < text.index("*Plan:*")
    for warning in ("It does not fit", "It is a bid", "No path to keep was said, and Runsitter copies nothing yet"):
        assert warning in text


def test_a_misfit_is_warned_of_once_and_without_asterisks_that_slack_would_show(told: Told, now: datetime):
    """A warning is bold as a whole, and Slack has no bold within bold."""
    text = told(_answer(now, outlook=Outlook(now + 83 * HOUR, now + 80 * HOUR, -5 * HOUR)), "U0ADA")
    finish, end = date(now + 83 * HOUR), date(now + 80 * HOUR)
    expected = f"It does not fit in time: finish {finish}, machine ends {end}, short by 5 h with the copy and 2 h of"
    assert f"\u26a0 *{expected} slack.*" in text
    assert 2 == text.count("not fit in time") == text.count(expected)
    assert "*Forecast:*" not in text
    assert "*Forecast:* Finish" in told(_answer(now), "U0ADA")


def test_a_machine_typed_in_says_that_nobody_can_be_asked(told: Told, now: datetime):
    """All but liveness works."""
    typed = _answer(now, ref=ListingRef("by-hand", "mine"), machine=_machine(pricing=None), deposit=None)
    text = told(typed, "U0ADA")
    assert "deposit" not in text.lower()
    assert "Typed in by hand: nobody can be asked whether it lives" in text
    assert "price type not told" in text
    assert "Sitting with llama-ft, typed in by hand: locked at" in text


@pytest.mark.parametrize(
    ("message", "says"),
    [
        (name_taken("x", "by-hand"), "There is a run `x` already, so nothing was tracked."),
        (already_tracked(REF, "x", "by-hand"), "is sat with already, as `x`. Nothing was changed."),
        (no_such_instance(REF, "by-hand"), "The account has no instance `vast:4411`, so nothing was tracked."),
        (could_not_track(REF, "Vast.ai answered 502.", "by-hand"), "nothing was tracked: Vast.ai answered 502."),
    ],
)
def test_a_refusal_says_why_and_that_nothing_was_done(message: Message, says: str, told: Told):
    """Each with its remedy, and a way back to the form that was sent."""
    assert says in told(message)
    assert "Back to the form" in str(message.blocks[-1])


def test_what_no_button_can_carry_is_refused_without_one(told: Told):
    """Paths of thousands of letters."""
    assert "Back to the form" not in told(no_such_instance(REF, "keep " + "x" * 2_000))


@pytest.mark.parametrize("by_hand", [False, True])
def test_the_form_is_one_that_slack_takes(by_hand: bool, formed: Callable[[View], str]):
    """Under the callback id of its verb, in both its shapes."""
    view = track_modal(by_hand=by_hand)
    formed(view)
    assert view["callback_id"] == "runsitter.track.submit"
    assert typed_by_hand(submitted(view, {})) is by_hand


def test_the_form_writes_the_words_of_a_track(zone: ZoneInfo, now: datetime):
    """As a person would type them."""
    ask = read_track(track_words(submitted(track_modal(), TYPED)), zone, now)
    assert ask == TrackAsk(
        ref=REF,
        name="llama-ft",
        duration=72 * HOUR,
        in_gb=Decimal(200),
        out_gb=Decimal(300),
        budget=Decimal(900),
        keeping=Keeping(paths=("/a", "/b"), every=HOUR, to="/data/copies", ssh=ask.keeping.ssh),
        owner="U0ADA",
    )


def test_words_fill_the_form_and_come_out_as_they_went_in(zone: ZoneInfo, now: datetime):
    """Opening it and pressing Track changes nothing."""
    words = "vast:4411 as llama-ft h100-sxm x8 rate $17.2/h for 72h margin 20% in 200GB budget $900 keep /a every 2h"
    ask = read_track(words, zone, now)
    assert isinstance(ask, TrackAsk)
    view = track_modal(track_filled(words, zone, now))
    assert read_track(track_words(submitted(view, {})), zone, now) == ask


def test_a_problem_is_told_at_its_field(zone: ZoneInfo, now: datetime):
    """A name of two words, and a budget of nothing."""
    values = submitted(track_modal(), {**TYPED, "budget": "0", "instance": "nowhere"})
    read = read_track(track_words(values), zone, now)
    assert isinstance(read, Misread)
    assert "runsitter.track.budget" in track_errors(values, read)


def test_a_machine_is_typed_in_by_hand(zone: ZoneInfo, now: datetime):
    """A console without an API: every figure typed, the run's name for an address."""
    until = int((now + 100 * HOUR).timestamp())
    values = submitted(track_modal(by_hand=True), {**BY_HAND, "storage": "0.2", "outward": "0.02", "until": until})
    machine, ask = typed_machine(values, now), read_track(track_words(values), zone, now)
    assert isinstance(ask, TrackAsk)
    assert (ask.by_hand, ask.name, ask.duration) == (True, "mine", 72 * HOUR)
    assert isinstance(machine, Instance)
    assert (machine.ref, machine.gpus, machine.country) == (ListingRef("by-hand", "mine"), 8, "US")
    assert (machine.compute, machine.disk_gb) == (MachineRate(Decimal(18)), Decimal(500))
    assert (machine.started_at, machine.ends_at) == (now, now + 100 * HOUR)
    assert (machine.in_usd_per_gb, machine.out_usd_per_gb) == (None, Decimal("0.02"))


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"card": "H1000"}, "card"),
        ({"rate": "0"}, "rate"),
        ({"rate": ""}, "rate"),
        ({"disk": "-5"}, "disk"),
        ({"gpus": "1.5"}, "gpus"),
        ({"country": "Narnia"}, "country"),
        ({"until": 1_700_000_000}, "until"),
        ({"since": 1_999_999_999}, "since"),
        ({"memory": "40"}, "memory"),
    ],
)
def test_what_is_wrong_with_a_typed_machine_is_told_at_its_field(typed: View, field: str, now: datetime):
    """Nothing is guessed."""
    errors = typed_machine(submitted(track_modal(by_hand=True), {**BY_HAND, **typed}), now)
    assert isinstance(errors, dict)
    assert list(errors) == [f"runsitter.track.{field}"]


def test_a_listing_that_fits_can_be_tracked_with_what_was_asked(
    found: Make, listing: Make, zone: ZoneInfo, now: datetime, told: Told
):
    """The button carries the ask, so that the instance is compared with it later (case a18)."""
    message = find_answer(found([listing()]), zone)
    told(message)
    (row,) = [block for block in message.blocks if block["type"] == "actions"]
    (button,) = row["elements"]
    assert (button["text"]["text"], button["action_id"]) == ("Track", TRACK)
    ask = read_track(button["value"], zone, now)
    assert isinstance(ask, TrackAsk)
    assert (ask.ref, ask.duration, ask.in_gb, ask.out_gb) == (REF, 72 * HOUR, Decimal(200), Decimal(300))
    assert ask.ask == Ask(
        gpu=GpuAsk("H100", 80, Form.SXM),
        gpus=8,
        countries=("US",),
        rate=MachineRate(Decimal("18.00")),
        machine_id="68475",
    )
    filled = listing_filled(button["value"], zone, now)
    assert "instance" not in filled
    assert "rate $18/h" in filled["asked"]
    again = read_track(track_words(submitted(track_modal(filled), {"instance": "vast:9", "as": "x"})), zone, now)
    assert isinstance(again, TrackAsk)
    assert again.ask == ask.ask


@pytest.mark.parametrize("odd", [{"id": "4 or 5"}, {"id": "\u202e"}, {"id": "<x>"}])
def test_a_listing_that_no_command_can_name_has_no_button(odd: View, found: Make, listing: Make, zone: ZoneInfo):
    """Its id would be read as something else."""
    blocks = find_answer(found([listing(**odd)]), zone).blocks
    assert not [block for block in blocks if block["type"] == "actions"]


def test_a_budget_that_the_estimate_exceeds_is_warned_of(told: Told, now: datetime):
    """In the text too."""
    message = _answer(now, budget=Decimal(900))
    assert message.text.startswith("Budget $900 does not cover the estimate of $1,313 to $1,527. Sitting with llama-ft")
    assert "\u26a0 *Budget $900 does not cover" in told(message, "U0ADA")
    assert "does not cover" not in told(_answer(now, budget=None), "U0ADA")


def test_what_is_not_as_asked_is_told_by_its_weight(now: datetime):
    """The price before the machine's own number."""
    changes = (Changed("machine", "1", "2"), Changed("rate", "$1/h", "$2/h"))
    assert _answer(now, changes).text.startswith("Not as asked: rate without disk $2/h instead of $1/h.")


def test_an_odd_rate_is_asked_for_as_somebody_would_type_it(found: Make, listing: Make, zone: ZoneInfo, now: datetime):
    """Four decimals, and never nothing."""
    for odd, typed in (("1.8812345678", "$1.8812/h"), ("0.00001", "$0.0001/h")):
        message = find_answer(found([listing(compute=MachineRate(Decimal(odd)))]), zone)
        (row,) = [block for block in message.blocks if block["type"] == "actions"]
        assert f"rate {typed}" in listing_filled(row["elements"][0]["value"], zone, now)["asked"]


def test_to_stop_watching_and_to_end_the_rental_are_two_things(told: Told, now: datetime):
    """The first the bot does by itself, the second only a person, at the marketplace."""
    text = told(_answer(now), "U0ADA")
    assert "stops watching once the machine is gone at Vast.ai; no command stops it sooner yet." in text
    assert "The rental itself only you end, at Vast.ai." in text
    by_hand = told(_answer(now, ref=ListingRef("by-hand", "mine")), "U0ADA")
    assert "stops watching once its end is typed in (until) and has passed" in by_hand
    ends = _answer(now, ref=ListingRef("by-hand", "mine"), machine=_machine(ends_at=now + 9 * HOUR))
    assert "stops watching once its typed end has passed" in told(ends, "U0ADA")
    assert "The rental itself only you end." in by_hand
    assert "let go" not in text + by_hand


def test_how_a_machine_by_hand_is_reached_is_asked_for_and_never_left_to_a_marketplace(told: Told, now: datetime):
    """There is none: without an address the loop can't be written, so the command that says it stands there."""
    by_hand = ListingRef("by-hand", "mine")
    text = told(_answer(now, ref=by_hand), "U0ADA")
    assert "*SSH:* not said" in text
    assert "once you say how it is reached: `/gpu track by-hand as llama-ft ssh root@host:22`" in text
    reached = told(_answer(now, ref=by_hand, keeping=Keeping(paths=("/ckpt",), ssh="ann@lab:22")), "U0ADA")
    assert "*SSH:* ann@lab:22" in reached
    assert "once you say" not in reached
    assert "*SSH:* as the marketplace says" in told(_answer(now), "U0ADA")
