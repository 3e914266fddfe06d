"""Find the listings on which a run can finish, cheapest to finish first; if there are none, say what would help."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal

from bot.domain.advice import Advice, advise
from bot.domain.instance import Account
from bot.domain.listing import Listing
from bot.domain.need import Need
from bot.domain.outside import Fact, Known, Unknown
from bot.domain.search import Outcome, search
from bot.ports import Clock
from bot.services.aside import aside
from bot.services.offers import Answer, Offers


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The answer to a find. `advice` is there only when nothing fits; `wider` are the sweep's answers behind it.

    `as_of` is when the oldest of the marketplaces' answers was given, `asked_at` when they were judged.
    `hidden_by_name` counts listings that fit and that only the sweep showed, since the name filter had hidden them.
    `burning` is what already runs on each marketplace's account, in US dollars per hour, as far as it is known.
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
    burning: Mapping[str, Decimal] = field(default_factory=dict)

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
        outcome=await aside(search, need, rows, now, _unreadable(answers)),
        answers=answers,
        as_of=_oldest(answers, now),
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
    seen = await _both(found, wider)
    if seen.outcome.fits and _oldest(wider, now) < found.as_of:
        # what only an older look shows may be gone by now, not hidden
        seen = await _both(found, await offers.sweep(need.pricing, since=found.as_of))
    if seen.outcome.fits:
        return seen
    rows = await aside(_together, found.answers, seen.wider)
    advice = await aside(advise, need, rows, now)
    return replace(seen, outcome=found.outcome, advice=advice)


async def _both(found: Found, wider: tuple[Answer, ...]) -> Found:
    """Judge both looks together."""
    rows = await aside(_together, found.answers, wider)
    unreadable = max(_unreadable(found.answers), _unreadable(wider))
    outcome = await aside(search, found.need, rows, found.asked_at, unreadable)
    as_of = min(found.as_of, _oldest(wider, found.as_of))
    return replace(found, outcome=outcome, wider=wider, as_of=as_of, hidden_by_name=len(outcome.fits))


def _oldest(answers: Sequence[Answer], otherwise: datetime) -> datetime:
    return min((a.listings.at for a in answers if isinstance(a.listings, Known)), default=otherwise)


def _unreadable(answers: Sequence[Answer]) -> int:
    return sum(a.listings.value.unreadable for a in answers if isinstance(a.listings, Known))


def _rows(answers: Sequence[Answer]) -> tuple[Listing, ...]:
    return tuple(row for answer in answers for row in answer.rows)


def _together(first: Sequence[Answer], wider: Sequence[Answer]) -> tuple[Listing, ...]:
    """Join two looks at the market; where both saw a listing, the first look counts."""
    by_ref = {row.ref: row for row in (*_rows(wider), *_rows(first))}
    return tuple(by_ref.values())
