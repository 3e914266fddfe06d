"""`/gpu help`, and what is said to a verb that does not exist."""

from bot.slack.message import Message
from bot.slack.views.help import help_answer, no_end, unknown_verb, verb_answer
from bot.words import VERBS, nearest_verb, split_command, would_end
from handlers.desk import Desk


async def show_help(_desk: Desk, words: str) -> Message:
    """Show everything that can be typed, or of one verb what it takes."""
    verb, _ = split_command(words)
    return next((verb_answer(one) for one in VERBS if one.name == verb), None) or help_answer()


def no_such_verb(typed: str) -> Message:
    """Say that there is no such command, and which was probably meant, or how what is meant comes about."""
    if would_end(typed):
        return no_end(typed)
    return unknown_verb(typed, nearest_verb(typed))
