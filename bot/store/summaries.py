"""Which team days had their summary: one each, whoever tells it."""

from datetime import date, datetime

from sqlalchemy import Connection, func, select

from bot.store.rows import put_new
from bot.store.tables import summaries


def claim(c: Connection, day: date, now: datetime) -> bool:
    """Take a day's summary upon oneself. False: somebody has."""
    return put_new(c, summaries, {"day": day, "told_at": now})


def last(c: Connection) -> date | None:
    """Give the newest day that had its summary."""
    day: date | None = c.scalar(select(func.max(summaries.c.day)))
    return day
