import json
from datetime import UTC, datetime
from decimal import Decimal

import pytest

from bot.domain.listing import ListingRef
from bot.domain.money import GpuRate
from bot.domain.outside import Known, Why

ROW = {
    "pending_price_increase_id": 17,
    "contract_id": 4411,
    "host_id": 7,
    "new_gpu_costpersec": 0.0005,
    "new_disk_ram_costpersec": None,
    "new_bwu_cost": 0.02,
    "new_bwd_cost": None,
    "new_platform_fee": None,
    "old_gpu_costpersec": "0.00025",
    "old_disk_ram_costpersec": 5e-08,
    "old_bwu_cost": 0.01,
    "old_bwd_cost": 0.004,
    "old_platform_fee": 0.25,
    "contract_end_date": 1790221412.0,
    "ask_end_date": 1790821412.0,
    "created_at": None,
}


def pending(*rows, **more):
    """Give the answer that the marketplace's own client (1.9.1) describes."""
    return {"success": True, "count": len(rows), "truncated": False, "pending_price_increases": list(rows), **more}


async def test_an_increase_comes_out_whole(vast, provider):
    """Compute by GPU and hour (case a19), disk by GB and month, traffic by GB; null stays as it is."""
    provider.says(pending(ROW))
    fact = await vast.price_increases()
    assert isinstance(fact, Known)
    (increase,) = fact.value
    assert (ListingRef("vast", "4411"), "17") == (increase.ref, increase.id)
    assert (GpuRate(Decimal("0.9")), GpuRate(Decimal("1.8"))) == (increase.compute_now, increase.compute_then)
    disk = (increase.disk_usd_per_gb_month_now, increase.disk_usd_per_gb_month_then)
    assert (Decimal("0.1296"), None) == disk
    assert (Decimal("0.004"), None) == (increase.in_usd_per_gb_now, increase.in_usd_per_gb_then)
    assert (Decimal("0.01"), Decimal("0.02")) == (increase.out_usd_per_gb_now, increase.out_usd_per_gb_then)
    assert datetime(2026, 9, 24, 3, 43, 32, tzinfo=UTC) == increase.ends_now
    assert datetime(2026, 10, 1, 2, 23, 32, tzinfo=UTC) == increase.ends_then
    assert increase.asked_at is None


async def test_reading_asks_and_answers_nothing(vast, provider):
    """One GET, and no way to accept."""
    provider.says(pending(ROW))
    await vast.price_increases()
    assert [("GET", "/api/v0/instances/pending-price-increases/")] == [
        (request.method, request.url.path) for request in provider.requests
    ]
    assert not [name for name in dir(vast) if "accept" in name or "reject" in name]


async def test_none_pending_is_an_answer(vast, provider):
    """An empty list that says count 0."""
    provider.says(pending())
    assert () == (await vast.price_increases()).value


async def test_an_odd_old_price_or_date_is_unknown_and_its_row_stays(vast, provider):
    """A person is to hear of it all the same."""
    odd = {name: {"odd": [1]} for name in ROW if "old" in name or "date" in name}
    provider.says(pending(ROW | odd))
    (increase,) = (await vast.price_increases()).value
    assert ("17", GpuRate(Decimal("1.8"))) == (increase.id, increase.compute_then)
    assert {None} == {increase.compute_now, increase.ends_now, increase.ends_then}


@pytest.mark.parametrize("odd", ["1e999999999", '{"odd": 1}', '"dear"', "-1", "1e9", "true", '""'])
async def test_an_odd_new_price_never_looks_like_one_that_stays(vast, provider, odd):
    """Null means that it stays; anything else that is no price makes all unknown."""
    provider.says((200, json.dumps(pending(ROW | {"new_bwd_cost": "X"})).replace('"X"', odd)))
    assert Why.UNREADABLE is (await vast.price_increases()).why


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (pending(ROW, truncated=True), Why.HALF_READ),
        (pending(ROW, count=2), Why.HALF_READ),
        (pending(ROW, ROW), Why.HALF_READ),
        (pending(None), Why.UNREADABLE),
        (pending(ROW | {"contract_id": None}), Why.UNREADABLE),
        (pending(ROW | {"pending_price_increase_id": "x"}), Why.UNREADABLE),
        ({"success": True}, Why.UNREADABLE),
        ({"success": True, "pending_price_increases": {}}, Why.UNREADABLE),
        ({"success": False, "error": "odd"}, Why.REFUSED),
        ([], Why.UNREADABLE),
        ((401, ""), Why.BAD_KEY),
        ((403, {"success": False, "error": "auth_error", "msg": "This action requires login."}), Why.FORBIDDEN),
        ((404, {"success": False, "error": "auth_error", "msg": "Invalid user key"}), Why.BAD_KEY),
        ((410, ""), Why.DEPRECATED),
        ((429, "slow down"), Why.RATE_LIMITED),
        ((502, "<html>"), Why.SERVER_ERROR),
        ((200, "<html>", {"content-type": "text/html"}), Why.UNREADABLE),
    ],
    ids=range(17),
)
async def test_no_failure_looks_like_no_increase(vast, provider, answer, why):
    """Half a list, an odd row, 401 to 5xx, HTML."""
    provider.says(answer)
    assert why is (await vast.price_increases()).why
