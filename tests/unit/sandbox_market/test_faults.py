import json

import httpx
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.sandbox.market import Fault, Market, MarketStandIn, market_app

SEARCH = "/api/v0/bundles/"
EIGHT = {"gpu_name": {"eq": "H100 SXM"}, "num_gpus": {"eq": 8}, "geolocation": {"eq": "US"}}


@pytest.mark.parametrize(
    ("fault", "status", "text"),
    [
        (Fault.UNAUTHORIZED, 401, "auth_error"),
        (Fault.FORBIDDEN, 403, "requires login"),
        (Fault.BAD_KEY, 404, "Invalid user key"),
        (Fault.GONE, 410, "deprecated_endpoint"),
        (Fault.RATE_PLAIN, 429, "API requests too frequent: endpoint threshold=3.0"),
        (Fault.RATE_DETAIL, 429, '"detail"'),
        (Fault.RATE_JSON, 429, "rate_limit_exceeded"),
        (Fault.RATE_BODY, 429, '"retry_after":3.0'),
        (Fault.RATE_HEADER, 429, "rate_limit_exceeded"),
        (Fault.QUOTA, 429, "search_quota_exceeded"),
        (Fault.ERROR_500, 500, "<!DOCTYPE html>"),
        (Fault.ERROR_502, 502, "<!DOCTYPE html>"),
        (Fault.ERROR_503, 503, "<!DOCTYPE html>"),
        (Fault.HTML, 200, "<!DOCTYPE html>"),
        (Fault.SUCCESS_FALSE, 200, '"success":false'),
    ],
)
async def test_an_answer_instead(
    vast: httpx.AsyncClient, standin: MarketStandIn, fault: Fault, status: int, text: str
) -> None:
    """Each fault answers as the marketplace would, and no longer than it is on."""
    standin.faults.vast.on(fault)
    answer = await vast.post(SEARCH, json=EIGHT)
    assert (answer.status_code, text in answer.text) == (status, True)
    standin.faults.vast.off(fault)
    assert (await vast.post(SEARCH, json=EIGHT)).json()["offers"]


async def test_a_fault_can_be_for_one_path_and_a_number_of_times(
    vast: httpx.AsyncClient, standin: MarketStandIn
) -> None:
    """Other paths and later calls are answered well; Cloudj's dialect has its own switches."""
    standin.faults.vast.on(Fault.ERROR_502, path="/bundles/", times=2)
    assert (await vast.get("/api/v1/instances/")).status_code == 200
    assert [502, 502, 200] == [(await vast.post(SEARCH, json=EIGHT)).status_code for _ in range(3)]


async def test_a_body_that_ends_in_the_middle(vast: httpx.AsyncClient, standin: MarketStandIn) -> None:
    """Truncated: a whole answer of half a JSON text."""
    standin.faults.vast.on(Fault.TRUNCATED)
    answer = await vast.post(SEARCH, json=EIGHT)
    with pytest.raises(json.JSONDecodeError):
        answer.json()


@pytest.mark.parametrize("fault", [Fault.CUT, Fault.DROPPED])
async def test_a_connection_that_ends_in_the_middle(
    vast: httpx.AsyncClient, standin: MarketStandIn, fault: Fault
) -> None:
    """Cut and dropped are errors of the transport, and the next connection is good."""
    standin.faults.vast.on(fault, times=1)
    with pytest.raises(httpx.RemoteProtocolError):
        await vast.post(SEARCH, json={})
    assert (await vast.post(SEARCH, json=EIGHT)).status_code == 200


async def test_a_slow_answer_outlasts_a_clients_patience(vast: httpx.AsyncClient, standin: MarketStandIn) -> None:
    """Ten seconds unless told otherwise; the server does not wait for it when it stops."""
    standin.faults.vast.on(Fault.SLOW)
    with pytest.raises(httpx.ReadTimeout):
        await vast.post(SEARCH, json=EIGHT, timeout=0.05)


async def test_a_list_in_place_of_the_object(vast: httpx.AsyncClient, standin: MarketStandIn) -> None:
    """The same rows without their envelope."""
    good = (await vast.post(SEARCH, json=EIGHT)).json()["offers"]
    standin.faults.vast.on(Fault.LIST)
    assert good == (await vast.post(SEARCH, json=EIGHT)).json()


async def test_rows_that_are_missing_or_too_many(vast: httpx.AsyncClient, standin: MarketStandIn) -> None:
    """None, half of them, or one that the filter excludes."""
    good = (await vast.post(SEARCH, json=EIGHT)).json()["offers"]
    bad = []
    for fault in (Fault.EMPTY, Fault.HALF, Fault.STRAY):
        standin.faults.vast.on(fault, times=1)
        bad.append((await vast.post(SEARCH, json=EIGHT)).json()["offers"])
    assert [0, len(good) // 2, len(good) + 1] == [len(rows) for rows in bad]
    stray = bad[2][-1]
    assert (stray["gpu_name"], stray["num_gpus"], "US" in (stray["geolocation"] or "")) != ("H100 SXM", 8, True)


async def test_odd_rows(vast: httpx.AsyncClient, standin: MarketStandIn) -> None:
    """No price, numbers as strings, null; every fourth stays good."""
    standin.faults.vast.on(Fault.ODD)
    rows = (await vast.post(SEARCH, json={"limit": 4})).json()["offers"]
    assert "dph_base" not in rows[0]
    assert isinstance(rows[1]["num_gpus"], str)
    assert rows[2] is None
    assert isinstance(rows[3]["dph_base"], float)


async def test_row_faults_strike_cloudj_too(cloudj: httpx.AsyncClient, standin: MarketStandIn) -> None:
    """One set of faults, worked on either dialect."""
    query = {"model": "h100-sxm", "country": "US", "gpus": "8"}
    good = (await cloudj.get("/v1/listings", params=query)).json()["listings"]
    standin.faults.cloudj.on(Fault.STRAY)
    rows = (await cloudj.get("/v1/listings", params=query)).json()["listings"]
    assert len(rows) == len(good) + 1


async def test_a_fault_that_a_marketplace_never_has_is_refused(standin: MarketStandIn) -> None:
    """Cloudj's contract knows no bad key told as 404."""
    with pytest.raises(ValueError, match="never answers"):
        standin.faults.cloudj.on(Fault.BAD_KEY)


async def test_the_routes_can_be_mounted_under_a_prefix(standin: MarketStandIn) -> None:
    """Both dialects answer there, and log addresses keep the prefix."""
    market: Market = standin.market
    world = standin.world
    instance = world.rent(next(each.id for each in world.listed() if world.is_free(each)))
    app = web.Application()
    app.add_subapp("/market/", market_app(market))
    async with TestServer(app) as server:
        headers = {"Authorization": f"Bearer {standin.vast_key}"}
        base = str(server.make_url("/market"))
        async with httpx.AsyncClient(base_url=base, headers=headers, trust_env=False) as client:
            asked = await client.put(f"/api/v0/instances/request_logs/{instance.id}/", json={})
            url = asked.json()["result_url"]
            await client.get(url)
            assert (await client.get(url)).status_code == 200
    assert url.startswith(base)
