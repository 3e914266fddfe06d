"""A team that sits with runs: a store, a marketplace in memory, a clock that only the test moves."""

import asyncio
from datetime import time, timedelta
from decimal import Decimal
from itertools import count
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
from databases import _templates, postgres, store, url
from watched import ADMIN, CHANNEL, NOW, OWNER, an_instance

from bot.domain.instance import Account
from bot.domain.letters import Kind
from bot.domain.listing import ListingRef
from bot.domain.outside import Known, Unknown, Why
from bot.domain.runs import Plan
from bot.sandbox.clock import SandboxClock
from bot.services.tracking.runs import Runs
from bot.services.tracking.wanted import Wanted
from bot.services.watching import Duty, Watch
from bot.store import letters
from bot.store.tables import letters as table

__all__ = ["_templates", "postgres", "store", "url"]

MINUTE = timedelta(minutes=1)


class Shelf:
    """A marketplace in memory. What is set to None can't be read; `asked` counts the questions by method."""

    name = "vast"

    def __init__(self, clock):
        self.clock = clock
        self.rows, self.balance, self.asks, self.charged = {}, Decimal(5_000), (), ()
        self.readable = True
        self.held = Decimal("12.40")
        self.slow = False
        self.hides = set()
        self.asked = []
        self.pages, self.page, self.begun = 0, asyncio.Semaphore(0), asyncio.Event()

    def put(self, row):
        """Have an instance, or another word on one."""
        self.rows[row.ref] = row

    def _fact(self, value):
        if self.readable:
            return Known(value, self.clock.now(), self.name)
        return Unknown(Why.SERVER_ERROR, "It has a fault of its own (503).", self.clock.now(), self.name)

    async def instances(self, heard):
        """List them, but for those that it hides; with `pages` set, so many come, each when it is sent."""
        self.asked.append("instances")
        self.begun.set()
        for _ in range(self.pages):
            await self.page.acquire()
            heard()
        return self._fact(tuple(row for ref, row in self.rows.items() if ref not in self.hides))

    async def instance(self, instance_id):
        """Look one up."""
        self.asked.append(f"instance {instance_id}")
        return self._fact(self.rows.get(ListingRef("vast", instance_id)))

    async def deposit(self, instance_id):
        """Tell what is held, with `slow` never; None can't be read."""
        self.asked.append(f"deposit {instance_id}")
        if self.slow:
            await asyncio.Event().wait()
        if self.held is None:
            return Unknown(Why.SERVER_ERROR, "It has a fault of its own (503).", self.clock.now(), self.name)
        return self._fact(self.held)

    async def account(self):
        """Tell the balance."""
        return self._fact(Account(balance=self.balance))

    async def price_increases(self):
        """Tell what hosts ask for."""
        return self._fact(self.asks)

    async def charges(self, start, end):
        """Tell what was charged."""
        self.asked.append("charges")
        self.days = (start, end)
        return self._fact(self.charged)

    async def logs(self, instance_id, lines):
        """Give lines that say which."""
        return self._fact(tuple(f"{instance_id} line {number}" for number in range(lines)))

    def list_seconds(self, rows):
        """Take a second for each 25 rows."""
        return rows / 25


class Team:
    """The services as one process has them; `nudged` counts the nudges."""

    def __init__(self, store, clock, shelf, duty):
        self.store, self.clock, self.shelf, self.duty = store, clock, shelf, duty
        self.nudged = 0
        self.watch = Watch(store, [shelf], clock, duty, self._nudge)
        self.runs = Runs(store, [shelf], clock, duty, self.watch.every, self._nudge)

    def _nudge(self):
        self.nudged += 1

    async def wakes(self, times=1, wait=MINUTE):
        """Let time pass and wake, so many times."""
        for _ in range(times):
            self.clock.advance(wait)
            await self.watch.wake(lambda _: None)

    async def track(self, name="llama-ft", ref="4411", **wanted):
        """Track an instance for 72 hours."""
        figures = {"owner": OWNER, "plan": Plan(duration=timedelta(hours=72))}
        return await self.runs.track(Wanted(ref=ListingRef("vast", ref), name=name, **(figures | wanted)))

    async def said(self, *kinds):
        """Give the letters of these kinds (none named: of all but cards), oldest first."""
        keys = await self.store.read(
            lambda c: c.execute(table.select().order_by(table.c.id)).scalars(table.c.key).all()
        )
        found = [(await self.store.read(letters.get, key)).letter for key in keys]
        return [one for one in found if (one.kind in kinds if kinds else one.kind != "card")]

    async def shown(self, letter, ts):
        """Have Slack show a letter since an instant of its own clock."""
        row = await self.store.read(letters.get, letter.key)
        stamp = f"{ts.timestamp():.6f}"
        await self.store.transact(letters.sent, row.id, row.revision, letter.to, stamp, self.clock.now())

    async def all_shown(self, ts):
        """Have Slack show all that it does not show yet, since an instant of its own clock."""
        for letter in await self.said(*Kind):
            if (await self.store.read(letters.get, letter.key)).ts is None:
                await self.shown(letter, ts)


@pytest.fixture
def backend(request):
    """Use SQLite, or what a test asks for; the store's own tests run on both."""
    return getattr(request, "param", "sqlite")


@pytest.fixture
def clock():
    """Stand at noon on a Monday, UTC."""
    return SandboxClock(NOW, rate=0)


@pytest.fixture
def duty():
    """Tell of everything in one channel, once a day at nine in Berlin, with ids that can be read."""
    numbers = count(1)
    return Duty(
        channel=CHANNEL,
        admin=ADMIN,
        zone=ZoneInfo("Europe/Berlin"),
        summary_at=time(9),
        every=MINUTE,
        new_id=lambda: f"id{next(numbers)}",
    )


@pytest.fixture
def team(store, clock, duty):
    """Have a team with one machine rented since an hour ago."""
    shelf = Shelf(clock)
    shelf.put(an_instance(started_at=NOW - timedelta(hours=1)))
    return Team(store, clock, shelf, duty)


@pytest.fixture
def desk(team):
    """Give as much of a desk as tracking needs."""
    return SimpleNamespace(zone=ZoneInfo("UTC"), clock=team.clock, runs=team.runs, asker="U0ADA")
