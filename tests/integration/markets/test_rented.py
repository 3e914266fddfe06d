"""What is rented, read by the adapters over real HTTP from the stand-in: its state, figures and log."""

from datetime import timedelta
from decimal import Decimal

import pytest
from market_faults import NOW, VAST_FAULTS

from bot.domain.gpu import Gpu
from bot.domain.instance import InstanceState
from bot.domain.listing import Pricing
from bot.domain.outside import Known, Why
from bot.sandbox.market.faults import Fault


async def test_sixty_instances_on_three_pages_are_all_seen(vast, standin, rent):
    """Even where the marketplace enforces its pace."""
    standin.limits.enabled = True
    ids = rent("vast", 60)
    fact = await vast.instances()
    assert sorted(map(str, ids)) == sorted(row.ref.id for row in fact.value)
    assert 3 == len(standin.requests.of("GET", "/api/v1/instances/"))


async def test_an_instance_is_seen_running_offline_and_gone(vast, standin, rent):
    """By id and in the list alike."""
    (number,) = rent("vast", 1)
    standin.world.set_status(number, "running")
    running = (await vast.instance(str(number))).value
    assert (InstanceState.RUNNING, Decimal(100), NOW) == (running.state, running.disk_gb, running.started_at)
    standin.world.set_status(number, "offline")
    assert InstanceState.OFFLINE is (await vast.instance(str(number))).value.state
    standin.world.destroy(number)
    assert (await vast.instance(str(number))).value is None
    assert () == (await vast.instances()).value


async def test_what_can_be_spent_is_told_by_both(vast, cloudj):
    """The world's account starts with 500 dollars and level 2."""
    assert Decimal(500) == (await vast.account()).value.balance
    account = (await cloudj.account()).value
    assert (Decimal(500), "2") == (account.balance, account.level)


async def test_a_deposit_is_what_was_prepaid_and_an_instance_that_is_gone_has_none_told(vast, standin, rent):
    """At the marketplace's own pace."""
    standin.limits.enabled = True
    paid, unpaid = rent("vast", 2)
    standin.world.prepay(paid, 12.4)
    told = []
    for number in (paid, unpaid):
        told.append((await vast.deposit(str(number))).value)
        standin.clock.advance(timedelta(seconds=3))
    assert [Decimal("12.4"), 0] == told
    standin.world.destroy(paid)
    assert Why.REFUSED is (await vast.deposit(str(paid))).why


@pytest.mark.parametrize(("fault", "why"), [row for row in VAST_FAULTS if row[0] is not Fault.LIST])
async def test_no_fault_looks_like_a_machine_for_which_nothing_is_held(vast, standin, rent, fault, why):
    """What can't be read is unknown."""
    (number,) = rent("vast", 1)
    standin.faults.vast.on(fault)
    assert why is (await vast.deposit(str(number))).why


@pytest.mark.parametrize(("fault", "why"), [*VAST_FAULTS, (Fault.HALF, Why.HALF_READ), (Fault.EMPTY, Why.HALF_READ)])
async def test_no_fault_of_the_list_looks_like_an_account_without_machines(vast, standin, rent, fault, why):
    """Promise: a marketplace that can't be reached is never taken for a host that is gone."""
    rent("vast", 2)
    standin.faults.vast.on(fault, path="/api/v1/instances/")
    assert why is (await vast.instances()).why


async def test_a_cloudj_instance_is_seen_running_and_gone(cloudj, standin, rent):
    """By id and in the list alike."""
    (number,) = rent("cloudj", 1)
    standin.world.set_status(number, "running")
    listed = (await cloudj.instances()).value
    assert [InstanceState.RUNNING] == [row.state for row in listed]
    assert listed == ((await cloudj.instance(str(number))).value,)
    standin.world.destroy(number)
    assert (await cloudj.instance(str(number))).value is None


@pytest.mark.parametrize("market", ["vast", "cloudj"])
async def test_what_a_machine_reports_is_read_and_nothing_of_a_host_that_is_offline_is_made_up(
    standin, rent, vast, cloudj, market
):
    """Use, disk, traffic, their prices and the end, through both dialects of one world."""
    asked = {"vast": vast, "cloudj": cloudj}[market]
    world = standin.world
    (number,) = rent(market, 1)
    world.set_gpu_use(number, 97.5)
    world.set_disk_used(number, 61.5)
    world.add_traffic(number, in_gb=200.0, out_gb=3.5)
    world.move_end(number, NOW + timedelta(days=9))
    seen = (await asked.instance(str(number))).value
    assert (Decimal("0.975"), Decimal("61.5")) == (seen.gpu_use, seen.disk_used_gb)
    assert (Decimal(200), Decimal("3.5")) == (seen.traffic_in_gb, seen.traffic_out_gb)
    assert (NOW + timedelta(days=9), Pricing.ON_DEMAND) == (seen.ends_at, seen.pricing)
    assert seen.in_usd_per_gb is not None
    world.set_disk_used(number, None)
    world.go_offline(number)
    away = (await asked.instance(str(number))).value
    assert (InstanceState.OFFLINE, None, None) == (away.state, away.gpu_use, away.disk_used_gb)
    world.come_back(number)
    assert InstanceState.RUNNING is (await asked.instance(str(number))).value.state


@pytest.mark.parametrize("market", ["vast", "cloudj"])
async def test_a_moved_machine_other_hardware_and_another_country_show(standin, rent, vast, cloudj, market):
    """Cases a11, a28 and b55: read back, they are not what was rented."""
    asked = {"vast": vast, "cloudj": cloudj}[market]
    (number,) = rent(market, 1)
    standin.world.move_host(number, 977)
    standin.world.change_hardware(number, gpus=3, gpu_memory_mb=11264, geolocation="Quebec, CA", country="CA")
    seen = (await asked.instance(str(number))).value
    assert ("977", 3, "CA") == (seen.machine_id, seen.gpus, seen.country)
    assert not isinstance(seen.gpu, Gpu)


async def test_a_dearer_price_and_a_bid_are_read_back(vast, standin):
    """Case a18: the answer to a creation does not say which it was."""
    first, second = [each for each in standin.world.listed() if standin.world.is_free(each)][:2]
    dear = standin.world.rent(first.id, price=4.5 * first.price)
    bid = standin.world.rent(second.id, bid=True)
    seen = {row.ref.id: row for row in (await vast.instances()).value}
    assert float(seen[str(dear.id)].compute.usd_per_hour) == pytest.approx(4.5 * first.price)
    assert Pricing.ON_DEMAND is seen[str(dear.id)].pricing
    assert (Pricing.BID, pytest.approx(second.min_bid)) == (
        seen[str(bid.id)].pricing,
        float(seen[str(bid.id)].compute.usd_per_hour),
    )


@pytest.mark.parametrize("market", ["vast", "cloudj"])
async def test_the_last_lines_of_a_log_are_read(standin, rent, vast, cloudj, market):
    """Where the marketplace lets everybody read it, the key is not shown there."""
    asked = {"vast": vast, "cloudj": cloudj}[market]
    (number,) = rent(market, 1)
    assert () == (await asked.logs(str(number), 2)).value
    standin.world.say(number, "step 1 loss 3.0", "step 2 loss 2.5", "step 3 loss 2.4")
    assert ("step 2 loss 2.5", "step 3 loss 2.4") == (await asked.logs(str(number), 2)).value
    public = [seen for seen in standin.requests if "instance_logs" in seen.path]
    assert not [seen for seen in public if standin.vast_key in repr(seen)]
    assert (market == "vast") == bool(public)


async def test_a_container_that_is_not_there_yet_has_said_nothing(vast, standin):
    """The text in its place is Docker's, not its own."""
    standin.world.boot = timedelta(hours=1)
    listing = next(each for each in standin.world.listed() if standin.world.is_free(each))
    instance = standin.world.rent(listing.id)
    assert () == (await vast.logs(str(instance.id), 5)).value


async def test_a_host_that_is_offline_uploads_no_log(vast, standin, rent):
    """That is said after ten seconds of the clock."""
    (number,) = rent("vast", 1)
    standin.world.go_offline(number)
    fact = await vast.logs(str(number), 5)
    assert Why.SLOW is fact.why
    assert "offline" in fact.sentence
    assert "instance_logs" not in repr(fact)


async def test_by_id_and_list_keep_the_pace_that_the_marketplace_enforces(vast, standin, rent):
    """Ten looks and ten lists in a row, and not one is refused."""
    standin.limits.enabled = True
    (number,) = rent("vast", 1)
    for _ in range(10):
        assert isinstance(await vast.instance(str(number)), Known)
        assert isinstance(await vast.instances(), Known)
