"""What already runs, for whoever weighs a balance: known, not known, or not to be had now."""

import asyncio
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from types import SimpleNamespace

import pytest

from bot.domain.letters.summary import AccountRow
from bot.errors import DatabaseUnusable
from bot.sandbox.clock import SandboxClock
from handlers.burning import burning


def a_row(market, burn):
    """Give an account's line."""
    now = datetime(2026, 12, 1, tzinfo=UTC)
    return AccountRow(market, Decimal(100), burn, None, 0, now, timedelta(minutes=2))


def a_desk(accounts, clock=None):
    """Give a desk that reads accounts so."""
    return SimpleNamespace(runs=SimpleNamespace(accounts=accounts), clock=clock or SandboxClock())


async def test_a_burn_that_is_not_known_is_left_out():
    """Nothing is not the same: nobody could read it."""

    async def accounts():
        return (a_row("vast", Decimal("16.1")), a_row("cloudj", None))

    assert {"vast": Decimal("16.1")} == await burning(a_desk(accounts))


async def test_a_database_that_cannot_be_used_keeps_no_search_from_its_answer(caplog):
    """It is in the log."""

    async def accounts():
        raise DatabaseUnusable("the disk is full")

    assert {} == await burning(a_desk(accounts))
    assert "weighed without it" in caplog.text


async def test_a_database_that_is_busy_is_waited_for_two_seconds():
    """Another process restores a backup, or holds the write lock."""
    asked = asyncio.Event()

    class Clock:
        """Notes how long somebody would wait."""

        def __init__(self):
            self.slept = []

        async def sleep(self, seconds):
            """Be over as soon as the database was asked."""
            self.slept.append(seconds)
            await asked.wait()

    async def accounts():
        asked.set()
        await asyncio.Event().wait()

    clock = Clock()
    assert {} == await burning(a_desk(accounts, clock))
    assert clock.slept == [2.0]


@pytest.mark.parametrize("rows", [(), None])
async def test_no_account_at_all_burns_nothing(rows):
    """None is set up."""

    async def accounts():
        return rows

    assert {} == await burning(a_desk(accounts))
