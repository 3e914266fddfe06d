from collections import Counter, defaultdict
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.sandbox.clock import SandboxClock
from bot.sandbox.market import NotForRentError, World
from bot.sandbox.market.generate import listings
from bot.sandbox.market.machines import Listing

HOUR = 3600.0
DAY = 24 * HOUR


def test_the_same_seed_and_start_make_the_same_market(three_thousand: list[Listing]) -> None:
    """A sandbox can be told by its seed; another seed is another market."""
    now = three_thousand[0].since
    assert listings(50, seed=7, now=now) == listings(50, seed=7, now=now)
    assert listings(50, seed=7, now=now) != listings(50, seed=8, now=now)


@pytest.mark.parametrize("count", [1, 17, 3_000])
def test_a_world_has_exactly_as_many_listings_as_asked_for(clock: SandboxClock, count: int) -> None:
    """Every id is its own."""
    assert count == len(World.generate(clock, listings=count).listings)


@pytest.mark.parametrize("count", [0, 100_001])
def test_a_world_of_an_impossible_size_is_refused(clock: SandboxClock, count: int) -> None:
    """One to 100,000 listings."""
    with pytest.raises(ValueError, match="1 to 100000"):
        World.generate(clock, listings=count)


def test_a_machine_is_listed_whole_and_in_halves(three_thousand: list[Listing]) -> None:
    """One machine shows up as eight GPUs and as slices of it, each with its share of the disk."""
    by_machine: dict[int, dict[int, Listing]] = defaultdict(dict)
    for each in three_thousand:
        by_machine[each.machine.id][each.gpus] = each
    both = [slices for slices in by_machine.values() if 8 in slices and 1 in slices]
    assert len(both) > 20
    for slices in both:
        assert slices[1].machine is slices[8].machine
        assert slices[1].disk_gb * 8 == pytest.approx(slices[8].disk_gb)


def test_some_whole_machines_are_cheaper_per_gpu_than_their_slices(three_thousand: list[Listing]) -> None:
    """As machine 146215 was, whose box of eight cost less per GPU than its single slice."""
    per_gpu = {(each.machine.id, each.gpus): each.price / each.gpus for each in three_thousand}
    cheaper = [key for key in per_gpu if key[1] == 8 and per_gpu[key] < per_gpu.get((key[0], 4), 0) * 0.99]
    assert cheaper


def test_listings_last_from_hours_to_191_days(three_thousand: list[Listing], clock: SandboxClock) -> None:
    """Recorded ones had from 3.3 hours to 191 days left."""
    left = sorted(each.ends_at - clock.timestamp() for each in three_thousand)
    assert 3 * HOUR < left[0] < 12 * HOUR
    assert 180 * DAY < left[-1] < 191 * DAY
    assert len([each for each in left if each < DAY]) > 100


def test_the_figures_are_spread_like_the_real_ones(three_thousand: list[Listing]) -> None:
    """Cards, standings, places, prices and the odd ones out are all there."""
    machines = {each.machine.id: each.machine for each in three_thousand}.values()
    names = Counter(machine.card.name for machine in machines)
    assert {"H100 SXM", "H100 PCIE", "H100 NVL", "H200", "H200 NVL", "B200", "A100 SXM4", "A100 PCIE"} < set(names)
    assert {"L40S", "RTX 4090", "RTX 5090", "RTX 3090", "A40", "RTX A6000", "RTX 6000Ada"} < set(names)
    assert {"RTX PRO 6000 S", "RTX PRO 6000 WS", "Tesla V100"} < set(names)
    memory = {(each.card.name, each.gpu_memory_mb) for each in machines}
    assert {("A100 SXM4", 40960), ("A100 SXM4", 81920), ("RTX 4090", 24564), ("RTX 4090", 49140)} < memory
    places = {machine.geolocation for machine in machines}
    assert {", US", "Texas, US", "Quebec, CA", "Georgia, GE", "Georgia, US", "US", None} < places
    assert {0, 1, 2} < {machine.vericode for machine in machines}
    assert {0, 1} == {machine.hosting_type for machine in machines}
    assert any(machine.cpu_cores is None for machine in machines)
    assert any(machine.mobo_name is None for machine in machines)
    assert any(not machine.driver_known for machine in machines)
    assert min(machine.inet_down_price for machine in machines) == 0
    assert any(0 < machine.inet_down_price < 0.00001 for machine in machines)
    assert max(machine.inet_down_price for machine in machines) > 0.03
    assert max(machine.storage_price for machine in machines) > 0.9
    assert min(each.reliability for each in machines if each.vericode == 0) == 0.6
    assert any(each.min_bid > each.price for each in three_thousand)
    contradicting = [each for each in machines if each.gpu_memory_mb != each.card.memory_mb]
    assert 1 <= len(contradicting) <= 20


@pytest.mark.parametrize("seed", range(1, 5))
def test_the_readmes_example_finds_several_in_any_world(clock: SandboxClock, seed: int) -> None:
    """Eight H100 SXM in the US, verified, for 72 hours and what comes on top, with 500 GB."""
    world = World.generate(clock, seed=seed)
    fitting = [
        each
        for each in world.listed()
        if (each.machine.card.name, each.gpus, each.machine.country) == ("H100 SXM", 8, "US")
        and world.is_free(each)
        and each.machine.vericode == 1
        and each.machine.reliability >= 0.97
        and each.disk_gb >= 500
        and each.machine.inet_up >= 500
        and each.ends_at - world.now > 120 * HOUR
    ]
    assert len(fitting) >= 5
    scarce = [each for each in world.listed() if each.machine.card.name == "B300" and each.gpus == 8]
    assert len(scarce) <= 10


def test_what_has_ended_is_not_listed(world: World) -> None:
    """The listing that ends first leaves the market when its time comes."""
    first = min(world.listings.values(), key=lambda each: each.ends_at)
    assert first in world.listed()
    world.clock.advance(first.ends_at - world.now)
    assert first not in world.listed()


def whole_machine(world: World) -> Listing:
    """Return a free listing of all eight GPUs of a machine that is listed in halves too."""
    halves = {each.machine.id for each in world.listed() if each.gpus == 4}
    return next(
        each
        for each in world.listed()
        if each.gpus == each.machine.gpus == 8 and each.machine.id in halves and world.is_free(each)
    )


def test_renting_a_machine_takes_its_slices_off_the_market(world: World) -> None:
    """Slices share the machine's GPUs; destroying the instance frees them."""
    whole = whole_machine(world)
    slices = [each for each in world.listed() if each.machine is whole.machine]
    instance = world.rent(whole.id)
    assert not any(world.is_free(each) for each in slices)
    with pytest.raises(NotForRentError):
        world.rent(whole.id)
    assert world.destroy(instance.id)
    assert world.is_free(whole)


def test_a_rented_half_leaves_the_smaller_slices_free(world: World) -> None:
    """The whole box goes off the market and so does the rented listing; what still fits stays."""
    sizes: dict[int, dict[int, Listing]] = defaultdict(dict)
    for each in world.listed():
        sizes[each.machine.id][each.gpus] = each
    slices = next(
        each for each in sizes.values() if {8, 4, 2} <= set(each) and all(world.is_free(one) for one in each.values())
    )
    world.rent(slices[4].id)
    assert [False, False, True] == [world.is_free(slices[count]) for count in (8, 4, 2)]


def test_an_instance_loads_and_then_runs(world: World) -> None:
    """The status follows the clock; the moment it became running is the one that counts."""
    world.boot = timedelta(minutes=7)
    instance = world.rent(whole_machine(world).id)
    assert instance.actual_status == "loading"
    world.clock.advance(timedelta(minutes=10))
    assert world.instances()[0].actual_status == "running"
    assert instance.history[-1] == (instance.started_at + 420, "running")


def test_a_host_that_goes_offline_does_not_change_the_contract(world: World) -> None:
    """Only what is reported changes: a dead host's contract goes on saying running."""
    instance = world.rent(whole_machine(world).id)
    world.set_status(instance.id, "offline")
    assert (instance.actual_status, instance.cur_state, instance.intended_status) == (
        "offline",
        "running",
        "running",
    )


def test_a_destroyed_instance_may_still_be_seen_for_a_while(world: World) -> None:
    """Acknowledged is not gone."""
    world.destroy_takes = timedelta(seconds=30)
    instance = world.rent(whole_machine(world).id)
    world.destroy(instance.id)
    assert instance is world.instance(instance.id)
    world.clock.advance(30)
    assert world.instance(instance.id) is None
    assert not world.destroy(instance.id)
    assert world.instances() == []


def test_an_instance_can_vanish(world: World) -> None:
    """Gone at once, though nobody destroyed it."""
    world.destroy_takes = timedelta(hours=1)
    instance = world.rent(whole_machine(world).id)
    world.vanish(instance.id)
    assert world.instances() == []
    assert world.destroy_takes == timedelta(hours=1)


def test_running_costs_gpu_and_disk_stopped_disk_and_offline_nothing(world: World) -> None:
    """Two hours of running, one stopped, one offline, in exact sums."""
    listing = whole_machine(world)
    before = world.credit
    instance = world.rent(listing.id, disk_gb=720)
    start = world.clock.now()
    world.clock.advance(timedelta(hours=2))
    world.stop(instance.id)
    world.clock.advance(timedelta(hours=1))
    world.set_status(instance.id, "offline")
    world.clock.advance(timedelta(hours=1))
    expected = 2 * listing.price + 3 * listing.machine.storage_price
    assert world.cost(start, world.clock.now()) == pytest.approx(expected)
    assert before - world.credit == pytest.approx(expected)


def test_an_instance_can_have_been_running_since_yesterday(world: World) -> None:
    """A rental may start in the past, and has cost since then."""
    listing = whole_machine(world)
    yesterday = world.clock.now() - timedelta(days=1)
    world.rent(listing.id, disk_gb=0, started_at=yesterday)
    assert world.cost(yesterday, world.clock.now()) == pytest.approx(24 * listing.price)


def test_a_host_can_extend_and_withdraw_a_listing(world: World) -> None:
    """What the market shows follows the host."""
    listing = whole_machine(world)
    later = world.clock.now() + timedelta(days=365)
    world.extend(listing.id, later)
    assert world.listings[listing.id].ends_at == later.timestamp()
    world.withdraw(listing.id)
    assert listing.id not in world.listings
    world.put(replace(listing, taken=True))
    assert not world.is_free(world.listings[listing.id])
    world.put(listing)
    assert world.is_free(listing)
