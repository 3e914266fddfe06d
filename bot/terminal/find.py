"""`runsitter find`: the same use case as `/gpu find`, for a terminal or a program."""

import json
from zoneinfo import ZoneInfo

from bot.app.markets import open_markets
from bot.config import load_settings
from bot.ports import Clock
from bot.services.find import find_listings
from bot.services.offers import Offers
from bot.slack.views.find import find_answer
from bot.slack.views.misread import misread_answer
from bot.slack.views.notices import checkpoints_asked
from bot.terminal.found_json import found_json
from bot.terminal.out import complain, tell
from bot.terminal.plain import plain_lines
from bot.words import Misread, read_find

FOUND, NOTHING_READ, MISREAD = 0, 1, 2


async def find_in_terminal(words: str, clock: Clock, *, as_json: bool) -> int:
    """Print the answer. Gives 0 when a marketplace answered, also if nothing fits; 1 when none did; 2 for the words."""
    settings = load_settings()
    zone = settings.timezone or ZoneInfo("UTC")
    need = read_find(words, zone, clock.now())
    if isinstance(need, Misread):
        return _refuse(plain_lines(misread_answer("find", need), zone))
    if need.needs_checkpoint_interval:
        return _refuse(plain_lines(checkpoints_asked(need, zone), zone))
    async with open_markets(settings, clock) as markets:
        found = await find_listings(need, Offers(markets, clock), clock)
    tell(
        *([json.dumps(found_json(found, zone))] if as_json else _as_typed(plain_lines(find_answer(found, zone), zone)))
    )
    return NOTHING_READ if len(found.failed) == len(found.answers) else FOUND


def _refuse(lines: list[str]) -> int:
    for line in _as_typed(lines):
        complain(line)
    return MISREAD


def _as_typed(lines: list[str]) -> list[str]:
    """Name the command as it is called here."""
    return [line.replace("/gpu find", "runsitter find") for line in lines]
