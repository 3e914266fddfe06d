"""What is under watch, with no instant in the future: for what a clock that was ahead noted."""

from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from bot.domain.deadlines import EndWatch
from bot.domain.incidents import Flaps, Watch
from bot.domain.watching.standing import Watches

T = TypeVar("T")


def watches_by(watches: Watches, now: datetime) -> Watches:
    """Give all that is under watch of a run, seen no later than now."""
    idle = replace(watches.idle, watch=watch_by(watches.idle.watch, now), read_at=_by(watches.idle.read_at, now))
    return replace(
        watches,
        presence=watch_by(watches.presence, now),
        idle=idle,
        late=watch_by(watches.late, now),
        price=watch_by(watches.price, now),
        disk=watch_by(watches.disk, now),
        hardware=watch_by(watches.hardware, now),
        card_at=_by(watches.card_at, now),
        ends=tuple(end_watch_by(one, now) for one in watches.ends),
        unlike=_flaps_by(watches.unlike, now),
    )


def watch_by(watch: Watch[T], now: datetime) -> Watch[T]:
    """Give a fact under watch, seen and changed no later than now."""
    settled = replace(
        watch.settled,
        held_at=_by(watch.settled.held_at, now),
        claimed_at=_by(watch.settled.claimed_at, now),
        since=_by(watch.settled.since, now),
        not_before=_by(watch.settled.not_before, now),
    )
    return Watch(settled, replace(watch.told, changed=_all_by(watch.told.changed, now)))


def end_watch_by(watch: EndWatch, now: datetime) -> EndWatch:
    """Give an end under watch that moved, or went, no later than now. The end itself may well be in the future."""
    return replace(watch, flaps=_flaps_by(watch.flaps, now), absent_since=_by(watch.absent_since, now))


def _flaps_by(flaps: Flaps, now: datetime) -> Flaps:
    return replace(flaps, changed=_all_by(flaps.changed, now))


def _all_by(changed: tuple[datetime, ...], now: datetime) -> tuple[datetime, ...]:
    return tuple(min(one, now) for one in changed)


def _by(at: datetime | None, now: datetime) -> datetime | None:
    return None if at is None else min(at, now)
