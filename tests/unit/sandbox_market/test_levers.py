from datetime import timedelta

import pytest

from bot.sandbox.market import World
from bot.sandbox.market.instances import Instance
from bot.sandbox.market.ledger import cost
from bot.sandbox.market.vast_charges import rows


@pytest.fixture
def instance(world: World) -> Instance:
    """Give a running instance of 720 GB."""
    listing = next(each for each in world.listed() if world.is_free(each))
    return world.rent(listing.id, disk_gb=720, label="llama-ft")


def test_an_offline_host_comes_back_as_it_was(world: World, instance: Instance) -> None:
    """Only what is reported changes; the history says when."""
    world.go_offline(instance.id)
    contract = (instance.cur_state, instance.intended_status, instance.next_state)
    assert ("offline", ("running",) * 3) == (instance.actual_status, contract)
    world.clock.advance(timedelta(hours=1))
    world.come_back(instance.id)
    assert "running" == instance.actual_status
    assert ["loading", "running", "offline", "running"] == [status for _, status in instance.history]


def test_a_machine_that_was_stopped_comes_back_stopped(world: World, instance: Instance) -> None:
    """And coming back changes nothing about one that is there."""
    world.stop(instance.id)
    world.go_offline(instance.id)
    world.come_back(instance.id)
    assert "stopped" == instance.actual_status
    told = list(instance.history)
    world.come_back(instance.id)
    assert told == instance.history


def test_a_machine_that_was_loading_loads_anew(world: World) -> None:
    """It runs once it has booted."""
    world.boot = timedelta(minutes=5)
    listing = next(each for each in world.listed() if world.is_free(each))
    instance = world.rent(listing.id)
    world.go_offline(instance.id)
    world.clock.advance(timedelta(hours=1))
    world.come_back(instance.id)
    assert "loading" == world.instances()[0].actual_status
    world.clock.advance(timedelta(minutes=5))
    assert "running" == world.instances()[0].actual_status


def test_telemetry_is_what_it_is_set_to(world: World, instance: Instance) -> None:
    """None is no report, as on the wire."""
    world.set_gpu_use(instance.id, 97.5)
    world.set_disk_used(instance.id, 650.0)
    assert (97.5, 650.0) == (instance.gpu_util, instance.disk_used_gb)
    world.set_gpu_use(instance.id, None)
    world.set_disk_used(instance.id, None)
    assert (None, -1.0) == (instance.gpu_util, instance.disk_used_gb)


def test_a_moved_host_keeps_the_price_and_the_counts(world: World, instance: Instance) -> None:
    """Destroying it frees the GPUs of the machine it is on now."""
    listing = instance.listing
    world.move_host(instance.id, 977)
    assert (977, listing.price, listing.gpus) == (
        instance.listing.machine.id,
        instance.listing.price,
        instance.listing.gpus,
    )
    world.destroy(instance.id)
    assert world.is_free(world.listings[listing.id])


def test_hardware_can_turn_out_other_than_rented(world: World, instance: Instance) -> None:
    """Fewer GPUs, smaller ones, another country (cases b55, b37, a28)."""
    price = instance.listing.price
    world.change_hardware(instance.id, gpus=1, gpu_memory_mb=40960, geolocation="Quebec, CA", country="CA")
    machine = instance.listing.machine
    assert (1, 40960, "Quebec, CA", "CA") == (
        instance.listing.gpus,
        machine.gpu_memory_mb,
        machine.geolocation,
        machine.country,
    )
    assert price == instance.listing.price


def test_a_price_can_turn_out_other_than_listed(world: World) -> None:
    """Case a18: what is locked is not what was shown; a bid is the floor."""
    first, second = [each for each in world.listed() if world.is_free(each)][:2]
    assert 9.99 == world.rent(first.id, price=9.99).listing.price
    bid = world.rent(second.id, bid=True)
    assert (True, second.min_bid) == (bid.bid, bid.listing.price)


def test_an_end_moves_and_an_instance_that_is_none_cannot_be_moved(world: World, instance: Instance) -> None:
    """Levers work on what is rented."""
    later = world.clock.now() + timedelta(days=3)
    world.move_end(instance.id, later)
    assert later.timestamp() == instance.ends_at
    with pytest.raises(KeyError):
        world.move_end(1, later)


def test_a_log_grows(world: World, instance: Instance) -> None:
    """Line by line."""
    world.say(instance.id, "step 1", "step 2")
    world.say(instance.id, "step 3")
    assert ["step 1", "step 2", "step 3"] == instance.log


def test_traffic_is_paid_for_at_once_and_by_its_way(world: World, instance: Instance) -> None:
    """In any state, an offline host's own last bytes included."""
    machine = instance.listing.machine
    before = world.credit
    world.add_traffic(instance.id, in_gb=200.0)
    world.add_traffic(instance.id, out_gb=50.0)
    expected = 200 * machine.inet_down_price + 50 * machine.inet_up_price
    assert before - world.credit == pytest.approx(expected)
    assert (200.0, 50.0) == (instance.traffic_in_gb, instance.traffic_out_gb)


def eventful(world: World, instance: Instance) -> None:
    """Let three days pass over an instance: running, traffic, offline over midnight, stopped, gone."""
    world.add_traffic(instance.id, in_gb=120.0)
    world.clock.advance(timedelta(hours=7))
    world.go_offline(instance.id)
    world.clock.advance(timedelta(hours=9, seconds=13.5))
    world.come_back(instance.id)
    world.add_traffic(instance.id, out_gb=33.3)
    world.clock.advance(timedelta(hours=20))
    world.stop(instance.id)
    world.clock.advance(timedelta(hours=11))
    world.add_traffic(instance.id, out_gb=1.5)
    world.destroy(instance.id)
    world.clock.advance(timedelta(hours=30))


def test_the_charges_are_the_worlds_own_ledger(world: World, instance: Instance) -> None:
    """Day by day and part by part; the days add up, nothing is charged while the host is offline."""
    start = world.now
    eventful(world, instance)
    told = rows([instance], start, world.now, world.now)
    assert 3 == len(told)
    for row in told:
        owed = cost(instance, row["start"], row["start"] + 86_400)
        parts = {"gpu": owed.gpu, "disk": owed.disk, "bwd": owed.traffic_in, "bwu": owed.traffic_out}
        assert {kind: usd for kind, usd in parts.items() if usd} == {
            each["type"]: each["amount"] for each in row["items"]
        }
        assert row["amount"] == pytest.approx(sum(parts.values()), abs=1e-12)
    assert sum(row["amount"] for row in told) == pytest.approx(500 - world.credit)
    rate, storage = instance.listing.price, instance.listing.machine.storage_price
    running, there = 27.0, 38.0
    assert sum(row["amount"] for row in told) == pytest.approx(
        running * rate
        + there * storage
        + 120 * instance.listing.machine.inet_down_price
        + 34.8 * instance.listing.machine.inet_up_price
    )


def test_a_day_that_goes_on_has_moved_when_it_is_read_again(world: World, instance: Instance) -> None:
    """As at the marketplace: today's row is not settled."""
    start = world.now
    world.clock.advance(timedelta(hours=1))
    (first,) = rows([instance], start, world.now, world.now)
    world.clock.advance(timedelta(hours=1))
    (second,) = rows([instance], start, world.now, world.now)
    assert second["amount"] == pytest.approx(2 * first["amount"])
