"""Find the listings on which a run can finish, cheapest to finish first; if there are none, say what would help."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.domain.advice import Advice, advise
from bot.domain.instance import Account
from bot.domain.listing import Listing
from bot.domain.need import Need
from bot.domain.outside import Fact, Known, Unknown
from bot.domain.search import Outcome, search
from bot.ports import Clock
from bot.services.offers import Answer, Offers


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The answer to a find. `advice` is there only when nothing fits; `wider` are the sweep's answers behind it.

    `hidden_by_name` counts listings that fit and that only the sweep showed, since the name filter had hidden them.
    """

    need: Need
    outcome: Outcome
    answers: tuple[Answer, ...]
    as_of: datetime
    asked_at: datetime
    advice: Advice | None = None
    wider: tuple[Answer, ...] = ()
    balances: dict[str, Fact[Account]]
    hidden_by_name: int = 0

    @property
    def failed(self) -> tuple[Unknown, ...]:
        """What each marketplace that could not be read said instead."""
        return tuple(a.listings for a in self.answers if isinstance(a.listings, Unknown))

    @property
    def truncated(self) -> tuple[str, ...]:
        """The marketplaces that may have more than they showed."""
        return tuple(a.market for a in self.answers if isinstance(a.listings, Known) and a.listings.value.truncated)

    @property
    def silent(self) -> bool:
        """Whether those marketplaces that answered returned no listing at all, not even unfiltered (case b58)."""
        answers = (*self.answers, *self.wider)
        known = [a.listings.value for a in answers if isinstance(a.listings, Known)]
        return bool(known) and not any(listings.examined for listings in known)


async def find_listings(need: Need, offers: Offers, clock: Clock) -> Found:
    """Ask all marketplaces at once and judge what they answer; when nothing fits, look wider once."""
    answers, balances = await asyncio.gather(offers.ask(need.gpu, need.pricing), offers.balances())
    now = clock.now()
    rows = _rows(answers)
    found = Found(
        need=need,
        outcome=await asyncio.to_thread(search, need, rows, now, _unreadable(answers)),
        answers=answers,
        as_of=min((a.listings.at for a in answers), default=now),
        asked_at=now,
        balances=balances,
    )
    if found.outcome.fits or not any(isinstance(a.listings, Known) for a in answers):
        return found
    return await _look_wider(found, offers)


async def _look_wider(found: Found, offers: Offers) -> Found:
    """Sweep every card once: for advice, and for what the marketplace's own name filter hid (cases b42, b43)."""
    need, now = found.need, found.asked_at
    wider = await offers.sweep(need.pricing)
    rows = _together(_rows(found.answers), _rows(wider))
    outcome = await asyncio.to_thread(search, need, rows, now, _unreadable(found.answers))
    if outcome.fits:
        return replace(found, outcome=outcome, wider=wider, hidden_by_name=len(outcome.fits))
    return replace(found, wider=wider, advice=await asyncio.to_thread(advise, need, rows, now))


def _unreadable(answers: Sequence[Answer]) -> int:
    return sum(a.listings.value.unreadable for a in answers if isinstance(a.listings, Known))


def _rows(answers: Sequence[Answer]) -> tuple[Listing, ...]:
    return tuple(row for answer in answers for row in answer.rows)


def _together(rows: Sequence[Listing], more: Sequence[Listing]) -> tuple[Listing, ...]:
    """Join two looks at the market; where both saw a listing, the first look counts."""
    by_ref = {row.ref: row for row in (*more, *rows)}
    return tuple(by_ref.values())
