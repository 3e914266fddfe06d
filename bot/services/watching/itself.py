"""What the bot says of itself, and to whom."""

from datetime import datetime

from sqlalchemy import Connection

from bot.domain.letters import Kind, Letter, Priority
from bot.domain.letters.health import HealthMatter, HealthNote
from bot.services.watching.duty import Duty
from bot.store import letters, runs


def tell_of_itself(
    c: Connection,
    note: HealthNote,
    duty: Duty,
    now: datetime,
    *,
    priority: Priority = Priority.DETAIL,
    key: str | None = None,
    thread: str | None = None,
) -> None:
    """Say it to whoever looks after the bot: the admin channel, else the owner of the oldest run. Once for each key.

    Where there is neither, an alert goes to the team's channel, and what is less is not said.
    """
    to = duty.admin or next((run.owner for run in runs.live(c)), None)
    if to is None and priority <= Priority.ALERT:
        to = duty.channel
    if to is None:
        return
    letter = Letter(
        key=key or key_of(note.matter, note.start),
        kind=Kind.HEALTH,
        to=to,
        facts=note,
        priority=priority,
        thread=thread,
        second=duty.channel if to != duty.channel else None,
    )
    letters.put(c, letter, now)


def key_of(matter: HealthMatter, at: datetime) -> str:
    """Give the key of what is said of a matter; `at` is what tells it from the same at another time."""
    return f"health:{matter.name.lower()}:{int(at.timestamp())}"
