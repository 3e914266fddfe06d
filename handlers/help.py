"""`/gpu help`, and what is said to a verb that does not exist."""

from bot.slack.message import Message
from bot.slack.views.help import help_answer, unknown_verb
from bot.words import nearest_verb
from handlers.desk import Desk


async def show_help(_: Desk, __: str) -> Message:
    """Show everything that can be typed."""
    return help_answer()


def no_such_verb(typed: str) -> Message:
    """Say that there is no such command, and which was probably meant."""
    return unknown_verb(typed, nearest_verb(typed))
