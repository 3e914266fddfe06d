from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from bot.domain.gpu import Conflict, Gpu, Unrecognised
from bot.domain.instance import Account, InstanceState
from bot.domain.listing import ListingRef, Pricing
from bot.domain.money import MachineRate
from bot.domain.outside import Known, Unknown, Why


def page(*rows, after=None, total=None):
    """Give one page of the list."""
    return {
        "success": True,
        "instances": list(rows),
        "next_token": after,
        "total_instances": len(rows) if total is None else total,
    }


def row(number, **more):
    """Give the least that an instance must say."""
    return {"id": number, "machine_id": 7, "num_gpus": 1, **more}


@pytest.fixture
def read(vast, provider):
    """Give a function that reads one instance by id."""

    async def read(**fields):
        provider.says({"instances": row(312, **fields)})
        fact = await vast.instance("312")
        assert isinstance(fact, Known), fact
        return fact.value

    return read


async def test_the_documented_list_comes_out_whole(vast, provider, recorded):
    """The example of the API's reference."""
    provider.says(recorded["docs_v1_list_example"])
    fact = await vast.instances()
    assert isinstance(fact, Known)
    (instance,) = fact.value
    assert ListingRef("vast", "312") == instance.ref
    assert ("12", "ML Training Job 2025", "running") == (instance.machine_id, instance.label, instance.state_text)
    assert InstanceState.RUNNING is instance.state
    assert (Gpu("RTX 4090", 24), 1, "US") == (instance.gpu, instance.gpus, instance.country)
    assert (MachineRate(Decimal("0.8")), Decimal("0.15")) == (instance.compute, instance.disk_usd_per_gb_month)
    assert (Decimal("10.08"), Decimal(0)) == (instance.disk_gb, instance.gpu_use)
    assert datetime(2025, 1, 1, tzinfo=UTC) == instance.ends_at
    assert datetime(2022, 11, 18, 20, 52, 25, 122318, tzinfo=UTC) == instance.started_at
    assert ("ssh123.vast.ai", 10600) == (instance.ssh_host, instance.ssh_port)
    assert (Decimal("0.05"), Pricing.ON_DEMAND) == (instance.disk_used_gb, instance.pricing)
    silent = (instance.traffic_in_gb, instance.traffic_out_gb, instance.in_usd_per_gb, instance.uplink_mbps)
    assert (None, None, None, None) == silent


async def test_the_other_recorded_instances_are_read(vast, provider, recorded):
    """One that just started, and one that stopped with its disk use unknown."""
    provider.says(recorded["docs_v0_single_example"])
    starting = (await vast.instance("883")).value
    assert (None, None, 1) == (starting.label, starting.gpu_use, starting.gpus)
    provider.says({"instances": recorded["stopped_with_unknown_disk"]})
    stopped = (await vast.instance("46193810")).value
    assert (InstanceState.STOPPED, "DE", None) == (stopped.state, stopped.country, stopped.disk_used_gb)


async def test_a_destroyed_instance_is_200_with_null(vast, provider, recorded):
    """As recorded live."""
    provider.says(recorded["live_destroyed_2026-05"])
    fact = await vast.instance("36717044")
    assert Known(None, fact.at, "vast") == fact


@pytest.mark.parametrize(
    ("response", "why"),
    [
        ((404, {"success": False, "error": "auth_error", "msg": "Invalid user key"}), Why.BAD_KEY),
        ((404, {"success": False, "error": "not_found", "msg": "?"}), Why.REFUSED),
        ((404, "no such page"), Why.REFUSED),
        ({}, Why.UNREADABLE),
        ({"instances": []}, Why.UNREADABLE),
        ({"instances": row(313)}, Why.UNREADABLE),
        ({"instances": {"id": 312, "num_gpus": 1}}, Why.UNREADABLE),
        ({"success": False, "instances": None}, Why.REFUSED),
    ],
)
async def test_nothing_else_counts_as_gone(vast, provider, response, why):
    """A machine that may still cost money is not called gone."""
    provider.says(response)
    assert why is (await vast.instance("312")).why


async def test_a_404_that_names_the_instance_as_missing_is_gone(vast, provider):
    """The code says so, not the status."""
    provider.says((404, {"success": False, "error": "no_such_instance", "msg": "gone"}))
    assert (await vast.instance("312")).value is None


async def test_all_pages_are_read_at_the_lists_own_pace(vast, provider, clock):
    """A forgotten page hides machines that are paid for; each is heard of, lest a list that comes be given up."""
    provider.says(
        page(row(1), row(2), after="a", total=5), page(row(3), row(4), after="b", total=5), page(row(5), total=5)
    )
    came = []
    fact = await vast.instances(lambda: came.append(len(provider.requests)))
    assert [1, 2, 3] == came
    assert ["1", "2", "3", "4", "5"] == [instance.ref.id for instance in fact.value]
    assert [None, "a", "b"] == [request.url.params.get("after_token") for request in provider.requests]
    assert {"25"} == {request.url.params["limit"] for request in provider.requests}
    assert {"/api/v1/instances/"} == {request.url.path for request in provider.requests}
    assert [1.0, 1.0] == clock.slept


@pytest.mark.parametrize(
    "pages",
    [
        [page(row(1), after="a", total=2), page(row(2), after="a", total=2)],
        [page(row(1), after="a", total=3), page(row(2), after="b", total=3), page(row(3), after="a", total=3)],
        [page(row(1), total=2)],
        [page(row(1), after="a", total=2), page(row(1), total=2)],
        [page(total=1)],
    ],
    ids=["same mark", "marks in a circle", "fewer than the total", "a row twice", "empty with a total"],
)
async def test_a_list_that_does_not_add_up_is_half_an_answer(vast, provider, pages):
    """Nothing is concluded from it."""
    provider.says(*pages)
    fact = await vast.instances()
    assert Why.HALF_READ is fact.why
    assert "nothing is concluded" in fact.sentence


async def test_a_page_that_fails_fails_the_list(vast, provider):
    """The pages before it are not the list."""
    provider.says(page(row(1), after="a"), (500, ""))
    assert Why.SERVER_ERROR is (await vast.instances()).why


@pytest.mark.parametrize("odd", [None, [], {"id": 1}, row("x"), row(2, num_gpus=0), row(3, machine_id=None)], ids=str)
async def test_one_instance_that_cannot_be_told_makes_the_list_unknown(vast, provider, odd):
    """A row that is dropped would look like a machine that is gone."""
    provider.says(page(row(1), odd))
    fact = await vast.instances()
    assert Why.UNREADABLE is fact.why
    assert "an instance" in fact.sentence


async def test_an_account_without_instances_is_an_answer(vast, provider):
    """An empty list that says total 0."""
    provider.says(page())
    assert () == (await vast.instances()).value


STATES = [
    (None, InstanceState.PENDING),
    ("created", InstanceState.PENDING),
    ("loading", InstanceState.PENDING),
    ("scheduling", InstanceState.PENDING),
    ("rebooting", InstanceState.PENDING),
    ("running", InstanceState.RUNNING),
    ("frozen", InstanceState.RUNNING),
    ("stopped", InstanceState.STOPPED),
    ("exited", InstanceState.STOPPED),
    ("offline", InstanceState.OFFLINE),
    ("unknown", InstanceState.UNKNOWN),
    ("a word of next year", InstanceState.UNKNOWN),
]


@pytest.mark.parametrize(("status", "expected"), STATES)
async def test_each_status_word_has_its_state(read, status, expected):
    """`cur_state` stays running on a dead host and is not asked."""
    instance = await read(actual_status=status, cur_state="running", intended_status="running")
    assert (expected, status or "being provisioned") == (instance.state, instance.state_text)


async def test_free_text_that_may_hold_tokens_is_not_taken_over(read):
    """`status_msg`, `onstart` and `extra_env` stay behind the gate."""
    instance = await read(status_msg="token-fake", extra_env=[["HF_TOKEN", "token-fake"]], onstart="token-fake")
    assert "token-fake" not in repr(instance)


OPTIONAL = """label gpu_name gpu_ram geolocation dph_base storage_cost disk_space start_date end_date duration gpu_util
    public_ipaddr ssh_host ssh_port ports disk_usage inet_down_billed inet_up_billed inet_down_cost inet_up_cost
    inet_up is_bid gpu_temp"""


async def test_an_odd_field_is_unknown_and_its_row_stays(read):
    """One broken figure must not blind the watch over all machines."""
    odd = {name: {"odd": [1]} for name in OPTIONAL.split()}
    instance = await read(**odd, actual_status="running")
    assert InstanceState.RUNNING is instance.state
    assert isinstance(instance.gpu, Unrecognised)
    named = """label country compute disk_gb started_at ends_at gpu_use ssh_host disk_used_gb traffic_in_gb
        traffic_out_gb in_usd_per_gb out_usd_per_gb uplink_mbps pricing"""
    expected = dict.fromkeys(named.split())
    assert expected == {name: getattr(instance, name) for name in expected}


async def test_duration_is_what_is_left_of_the_contract(read, clock):
    """Not the age, as the marketplace's own client makes of it."""
    assert clock.now() + timedelta(hours=2) == (await read(duration=7200)).ends_at
    end = clock.now() + timedelta(hours=9)
    assert end == (await read(duration=7200, end_date=end.timestamp())).ends_at


@pytest.mark.parametrize(("percent", "expected"), [(97.5, "0.975"), (0, "0"), ("12", "0.12"), (100, "1")])
async def test_gpu_use_becomes_a_fraction(read, percent, expected):
    """Percent on the wire, whatever the reference says."""
    assert Decimal(expected) == (await read(gpu_util=percent)).gpu_use


@pytest.mark.parametrize("percent", [None, -1, 101, "nan"])
async def test_no_report_is_not_zero_use(read, percent):
    """Null, and what can't be, is unknown."""
    assert (await read(gpu_util=percent)).gpu_use is None


async def test_a_gpu_at_zero_degrees_has_sent_no_report(read):
    """Measured by others: use and temperature are both 0 where the host skipped a report; idle ones are warm."""
    assert (await read(gpu_util=0.0, gpu_temp=0.0)).gpu_use is None
    assert Decimal(0) == (await read(gpu_util=0.0, gpu_temp=41.0)).gpu_use
    assert Decimal(0) == (await read(gpu_util=0.0, gpu_temp=None)).gpu_use
    assert Decimal("0.5") == (await read(gpu_util=50, gpu_temp=0)).gpu_use


@pytest.mark.parametrize(("told", "expected"), [(120.5, "120.5"), ("7", "7"), (0, "0"), (-1, None), (None, None)])
async def test_a_disk_use_of_minus_one_is_unknown(read, told, expected):
    """GB used, as documented."""
    assert (None if expected is None else Decimal(expected)) == (await read(disk_usage=told)).disk_used_gb


@pytest.mark.parametrize(
    ("told", "expected"), [(1_782_579, "1.782579"), ("500000", "0.5"), (0, "0"), (None, None), (-1, None)]
)
async def test_traffic_counts_kilobytes(read, told, expected):
    """Down is in, up is out; null is unknown, and not nothing."""
    instance = await read(inet_down_billed=told, inet_up_billed=told)
    gb = None if expected is None else Decimal(expected)
    assert (gb, gb) == (instance.traffic_in_gb, instance.traffic_out_gb)


async def test_traffic_prices_and_the_uplink_are_the_contracts(read):
    """Dollars a GB and Mbit/s."""
    instance = await read(inet_down_cost=0.004, inet_up_cost="0.0053", inet_up=693.9, inet_down=6230.3)
    assert (Decimal("0.004"), Decimal("0.0053")) == (instance.in_usd_per_gb, instance.out_usd_per_gb)
    assert Decimal("693.9") == instance.uplink_mbps


@pytest.mark.parametrize(
    ("told", "expected"), [(True, Pricing.BID), (False, Pricing.ON_DEMAND), (None, None), ("perhaps", None)]
)
async def test_how_the_price_binds_is_read_back(read, told, expected):
    """Case a18: a creation without a bid silently rents on demand."""
    assert expected is (await read(is_bid=told)).pricing


async def test_forty_machines_are_two_requests(vast, provider):
    """Case c61: pages of 25, and nobody is asked for by id."""
    rows = [row(number) for number in range(1, 41)]
    provider.says(page(*rows[:25], after="a", total=40), page(*rows[25:], total=40))
    assert 40 == len((await vast.instances()).value)
    assert 2 == len(provider.requests)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"success": False, "error": "deprecated_endpoint"}, Why.DEPRECATED),
        ((200, ""), Why.HALF_READ),
        ((200, "null"), Why.UNREADABLE),
        ({"instances": {}}, Why.UNREADABLE),
        ([], Why.UNREADABLE),
        ((410, {"success": False, "error": "deprecated_endpoint", "msg": "use v1"}), Why.DEPRECATED),
        ((401, ""), Why.BAD_KEY),
        ((429, "slow down"), Why.RATE_LIMITED),
        ((502, "<html>"), Why.SERVER_ERROR),
        ((200, "<html>", {"content-type": "text/html"}), Why.UNREADABLE),
    ],
    ids=range(10),
)
async def test_no_failure_looks_like_an_account_without_machines(vast, provider, answer, why):
    """Cases c59, c60 and c71, as they were reported."""
    provider.says(answer)
    assert why is (await vast.instances()).why


PORTS = {"22/tcp": [{"HostIp": "0.0.0.0", "HostPort": "40022"}, {"HostIp": "::", "HostPort": "40022"}]}  # noqa: S104 -- as recorded


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"ports": PORTS, "public_ipaddr": " 203.0.113.111\n"}, ("203.0.113.111", 40022)),
        ({"ports": {"22/tcp": [{"HostPort": 40022}]}, "public_ipaddr": "203.0.113.111"}, ("203.0.113.111", 40022)),
        ({"ports": PORTS}, ("ssh7.vast.ai", 37044)),
        ({"ports": {}, "public_ipaddr": "203.0.113.111"}, ("ssh7.vast.ai", 37044)),
        ({"ports": None}, ("ssh7.vast.ai", 37044)),
        ({"ports": {"22/tcp": []}, "public_ipaddr": "203.0.113.111"}, ("ssh7.vast.ai", 37044)),
        (
            {"ports": {"22/tcp": [{"HostPort": "99999"}]}, "public_ipaddr": "203.0.113.111"},
            ("ssh7.vast.ai", 37044),
        ),
        ({"image_runtype": "jupyter_direc ssh_proxy"}, ("ssh7.vast.ai", 37045)),
        ({"ssh_port": -1}, (None, None)),
        ({"ssh_host": None}, (None, None)),
        ({"ssh_port": None}, (None, None)),
    ],
    ids=range(11),
)
async def test_where_ssh_answers(read, fields, expected):
    """The machine's own mapped port, else the proxy, whose port is one higher under Jupyter."""
    instance = await read(**{"ssh_host": "ssh7.vast.ai", "ssh_port": 37044, **fields})
    assert expected == (instance.ssh_host, instance.ssh_port)


async def test_a_smaller_card_than_rented_shows(read):
    """Case b37: name and memory are read together here too."""
    assert isinstance((await read(gpu_name="H100 SXM", gpu_ram=40960)).gpu, Conflict)


async def test_what_can_be_spent_is_credit(vast, provider):
    """`balance` is something else."""
    provider.says({"id": 1, "credit": 61.2, "balance": 0.0, "email": "renter@example.com"})
    assert Account(balance=Decimal("61.2")) == (await vast.account()).value
    assert "/api/v0/users/current" == provider.requests[0].url.path


@pytest.mark.parametrize(
    "body",
    [
        {"balance": 5},
        {"credit": None},
        {"credit": "NaN"},
        {"credit": {}},
        {"credit": "1e1000000"},
        {"credit": "-1e1000000"},
        {"credit": "1e-1000000"},
    ],
    ids=str,
)
async def test_an_account_without_credit_is_unreadable(vast, provider, body):
    """No balance is made up."""
    provider.says(body)
    fact = await vast.account()
    assert isinstance(fact, Unknown)
    assert Why.UNREADABLE is fact.why
