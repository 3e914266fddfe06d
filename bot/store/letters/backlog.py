"""How much waits."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, and_, case, func, or_, select

from bot.store.letters.rows import SEEN_TO, UNFINISHED, State
from bot.store.tables import letters


@dataclass(frozen=True, slots=True)
class Backlog:
    """What is due and not said: `posts` and `edits`, since when the oldest post waits; and all that ever died of it."""

    posts: int
    edits: int
    oldest: datetime | None
    dead: int


def backlog(connection: Connection, now: datetime) -> Backlog:
    """Count what waits. What waits for its time does not count; what was put off after a failure, or begun, does."""
    was_tried = or_(letters.c.error.is_not(None), letters.c.state == State.SENDING)
    waits = and_(letters.c.state.in_(UNFINISHED), or_(letters.c.not_before <= now, was_tried))
    unsaid = and_(waits, letters.c.ts.is_(None))
    row = connection.execute(
        select(
            func.count(case((unsaid, 1))),
            func.count(case((and_(waits, letters.c.ts.is_not(None)), 1))),
            func.min(case((unsaid, letters.c.created_at))),
            func.count(case((and_(letters.c.state == State.DEAD, letters.c.error != SEEN_TO), 1))),
        )
    ).one()
    return Backlog(*row)


def waiting_for(connection: Connection, to: str) -> int:
    """Count what is still to be posted to a channel or a person."""
    mine = (letters.c.to == to, letters.c.ts.is_(None), letters.c.state.in_(UNFINISHED))
    return connection.scalar(select(func.count()).select_from(letters).where(*mine)) or 0
