from datetime import timedelta

import httpx
import pytest

from bot.sandbox.market import World
from bot.sandbox.market.instances import Instance

PATH = "/api/v0/instances/"


@pytest.fixture
def instance(world: World) -> Instance:
    """Give a running instance."""
    listing = next(each for each in world.listed() if world.is_free(each))
    return world.rent(listing.id)


async def pending(vast: httpx.AsyncClient) -> list[dict[str, object]]:
    """Get what waits for an answer."""
    answer = await vast.get(PATH + "pending-price-increases/")
    assert answer.status_code == 200
    body = answer.json()
    rows: list[dict[str, object]] = body["pending_price_increases"]
    assert (True, False, len(rows)) == (body["success"], body["truncated"], body["count"])
    return rows


async def test_a_wish_waits_with_old_and_new_prices(vast: httpx.AsyncClient, world: World, instance: Instance) -> None:
    """Compute by GPU and second; what stays is null."""
    assert [] == await pending(vast)
    later = world.clock.now() + timedelta(days=30)
    increase = world.ask_increase(instance.id, ends_at=later, gpu_hour=3.6, out_gb=0.02)
    (row,) = await pending(vast)
    assert (increase.id, instance.id) == (row["pending_price_increase_id"], row["contract_id"])
    assert row["new_gpu_costpersec"] == pytest.approx(0.001)
    assert row["old_gpu_costpersec"] == pytest.approx(instance.listing.price / instance.listing.gpus / 3600)
    assert (0.02, None, None) == (row["new_bwu_cost"], row["new_bwd_cost"], row["new_disk_ram_costpersec"])
    assert (instance.ends_at, later.timestamp()) == (row["contract_end_date"], row["ask_end_date"])


@pytest.mark.parametrize("how", ["accept", "reject"])
async def test_an_answer_is_noted_and_the_wish_is_gone(
    vast: httpx.AsyncClient, world: World, instance: Instance, how: str
) -> None:
    """So that a test can see that nobody accepted; once answered it is stale."""
    increase = world.ask_increase(instance.id, ends_at=world.clock.now() + timedelta(days=30), gpu_hour=3.6)
    body = {"pending_price_increase_id": increase.id}
    odd = await vast.put(f"{PATH}{how}-price-increase/", json=body | {"host_id": 1})
    assert (400, None) == (odd.status_code, increase.answer)
    assert (await vast.put(f"{PATH}{how}-price-increase/", json=body)).json()["contract_id"] == instance.id
    assert f"{how}ed" == increase.answer
    assert [] == await pending(vast)
    stale = await vast.put(f"{PATH}{how}-price-increase/", json=body)
    assert (404, "no_pending_price_increase") == (stale.status_code, stale.json()["error"])


async def test_the_wish_of_a_host_whose_machine_is_gone_is_gone_too(
    vast: httpx.AsyncClient, world: World, instance: Instance
) -> None:
    """There is no contract to extend."""
    world.ask_increase(instance.id, ends_at=world.clock.now() + timedelta(days=30), gpu_hour=3.6)
    world.destroy(instance.id)
    assert [] == await pending(vast)
