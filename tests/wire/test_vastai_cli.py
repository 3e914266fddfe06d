"""The real vastai CLI, pinned in an environment of its own, against the stand-in marketplace.

It exits 0 on HTTP errors, so its output is what counts.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.sandbox.clock import SandboxClock
from bot.sandbox.market import Fault, Market, MarketStandIn, World, generate
from bot.sandbox.market.instances import Instance
from bot.sandbox.market.machines import Listing

INSTALL = "python3 -m venv .venv-vastai && .venv-vastai/bin/pip install --require-hashes -r tests/wire/vastai.lock"

EIGHT_H100 = "num_gpus=8 gpu_name=H100_SXM geolocation=US"


class Said(NamedTuple):
    """What the CLI wrote."""

    out: str
    err: str

    @property
    def json(self) -> Any:
        """The output read as JSON."""
        return json.loads(self.out)


Cli = Callable[..., Awaitable[Said]]


@pytest.fixture(scope="module")
def program(project: Path) -> Path:
    """Give the pinned CLI's program."""
    found = project / ".venv-vastai" / "bin" / "vastai"
    if not found.exists():
        pytest.skip(f"the pinned vastai CLI is missing; `make test` installs it, or: {INSTALL}")
    return found


@pytest.fixture(scope="module")
def listings() -> list[Listing]:
    """Give the market as it ships, as of now: the CLI has no other clock."""
    return generate.listings(3_000, seed=1, now=SandboxClock().timestamp())


@pytest.fixture
async def standin(listings: list[Listing]) -> AsyncIterator[MarketStandIn]:
    """Serve the market, rentable anew."""
    async with MarketStandIn(Market(World(SandboxClock(), listings))) as server:
        yield server


@pytest.fixture
def cli(program: Path, standin: MarketStandIn, tmp_path: Path) -> Cli:
    """Give a way to run the CLI with nothing in its environment but what it needs."""
    environment = {
        "PATH": "/usr/bin:/bin",
        "HOME": str(tmp_path),
        "COLUMNS": "240",
        "PYTHONUTF8": "1",
        "VAST_URL": standin.vast_url,
        "VAST_API_KEY": standin.vast_key,
        "VASTAI_NO_UPDATE_CHECK": "1",
    }

    async def run(*arguments: str, **more: str) -> Said:
        process = await asyncio.create_subprocess_exec(
            program,
            *arguments,
            env=environment | more,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, err = await process.communicate()
        said = Said(out.decode(), err.decode())
        assert "Traceback" not in said.out + said.err, said.err
        return said

    return run


@pytest.fixture
def instance(standin: MarketStandIn) -> Instance:
    """Give a running instance with a log."""
    world = standin.world
    listing = next(each for each in world.listed() if world.is_free(each))
    rented = world.rent(listing.id, disk_gb=500, label="llama-ft")
    rented.log += ["step 1 loss 3.0", "step 2 loss 2.5"]
    return rented


async def test_it_is_the_version_that_the_facts_are_about(cli: Cli) -> None:
    """The recorded requests are of 1.9.1."""
    assert "1.9.1" in (await cli("--version")).out


async def test_search_offers(cli: Cli) -> None:
    """What the README's example looks for, as rows and as a table."""
    rows = (await cli("search", "offers", EIGHT_H100, "--raw")).json
    assert len(rows) >= 5
    assert {(row["gpu_name"], row["num_gpus"], row["verification"]) for row in rows} == {("H100 SXM", 8, "verified")}
    assert {row["geolocation"].rpartition(",")[2].strip() for row in rows} == {"US"}
    table = (await cli("search", "offers", EIGHT_H100)).out
    assert all(str(row["id"]) in table for row in rows)
    assert "8x" in table


async def test_search_offers_with_every_kind_of_filter(cli: Cli, standin: MarketStandIn) -> None:
    """Days, gigabytes, lists, strings for numbers, an order, a limit and a disk to price for."""
    query = (
        "num_gpus in [4,8] geolocation in [US,CA] duration>=5 reliability>0.98 disk_space>=500 "
        "gpu_ram>=79 inet_down_cost<=0.005 verified=any"
    )
    rows = (await cli("search", "offers", query, "--storage", "500", "-o", "dph", "--limit", "7", "--raw")).json
    assert len(rows) == 7
    assert [row["dph_total"] for row in rows] == sorted(row["dph_total"] for row in rows)
    for row in rows:
        assert row["num_gpus"] in {4, 8}
        assert row["duration"] >= 5 * 86_400
        assert row["reliability"] > 0.98
        assert row["gpu_ram"] >= 79_000
        assert row["dph_total"] == row["dph_base"] + row["storage_cost"] * 500 / 720
    (seen,) = standin.requests.of("POST", "/bundles/")
    assert seen.body["reliability"] == {"gt": "0.98"}


async def test_search_offers_the_new_way(cli: Cli) -> None:
    """PUT /search/asks/, without the default filters: what others rent is shown too."""
    rows = (await cli("search", "offers", "-n", "gpu_name=H100_SXM", "--new", "--raw")).json
    assert {row["rented"] for row in rows} == {True, False}
    bids = (await cli("search", "offers", "gpu_name=RTX_4090", "--type", "bid", "--raw")).json
    assert all(row["is_bid"] for row in bids)


async def test_a_search_that_finds_nothing_says_so(cli: Cli) -> None:
    """An empty list, not an error."""
    assert (await cli("search", "offers", "num_gpus=8 gpu_name=H100_SXM dph<0.5", "--raw")).json == []


async def test_show_instances(cli: Cli, standin: MarketStandIn, instance: Instance) -> None:
    """All pages as rows, and the table with status, label and card."""
    world = standin.world
    for listing in list(world.listed())[:60]:
        if world.is_free(listing):
            world.rent(listing.id)
    rows = (await cli("show", "instances", "--raw")).json
    assert [row["id"] for row in rows] == [each.id for each in world.instances()]
    assert len(rows) > 25
    for each in world.instances()[1:]:
        world.vanish(each.id)
    table = (await cli("show", "instances")).out
    assert all(word in table for word in (str(instance.id), "running", "llama-ft"))


async def test_show_one_instance_offline(cli: Cli, standin: MarketStandIn, instance: Instance) -> None:
    """The row and the table say offline while the contract says running."""
    standin.world.set_status(instance.id, "offline")
    row = (await cli("show", "instance", str(instance.id), "--raw")).json
    assert (row["actual_status"], row["cur_state"]) == ("offline", "running")
    table = (await cli("show", "instance", str(instance.id))).out
    assert "offline" in table


async def test_create_label_stop_and_start(cli: Cli, standin: MarketStandIn) -> None:
    """A rental from offer to start, by the CLI's own bodies."""
    offer = (await cli("search", "offers", EIGHT_H100, "--limit", "1", "--raw")).json[0]["id"]
    created = await cli("create", "instance", str(offer), "--image", "pytorch/pytorch", "--disk", "200", "--raw")
    instance = standin.world.instances()[0]
    assert (created.json["success"], created.json["new_contract"]) == (True, instance.id)
    await cli("label", "instance", str(instance.id), "train-1")
    await cli("stop", "instance", str(instance.id))
    assert (instance.label, instance.disk_gb, instance.actual_status) == ("train-1", 200, "stopped")
    await cli("start", "instance", str(instance.id))
    assert instance.actual_status == "running"


async def test_logs(cli: Cli, instance: Instance) -> None:
    """It waits out the 403 and prints the text."""
    said = await cli("logs", str(instance.id), "--tail", "1")
    assert "step 2 loss 2.5" in said.out
    assert "step 1" not in said.out


async def test_destroy_and_then_it_is_gone(cli: Cli, standin: MarketStandIn, instance: Instance) -> None:
    """Exit code 0 proves nothing: null does."""
    assert f"destroying instance {instance.id}" in (await cli("destroy", "instance", str(instance.id), "-y")).out
    assert (await cli("show", "instance", str(instance.id), "--raw")).json == {"instances": None}
    assert (await cli("show", "instances", "--raw")).json == []
    assert standin.world.instances() == []
    again = await cli("destroy", "instance", str(instance.id), "-y", "--raw")
    assert "No such instance" in again.err


async def test_show_user(cli: Cli, standin: MarketStandIn) -> None:
    """The table shows credit beside a balance of 0."""
    user = (await cli("show", "user", "--raw")).json
    assert (user["credit"], user["balance"]) == (500.0, 0.0)
    assert standin.world.account.email in (await cli("show", "user")).out


async def test_show_deposit(cli: Cli, standin: MarketStandIn, instance: Instance) -> None:
    """What was prepaid for one instance; of one that is not there, nothing."""
    standin.world.prepay(instance.id, 12.4)
    assert (await cli("show", "deposit", str(instance.id))).json["refundable_deposit"] == 12.4
    assert "No such instance" in (await cli("show", "deposit", "4242", "--raw")).err


async def test_charges(cli: Cli, standin: MarketStandIn, instance: Instance) -> None:
    """Two days of renting, found by the CLI's own range of seconds."""
    standin.clock.advance(2 * 86_400)
    days = [standin.clock.now().date().isoformat(), "2099-01-01"]
    command = ("show", "invoices-v1", "--charges", "--start-date", days[0], "--end-date", days[1], "--raw")
    answer = (await cli(*command)).json
    assert {row["source"] for row in answer["results"]} == {f"instance-{instance.id}"}
    assert answer["results"][0]["amount"] > 0


async def test_a_bad_key_is_told_as_404(cli: Cli) -> None:
    """And the exit code would not have said so."""
    said = await cli("show", "user", VAST_API_KEY="other")
    assert "404" in said.out + said.err
    assert "Invalid user key" in said.out + said.err


async def test_it_retries_what_is_too_frequent(cli: Cli, standin: MarketStandIn) -> None:
    """Two refusals, then the answer: three requests, DELETE included."""
    standin.faults.vast.on(Fault.RATE_JSON, path="/instances/4242/", times=2)
    said = await cli("destroy", "instance", "4242", "-y", "--raw")
    assert len(standin.requests.of("DELETE", "/instances/4242/")) == 3
    assert "No such instance" in said.err


async def test_a_used_up_search_quota_is_not_retried(cli: Cli, standin: MarketStandIn) -> None:
    """It asks once and says why nothing came."""
    standin.limits.search_quota = 0
    said = await cli("search", "offers", EIGHT_H100, "--raw")
    assert len(standin.requests.of("POST", "/bundles/")) == 1
    assert "quota" in (said.out + said.err).lower()
