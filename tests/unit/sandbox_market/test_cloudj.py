from datetime import datetime
from decimal import Decimal
from typing import Any

import httpx
import pytest

from bot.sandbox.market import Fault, MarketStandIn, World
from bot.sandbox.market.cloudj_rows import is_offered
from bot.sandbox.market.instances import Instance


async def everything(client: httpx.AsyncClient, **query: str) -> list[dict[str, Any]]:
    """Read all pages of the listings."""
    rows: list[dict[str, Any]] = []
    while True:
        page = (await client.get("/v1/listings", params=query)).json()
        rows += page["listings"]
        if page["next_cursor"] is None:
            return rows
        query["cursor"] = page["next_cursor"]


@pytest.fixture
def instance(world: World) -> Instance:
    """Give an instance that was deployed through Cloudj."""
    listing = next(each for each in world.listed() if is_offered(each) and world.is_free(each))
    return world.rent(listing.id, disk_gb=500, label="llama-ft", market="cloudj")


async def test_listings_are_a_part_of_the_same_world(cloudj: httpx.AsyncClient, world: World) -> None:
    """The same machines and prices, by the minute, on pages of fifty."""
    rows = await everything(cloudj)
    assert len({row["id"] for row in rows}) == len(rows) > 50
    assert {row["model"] for row in rows} == {"h100-sxm", "a100-sxm4", "rtx-4090"}
    for row in rows:
        listing = world.listings[int(row["id"])]
        assert row["machine_id"] == str(listing.machine.id)
        assert Decimal(row["price_per_minute"]) * 60 == pytest.approx(Decimal(listing.price), abs=Decimal("0.0001"))
        assert datetime.fromisoformat(row["available_until"]).timestamp() == pytest.approx(listing.ends_at, abs=1)
        assert len(row["country"]) == 2
        assert row["account_level_required"] == (1 if row["model"] == "rtx-4090" else 2)


async def test_listings_by_model_country_and_count(cloudj: httpx.AsyncClient) -> None:
    """All three narrow; memory is in whole GB."""
    rows = await everything(cloudj, model="h100-sxm", country="US", gpus="8")
    assert rows
    assert {(row["model"], row["country"], row["gpus"]) for row in rows} == {("h100-sxm", "US", 8)}
    assert {row["gpu_memory_gb"] for row in rows} == {80}


async def test_what_is_rented_is_not_listed(cloudj: httpx.AsyncClient, instance: Instance) -> None:
    """Whichever marketplace it was rented through."""
    assert str(instance.listing.id) not in {row["id"] for row in await everything(cloudj)}


async def test_an_instance_from_deploy_to_404(cloudj: httpx.AsyncClient, world: World, instance: Instance) -> None:
    """Listed, looked at, offline, destroyed with 202 and then gone."""
    path = f"/v1/instances/{instance.id}"
    (row,) = (await cloudj.get("/v1/instances")).json()["instances"]
    assert (row["status"], row["label"], row["disk_gb"]) == ("running", "llama-ft", 500)
    world.set_status(instance.id, "offline")
    assert (await cloudj.get(path)).json()["status"] == "offline"
    assert (await cloudj.delete(path)).status_code == 202
    assert (await cloudj.get(path)).status_code == 404
    assert (await cloudj.delete(path)).status_code == 404


async def test_each_marketplace_sees_its_own_instances(
    cloudj: httpx.AsyncClient, vast: httpx.AsyncClient, instance: Instance
) -> None:
    """What was deployed through Cloudj is nothing to Vast.ai's dialect."""
    assert (await vast.get("/api/v1/instances/")).json()["instances"] == []
    assert (await vast.get(f"/api/v0/instances/{instance.id}/")).json()["instances"] is None
    assert len((await cloudj.get("/v1/instances")).json()["instances"]) == 1


async def test_logs_and_account(cloudj: httpx.AsyncClient, instance: Instance) -> None:
    """The last lines; a deposit of about an hour beside the balance."""
    instance.log += ["a", "b", "c"]
    logs = await cloudj.get(f"/v1/instances/{instance.id}/logs", params={"tail": "2"})
    assert logs.json() == {"lines": ["b", "c"]}
    account = (await cloudj.get("/v1/account")).json()
    assert account["level"] == 2
    assert Decimal(account["balance"]) + Decimal(account["deposits"]) == 500
    assert Decimal(account["deposits"]) == pytest.approx(Decimal(instance.listing.price), abs=Decimal("0.001"))


async def test_refusals_have_code_and_message(cloudj: httpx.AsyncClient, standin: MarketStandIn) -> None:
    """A bad key, an odd cursor, and what faults can make of it."""
    bad = await cloudj.get("/v1/listings", headers={"Authorization": "Bearer other"})
    assert (bad.status_code, bad.json()["error"]["code"]) == (401, "unauthorized")
    odd = await cloudj.get("/v1/listings", params={"cursor": "x"})
    assert odd.status_code == 400
    standin.faults.cloudj.on(Fault.ACCOUNT_LEVEL, times=1)
    level = await cloudj.get("/v1/listings")
    assert (level.status_code, level.json()["error"]["code"]) == (403, "account_level")
    standin.faults.cloudj.on(Fault.RATE_HEADER, times=1)
    assert (await cloudj.get("/v1/listings")).headers["Retry-After"] == "3"
