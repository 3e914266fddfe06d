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
from handlers.desk import Desk
from handlers.estimate import estimate, estimate_form
from handlers.find import find, find_form
from handlers.front import Work
from handlers.help import show_help
from handlers.status import status


@dataclass(frozen=True, slots=True)
class Form:
    """A form: how it is made (with the metadata that it carries), what a submission does, when words still open it."""

    make: Callable[[str], dict[str, Any]]
    submitted: Callable[[Desk, Mapping[str, Any]], Work | dict[str, str]]
    also_for: Callable[[Desk, str], bool] = lambda _desk, _words: False


@dataclass(frozen=True, slots=True)
class Command:
    """What one verb does with the words after it."""

    answer: Callable[[Desk, str], Awaitable[Message]]
    form: Form | None = None


COMMANDS: Mapping[str, Command] = {
    "find": Command(find, Form(lambda metadata: find_modal(metadata=metadata), find_form)),
    "check": Command(check, Form(lambda metadata: check_modal(metadata=metadata), check_form, names_no_listing)),
    "estimate": Command(estimate, Form(lambda metadata: estimate_modal(metadata=metadata), estimate_form)),
    "cards": Command(cards),
    "status": Command(status),
    "help": Command(show_help),
}
