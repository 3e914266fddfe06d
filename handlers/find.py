"""`/gpu find`: the listings on which a run can finish."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from bot.domain.need import Need
from bot.services.find import find_listings
from bot.slack.message import Message
from bot.slack.views.find import find_answer
from bot.slack.views.find_form import find_errors, find_words
from bot.slack.views.misread import misread_answer
from bot.slack.views.notices import checkpoints_asked
from bot.words import Misread, read_find
from handlers.burning import burning
from handlers.desk import Desk
from handlers.front import Work


def read_need(desk: Desk, words: str) -> Need | None:
    """Give the need if the words are a whole one."""
    need = read_find(words, desk.zone, desk.clock.now())
    return None if isinstance(need, Misread) else need


async def find(desk: Desk, words: str) -> Message:
    """Read the need and find; what is not understood is asked back."""
    need = read_find(words, desk.zone, desk.clock.now())
    if isinstance(need, Misread):
        return misread_answer("find", need)
    if need.needs_checkpoint_interval:
        return checkpoints_asked(need, desk.zone)
    found, runs_now = await asyncio.gather(find_listings(need, desk.offers, desk.clock), burning(desk))
    return find_answer(replace(found, burning=runs_now), desk.zone)


def find_form(desk: Desk, values: Mapping[str, Any]) -> Work | dict[str, str]:
    """Find with what was filled in, or give the errors to show at the fields."""
    words = find_words(values)
    need = read_find(words, desk.zone, desk.clock.now())
    return find_errors(values, need) if isinstance(need, Misread) else partial(find, desk, words)
