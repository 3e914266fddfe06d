import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import httpx
import pytest

from bot.sandbox.market import MarketStandIn, World
from bot.sandbox.market.instances import Instance
from bot.sandbox.market.machines import Listing


def free(world: World) -> Iterator[Listing]:
    """Yield listings that can be rented one after the other."""
    return (each for each in list(world.listed()) if world.is_free(each))


def rent_many(world: World, count: int) -> list[int]:
    """Rent so many listings and return the instances' ids."""
    rented: list[int] = []
    for listing in free(world):
        if len(rented) < count and world.is_free(listing):
            rented.append(world.rent(listing.id, label=f"run-{len(rented) % 3}").id)
    return rented


@pytest.fixture
def instance(world: World) -> Instance:
    """Give a running instance of 500 GB."""
    return world.rent(next(free(world)).id, disk_gb=500, label="llama-ft")


async def listed(client: httpx.AsyncClient, **query: object) -> dict[str, Any]:
    """Get a page of the v1 list."""
    params = {name: value if isinstance(value, str) else json.dumps(value) for name, value in query.items()}
    answer = await client.get("/api/v1/instances/", params=params)
    assert answer.status_code == 200, answer.text
    page: dict[str, Any] = answer.json()
    return page


async def test_a_page_holds_25_rows_and_a_token_to_the_next(vast: httpx.AsyncClient, world: World) -> None:
    """Sixty instances come on three pages, each once."""
    ids = rent_many(world, 60)
    found: list[int] = []
    sizes: list[int] = []
    query: dict[str, object] = {"limit": 100}
    while True:
        page = await listed(vast, **query)
        found += [row["id"] for row in page["instances"]]
        sizes.append(len(page["instances"]))
        if page["next_token"] is None:
            break
        query["after_token"] = page["next_token"]
    assert [25, 25, 10] == sizes
    assert ids == found
    assert (page["total_instances"], page["instances_found"]) == (60, 60)
    assert page["label_counts"] == {"run-0": 20, "run-1": 20, "run-2": 20}


async def test_a_page_follows_on_when_the_row_before_it_has_gone(vast: httpx.AsyncClient, world: World) -> None:
    """Destroying the last row of a page between two reads hides nothing."""
    ids = rent_many(world, 30)
    first = await listed(vast)
    world.vanish(ids[24])
    second = await listed(vast, after_token=first["next_token"])
    assert ids[25:] == [row["id"] for row in second["instances"]]


async def test_a_limit_below_one_means_five(vast: httpx.AsyncClient, world: World) -> None:
    """As documented."""
    rent_many(world, 7)
    assert len((await listed(vast, limit=0))["instances"]) == 5


async def test_columns_rows_and_order_can_be_chosen(vast: httpx.AsyncClient, world: World) -> None:
    """Unknown columns come back null."""
    rent_many(world, 9)
    page = await listed(
        vast,
        select_filters={"label": {"in": ["run-1", None]}},
        order_by=[{"col": "label", "dir": "asc"}, {"col": "id", "dir": "desc"}],
        select_cols=["id", "label", "no_such_column"],
    )
    rows = page["instances"]
    assert [{"label": "run-1", "no_such_column": None}] * 3 == [
        {name: row[name] for name in row if name != "id"} for row in rows
    ]
    assert [row["id"] for row in rows] == sorted((row["id"] for row in rows), reverse=True)
    assert (page["instances_found"], page["total_instances"]) == (3, 9)


@pytest.mark.parametrize(
    "params",
    [
        {"select_filters": '{"dph_total":{"lt":3}}'},
        {"select_filters": '{"num_gpus":{"eq":8}}'},
        {"select_filters": '{"label":"x"}'},
        {"select_filters": "{"},
        {"select_filters": "[]"},
        {"limit": "all"},
        {"order_by": '[{"col":"gpu_util"}]'},
        {"after_token": "nonsense"},
    ],
)
async def test_what_the_list_cannot_do_is_400(vast: httpx.AsyncClient, params: dict[str, str]) -> None:
    """Computed columns, bare values and tokens that are none."""
    answer = await vast.get("/api/v1/instances/", params=params)
    assert answer.status_code == 400
    assert answer.json()["success"] is False


async def test_an_offline_host_cannot_be_filtered_for(
    vast: httpx.AsyncClient, world: World, instance: Instance
) -> None:
    """Offline is computed: the row says so, the filter does not find it."""
    world.set_status(instance.id, "offline")
    (row,) = (await listed(vast))["instances"]
    assert (row["actual_status"], row["cur_state"], row["gpu_util"]) == ("offline", "running", None)
    assert (await listed(vast, select_filters={"actual_status": {"eq": "offline"}}))["instances"] == []


async def test_a_row_has_what_the_real_cli_needs(vast: httpx.AsyncClient, world: World, instance: Instance) -> None:
    """Numeric start_date and extra_env as pairs; the duration counts down; ports are strings."""
    instance.gpu_util = 97.5
    world.clock.advance(timedelta(hours=3))
    (row,) = (await listed(vast))["instances"]
    assert isinstance(row["start_date"], float)
    assert row["extra_env"] == []
    assert row["duration"] == pytest.approx(instance.ends_at - world.now)
    assert row["dph_total"] == row["dph_base"] + row["storage_cost"] * 500 / 720
    assert row["ports"]["22/tcp"][0]["HostPort"] == "22"
    assert (row["gpu_util"], row["machine_id"]) == (97.5, instance.listing.machine.id)


async def test_one_instance_comes_under_a_plural_key(vast: httpx.AsyncClient, instance: Instance) -> None:
    """One object, and null with 200 once it is gone."""
    path = f"/api/v0/instances/{instance.id}/"
    assert (await vast.get(path, params={"owner": "me"})).json()["instances"]["id"] == instance.id
    destroyed = await vast.request("DELETE", path, json={})
    assert destroyed.json()["success"] is True
    after = await vast.get(path)
    assert (after.status_code, after.json()) == (200, {"instances": None})
    again = await vast.request("DELETE", path, json={})
    assert (again.status_code, again.json()["error"]) == (404, "no_such_instance")


async def test_the_old_list_is_gone(vast: httpx.AsyncClient) -> None:
    """410 with the error that old clients swallow."""
    answer = await vast.get("/api/v0/instances/")
    assert (answer.status_code, answer.json()["error"]) == (410, "deprecated_endpoint")


async def test_renting_by_the_api(vast: httpx.AsyncClient, world: World) -> None:
    """new_contract is the instance; a second create of the same offer is refused, an unknown one too."""
    listing = next(free(world))
    body = {"client_id": "me", "image": "pytorch/pytorch", "disk": 200, "label": "a", "env": {"-p 22:22": "1"}}
    created = (await vast.put(f"/api/v0/asks/{listing.id}/", json=body)).json()
    assert created["success"] is True
    (row,) = (await listed(vast))["instances"]
    assert (row["id"], row["label"], row["disk_space"]) == (created["new_contract"], "a", 200.0)
    assert row["extra_env"] == [["-p 22:22", "1"]]
    again = await vast.put(f"/api/v0/asks/{listing.id}/", json=body)
    assert (again.status_code, again.json()["error"]) == (410, "no_such_ask")
    unknown = await vast.put("/api/v0/asks/5/", json=body)
    assert (unknown.status_code, unknown.json()["error"]) == (404, "invalid_args")


@pytest.mark.parametrize(
    ("change", "error"), [({"label": "x" * 257}, "label_too_long"), ({"image": ""}, "invalid_args")]
)
async def test_a_create_that_is_none_rents_nothing(
    vast: httpx.AsyncClient, world: World, change: dict[str, str], error: str
) -> None:
    """Refused before anything is rented."""
    answer = await vast.put(f"/api/v0/asks/{next(free(world)).id}/", json={"image": "a", "disk": 10} | change)
    assert (answer.status_code, answer.json()["error"]) == (400, error)
    assert world.instances() == []


async def test_stop_start_and_label(vast: httpx.AsyncClient, instance: Instance) -> None:
    """One endpoint manages all three."""
    path = f"/api/v0/instances/{instance.id}/"
    await vast.put(path, json={"state": "stopped"})
    assert (instance.actual_status, instance.intended_status) == ("stopped", "stopped")
    await vast.put(path, json={"state": "running"})
    assert instance.actual_status == "running"
    await vast.put(path, json={"label": "b"})
    assert instance.label == "b"
    assert (await vast.put(path, json={"label": "x" * 1025})).status_code == 400
    assert (await vast.put(path, json={"state": "flying"})).status_code == 400
    assert (await vast.put("/api/v0/instances/1/", json={"state": "stopped"})).status_code == 404


async def test_many_are_managed_and_destroyed_at_once(vast: httpx.AsyncClient, world: World) -> None:
    """Ids that are not there are passed over."""
    ids = rent_many(world, 3)
    await vast.put("/api/v0/instances/", json={"state": "stopped", "ids": [*ids, 1]})
    assert {each.actual_status for each in world.instances()} == {"stopped"}
    await vast.request("DELETE", "/api/v0/instances/", json={"instance_ids": [*ids[:2], 1]})
    assert [each.id for each in world.instances()] == ids[2:]


async def test_logs_are_403_until_the_host_has_uploaded(
    vast: httpx.AsyncClient, standin: MarketStandIn, instance: Instance
) -> None:
    """The address is absolute, public and empty-handed at first; tail and filter are strings."""
    instance.log += ["step 1 loss 3.0", "saving", "step 2 loss 2.5", "step 3 loss 2.4"]
    asked = await vast.put(f"/api/v0/instances/request_logs/{instance.id}/", json={"tail": "2", "filter": "loss"})
    url = asked.json()["result_url"]
    assert url.startswith(standin.vast_url)
    async with httpx.AsyncClient(trust_env=False) as anybody:
        assert (await anybody.get(url)).status_code == 403
        assert (await anybody.get(url)).text == "step 2 loss 2.5\nstep 3 loss 2.4\n"


async def test_an_offline_host_uploads_no_log(vast: httpx.AsyncClient, world: World, instance: Instance) -> None:
    """Its address stays 403."""
    world.set_status(instance.id, "offline")
    url = (await vast.put(f"/api/v0/instances/request_logs/{instance.id}/", json={})).json()["result_url"]
    assert [403] * 5 == [(await vast.get(url)).status_code for _ in range(5)]


async def test_filter_values(vast: httpx.AsyncClient, instance: Instance) -> None:
    """What the real CLI shows above its table."""
    (values,) = (await vast.get("/api/v0/instances/filters/")).json()["filters"]
    assert (values["actual_status"], values["gpu_name"]) == ("running", instance.listing.machine.card.name)


@pytest.mark.parametrize("path", ["/api/v0/users/current", "/api/v0/users/current/"])
async def test_the_user_has_credit(vast: httpx.AsyncClient, world: World, instance: Instance, path: str) -> None:
    """What can be spent is credit, and an hour of renting shows in it; balance is not it."""
    world.clock.advance(timedelta(hours=1))
    user = (await vast.get(path)).json()
    assert user["balance"] == 0
    spent = instance.listing.price + instance.listing.machine.storage_price * 500 / 720
    assert user["credit"] == pytest.approx(500 - spent, abs=1e-5)


async def test_what_was_prepaid_is_held_and_can_not_be_spent(
    vast: httpx.AsyncClient, world: World, instance: Instance
) -> None:
    """Nothing at first; of an instance that is gone, or another marketplace's, nothing is told."""
    path = f"/api/v0/instances/balance/{instance.id}/"
    nothing = {"success": True, "refundable_deposit": 0.0, "total_discount": 0.0, "discount_months": 0.0}
    assert (await vast.get(path)).json() == nothing
    world.prepay(instance.id, 12.4)
    assert (await vast.get(path)).json() == nothing | {"refundable_deposit": 12.4}
    assert (await vast.get("/api/v0/users/current")).json()["credit"] == 487.6
    instance.market = "cloudj"
    other = await vast.get(path)
    instance.market = "vast"
    world.destroy(instance.id)
    gone = await vast.get(path)
    assert [(404, "no_such_instance")] * 2 == [(each.status_code, each.json()["error"]) for each in (other, gone)]
    assert (await vast.get("/api/v0/users/current")).json()["credit"] == 500


@pytest.mark.parametrize("unit", ["seconds", "day index"])
async def test_charges_are_rows_by_instance_and_day(
    vast: httpx.AsyncClient, world: World, instance: Instance, unit: str
) -> None:
    """From noon over midnight: 12 hours, 24, and 12 more today; the days add up to the cost."""
    start = world.clock.now()
    world.clock.advance(timedelta(days=2))
    first, last = instance.started_at, world.now
    days = [first, last] if unit == "seconds" else [first // 86_400, last // 86_400]
    filters = {"day": {"gte": days[0], "lte": days[1]}}
    answer = await vast.get("/api/v0/charges/", params={"select_filters": json.dumps(filters), "limit": "2"})
    page = answer.json()
    assert (page["count"], page["total"]) == (2, 3)
    rest = await vast.get(
        "/api/v0/charges/",
        params={"select_filters": json.dumps(filters), "after_token": page["next_token"]},
    )
    rows = page["results"] + rest.json()["results"]
    assert {row["source"] for row in rows} == {f"instance-{instance.id}"}
    assert [row["amount"] for row in rows] == [pytest.approx(sum(i["amount"] for i in row["items"])) for row in rows]
    assert sum(row["amount"] for row in rows) == pytest.approx(world.cost(start, world.clock.now()))
    assert rows[1]["amount"] == pytest.approx(2 * rows[0]["amount"])


async def test_charges_without_a_range_are_refused(vast: httpx.AsyncClient) -> None:
    """Both ends are required."""
    answer = await vast.get("/api/v0/charges/", params={"select_filters": '{"day":{"gte":1}}'})
    assert (answer.status_code, answer.json()["success"]) == (400, False)


async def test_a_bad_key_is_404_and_no_key_403(standin: MarketStandIn) -> None:
    """Not 401, which clients expect."""
    async with httpx.AsyncClient(base_url=standin.vast_url, trust_env=False) as client:
        none = await client.get("/api/v1/instances/")
        bad = await client.get("/api/v1/instances/", headers={"Authorization": "Bearer other"})
        in_query = await client.get("/api/v1/instances/", params={"api_key": standin.vast_key})
    assert (none.status_code, none.json()["error"]) == (403, "auth_error")
    assert (bad.status_code, bad.json()["msg"]) == (404, "Invalid user key")
    assert in_query.status_code == 200
