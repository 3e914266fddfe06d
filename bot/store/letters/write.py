"""Letters are put, said anew, and looked up."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, Row, bindparam, or_, select, update

from bot.domain.letters import Facts, Letter
from bot.store.letters.rows import SECOND, State, Unreadable, Waiting, read, write
from bot.store.rows import put_new
from bot.store.tables import letters

_LIVING = (
    select(letters)
    .where(or_(letters.c.key == bindparam("of_key"), letters.c.key == bindparam("of_second")))
    .where(letters.c.state != State.DEAD)
    .order_by(letters.c.id)
    .with_for_update()
)
"""A letter, or the one that took its place; built once, for in some wakes a thousand cards are said anew."""

_REVISED = update(letters).where(letters.c.id == bindparam("of_id"))

_PLAIN = ("key", "to", "second", "run", "incident", "subject", "thread", "broadcast")


def put(connection: Connection, letter: Letter, now: datetime, not_before: datetime | None = None) -> bool:
    """Put a letter, to go out at once or not before an instant. False: one with this key is there already."""
    plain = {name: getattr(letter, name) for name in _PLAIN}
    row = {
        **plain,
        **write(letter.facts),
        "kind": letter.kind.value,
        "priority": int(letter.priority),
        "revision": 1,
        "state": State.WAITING.value,
        "attempts": 0,
        "not_before": not_before or now,
        "created_at": now,
    }
    return put_new(connection, letters, row)


def revise(connection: Connection, key: str, facts: Facts, now: datetime, not_before: datetime | None = None) -> bool:
    """Have a letter say other facts: its message is edited in place, not before an instant.

    A letter that went its second way is revised there. False: it says so already, or there is none that can be.
    A letter that waits says the new facts when it goes, no later than it would have gone.
    """
    row = _living(connection, key)
    columns = write(facts)
    if row is None or (row.facts_type, row.facts) == (columns["facts_type"], columns["facts"]):
        return False
    changes = columns | {"revision": row.revision + 1}
    if row.state == State.DONE:
        changes |= {"state": State.WAITING.value, "not_before": not_before or now, "attempts": 0, "error": None}
    connection.execute(_REVISED, {"of_id": row.id, **changes})
    return True


def get(connection: Connection, key: str) -> Waiting | Unreadable | None:
    """Look a letter up."""
    row = connection.execute(select(letters).where(letters.c.key == key)).one_or_none()
    return None if row is None else read(row)


def by_subject(connection: Connection, subject: str) -> Sequence[str]:
    """Give the keys of the letters about a subject, oldest first."""
    return connection.scalars(select(letters.c.key).where(letters.c.subject == subject).order_by(letters.c.id)).all()


def by_incident(connection: Connection, incident: str) -> Sequence[str]:
    """Give the keys of the letters about an incident, oldest first."""
    return connection.scalars(select(letters.c.key).where(letters.c.incident == incident).order_by(letters.c.id)).all()


def _living(connection: Connection, key: str) -> Row[tuple[object, ...]] | None:
    return connection.execute(_LIVING, {"of_key": key, "of_second": key + SECOND}).first()
