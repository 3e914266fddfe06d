"""`/gpu settings`: what the bot runs with."""

from bot.slack.message import Message
from bot.slack.views.settings import settings_answer
from handlers.desk import Desk


async def show_settings(desk: Desk, _: str) -> Message:
    """Show every setting; of secrets only whether they are set."""
    return settings_answer(desk.settings)
