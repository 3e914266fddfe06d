"""A level that takes several observations in a row to change, so that one odd answer changes nothing (c77)."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Settled(Generic[T]):
    """A level, and what speaks against it.

    `held_at` is when an observation last agreed. `claim` is what the latest say instead, `claims` how many in a row,
    `claimed_at` when the first did. The level came about between `not_before` and `since`, the first that said so.
    """

    level: T
    held_at: datetime | None = None
    claim: T | None = None
    claims: int = 0
    claimed_at: datetime | None = None
    since: datetime | None = None
    not_before: datetime | None = None


def settle(state: Settled[T], said: T, now: datetime, *, after: int, sure: bool) -> Settled[T]:
    """Take one observation; the `after`-th in a row to say so changes the level. One that isn't `sure` only counts."""
    if said == state.level:
        return replace(unclaimed(state), held_at=now)
    again = said == state.claim
    claims = state.claims + 1 if again else 1
    first = (state.claimed_at if again else None) or now
    if claims >= after and sure:
        return Settled(said, held_at=now, since=first, not_before=state.held_at)
    return replace(state, claim=said, claims=claims, claimed_at=first)


def unclaimed(state: Settled[T]) -> Settled[T]:
    """Forget what speaks against the level."""
    return replace(state, claim=None, claims=0, claimed_at=None)
