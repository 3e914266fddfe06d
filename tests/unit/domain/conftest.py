"""Listings and needs to judge and instances to bill, each with sensible figures that a test changes one at a time."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from bot.domain.gpu import Form, Gpu, GpuAsk, Unrecognised
from bot.domain.instance import Instance, InstanceState
from bot.domain.listing import Listing, ListingRef, Verification
from bot.domain.money import MachineRate
from bot.domain.need import Need

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def now():
    """Noon on a Monday, UTC."""
    return NOW


@pytest.fixture
def a_listing():
    """Make a listing that fits the need of `a_need`: 8x H100 SXM in the US for eight days."""

    def make(number=1, **changes):
        figures = {
            "ref": ListingRef("vast", str(number)),
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
def an_instance():
    """Make an instance at $16 per hour with 720 GB at $0.10 per month."""

    def make(state=InstanceState.RUNNING, **changes):
        figures = {
            "ref": ListingRef("vast", "4411"),
            "machine_id": "811",
            "label": None,
            "state": state,
            "state_text": state,
            "gpu": Unrecognised(""),
            "gpu_name": "",
            "gpus": 8,
            "country": None,
            "compute": MachineRate(Decimal(16)),
            "disk_usd_per_gb_month": Decimal("0.1"),
            "disk_gb": Decimal(720),
            "started_at": None,
            "ends_at": None,
            "gpu_use": None,
        }
        return Instance(**(figures | changes))

    return make


@pytest.fixture
def a_need():
    """Make the need of the README: h100-sxm x8 for 72h disk 500GB in 200GB out 300GB."""

    def make(**changes):
        figures = {
            "gpu": GpuAsk("H100", None, Form.SXM),
            "gpus": 8,
            "duration": timedelta(hours=72),
            "disk_gb": Decimal(500),
            "in_gb": Decimal(200),
            "out_gb": Decimal(300),
        }
        return Need(**(figures | changes))

    return make
