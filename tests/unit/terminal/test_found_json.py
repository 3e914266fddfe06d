import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.gpu import Form, Gpu, GpuAsk
from bot.domain.listing import Listing, ListingRef, Listings, Verification
from bot.domain.money import MachineRate
from bot.domain.need import Need
from bot.domain.outside import Known, Unknown, Why
from bot.domain.search import search
from bot.services.find import Found
from bot.services.offers import Answer
from bot.terminal.found_json import found_json

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
ZONE = ZoneInfo("Europe/Berlin")
NEED = Need(gpu=GpuAsk("H100", None, Form.SXM), gpus=8, duration=timedelta(hours=72), disk_gb=Decimal(500))
LISTING = Listing(
    ref=ListingRef("vast", "4411"),
    machine_id="68475",
    gpu=Gpu("H100", 80, Form.SXM),
    gpu_name="H100 SXM",
    gpus=8,
    country="US",
    compute=MachineRate(Decimal("18.123456789")),
    disk_usd_per_gb_month=Decimal("0.20"),
    in_usd_per_gb=Decimal("0.00390625"),
    out_usd_per_gb=Decimal("0.02"),
    disk_gb=Decimal(2100),
    uplink_mbps=Decimal(2000),
    reliability=Decimal("0.9934"),
    ends_at=NOW + timedelta(days=10),
    verification=Verification.VERIFIED,
)


def told(*listings, answers=()):
    """Find in these listings, and give the JSON as whoever reads it sees it."""
    known = Answer("vast", Known(Listings(rows=listings), NOW, "vast"))
    found = Found(
        need=NEED,
        outcome=search(NEED, listings, NOW),
        answers=(known, *answers),
        as_of=NOW,
        asked_at=NOW,
        balances={},
    )
    return json.loads(json.dumps(found_json(found, ZONE)))


def test_a_listing_is_told_in_plain_numbers():
    """US dollars, hours, UTC, the slug that `find` reads."""
    (listing,) = told(LISTING)["listings"]
    assert ("vast", "4411", "68475", "US") == tuple(
        listing[key] for key in ("marketplace", "id", "machine_id", "country")
    )
    assert ("h100-sxm-80gb", "H100 SXM") == (listing["gpu"], listing["gpu_name"])
    assert 18.262346 == listing["hourly"]
    assert "2026-12-10T12:00:00+00:00" == listing["ends_at"]
    assert 0.9934 == listing["reliability"]
    assert listing["uplink_assumed"] is False


def test_an_assumed_uplink_is_marked():
    """Cloudj's listings never tell theirs."""
    (listing,) = told(replace(LISTING, uplink_mbps=None))["listings"]
    assert listing["uplink_assumed"] is True


@given(
    st.decimals("0.01", "200", places=6),
    st.decimals("0", "1", places=6),
    st.decimals("0", "0.5", places=6),
    st.decimals("0", "0.5", places=6),
)
def test_the_parts_add_up_to_the_price(compute, disk, inward, outward):
    """Rounded to six decimals each, four parts are off by at most two millionths."""
    rates = {"disk_usd_per_gb_month": disk, "in_usd_per_gb": inward, "out_usd_per_gb": outward}
    (listing,) = told(replace(LISTING, compute=MachineRate(compute), **rates))["listings"]
    for end in ("low", "high"):
        total = sum(part[end] for part in listing["finish"]["parts"].values())
        assert listing["finish"][end] == pytest.approx(total, abs=3e-6)
    assert listing["finish"]["low"] <= listing["finish"]["high"]


def test_a_marketplace_that_failed_says_why():
    """It has no count and no age."""
    failed = Unknown(Why.QUOTA, "The day's searches are used up.", NOW, "cloudj")
    good, bad = told(LISTING, answers=(Answer("cloudj", failed),))["marketplaces"]
    assert {"marketplace": "cloudj", "answered": False, "why": "The day's searches are used up."} == bad
    assert (True, 1, False, "2026-11-30T12:00:00+00:00") == tuple(
        good[key] for key in ("answered", "examined", "truncated", "as_of")
    )


def test_what_was_removed_and_what_is_shown_add_up():
    """By the filter's own words."""
    answer = told(LISTING, replace(LISTING, gpus=4), replace(LISTING, country="CA"))
    assert {"another GPU count": 1, "another country": 1} == answer["removed"]
    assert (3, 1) == (answer["examined"], len(answer["listings"]))
