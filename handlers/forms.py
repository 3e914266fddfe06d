"""Submitted forms: errors go to their fields, else the form closes and the answer follows."""

from collections.abc import Mapping
from typing import Any

from bot.slack.message import Message
from handlers.desk import Desk
from handlers.front import Work, mishap
from handlers.table import COMMANDS, Form
from handlers.way import Body


def form_of(callback_id: str) -> tuple[str, Form] | None:
    """Find the form that a callback id `runsitter.<verb>.submit` belongs to, with its verb."""
    for verb, command in COMMANDS.items():
        if command.form is not None and callback_id == f"runsitter.{verb}.submit":
            return verb, command.form
    return None


def name_of_form(verb: str) -> str:
    """Give what the log calls a form."""
    return f"the form of {verb}"


def values_of(body: Body) -> Mapping[str, Any] | None:
    """Give what was filled in; None where the submission carries nothing of the kind."""
    state = body["view"].get("state")
    values = state.get("values") if isinstance(state, Mapping) else None
    return values if isinstance(values, Mapping) else None


def judge_form(desk: Desk, verb: str, form: Form, values: Mapping[str, Any]) -> Work | dict[str, str]:
    """Read what was filled in: the work to do, or an error for each field that is wrong."""
    try:
        return form.submitted(desk, values)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is logged and the person is told
        message = mishap(name_of_form(verb), error)

    async def work() -> Message:
        return message

    return work
