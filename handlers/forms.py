"""Submitted forms: errors go to their fields, else the form closes and the answer follows."""

from handlers.desk import Desk
from handlers.front import Work, answer_later
from handlers.table import COMMANDS, Form
from handlers.way import Body, way_of_form


def form_of(callback_id: str) -> tuple[str, Form] | None:
    """Find the form that a callback id `runsitter.<verb>.submit` belongs to, with its verb."""
    for verb, command in COMMANDS.items():
        if command.form is not None and callback_id == f"runsitter.{verb}.submit":
            return verb, command.form
    return None


def judge_form(desk: Desk, form: Form, body: Body) -> Work | dict[str, str]:
    """Read what was filled in: the work to do, or an error for each field that is wrong."""
    return form.submitted(desk, body["view"]["state"]["values"])


def take_form(desk: Desk, verb: str, work: Work, body: Body) -> None:
    """Answer a form that has been acknowledged."""
    answer_later(desk, way_of_form(body), f"the form of {verb}", work)
