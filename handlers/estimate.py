"""`/gpu estimate`: hours, disk and price from a short test."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from bot.services.find import find_listings
from bot.slack.message import Message
from bot.slack.views.estimate import estimate_answer
from bot.slack.views.estimate_form import estimate_errors, estimate_words
from bot.slack.views.misread import misread_answer
from bot.slack.views.notices import checkpoints_asked
from bot.words import Misread, read_estimate
from handlers.desk import Desk
from handlers.front import Work


async def estimate(desk: Desk, words: str) -> Message:
    """Read the test, reckon, and look for the best listing where a GPU and a disk were said."""
    ask = read_estimate(words, desk.zone, desk.clock.now())
    if isinstance(ask, Misread):
        return misread_answer("estimate", ask)
    need = ask.need()
    if need is not None and need.needs_checkpoint_interval:
        return checkpoints_asked(need, desk.zone)
    found = None if need is None else await find_listings(need, desk.offers, desk.clock)
    return estimate_answer(ask, found, desk.zone)


def estimate_form(desk: Desk, values: Mapping[str, Any]) -> Work | dict[str, str]:
    """Estimate from what was filled in, or give the errors to show at the fields."""
    words = estimate_words(values)
    ask = read_estimate(words, desk.zone, desk.clock.now())
    return estimate_errors(values, ask) if isinstance(ask, Misread) else partial(estimate, desk, words)
