"""`/gpu status`: how the bot itself is."""

from bot.slack.message import Message
from bot.slack.views.status import status_answer
from handlers.desk import Desk


async def status(desk: Desk, _: str) -> Message:
    """Show the bot's own health."""
    return status_answer(await desk.status())
