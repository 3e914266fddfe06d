"""Marketplaces that say what a test tells them to, a clock that stands still, and a listing that fits."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from bot.domain.gpu import Form, Gpu, GpuAsk
from bot.domain.instance import Account
from bot.domain.listing import Listing, ListingRef, Listings, Verification
from bot.domain.money import MachineRate
from bot.domain.need import Need
from bot.domain.outside import Known, Unknown, Why
from bot.sandbox.clock import SandboxClock
from bot.services.offers import Offers

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
NEED = Need(gpu=GpuAsk("H100", None, Form.SXM), gpus=8, duration=timedelta(hours=72), disk_gb=Decimal(500))


class FakeMarket:
    """Answers from `rows`, a family's with the names in `filtered_out` left out, as a server's own filter does."""

    def __init__(self, name, clock, rows=()):
        self.name, self.rows = name, list(rows)
        self.filtered_out, self.asked = set(), []
        self.trouble = None
        self.asked_at_all, self.open = asyncio.Event(), asyncio.Event()
        self.open.set()
        self.more = {}
        self._clock = clock

    async def _answer(self, value):
        self.asked_at_all.set()
        await self.open.wait()
        if isinstance(self.trouble, Exception):
            raise self.trouble
        at = self._clock.now()
        return replace(self.trouble, at=at) if self.trouble else Known(value, at, self.name)

    async def listings(self, gpu, pricing):
        """Answer a search, and note it."""
        self.asked.append((gpu, pricing))
        rows = [row for row in self.rows if gpu is None or row.gpu_name not in self.filtered_out]
        return await self._answer(Listings(rows=tuple(rows), **self.more))

    async def listing(self, listing_id):
        """Look one up, and note it."""
        self.asked.append(listing_id)
        return await self._answer(next((row for row in self.rows if row.ref.id == listing_id), None))

    async def account(self):
        """Tell of 100 dollars."""
        return await self._answer(Account(balance=Decimal(100)))


@pytest.fixture
def clock():
    """Stand still at noon on a Monday, UTC, until a test moves it."""
    return SandboxClock(NOW, rate=0)


@pytest.fixture
def a_row():
    """Make a listing that fits the need of `need`."""

    def make(number=1, **changes):
        figures = {
            "ref": ListingRef(changes.pop("market", "vast"), str(number)),
            "machine_id": str(number),
            "gpu": Gpu("H100", 80, Form.SXM),
            "gpu_name": "H100 SXM",
            "gpus": 8,
            "country": "US",
            "compute": MachineRate(Decimal(16)),
            "disk_usd_per_gb_month": Decimal("0.144"),
            "in_usd_per_gb": Decimal("0.004"),
            "out_usd_per_gb": Decimal("0.005"),
            "disk_gb": Decimal(2000),
            "uplink_mbps": Decimal(1000),
            "reliability": Decimal("0.99"),
            "ends_at": NOW + timedelta(days=8),
            "verification": Verification.VERIFIED,
        }
        return Listing(**(figures | changes))

    return make


@pytest.fixture
def need():
    """Give the need of 72 h on eight H100 SXM."""
    return NEED


@pytest.fixture
def vast(clock, a_row):
    """Give a marketplace with one listing that fits."""
    return FakeMarket("vast", clock, [a_row(1)])


@pytest.fixture
def cloudj(clock, a_row):
    """Give a second marketplace, with one that fits too."""
    return FakeMarket("cloudj", clock, [a_row(2, market="cloudj")])


@pytest.fixture
def offers(vast, cloudj, clock):
    """Put the two side by side."""
    return Offers([vast, cloudj], clock)


@pytest.fixture
def failing():
    """Make the answer of a marketplace that has a fault."""
    return Unknown(Why.SERVER_ERROR, "It has a fault of its own (502).", NOW, "vast")
