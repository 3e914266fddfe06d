"""A letter as its row holds it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from pydantic import ValidationError
from sqlalchemy import Row

from bot.domain.letters import FACTS, Facts, Kind, Letter, Priority
from bot.store.columns import pack, unpack

_TYPES = {kind.__name__: kind for kind in FACTS}

SECOND = "/2"
"""What the key of a letter on its second route ends in."""


class State(StrEnum):
    """Where a letter stands."""

    WAITING = "waiting"
    """It is to be posted; with a `ts`, to be edited."""
    SENDING = "sending"
    """It may have reached Slack, whatever became of us: look it up before a repeat (cases f158, g174)."""
    DONE = "done"
    """Slack shows its latest revision."""
    DEAD = "dead"
    """It went another way, or can't be said; `error` tells why."""


SEEN_TO = "somebody saw to it before it was said"
"""Why a letter is not said that nobody needs any more, which is no failure."""

UNFINISHED = (State.WAITING, State.SENDING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A letter with its row. `shown` is the revision that Slack shows, `attempts` how often in a row it failed.

    `sending_since` is the start of its first attempt, as far back as it may be found in Slack. `channel` and `ts` are
    where it stands there.
    """

    id: int
    letter: Letter
    revision: int
    shown: int | None
    attempts: int
    state: State
    sending_since: datetime | None
    channel: str | None
    ts: str | None
    created_at: datetime
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A row that this version can't read, and why."""

    id: int
    key: str
    why: str


def write(facts: Facts) -> dict[str, str]:
    """Give the columns of the facts."""
    kind = type(facts)
    return {"facts_type": kind.__name__, "facts": pack(kind, facts)}


def read(row: Row[tuple[object, ...]]) -> Waiting | Unreadable:
    """Read a row of the whole table."""
    one = row._mapping  # noqa: SLF001 - SQLAlchemy's public name for a row by columns
    try:
        letter = _letter(row)
        state = State(one["state"])
    except (KeyError, ValueError) as error:  # ValidationError is a ValueError
        return Unreadable(one["id"], one["key"], _why(error))
    return Waiting(
        id=one["id"],
        letter=letter,
        revision=one["revision"],
        shown=one["shown"],
        attempts=one["attempts"],
        state=state,
        sending_since=one["sending_since"],
        channel=one["channel"],
        ts=one["ts"],
        created_at=one["created_at"],
        error=one["error"],
    )


def _letter(row: Row[tuple[object, ...]]) -> Letter:
    one = row._mapping  # noqa: SLF001 - SQLAlchemy's public name for a row by columns
    return Letter(
        key=one["key"],
        kind=Kind(one["kind"]),
        to=one["to"],
        facts=unpack(_TYPES[one["facts_type"]], one["facts"]),
        priority=Priority(one["priority"]),
        run=one["run"],
        incident=one["incident"],
        subject=one["subject"],
        thread=one["thread"],
        broadcast=one["broadcast"],
        second=one["second"],
    )


def _why(error: Exception) -> str:
    """Tell what can't be read without repeating what was said."""
    if isinstance(error, KeyError):
        return f"no facts of this version are called {error}"
    if isinstance(error, ValidationError):
        places = (".".join(map(str, one["loc"])) or "the whole" for one in error.errors(include_input=False))
        return f"its facts can't be read: {', '.join(places)}"
    return str(error)
