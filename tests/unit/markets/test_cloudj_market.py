from dataclasses import fields
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest

from bot.domain.gpu import Conflict, Form, Gpu, GpuAsk
from bot.domain.instance import Account, InstanceState
from bot.domain.listing import ListingRef, Pricing, Verification
from bot.domain.money import MachineRate
from bot.domain.outside import Known, Why
from bot.markets.cloudj import Cloudj

LISTING = {
    "id": "501",
    "machine_id": "77",
    "model": "h100-sxm",
    "gpu_memory_gb": 80,
    "gpus": 8,
    "country": "US",
    "price_per_minute": "0.2864",
    "storage_price_per_gb_month": "0.10",
    "bandwidth_price_per_gb": "0.02",
    "disk_available_gb": 2000,
    "reliability": 0.99,
    "max_duration_days": 14,
    "available_until": "2026-09-20T00:00:00Z",
    "account_level_required": 2,
}
INSTANCE = {
    "id": "9001",
    "label": "llama-ft",
    "machine_id": "77",
    "status": "running",
    "model": "a100-sxm4",
    "gpus": 2,
    "gpu_memory_gb": 40,
    "country": "US",
    "locked_price_per_minute": "0.0358",
    "storage_price_per_gb_month": "0.10",
    "bandwidth_price_per_gb": "0.02",
    "disk_gb": 500,
    "disk_used_gb": 120.5,
    "traffic_in_gb": 200,
    "traffic_out_gb": 3.5,
    "gpu_utilisation": 98,
    "deployed_at": "2026-08-20T06:00:00Z",
    "available_until": "2026-09-20T02:00:00+02:00",
    "ssh_host": "203.0.113.5",
    "ssh_port": 2222,
}


def page(*rows, after=None, name="listings"):
    """Give one page of a list."""
    return {name: list(rows), "next_cursor": after}


@pytest.fixture
def read(cloudj, provider):
    """Give a function that reads one listing with changes; None where it is not readable."""

    async def read(**changes):
        provider.says(page({**LISTING, "id": "good"}, {**LISTING, **changes}))
        fact = await cloudj.listings(None, Pricing.ON_DEMAND)
        assert isinstance(fact, Known), fact
        return fact.value.rows[1] if len(fact.value.rows) == 2 else None

    return read


async def test_a_listing_comes_out_whole(read):
    """The price by the minute is the machine's; one traffic price holds both ways; nothing is said of the uplink."""
    listing = await read()
    expected = {
        "ref": ListingRef("cloudj", "501"),
        "machine_id": "77",
        "gpu": Gpu("H100", 80, Form.SXM),
        "gpu_name": "h100-sxm",
        "gpus": 8,
        "country": "US",
        "compute": MachineRate(Decimal("17.1840")),
        "disk_usd_per_gb_month": Decimal("0.10"),
        "in_usd_per_gb": Decimal("0.02"),
        "out_usd_per_gb": Decimal("0.02"),
        "disk_gb": Decimal(2000),
        "uplink_mbps": None,
        "downlink_mbps": None,
        "reliability": Decimal("0.99"),
        "ends_at": datetime(2026, 9, 5, 18, 14, 42, tzinfo=UTC),
        "pricing": Pricing.ON_DEMAND,
        "verification": Verification.NOT_A_NOTION,
        "rentable": True,
        "datacenter": None,
        "account_level": "2",
        "mixed": False,
        "url": "https://app.cloudj.net/deploy/gpu?model=h100-sxm",
    }
    assert expected == {field.name: getattr(listing, field.name) for field in fields(listing)}


async def test_the_end_is_the_earlier_of_date_and_longest_deploy(read, clock):
    """Then the instance and its disk are removed; what is not said does not count."""
    until = datetime(2026, 9, 20, tzinfo=UTC)
    assert until == (await read(max_duration_days=60)).ends_at
    assert until == (await read(max_duration_days=None)).ends_at
    assert clock.now() + timedelta(days=0.5) == (await read(max_duration_days="0.5", available_until=None)).ends_at
    assert (await read(max_duration_days=None, available_until=None)).ends_at is None
    assert datetime(2026, 8, 25, 22, tzinfo=UTC) == (await read(available_until="2026-08-26T00:00:00+02:00")).ends_at


@pytest.mark.parametrize(
    "changes",
    [
        {"available_until": "2026-09-20T00:00:00"},
        {"available_until": "0001-01-01T00:00:00+14:00"},
        {"available_until": "soon"},
        {"max_duration_days": -1},
        {"max_duration_days": 1e9},
        {"price_per_minute": "0"},
        {"price_per_minute": "-0.1"},
        {"bandwidth_price_per_gb": "NaN"},
        {"reliability": 99},
        {"gpus": 0},
        {"model": ""},
    ],
    ids=str,
)
async def test_a_listing_that_cannot_be_is_counted_not_shown(read, changes):
    """A time without a zone is none, a free machine is none."""
    assert await read(**changes) is None


async def test_a_model_that_contradicts_its_memory_is_flagged(read):
    """Case b38 holds for every marketplace."""
    assert isinstance((await read(gpu_memory_gb=40)).gpu, Conflict)


async def test_every_page_of_every_model_is_read(cloudj, provider):
    """Asked by model alone, no country and no count; a listing on two pages counts once."""
    provider.says(page(LISTING, after="a"), page(LISTING, {**LISTING, "id": "502"}))
    fact = await cloudj.listings(GpuAsk("H100", 80, Form.SXM), Pricing.ON_DEMAND)
    assert ["501", "502"] == [row.ref.id for row in fact.value.rows]
    queries = [dict(request.url.params) for request in provider.requests]
    assert [{"model": "h100-sxm"}, {"model": "h100-sxm", "cursor": "a"}] == queries
    assert "https://cloudj.test/v1/listings" == str(provider.requests[0].url.copy_with(query=None))
    assert "Bearer cloudj-test-key" == provider.requests[0].headers["authorization"]


@pytest.mark.parametrize(
    ("gpu", "pricing"), [(GpuAsk("RTX 5090"), Pricing.ON_DEMAND), (GpuAsk("H100"), Pricing.BID), (None, Pricing.BID)]
)
async def test_what_cloudj_does_not_have_is_not_asked_for(cloudj, provider, gpu, pricing):
    """A card without a slug, and bids: nothing on offer, and that is known."""
    fact = await cloudj.listings(gpu, pricing)
    assert (0, "cloudj") == (fact.value.examined, fact.source)
    assert [] == provider.requests


async def test_one_listing_is_looked_up_in_the_whole_list(cloudj, provider):
    """The contract has no other way."""
    provider.says(page(LISTING, after="a"), page({**LISTING, "id": "502"}))
    assert "502" == (await cloudj.listing("502")).value.ref.id
    provider.says(page(LISTING))
    assert (await cloudj.listing("502")).value is None
    provider.says(page(LISTING, {"id": "502"}))
    assert Why.UNREADABLE is (await cloudj.listing("502")).why


ERRORS = [
    (401, "unauthorized", Why.BAD_KEY, "CLOUDJ_API_KEY"),
    (403, "account_level", Why.ACCOUNT_LEVEL, "account level"),
    (403, "forbidden", Why.FORBIDDEN, "CLOUDJ_API_KEY"),
    (404, "not_found", Why.REFUSED, "CLOUDJ_API_URL"),
    (409, "conflict", Why.REFUSED, "409 conflict"),
    (429, "rate_limited", Why.RATE_LIMITED, "RUNSITTER_POLL_SECONDS"),
    (500, "internal", Why.SERVER_ERROR, "500"),
]


@pytest.mark.parametrize(("status", "code", "why", "words"), ERRORS, ids=[row[1] for row in ERRORS])
async def test_each_error_is_told_with_its_remedy(cloudj, provider, status, code, why, words):
    """The contract's error form; its message is not repeated."""
    provider.says((status, {"error": {"code": code, "message": "cloudj-test-key <!channel>"}}, {"Retry-After": "9"}))
    fact = await cloudj.listings(None, Pricing.ON_DEMAND)
    assert (why, "cloudj") == (fact.why, fact.source)
    assert words in fact.sentence
    assert "<" not in fact.sentence
    assert "cloudj-test-key" not in fact.sentence


async def test_a_higher_account_level_is_asked_for_at_the_support(cloudj, provider):
    """The console says only that the class is not available."""
    provider.says((403, {"error": {"code": "account_level", "message": "x"}}))
    assert "contact its support early" in (await cloudj.listings(None, Pricing.ON_DEMAND)).sentence


@pytest.mark.parametrize("body", [{"listings": None}, {}, [], {"listings": [], "next_cursor": 5}], ids=str)
async def test_another_form_is_unreadable(cloudj, provider, body):
    """One gate per answer."""
    provider.says(body)
    assert Why.UNREADABLE is (await cloudj.listings(None, Pricing.ON_DEMAND)).why


async def test_pages_in_a_circle_are_half_an_answer(cloudj, provider):
    """For listings and for instances."""
    provider.says(page(LISTING, after="a"))
    assert Why.HALF_READ is (await cloudj.listings(None, Pricing.ON_DEMAND)).why
    provider.says(page(INSTANCE, after="a", name="instances"))
    assert Why.HALF_READ is (await cloudj.instances()).why


async def test_without_a_key_nothing_is_asked(client, provider, clock):
    """The answer is the setting's name."""
    market = Cloudj(client, url="https://cloudj.test", key="", clock=clock)
    facts = [
        await market.listings(None, Pricing.ON_DEMAND),
        await market.listing("501"),
        await market.instances(),
        await market.instance("9001"),
        await market.account(),
        await market.logs("9001", 5),
    ]
    assert {Why.NOT_SET_UP} == {fact.why for fact in facts}
    assert all("CLOUDJ_API_KEY" in fact.sentence for fact in facts)
    assert [] == provider.requests


async def test_an_instance_comes_out_whole(cloudj, provider):
    """Rates per hour, instants in UTC, use as a fraction."""
    provider.says(page(INSTANCE, name="instances"))
    (instance,) = (await cloudj.instances()).value
    expected = {
        "ref": ListingRef("cloudj", "9001"),
        "machine_id": "77",
        "label": "llama-ft",
        "state": InstanceState.RUNNING,
        "state_text": "running",
        "gpu": Gpu("A100", 40, Form.SXM),
        "gpu_name": "a100-sxm4",
        "gpus": 2,
        "country": "US",
        "compute": MachineRate(Decimal("2.1480")),
        "disk_usd_per_gb_month": Decimal("0.10"),
        "disk_gb": Decimal(500),
        "started_at": datetime(2026, 8, 20, 6, tzinfo=UTC),
        "ends_at": datetime(2026, 9, 20, tzinfo=UTC),
        "gpu_use": Decimal("0.98"),
        "ssh_host": "203.0.113.5",
        "ssh_port": 2222,
        "disk_used_gb": Decimal("120.5"),
        "traffic_in_gb": Decimal(200),
        "traffic_out_gb": Decimal("3.5"),
        "in_usd_per_gb": Decimal("0.02"),
        "out_usd_per_gb": Decimal("0.02"),
        "uplink_mbps": None,
        "pricing": Pricing.ON_DEMAND,
    }
    assert expected == {name: getattr(instance, name) for name in expected}


@pytest.mark.parametrize(
    ("status", "state"),
    [
        ("starting", InstanceState.PENDING),
        ("stopped", InstanceState.STOPPED),
        ("offline", InstanceState.OFFLINE),
        ("destroyed", InstanceState.UNKNOWN),
        (None, InstanceState.UNKNOWN),
        ({}, InstanceState.UNKNOWN),
    ],
)
async def test_each_status_has_its_state(cloudj, provider, status, state):
    """A word that is not known is unknown, and its row stays."""
    provider.says({**INSTANCE, "status": status})
    assert state is (await cloudj.instance("9001")).value.state


async def test_gone_is_404_with_the_contracts_code(cloudj, provider):
    """A web server's own 404 proves nothing; nor does another instance."""
    provider.says((404, {"error": {"code": "not_found", "message": "x"}}))
    assert (await cloudj.instance("9001")).value is None
    provider.says((404, "<html>not here</html>"))
    assert Why.REFUSED is (await cloudj.instance("9001")).why
    provider.says({**INSTANCE, "id": "9002"})
    assert Why.UNREADABLE is (await cloudj.instance("9001")).why


async def test_an_id_can_not_leave_its_place_in_the_path(cloudj, provider):
    """It is quoted."""
    provider.says((404, {"error": {"code": "not_found"}}))
    await cloudj.instance("../account?x")
    assert b"/v1/instances/..%2Faccount%3Fx" == provider.requests[0].url.raw_path


async def test_an_odd_figure_of_an_instance_is_unknown_and_its_row_stays(cloudj, provider):
    """One broken figure must not blind the watch over all machines."""
    odd = dict.fromkeys(("disk_used_gb", "traffic_in_gb", "traffic_out_gb", "bandwidth_price_per_gb"), -1)
    provider.says({**INSTANCE, **odd})
    instance = (await cloudj.instance("9001")).value
    assert InstanceState.RUNNING is instance.state
    assert {None} == {instance.disk_used_gb, instance.traffic_in_gb, instance.traffic_out_gb, instance.out_usd_per_gb}


@pytest.mark.parametrize(
    ("lines", "expected"), [(["a", "b", "c"], ("b", "c")), (["1%\r2%", ""], ("2%", "")), ([], ())], ids=str
)
async def test_the_last_lines_of_a_log(cloudj, provider, lines, expected):
    """Oldest first, as many as were asked for."""
    provider.says({"lines": lines})
    assert expected == (await cloudj.logs("9001", 2)).value
    (request,) = provider.requests
    assert ("/v1/instances/9001/logs", "2") == (request.url.path, request.url.params["tail"])


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"lines": None}, Why.UNREADABLE),
        ({"lines": [1]}, Why.UNREADABLE),
        ((404, {"error": {"code": "not_found"}}), Why.REFUSED),
        ((503, "<html>"), Why.SERVER_ERROR),
    ],
    ids=str,
)
async def test_a_log_that_cannot_be_read_is_told(cloudj, provider, answer, why):
    """And is not an empty one."""
    provider.says(answer)
    assert why is (await cloudj.logs("9001", 2)).why


async def test_what_cloudj_is_not_known_to_tell_is_unknown_and_not_nothing(cloudj, provider):
    """No charges, no increases and no deposit would be statements; nobody made them."""
    facts = [
        await cloudj.charges(date(2026, 4, 1), date(2026, 4, 2)),
        await cloudj.price_increases(),
        await cloudj.deposit("9001"),
    ]
    assert {(Why.NOT_OFFERED, "cloudj")} == {(fact.why, fact.source) for fact in facts}
    assert [] == provider.requests


async def test_the_account_tells_balance_and_level(cloudj, provider):
    """Money as a decimal string, exactly."""
    provider.says({"balance": "431.207000", "deposits": "21.5", "level": 2})
    assert Account(balance=Decimal("431.207000"), level="2") == (await cloudj.account()).value
    for impossible in ("NaN", "1e1000000", "-1e1000000", "1e-1000000"):
        provider.says({"balance": impossible})
        assert Why.UNREADABLE is (await cloudj.account()).why
