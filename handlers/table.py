"""The one table of what can be done: each verb with its answer, and its form where it has one."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.slack.message import Message
from bot.slack.views.check_form import check_modal
from bot.slack.views.estimate_form import estimate_modal
from bot.slack.views.find_form import find_modal
from handlers.cards import cards
from handlers.check import check, check_form, names_no_listing
from handlers.cost import show_cost
from handlers.desk import Desk
from handlers.estimate import estimate, estimate_form
from handlers.find import find, find_form
from handlers.front import Work
from handlers.help import show_help
from handlers.logs import show_logs
from handlers.progress import tell_progress
from handlers.runs import show_run, show_runs
from handlers.settings import show_settings
from handlers.status import status
from handlers.track import track, track_form, track_view, wants_form


async def _never(_desk: Desk, _words: str) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Form:
    """A form: how it is made from the words so far and the metadata that it carries, what a submission does.

    `also_for` tells which words still open it.
    """

    make: Callable[[Desk, str, str], Awaitable[dict[str, Any]]]
    submitted: Callable[[Desk, Mapping[str, Any]], Work | dict[str, str]]
    also_for: Callable[[Desk, str], Awaitable[bool]] = _never


@dataclass(frozen=True, slots=True)
class Command:
    """What one verb does with the words after it."""

    answer: Callable[[Desk, str], Awaitable[Message]]
    form: Form | None = None


def _empty(modal: Callable[..., dict[str, Any]]) -> Callable[[Desk, str, str], Awaitable[dict[str, Any]]]:
    """Give the maker of a form that opens empty, whatever was said."""

    async def make(_desk: Desk, _words: str, metadata: str) -> dict[str, Any]:
        return modal(metadata=metadata)

    return make


_FIND = Form(_empty(find_modal), find_form)
_CHECK = Form(_empty(check_modal), check_form, names_no_listing)
_ESTIMATE = Form(_empty(estimate_modal), estimate_form)

COMMANDS: Mapping[str, Command] = {
    "find": Command(find, _FIND),
    "check": Command(check, _CHECK),
    "estimate": Command(estimate, _ESTIMATE),
    "cards": Command(cards),
    "track": Command(track, Form(track_view, track_form, wants_form)),
    "runs": Command(show_runs),
    "run": Command(show_run),
    "cost": Command(show_cost),
    "progress": Command(tell_progress),
    "logs": Command(show_logs),
    "status": Command(status),
    "settings": Command(show_settings),
    "help": Command(show_help),
}
