import asyncio
import json
from dataclasses import fields
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from itertools import product

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.listing import Pricing
from bot.domain.money import GpuRate, MachineRate
from bot.domain.outside import Known, Unknown
from bot.markets.cloudj import Cloudj
from bot.markets.vast import Vast

NOW = datetime(2026, 8, 22, 18, 14, 42, tzinfo=UTC)
DAYS = (date(2026, 8, 20), date(2026, 8, 24))

VAST_OFFER = {
    "ask_contract_id": 47905648, "id": 47905648, "machine_id": 68475, "gpu_name": "H100 SXM", "num_gpus": 8,
    "gpu_ram": 81559, "gpu_total_ram": 652472, "dph_base": 35.157333333333334, "min_bid": 29.888,
    "storage_cost": 0.19999999999999998, "inet_down_cost": 0.004, "inet_up_cost": 0.005386666666666667,
    "inet_down": 6230.3, "inet_up": 693.9, "disk_space": 27769.9, "reliability": 0.9983045, "reliability2": 0.9983045,
    "end_date": 1790221412.0, "duration": 2798929.064247608, "verification": "verified", "vericode": 1,
    "hosting_type": 0, "geolocation": "Japan, JP", "rentable": True, "is_bid": False,
}  # fmt: skip
VAST_INSTANCE = {
    "id": 312, "machine_id": 12, "num_gpus": 1, "actual_status": "running", "label": "llama-ft", "gpu_name": "RTX 4090",
    "gpu_ram": 24576, "geolocation": "California, US", "dph_base": 0.8, "storage_cost": 0.15, "disk_space": 10.08,
    "start_date": 1668804745.1, "end_date": 1735689600.0, "duration": 86400.0, "gpu_util": 97.5,
    "image_runtype": "ssh", "public_ipaddr": "203.0.113.111", "ssh_host": "ssh7.vast.ai", "ssh_port": 37044,
    "ports": {"22/tcp": [{"HostIp": "::", "HostPort": "40022"}]}, "disk_usage": 3.5, "inet_down_billed": 1782579.0,
    "inet_up_billed": 0, "inet_down_cost": 0.004, "inet_up_cost": 0.005, "inet_up": 693.9, "is_bid": False,
    "gpu_temp": 41.0,
}  # fmt: skip
CLOUDJ_LISTING = {
    "id": "501", "machine_id": "77", "model": "h100-sxm", "gpus": 8, "gpu_memory_gb": 80, "country": "US",
    "price_per_minute": "0.2864", "storage_price_per_gb_month": "0.10", "bandwidth_price_per_gb": "0.02",
    "disk_available_gb": 2000, "reliability": 0.99, "max_duration_days": 14, "available_until": "2026-09-20T00:00:00Z",
    "account_level_required": 2,
}  # fmt: skip
CLOUDJ_INSTANCE = {
    "id": "9001", "machine_id": "77", "gpus": 8, "label": None, "status": "running", "model": "h100-sxm",
    "gpu_memory_gb": 80, "country": "US", "locked_price_per_minute": "0.2864", "storage_price_per_gb_month": "0.10",
    "disk_gb": 500, "gpu_utilisation": 98, "deployed_at": "2026-08-20T00:00:00Z",
    "available_until": "2026-09-20T00:00:00Z", "ssh_host": "203.0.113.5", "ssh_port": 22, "disk_used_gb": 120.5,
    "traffic_in_gb": 200, "traffic_out_gb": 3.5, "bandwidth_price_per_gb": "0.02",
}  # fmt: skip
VAST_CHARGE = {
    "start": 1787356800, "end": 1787443200, "type": "instance", "source": "instance-4411", "amount": 4.0,
    "items": [{"type": "gpu", "amount": 3.5}, {"type": "sla", "amount": 0.5}], "metadata": {},
}  # fmt: skip
VAST_INCREASE = {
    "pending_price_increase_id": 17, "contract_id": 4411, "host_id": 7, "new_gpu_costpersec": 0.0005,
    "old_gpu_costpersec": 0.00025, "new_disk_ram_costpersec": None, "old_disk_ram_costpersec": 5e-08,
    "new_bwu_cost": 0.02, "old_bwu_cost": 0.01, "new_bwd_cost": None, "old_bwd_cost": 0.004,
    "contract_end_date": 1790221412.0, "ask_end_date": 1790821412.0, "created_at": None,
}  # fmt: skip

TOKENS = [
    "0", "-0", "-0.0", "1", "-1", "0.0001", "1e300", "1e-300", "1E+999", "1e999999999",
    "1e99999999999999999999", "-1e400", "NaN", "-Infinity", "Infinity", "true", "false", "null", '""', '" "',
    '"NaN"', '"sNaN"', '"-inf"', '"1e999999999"', '"null"', '"80 GB"', '"0x10"', '"\\ud800"', '"\\u0000"',
    "[]", "{}", "[[]]", "99999999999999999999999999999999999999", "1790221412000", "9007199254740993",
    "253402300800", '"9999-12-31T23:59:59Z"', '"0001-01-01T00:00:00+14:00"', '"2026-09-20T00:00:00"',
    '"2026-09-20"', '"verified"',
]  # fmt: skip

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
).map(json.dumps)
texts = values | st.sampled_from(TOKENS) | st.floats().map(json.dumps)


class Clock:
    """A clock that stands still; nothing here is asked twice."""

    def now(self):
        """Give the instant."""
        return NOW

    def monotonic(self):
        """Give a second."""
        return 1.0

    async def sleep(self, seconds):
        """Pass at once."""


def changed(row):
    """Give JSON texts of the row with up to three fields replaced by anything, or left out."""
    return st.dictionaries(st.sampled_from(sorted(row)), texts | st.just(""), min_size=1, max_size=3).map(
        lambda new: (
            "{"
            + ", ".join(
                f"{json.dumps(key)}: {new.get(key, json.dumps(value))}"
                for key, value in row.items()
                if new.get(key) != ""
            )
            + "}"
        )
    )


def ask(market, body, question, *, status=200):
    """Ask one question of a market that gives this body to everything."""

    async def answer():
        def respond(_request):
            return httpx.Response(status, content=body, headers={"content-type": "application/json"})

        async with httpx.AsyncClient(transport=httpx.MockTransport(respond)) as client:
            made = market(client, url="https://market.test", key="test-key", clock=Clock())
            return await question(made)

    return asyncio.run(answer())


def check_figures(thing):
    """Every figure is finite and not negative, every price above nothing, every instant aware UTC."""
    figures = [getattr(thing, field.name) for field in fields(thing)]
    for figure in figures:
        if isinstance(figure, Decimal):
            assert figure.is_finite()
            assert figure >= 0
        if isinstance(figure, datetime):
            assert timedelta(0) == figure.utcoffset()
    assert thing.gpus >= 1
    assert thing.compute is None or (isinstance(thing.compute, MachineRate) and thing.compute.usd_per_hour > 0)


def check_listings(fact, sent):
    """Either a reasoned unknown, or listings that are sound and as many as were sent."""
    if isinstance(fact, Unknown):
        return
    assert isinstance(fact, Known)
    assert sent == fact.value.examined
    for listing in fact.value.rows:
        check_figures(listing)
        assert listing.hourly(Decimal(500)) is None or listing.hourly(Decimal(500)).usd_per_hour > 0
        assert listing.reliability is None or listing.reliability <= 1


def listings(market):
    """Ask for everything."""
    return market.listings(None, Pricing.ON_DEMAND)


@given(odd=changed(VAST_OFFER), pricing=st.sampled_from(Pricing))
def test_anything_in_any_field_of_an_offer_is_sound_or_unreadable(odd, pricing):
    """No value crosses the gate that can't be, and none raises."""
    good = json.dumps(VAST_OFFER)
    body = f'{{"offers": [{good}, {odd}]}}'
    check_listings(ask(Vast, body, lambda market: market.listings(None, pricing)), 2)


@given(odd=changed(CLOUDJ_LISTING))
def test_anything_in_any_field_of_a_cloudj_listing_is_sound_or_unreadable(odd):
    """The same of the other market; a row with the good one's id is that listing once."""
    good = json.dumps({**CLOUDJ_LISTING, "id": "another"})
    fact = ask(Cloudj, f'{{"listings": [{good}, {odd}], "next_cursor": null}}', listings)
    check_listings(fact, 2)


@given(odd=changed(VAST_INSTANCE))
def test_anything_in_any_field_of_an_instance_is_sound_or_unknown(odd):
    """A row is never dropped: the list has it, or is unknown as a whole."""
    fact = ask(Vast, f'{{"instances": [{odd}], "total_instances": 1}}', lambda market: market.instances())
    if isinstance(fact, Known):
        (instance,) = fact.value
        check_figures(instance)


@given(odd=changed(CLOUDJ_INSTANCE))
def test_anything_in_any_field_of_a_cloudj_instance_is_sound_or_unknown(odd):
    """The same of the other market."""
    fact = ask(Cloudj, f'{{"instances": [{odd}], "next_cursor": null}}', lambda market: market.instances())
    if isinstance(fact, Known):
        (instance,) = fact.value
        check_figures(instance)


@given(odd=changed(VAST_CHARGE))
def test_anything_in_any_field_of_a_charge_is_sound_or_unknown(odd):
    """Every dollar is finite and on a day that was asked for; a row is told whole or makes all unknown."""
    fact = ask(Vast, f'{{"results": [{odd}], "total": 1}}', lambda market: market.charges(*DAYS))
    if isinstance(fact, Known):
        for charge in fact.value:
            assert charge.usd.is_finite()
            assert DAYS[0] <= charge.day < DAYS[1]


@given(odd=changed(VAST_INCREASE))
def test_anything_in_any_field_of_a_price_increase_is_sound_or_unknown(odd):
    """Every price is finite and not negative, every instant aware UTC."""
    fact = ask(Vast, f'{{"pending_price_increases": [{odd}], "count": 1}}', lambda market: market.price_increases())
    if isinstance(fact, Known):
        (increase,) = fact.value
        for figure in (getattr(increase, field.name) for field in fields(increase)):
            usd = figure.usd_per_hour if isinstance(figure, GpuRate) else figure
            assert not isinstance(usd, Decimal) or (usd.is_finite() and usd >= 0)
            assert not isinstance(figure, datetime) or timedelta(0) == figure.utcoffset()


@pytest.mark.parametrize(
    ("row", "market", "name"),
    [
        (VAST_OFFER, Vast, "offers"),
        (CLOUDJ_LISTING, Cloudj, "listings"),
        (VAST_INSTANCE, Vast, "instances"),
        (CLOUDJ_INSTANCE, Cloudj, "instances"),
    ],
    ids=["offer", "Cloudj listing", "instance", "Cloudj instance"],
)
def test_each_awkward_word_in_each_field_is_sound_or_unknown(row, market, name):
    """What chance might miss today: signalling NaN, numbers beyond every range, times without a zone."""
    question = listings if name != "instances" else lambda asked: asked.instances()
    for key, token in product(row, TOKENS):
        odd = ", ".join(f'"{each}": {token if each == key else json.dumps(value)}' for each, value in row.items())
        fact = ask(market, f'{{"{name}": [{{{odd}}}]}}', question)
        if isinstance(fact, Known):
            for thing in fact.value if name == "instances" else fact.value.rows:
                check_figures(thing)


QUESTIONS = [
    listings,
    lambda market: market.listing("4411"),
    lambda market: market.instances(),
    lambda market: market.instance("4411"),
    lambda market: market.account(),
    lambda market: market.charges(*DAYS),
    lambda market: market.price_increases(),
    lambda market: market.logs("4411", 20),
    lambda market: market.deposit("4411"),
]
NAMES = [
    "offers", "listings", "instances", "credit", "balance", "success", "error", "retry_after", "results",
    "pending_price_increases", "lines", "result_url", "refundable_deposit",
]  # fmt: skip
bodies = (
    st.binary(max_size=40)
    | texts.map(str.encode)
    | st.tuples(
        st.sampled_from(NAMES),
        texts,
    ).map(lambda pair: f'{{"{pair[0]}": {pair[1]}}}'.encode())
)


@given(
    market=st.sampled_from([Vast, Cloudj]),
    question=st.sampled_from(QUESTIONS),
    body=bodies,
    status=st.sampled_from([200, 200, 200, 204, 302, 400, 401, 403, 404, 410, 429, 500, 503]),
)
def test_any_body_under_any_status_is_a_fact(market, question, body, status):
    """No exception crosses the port."""
    fact = ask(market, body, question, status=status)
    assert isinstance(fact, Known | Unknown)
    if isinstance(fact, Unknown):
        assert fact.sentence.endswith(".")
        assert len(fact.sentence) < 400
