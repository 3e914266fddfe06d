import json
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.sandbox.clock import SandboxClock
from bot.sandbox.market import MarketStandIn, World
from bot.sandbox.market.machines import Listing
from bot.sandbox.market.vast_book import OfferBook
from bot.sandbox.market.vast_query import parse

EIGHT_H100 = {"gpu_name": {"eq": "H100 SXM"}, "num_gpus": {"eq": "8"}, "geolocation": {"eq": "US"}}


async def search(client: httpx.AsyncClient, body: dict[str, Any]) -> list[dict[str, Any]]:
    """Post a search and return its rows."""
    answer = await client.post("/api/v0/bundles/", json=body)
    assert answer.status_code == 200, answer.text
    rows: list[dict[str, Any]] = answer.json()["offers"]
    return rows


async def test_the_content_type_is_exactly_json(vast: httpx.AsyncClient) -> None:
    """With a charset the real CLI shows no offers."""
    answer = await vast.post("/api/v0/bundles/", json=EIGHT_H100)
    assert answer.headers["content-type"] == "application/json"


async def test_prices_add_up_as_in_recorded_rows(vast: httpx.AsyncClient) -> None:
    """storage_total_cost is storage_cost x GB / 720, exactly; dph_total is that and dph_base; no traffic in it."""
    for row in await search(vast, {}):
        assert row["storage_total_cost"] == row["storage_cost"] * 8 / 720
        assert row["dph_total"] == row["dph_base"] + row["storage_total_cost"]
        assert row["dph_total_adj"] == pytest.approx(row["dph_total"] + 2 * row["inet_down_cost"])
        assert row["reliability"] == row["reliability2"]
        assert row["id"] == row["ask_contract_id"]


async def test_allocated_storage_prices_and_filters_nothing(vast: httpx.AsyncClient) -> None:
    """As many rows as before, each dearer by its own storage price."""
    small = {row["id"]: row for row in await search(vast, {"allocated_storage": 0})}
    large = await search(vast, {"allocated_storage": 720})
    assert set(small) == {row["id"] for row in large}
    for row in large:
        assert row["dph_total"] == pytest.approx(small[row["id"]]["dph_total"] + row["storage_cost"])


async def test_duration_is_what_is_left_at_one_instant(vast: httpx.AsyncClient, world: World) -> None:
    """end_date - duration is the same for all rows of an answer: the time it was made at."""
    world.clock.advance(123.25)
    rows = await search(vast, {})
    assert {round(row["end_date"] - row["duration"], 3) for row in rows} == {round(world.now, 3)}


async def test_a_row_is_as_large_as_a_real_one(vast: httpx.AsyncClient) -> None:
    """About ninety fields, two to three kilobytes, no field twice."""
    answer = await vast.post("/api/v0/bundles/", json={"limit": 1})
    (row,) = answer.json()["offers"]
    (pairs,) = json.loads(answer.text, object_pairs_hook=list)[0][1]
    assert 85 <= len(row) <= 105
    assert len(row) == len(pairs)
    assert 1_800 <= len(answer.content) <= 3_200


async def test_a_country_filter_sees_the_code_after_the_last_comma(vast: httpx.AsyncClient) -> None:
    """A state, nothing or nobody before it: all in the US; Georgia the country is not."""
    found = {row["geolocation"] for row in await search(vast, {"geolocation": {"eq": "US"}})}
    assert {", US", "Texas, US"} < found
    assert all(each.rpartition(",")[2].strip() == "US" for each in found)
    both = {row["geolocation"] for row in await search(vast, {"geolocation": {"in": ["US", "CA"]}})}
    assert "Quebec, CA" in both
    assert found < both


async def test_an_offer_is_selected_by_ask_contract_id_and_not_by_id(vast: httpx.AsyncClient) -> None:
    """`id` is accepted and selects nothing out."""
    everything = await search(vast, {})
    wanted = everything[7]["id"]
    assert [wanted] == [row["id"] for row in await search(vast, {"ask_contract_id": {"eq": wanted}})]
    assert len(everything) == len(await search(vast, {"id": {"eq": wanted}}))


async def test_order_and_limit(vast: httpx.AsyncClient) -> None:
    """Sorted by price, cut at the limit; by default the best score comes first."""
    cheap = await search(vast, {"order": [["dph_total", "asc"]], "limit": "10"})
    prices = [row["dph_total"] for row in cheap]
    assert len(prices) == 10
    assert prices == sorted(prices)
    scores = [row["score"] for row in await search(vast, {})]
    assert scores == sorted(scores, reverse=True)
    cores = [row["cpu_cores"] for row in await search(vast, {"order": [["cpu_cores", "desc"], ["id", "asc"]]})]
    known = [each for each in cores if each is not None]
    assert cores == sorted(known, reverse=True) + [None] * (len(cores) - len(known))


async def test_a_bid_is_priced_at_its_floor(vast: httpx.AsyncClient) -> None:
    """Type bid shows the spot floor as the base, which can be above the on-demand price."""
    bids = await search(vast, {"type": "bid"})
    assert all(row["is_bid"] and row["dph_base"] == row["min_bid"] for row in bids)
    asks = await search(vast, {"type": "ondemand"})
    assert any(row["min_bid"] > row["dph_total"] for row in asks)


async def test_what_is_rented_says_so_and_has_no_start(vast: httpx.AsyncClient, world: World) -> None:
    """Asking for rentable true leaves out what others rent, and what we rented a moment ago."""
    free = await search(vast, {"rentable": {"eq": True}})
    gone = free[0]["id"]
    world.rent(gone)
    assert gone not in {row["id"] for row in await search(vast, {"rentable": {"eq": True}})}
    (row,) = await search(vast, {"ask_contract_id": {"eq": gone}})
    assert (row["rentable"], row["rented"], row["start_date"]) == (False, True, None)


async def test_the_default_filters_of_the_cli_leave_offers(vast: httpx.AsyncClient) -> None:
    """verified, external false (null in rows) and rentable, as vastai 1.9.1 sends them."""
    filters = {"verified": {"eq": True}, "external": {"eq": False}, "rentable": {"eq": True}}
    rows = await search(vast, filters | EIGHT_H100)
    assert len(rows) >= 4
    assert {row["verification"] for row in rows} == {"verified"}


async def test_all_three_ways_to_search_answer_alike(vast: httpx.AsyncClient) -> None:
    """POST with a body, GET with ?q= and PUT /search/asks/."""
    posted = await search(vast, EIGHT_H100)
    got = await vast.get("/api/v0/bundles/", params={"q": json.dumps(EIGHT_H100)})
    put = await vast.put("/api/v0/search/asks/", json={"select_cols": ["*"], "q": EIGHT_H100})
    assert posted == got.json()["offers"] == put.json()["offers"]


async def test_searching_needs_no_key(standin: MarketStandIn) -> None:
    """Public clients post without an Authorization header."""
    async with httpx.AsyncClient(base_url=standin.vast_url, trust_env=False) as nobody:
        assert await search(nobody, EIGHT_H100)
        assert "H100 SXM" in (await nobody.get("/api/v0/gpu_names/unique/")).json()["gpu_names"]


@pytest.mark.parametrize("body", [{"gpu_name": "H100 SXM"}, {"gpu_nam": {"eq": "H100 SXM"}}, {"order": [["x", "asc"]]}])
async def test_a_query_that_is_none_is_400(vast: httpx.AsyncClient, body: dict[str, Any]) -> None:
    """A bare value and a column that is not there."""
    answer = await vast.post("/api/v0/bundles/", json=body)
    assert answer.status_code == 400
    assert answer.json()["error"] == "bad_request"


async def test_requests_are_remembered(vast: httpx.AsyncClient, standin: MarketStandIn) -> None:
    """Method, path, query, body and headers, for tests to look at."""
    await vast.post("/api/v0/bundles/", params={"a": "b"}, json=EIGHT_H100)
    (seen,) = standin.requests.of("POST", "/bundles/")
    assert (seen.method, seen.path, seen.query, seen.body) == ("POST", "/api/v0/bundles/", {"a": "b"}, EIGHT_H100)
    assert seen.headers["Authorization"] == f"Bearer {standin.vast_key}"


@pytest.fixture(scope="session")
def book(three_thousand: list[Listing]) -> OfferBook:
    """Give an offer book of 1,000 listings, on a clock that stands still."""
    noon = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
    return OfferBook(World(SandboxClock(noon, rate=0), three_thousand[:1_000]))


@pytest.fixture(scope="session")
def rows(book: OfferBook) -> list[dict[str, Any]]:
    """Give every row of the market, unfiltered."""
    return [json.loads(row) for row in book.search(parse({}))]


figures = st.fixed_dictionaries(
    {},
    optional={
        "num_gpus": st.sampled_from([1, 2, 4, 8]),
        "dph_total": st.floats(0.05, 40),
        "duration": st.floats(0, 190 * 86_400),
        "reliability": st.floats(0.6, 1),
        "inet_down_cost": st.sampled_from([0, 0.0026041666666666665, 0.005]),
        "cpu_cores": st.sampled_from([32, 128, 256]),
        "gpu_ram": st.sampled_from([24_000.0, 40_960, 79_000.0]),
        "disk_space": st.floats(10, 9_000),
    },
)


@given(
    at_least=figures,
    below=figures,
    name=st.none() | st.sampled_from(["H100 SXM", "RTX 4090", "A100 SXM4"]),
    countries=st.none() | st.lists(st.sampled_from(["US", "CA", "GE"]), min_size=1),
)
def test_a_search_finds_what_a_look_at_every_row_finds(
    book: OfferBook,
    rows: list[dict[str, Any]],
    at_least: dict[str, float],
    below: dict[str, float],
    name: str | None,
    countries: list[str] | None,
) -> None:
    """The filters against a plain walk over the unfiltered answer."""
    query: dict[str, Any] = {}
    expected = rows
    for field, value in at_least.items():
        query.setdefault(field, {})["gte"] = str(value)
        expected = [row for row in expected if row[field] is not None and row[field] >= value]
    for field, value in below.items():
        query.setdefault(field, {})["lt"] = value
        expected = [row for row in expected if row[field] is not None and row[field] < value]
    if name is not None:
        query["gpu_name"] = {"eq": name}
        expected = [row for row in expected if row["gpu_name"] == name]
    if countries is not None:
        query["geolocation"] = {"in": countries}
        ends = tuple(countries)
        expected = [row for row in expected if (row["geolocation"] or "").endswith(ends)]
    found = [json.loads(row) for row in book.search(parse(query))]
    assert [row["id"] for row in expected] == [row["id"] for row in found]
