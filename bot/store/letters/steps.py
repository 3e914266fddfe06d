"""The steps of a letter on its way: each is one conditional update."""

from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import Connection, and_, bindparam, case, func, literal, or_, select, update

from bot.domain.letters import Letter
from bot.store.columns import Instant
from bot.store.letters.rows import SECOND, UNFINISHED, State
from bot.store.letters.write import put
from bot.store.tables import letters

FARTHEST = timedelta(hours=1)
"""No letter is put off for longer: what waits for more waits for the time of a clock that was wrong."""

_AT_ONCE = timedelta(0)
_NOW = bindparam("now", type_=Instant)
_BEGIN = (
    update(letters)
    .where(letters.c.id == bindparam("of_id"), letters.c.state == State.WAITING)
    .values(state=State.SENDING, sending_since=func.coalesce(letters.c.sending_since, _NOW))
)
_UNTRIED = and_(letters.c.state == State.WAITING, letters.c.error.is_(None), letters.c.sending_since.is_(None))
"""Nothing has put it off yet: neither Slack, nor a failure, nor the grace of another process that has it in hand."""
_QUEUED_AHEAD = and_(_UNTRIED, letters.c.created_at > _NOW)
_OVERDUE = (
    update(letters)
    .where(letters.c.state.in_(UNFINISHED), letters.c.not_before > _NOW)
    .where(or_(_QUEUED_AHEAD, letters.c.not_before > bindparam("farthest", type_=Instant)))
    .values(not_before=_NOW)
)


def begin(connection: Connection, letter_id: int, now: datetime) -> bool:
    """Take a letter in hand; committed before Slack is called. False: it is not ours to send."""
    return connection.execute(_BEGIN, {"of_id": letter_id, "now": now}).rowcount == 1


def resume(connection: Connection, letter_id: int, _now: datetime) -> bool:
    """Keep a letter in hand that nobody found in Slack, to post it again. False: it is not ours to send any more."""
    mine = (letters.c.id == letter_id, letters.c.state == State.SENDING)
    return connection.execute(update(letters).where(*mine).values(state=State.SENDING)).rowcount == 1


def sent(connection: Connection, letter_id: int, revision: int, channel: str, ts: str, now: datetime | None) -> None:
    """Note that Slack shows this revision there. If the letter was revised meanwhile, it is to be edited.

    `now` is when it was posted, by our clock; None where it was edited, or was posted some time before.
    """
    connection.execute(
        update(letters)
        .where(letters.c.id == letter_id)
        .values(
            state=case((letters.c.revision == revision, State.DONE.value), else_=State.WAITING.value),
            shown=revision,
            channel=channel,
            ts=ts,
            attempts=0,
            error=None,
            sending_since=None,
            sent_at=func.coalesce(letters.c.sent_at, literal(now, Instant)),
        )
    )


def postponed(connection: Connection, letter_id: int, until: datetime, error: str, *, count: bool) -> None:
    """Put a letter off: nothing was done. `count` makes it one more failure in a row."""
    _held(connection, letter_id, State.WAITING, until, error, count=count)


def unclear(connection: Connection, letter_id: int, until: datetime, error: str) -> None:
    """Keep a letter in hand, to be looked up later: nobody knows whether it was posted."""
    _held(connection, letter_id, State.SENDING, until, error, count=True)


def dead(connection: Connection, letter_id: int, error: str) -> None:
    """Give a letter up: it will not be said, or not be edited any more."""
    connection.execute(update(letters).where(letters.c.id == letter_id).values(state=State.DEAD, error=error))


def anew(connection: Connection, letter_id: int, now: datetime) -> None:
    """Have a letter posted again: its message is gone from Slack."""
    gone = {"channel": None, "ts": None, "shown": None, "error": None, "sending_since": None, "sent_at": None}
    connection.execute(
        update(letters).where(letters.c.id == letter_id).values(state=State.WAITING, not_before=now, attempts=0, **gone)
    )


def second_way(connection: Connection, letter_id: int, letter: Letter, error: str, now: datetime) -> None:
    """Let a letter go to its second route, as one of its own, in the thread of its opener where that went there too."""
    if letter.second is None:
        raise ValueError(f"{letter.key} has no second route")
    dead(connection, letter_id, error)
    opener = None if letter.thread is None else f"{letter.thread}{SECOND}"
    followed = connection.scalar(select(letters.c.to).where(letters.c.key == opener)) == letter.second
    again = replace(
        letter, key=f"{letter.key}{SECOND}", to=letter.second, second=None, thread=opener if followed else None
    )
    put(connection, again, now)


def released(connection: Connection, now: datetime, *, to: str | None = None, grace: timedelta = _AT_ONCE) -> None:
    """Let what was postponed go now: the process is new, the clock was set back, or the channel `to` takes messages.

    So does an edit, which waits for its turn alone. What may be in another process's hand gets a `grace`.
    """
    put_off = or_(letters.c.error.is_not(None), letters.c.ts.is_not(None))
    stuck = and_(letters.c.state.in_(UNFINISHED), letters.c.not_before > now, put_off)
    waiting = stuck if to is None else and_(stuck, letters.c.to == to)
    connection.execute(update(letters).where(waiting).values(not_before=now))
    if grace:
        in_hand = letters.c.state == State.SENDING
        connection.execute(update(letters).where(in_hand, letters.c.not_before <= now).values(not_before=now + grace))


def overdue(connection: Connection, now: datetime) -> None:
    """Let go what waits for a time of a clock that was ahead: it was queued by then, or waits longer than any does.

    What was tried before waits on: a pause between tries, or a grace, is not over because a clock lags a little.
    """
    connection.execute(_OVERDUE, {"now": now, "farthest": now + FARTHEST})


def _held(connection: Connection, letter_id: int, state: State, until: datetime, error: str, *, count: bool) -> None:
    attempts = letters.c.attempts + int(count)
    connection.execute(
        update(letters)
        .where(letters.c.id == letter_id)
        .values(state=state, not_before=until, error=error, attempts=attempts)
    )
