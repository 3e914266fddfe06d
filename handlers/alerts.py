"""`Acknowledge` and `Snooze` under an alert."""

from bot.slack.message import Message
from bot.slack.views.seen_to import acknowledged, snoozed
from handlers.desk import Desk


async def acknowledge(desk: Desk, subject: str) -> Message:
    """Note who sees to it; the message itself shows it to everybody."""
    return acknowledged(await desk.runs.acknowledge(subject, desk.asker))


async def snooze(desk: Desk, subject: str) -> Message:
    """Have it said again later."""
    return snoozed(await desk.runs.snooze(subject, desk.asker))
