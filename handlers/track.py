"""`/gpu track`: sit with an instance, by words or by the form."""

from collections.abc import Mapping
from typing import Any

from bot.domain.instance import Instance
from bot.domain.letters.summary import Plight
from bot.domain.listing import BY_HAND, ListingRef
from bot.domain.outside import Unknown
from bot.domain.runs import Run
from bot.services.tracking.sat_with import SatWith
from bot.services.tracking.track import NoSuchInstance, Outcome, Taken
from bot.services.tracking.wanted import Wanted
from bot.slack.message import Message
from bot.slack.views.blocks import Block
from bot.slack.views.changed import Was
from bot.slack.views.machine_filled import machine_filled
from bot.slack.views.misread import misread_answer
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
    filled_with,
    listing_filled,
    track_errors,
    track_modal,
    track_words,
    typed_by_hand,
    typed_machine,
)
from bot.words import Misread, Problem, missing, say_track
from bot.words.track import read_track
from bot.words.track_ask import TrackAsk
from handlers.desk import Desk
from handlers.front import Work

_HOW_LONG = Misread(tuple(problem for _, problem in missing({}, ("for",))))
_BY_ITSELF = Misread(
    (
        Problem(
            "",
            "What is typed in of a machine by hand opens a form, in which nothing can be taken back: say the `none` by"
            " itself, such as `by-hand as lab-box budget none`.",
        ),
    )
)


async def wants_form(desk: Desk, words: str) -> bool:
    """Tell whether the words leave open what only a form can ask: a machine typed by hand, a name, a duration.

    Of a run that is sat with already, instance and name are enough: the rest stays. What is taken back needs no form,
    in which an empty field says nothing.
    """
    ask = read_track(words, desk.zone, desk.clock.now())
    if isinstance(ask, Misread) or ask.complete:
        return False
    if ask.none:
        return await _known(desk, ask) is None
    return ask.ref is None or ask.name is None or await desk.runs.sat_with(ask.ref, ask.name) is None


async def track_view(desk: Desk, words: str, metadata: str) -> Block:
    """Make the form, with what the words said filled in, over what is known of the run if it is sat with already."""
    ask = read_track(words, desk.zone, desk.clock.now())
    if isinstance(ask, Misread):
        return track_modal(metadata=metadata)
    known = await desk.runs.sat_with(ask.ref, ask.name)
    typed_in = machine_filled(ask, None if known is None else known.machine) if ask.by_hand else {}
    if known is None:
        return track_modal(filled_with(ask) | typed_in, metadata, by_hand=ask.by_hand)
    filled = filled_with(ask.of(known.run)) | typed_in
    ended = known.run.ended_at is not None
    return track_modal(filled, metadata, by_hand=ask.by_hand, changed=known.run.name, ended=ended)


def listing_view(desk: Desk, words: str, metadata: str) -> Block:
    """Make the form for a listing that has been rented, with what was asked of it."""
    return track_modal(listing_filled(words, desk.zone, desk.clock.now()), metadata)


async def track(desk: Desk, words: str) -> Message:
    """Read what is to be tracked, and sit with it."""
    ask = read_track(words, desk.zone, desk.clock.now())
    if isinstance(ask, Misread):
        return misread_answer("track", ask)
    known = None if ask.complete else await _known(desk, ask)
    wanted = _wanted(desk, ask, None if known is None else known.run)
    if wanted is None:
        return misread_answer("track", _HOW_LONG)
    if ask.by_hand and ask.describes:
        return misread_answer("track", _BY_ITSELF)
    machine = known.machine if known is not None and ask.by_hand else None
    return _answer(await _tracked(desk, wanted, machine), wanted, ask)


def track_form(desk: Desk, values: Mapping[str, Any]) -> Work | dict[str, str]:
    """Track what was filled in, or give the errors to show at the fields."""
    now = desk.clock.now()
    ask = read_track(track_words(values), desk.zone, now)
    machine = typed_machine(values, now) if typed_by_hand(values) else None
    wrong = track_errors(values, ask) if isinstance(ask, Misread) else {}
    wrong |= machine if isinstance(machine, dict) else {}
    if isinstance(ask, Misread) or isinstance(machine, dict):
        return wrong
    wanted = _wanted(desk, ask, None)
    if wanted is None:
        return track_errors(values, _HOW_LONG)

    async def work() -> Message:
        return _answer(await _tracked(desk, wanted, machine), wanted, ask)

    return work


async def _known(desk: Desk, ask: TrackAsk) -> SatWith | None:
    """Find the run that is sat with already; of machines by hand only the name tells which."""
    return None if ask.by_hand and ask.name is None else await desk.runs.sat_with(ask.ref, ask.name)


async def _tracked(desk: Desk, wanted: Wanted, machine: Instance | None) -> Outcome:
    if machine is None:
        return await desk.runs.track(wanted)
    return await desk.runs.track_typed(wanted, machine)


def _wanted(desk: Desk, ask: TrackAsk, known: Run | None) -> Wanted | None:
    """Give what is wanted, of a run that is sat with already if there is one; None without a name or a duration."""
    plan = (ask if known is None else ask.of(known)).plan
    name = ask.name if known is None else known.name
    if name is None or plan is None:
        return None
    return Wanted(
        ref=ask.ref or ListingRef(BY_HAND, name),
        name=name,
        owner=ask.owner or desk.asker,
        plan=plan,
        keeping=ask.keeping,
        ask=ask.ask,
        owner_said=ask.owner is not None,
        said=ask.said,
        none=ask.none,
    )


def _answer(outcome: Outcome, wanted: Wanted, ask: TrackAsk) -> Message:
    match outcome:
        case NoSuchInstance():
            return no_such_instance(outcome.ref, say_track(ask))
        case Taken(by_name=True):
            return name_taken(outcome.run.name, say_track(ask))
        case Taken():
            return already_tracked(wanted.ref, outcome.run.name, say_track(ask))
        case Unknown():
            return could_not_track(wanted.ref, outcome.sentence, say_track(ask))
    card = outcome.card
    low, high = card.money.estimate, card.money.estimate_high
    return track_answer(
        outcome.run,
        outcome.machine,
        outcome.changes,
        outlook=card.outlook,
        ahead=Ahead(None if low is None or high is None else (low, high), card.budget_short),
        copy_start=CopyStart(card.copy_start, Plight.COPY_START in card.plights, card.uplink_assumed),
        deposit=outcome.deposit,
        was=None if outcome.before is None else Was(*outcome.before),
    )
