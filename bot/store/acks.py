"""Deadlines that somebody acknowledged, by their letter's subject."""

from collections.abc import Collection, Mapping
from datetime import datetime

from sqlalchemy import Connection, bindparam, select

from bot.store.rows import put_new
from bot.store.tables import acks

_BY = select(acks.c.subject, acks.c.by).where(acks.c.subject.in_(bindparam("subjects", expanding=True)))


def acknowledge(c: Connection, subject: str, by: str, at: datetime) -> bool:
    """Note who sees to a deadline. False: somebody did before."""
    return put_new(c, acks, {"subject": subject, "by": by, "at": at})


def by(c: Connection, subjects: Collection[str]) -> Mapping[str, str]:
    """Give who acknowledged which of these deadlines; one that nobody did is left out."""
    return {row.subject: row.by for row in c.execute(_BY, {"subjects": list(subjects)})}
