"""How an account stands, with what sits there unclaimed."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest

from bot.domain.deadlines import DeadlineKind, EndWatch
from bot.domain.deadlines.told import Mark
from bot.domain.incidents import Flaps, IncidentKind, Settled, Watch
from bot.domain.listing import ListingRef
from bot.domain.watching import AccountStanding, Stray
from bot.store import accounts, incidents

HOUR = timedelta(hours=1)
FRESH = AccountStanding(market="vast")


@pytest.fixture
def c(engine):
    """Give one transaction."""
    with engine.begin() as connection:
        yield connection


@pytest.fixture
def stray(an_instance, now):
    """Make an instance that sits with no run."""

    def make(number, **changes):
        return Stray(seen=an_instance(ListingRef("vast", str(number)), **changes), since=now + number * HOUR)

    return make


def test_one_that_was_never_looked_at_is_all_unknown(c):
    """And all well: from unknown follows nothing."""
    assert accounts.load(c, "vast", lock=True) == FRESH


def test_an_account_comes_back_whole_and_by_itself(c, stray, an_incident, now):
    """Its sight, money, what was told of it, its strays and its open incidents."""
    full = AccountStanding(
        market="vast",
        sight=Watch(Settled(level=True, since=now)),
        tried_at=now,
        last_good=now - HOUR,
        refusal="Vast.ai refuses the key; set another VAST_API_KEY.",
        balance=Decimal("12.3400"),
        balance_at=now,
        burn=Decimal("16.2"),
        missing=(ListingRef("vast", "9"),),
        ending=EndWatch(DeadlineKind.BALANCE_END, now + HOUR, Flaps((now,), flapping=True), absent_since=now),
        told=frozenset({Mark(DeadlineKind.BALANCE_END, 6 * HOUR, now + HOUR)}),
        strays=(stray(1), stray(2)),
        open=(an_incident("dark", "account:vast", IncidentKind.NOT_VISIBLE),),
    )
    accounts.save(c, FRESH, full)
    accounts.save(c, AccountStanding(market="cloudj"), AccountStanding(market="cloudj", tried_at=now))
    incidents.open_(c, full.open[0])

    assert full == accounts.load(c, "vast")
    assert accounts.load(c, "cloudj") == AccountStanding(market="cloudj", tried_at=now)


def test_strays_come_change_and_go(c, stray, now):
    """Each by itself: one that is claimed or gone is forgotten."""
    first = replace(FRESH, tried_at=now, strays=(stray(1), stray(2)))
    accounts.save(c, FRESH, first)
    second = replace(first, strays=(stray(2, label="mine"), stray(3)))
    accounts.save(c, first, second)
    assert second == accounts.load(c, "vast")

    third = replace(second, strays=())
    accounts.save(c, second, third)
    assert third == accounts.load(c, "vast")


def test_a_first_look_that_finds_nothing_is_kept(c):
    """So that the next one has a row to lock."""
    accounts.save(c, FRESH, FRESH)
    accounts.save(c, FRESH, FRESH)
    assert accounts.load(c, "vast") == FRESH
