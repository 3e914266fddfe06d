"""`/gpu check`: the same verdict for one listing, by its id or typed in by hand."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from bot.domain.outside import Unknown
from bot.domain.purse import Purse
from bot.services.check import NoSuchListing, card_of, check_listing, check_typed
from bot.slack.message import Message
from bot.slack.views.check import check_answer, could_not_check, no_such_listing
from bot.slack.views.check_form import check_errors, check_words, typed_listing
from bot.slack.views.misread import misread_answer
from bot.slack.views.notices import checkpoints_asked
from bot.words import Misread, Problem, read_check
from handlers.burning import burning
from handlers.desk import Desk
from handlers.front import Work

_NO_LISTING = Misread((Problem("", "Which listing? For example `vast:4411`."),))


async def names_no_listing(desk: Desk, words: str) -> bool:
    """Tell whether the words are a check without a listing's id, so that one is to be typed in by hand."""
    ask = read_check(words, desk.zone, desk.clock.now())
    return not isinstance(ask, Misread) and ask.ref is None


async def check(desk: Desk, words: str) -> Message:
    """Read which listing and what the run needs, look the listing up and judge it."""
    ask = read_check(words, desk.zone, desk.clock.now())
    if isinstance(ask, Misread):
        return misread_answer("check", ask)
    if ask.ref is None:
        return misread_answer("check", _NO_LISTING)
    checked = await check_listing(ask.ref, ask.need, desk.offers, desk.clock)
    if isinstance(checked, NoSuchListing):
        return no_such_listing(ask.ref)
    if isinstance(checked, Unknown):
        return could_not_check(ask.ref, checked)
    if checked.need.needs_checkpoint_interval:
        return checkpoints_asked(checked.need, desk.zone)
    return check_answer(
        checked.need,
        checked.judged,
        Purse(checked.account, (await burning(desk)).get(ask.ref.market, Decimal(0))),
        desk.zone,
        read_at=checked.read_at,
        now=checked.judged_at,
    )


def check_form(desk: Desk, values: Mapping[str, Any]) -> Work | dict[str, str]:
    """Judge a listing that was typed into the form, or give the errors to show at its fields."""
    now = desk.clock.now()
    ask, listing = read_check(check_words(values), desk.zone, now), typed_listing(values, now)
    if isinstance(ask, Misread) or isinstance(listing, dict):
        wrong = listing if isinstance(listing, dict) else {}
        return {**(check_errors(values, ask) if isinstance(ask, Misread) else {}), **wrong}
    checked = check_typed(ask.need(card_of(listing), listing.gpus), listing, desk.clock)

    async def work() -> Message:
        return check_answer(checked.need, checked.judged, Purse(None), desk.zone, read_at=now, now=now)

    return work
