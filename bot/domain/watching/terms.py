"""What every judgement is made under: the instant, the pace, and where what is said goes."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from bot.domain.outside import Unknown

CARD_EVERY = timedelta(minutes=10)
"""A card whose figures alone moved is edited no oftener."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """One wake's `now`, the time between polls, the channel, its second route, and how new ids are made.

    `balance_end` is when the account's balance ends, None when it doesn't, Unknown where nobody could tell.
    `acknowledged` are the subjects of deadlines that somebody has seen to. `needed` gives what the account's runs still
    take, in US dollars; it is asked only when that is said.
    """

    now: datetime
    every: timedelta
    admin: str | None
    new_id: Callable[[], str]
    balance_end: datetime | Unknown | None = None
    acknowledged: frozenset[str] = frozenset()
    card_every: timedelta = CARD_EVERY
    needed: Callable[[], Decimal | None] = lambda: None

    @property
    def blind_after(self) -> timedelta:
        """So long without a sight, and what was in between is anybody's guess: three failed polls and a bit."""
        return self.every * 3.5
