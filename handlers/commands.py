"""`/gpu`: which verb it is, and whether it is answered or opens a form."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from bot.slack.views.notices import form_too_late
from bot.words import split_command
from handlers.desk import Desk
from handlers.find import find, read_need
from handlers.front import answer_later, say_now
from handlers.help import no_such_verb
from handlers.table import COMMANDS
from handlers.way import Body, Way, way_of


async def take_command(desk: Desk, body: Body) -> None:
    """Answer a `/gpu …` that has been acknowledged and comes from the house. A whole need without a verb is a find."""
    whole = str(body.get("text") or "")
    verb, words = split_command(whole)
    way, name = way_of(body), f"/gpu {verb or 'help'}"
    desk = desk.before(way.user_id)
    command = COMMANDS.get(verb or "help")
    if command is None and read_need(desk, whole) is not None:
        answer_later(desk, way, "/gpu without a verb", partial(find, desk, whole))
    elif command is None:
        say_now(desk, way, "/gpu with another verb", no_such_verb(verb))
    elif command.form is not None and (not words or await command.form.also_for(desk, words)):
        await open_form(desk, verb, await command.form.make(desk, words, way.packed()), way, trigger_of(body))
    else:
        answer_later(desk, way, name, partial(command.answer, desk, words))


def trigger_of(body: Body) -> str:
    """Give what opens a form, once and within three seconds."""
    return str(body.get("trigger_id") or "")


async def open_form(desk: Desk, verb: str, view: Mapping[str, Any], way: Way, trigger_id: str) -> None:
    """Open a verb's form at once; where Slack takes it no longer, offer a fresh button (case f153)."""
    if not await desk.open_view(trigger_id, view):
        say_now(desk, way, f"the form of {verb}", form_too_late(verb))
