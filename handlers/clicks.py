"""Buttons: find again with the words that a button carries, open a form, or say that a card is out of date."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from bot.slack.views.listing import OPEN
from bot.slack.views.notices import OPEN_FORM, out_of_date
from bot.slack.views.relaxed import FIND_AGAIN
from handlers.commands import open_form
from handlers.desk import Desk
from handlers.find import find
from handlers.front import answer_later, say_now
from handlers.table import COMMANDS
from handlers.way import Body, way_of


async def take_click(desk: Desk, body: Body, action: Mapping[str, Any]) -> None:
    """Answer a click that has been acknowledged and comes from the house; a link's own click needs no answer."""
    action_id, value = str(action.get("action_id") or ""), str(action.get("value") or "")
    way = way_of(body)
    command = COMMANDS.get(value)
    if action_id == OPEN:
        return
    if action_id == FIND_AGAIN:
        answer_later(desk, way, "find again", partial(find, desk, value))
    elif action_id == OPEN_FORM and command is not None and command.form is not None:
        await open_form(desk, value, command.form, way, str(body.get("trigger_id") or ""))
    else:
        say_now(desk, way, "an old button", out_of_date())
