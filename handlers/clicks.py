"""Buttons: find again with the words that a button carries, open a form, or say that a card is out of date."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from bot.slack.views.letters import ACKNOWLEDGE, SNOOZE, TRACK_INSTANCE
from bot.slack.views.listing import OPEN, TRACK
from bot.slack.views.notices import OPEN_FORM, out_of_date
from bot.slack.views.relaxed import FIND_AGAIN
from handlers.alerts import acknowledge, snooze
from handlers.commands import open_form, trigger_of
from handlers.desk import Desk
from handlers.find import find
from handlers.front import answer_later, say_now
from handlers.table import COMMANDS
from handlers.track import listing_view, track_view
from handlers.way import Body, way_of

_ALERTS = {ACKNOWLEDGE: acknowledge, SNOOZE: snooze}


async def take_click(desk: Desk, body: Body, action: Mapping[str, Any]) -> None:
    """Answer a click that has been acknowledged and comes from the house; a link's own click needs no answer."""
    action_id, value = str(action.get("action_id") or ""), str(action.get("value") or "")
    way = way_of(body)
    desk = desk.before(way.user_id)
    command = COMMANDS.get(value)
    if action_id == OPEN:
        return
    if action_id == FIND_AGAIN:
        answer_later(desk, way, "find again", partial(find, desk, value))
    elif action_id == OPEN_FORM and command is not None and command.form is not None:
        await open_form(desk, value, await command.form.make(desk, "", way.packed()), way, trigger_of(body))
    elif action_id == TRACK:
        await open_form(desk, "track", listing_view(desk, value, way.packed()), way, trigger_of(body))
    elif action_id == TRACK_INSTANCE:
        await open_form(desk, "track", await track_view(desk, value, way.packed()), way, trigger_of(body))
    elif action_id in _ALERTS:
        answer_later(desk, way, action_id, partial(_ALERTS[action_id], desk, value))
    else:
        say_now(desk, way, "an old button", out_of_date())
