"""Ways to people: the channels that are spoken in, and those that take nothing."""

from collections.abc import Mapping

from sqlalchemy import Connection, func, select

from bot.store.tables import incidents, runs

_ROUTE = "route:"


def subject_of(channel: str) -> str:
    """Give the subject of what concerns a channel or a person's direct messages."""
    return f"{_ROUTE}{channel}"


def in_use(c: Connection) -> Mapping[str, str]:
    """Give the channels of live runs, each with an owner who should know if it fails."""
    query = (
        select(runs.c.channel, func.min(runs.c.owner).label("owner"))
        .where(runs.c.ended_at.is_(None))
        .group_by(runs.c.channel)
    )
    return {row.channel: row.owner for row in c.execute(query)}


def broken(c: Connection) -> frozenset[str]:
    """Give the channels that are known to take nothing."""
    query = select(incidents.c.subject).where(incidents.c.open_key.startswith(_ROUTE))
    return frozenset(subject.removeprefix(_ROUTE) for subject in c.scalars(query))
