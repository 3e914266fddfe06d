"""Asking one marketplace about everything that is rented there: network alone, nothing is kept."""

import asyncio
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from decimal import Decimal

from bot.domain.account import PriceIncrease
from bot.domain.instance import Account, Instance
from bot.domain.listing import ListingRef
from bot.domain.outside import Fact, Known
from bot.domain.watching.poll import Poll
from bot.ports import Clock, Marketplace
from bot.timing import cancelled, within

PATIENCE = 45.0
"""Seconds that one marketplace gets for each page or lookup of a poll (cases c78, g172)."""

_MOST_RENEWALS = 2000
"""Pages and lookups of one poll, whatever a marketplace goes on to send: an end to what has none."""

MOST_LOOKUPS = 10
"""Machines that are looked up by id in one poll; those beyond have their turn in the next ones."""

_TOO_SLOW = "It did not finish its answers in time."


class Progress:
    """Counts what has come of a poll so far, page by page."""

    def __init__(self) -> None:
        self.count = 0

    def heard(self) -> None:
        """Count one more page or lookup."""
        self.count += 1


class Turns:
    """Whose turn it is to be looked up, from one poll of a marketplace to the next: those who waited longest."""

    def __init__(self) -> None:
        self._looked_up: dict[ListingRef, None] = {}

    def of(self, missing: Collection[ListingRef]) -> list[ListingRef]:
        """Give those of this poll, and forget who is missing no more."""
        self._looked_up = {ref: None for ref in self._looked_up if ref in missing}
        waiting = [ref for ref in missing if ref not in self._looked_up]
        return [*waiting, *self._looked_up][:MOST_LOOKUPS]

    def had(self, ref: ListingRef) -> None:
        """Put one behind all others."""
        self._looked_up.pop(ref, None)
        self._looked_up[ref] = None


async def ask(
    market: Marketplace, watched: Collection[ListingRef], at: datetime, clock: Clock, turns: Turns | None = None
) -> Poll:
    """Ask for the list, the balance and hosts' wishes; by id only for watched machines that the list leaves out.

    Where those are many, it is by `turns`, kept from poll to poll.

    A long list takes as long as its pages come: patience begins anew with each. Whatever goes wrong makes a Poll that
    says so. `at` is the wake's instant.
    """
    progress = Progress()
    asking = asyncio.ensure_future(_ask(market, watched, at, progress.heard, turns or Turns()))
    try:
        return asking.result() if await _comes(asking, progress, clock) else _too_slow(market.name, at)
    finally:
        await cancelled(asking)


async def _comes(asking: asyncio.Future[Poll], progress: Progress, clock: Clock) -> bool:
    """Wait as long as more comes, and tell whether all of it did."""
    before = -1
    while before < progress.count <= _MOST_RENEWALS:
        before = progress.count
        if await within(clock, PATIENCE, asking):
            return True
    return False


def _too_slow(market: str, at: datetime) -> Poll:
    return Poll(market=market, at=at, refusal=_TOO_SLOW)


async def _ask(
    market: Marketplace, watched: Collection[ListingRef], at: datetime, heard: Callable[[], None], turns: Turns
) -> Poll:
    listed, account, asked = await asyncio.gather(market.instances(heard), market.account(), market.price_increases())
    if not isinstance(listed, Known):
        return Poll(market=market.name, at=at, refusal=listed.sentence, balance=_balance(account))
    rows = {row.ref: row for row in listed.value}
    found, absent = await _look_up(market, [ref for ref in watched if ref not in rows], heard, turns)
    return Poll(
        market=market.name,
        at=at,
        listed={**rows, **found},
        absent=absent,
        asked=_asked(asked),
        balance=_balance(account),
    )


async def _look_up(
    market: Marketplace, missing: Sequence[ListingRef], heard: Callable[[], None], turns: Turns
) -> tuple[dict[ListingRef, Instance], frozenset[ListingRef]]:
    """Look up by id what a whole list left out (case a5); what can't be told stays out of both."""
    found: dict[ListingRef, Instance] = {}
    absent: set[ListingRef] = set()
    for ref in turns.of(missing):
        turns.had(ref)
        fact = await market.instance(ref.id)
        heard()
        if not isinstance(fact, Known):
            continue
        if fact.value is None:
            absent.add(ref)
        else:
            found[ref] = fact.value
    return found, frozenset(absent)


def _balance(fact: Fact[Account]) -> Decimal | None:
    return fact.value.balance if isinstance(fact, Known) else None


def _asked(fact: Fact[Sequence[PriceIncrease]]) -> tuple[PriceIncrease, ...] | None:
    return tuple(fact.value) if isinstance(fact, Known) else None
