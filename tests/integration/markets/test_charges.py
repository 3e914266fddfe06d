"""What is charged and what a host asks for, read over real HTTP from the stand-in."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest
from market_faults import NOW, VAST_FAULTS

from bot.domain.ledger.policy import Meter
from bot.domain.listing import ListingRef
from bot.domain.money import GpuRate
from bot.domain.outside import Why
from bot.sandbox.market.faults import Fault
from bot.sandbox.market.ledger import cost

TODAY = date(2026, 11, 30)


async def test_the_charges_are_what_the_world_owes_day_by_day(vast, standin, rent):
    """Each instance, gone ones too, on each meter; an offline host costs nothing; today has moved when read again."""
    world = standin.world
    standin.limits.enabled = True
    ids = rent("vast", 3)
    world.add_traffic(ids[0], in_gb=120.0, out_gb=5.0)
    standin.clock.advance(timedelta(hours=7))
    world.go_offline(ids[0])
    world.stop(ids[1])
    standin.clock.advance(timedelta(hours=20))
    world.come_back(ids[0])
    world.destroy(ids[2])
    standin.clock.advance(timedelta(hours=20))
    fact = await vast.charges(TODAY, TODAY + timedelta(days=3))
    told = {(charge.ref.id, charge.day, charge.meter): float(charge.usd) for charge in fact.value}
    assert len(fact.value) == len(told)
    owed = {}
    for instance in world.ever_rented():
        for day in (TODAY, TODAY + timedelta(days=1), TODAY + timedelta(days=2)):
            start = datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()
            spent = cost(instance, start, min(start + 86_400, world.now))
            parts = (spent.gpu, spent.disk, spent.traffic_in, spent.traffic_out)
            meters = (Meter.COMPUTE, Meter.DISK, Meter.TRAFFIC_IN, Meter.TRAFFIC_OUT)
            owed |= {(str(instance.id), day, meter): usd for meter, usd in zip(meters, parts, strict=True) if usd}
    assert owed.keys() == told.keys()
    assert told == pytest.approx(owed, rel=1e-9, abs=1e-6)
    assert sum(told.values()) == pytest.approx(500 - world.credit)
    (first_day,) = {charge.day for charge in (await vast.charges(TODAY, TODAY + timedelta(days=1))).value}
    assert TODAY == first_day


async def test_many_charges_come_page_by_page(vast, standin, rent):
    """More than 500 rows, at the marketplace's own pace."""
    standin.limits.enabled = True
    rent("vast", 60)
    standin.clock.advance(timedelta(days=9))
    fact = await vast.charges(TODAY, TODAY + timedelta(days=30))
    assert (60, 10) == (len({charge.ref for charge in fact.value}), len({charge.day for charge in fact.value}))
    assert 2 == len(standin.requests.of("GET", "/charges/"))


async def test_a_day_number_is_understood_where_seconds_are_not(vast, standin, rent):
    """Days on which nothing was charged are asked for both ways before they count as free."""
    rent("vast", 1)
    assert () == (await vast.charges(date(2026, 1, 1), date(2026, 1, 8))).value
    assert 2 == len(standin.requests.of("GET", "/charges/"))


@pytest.mark.parametrize(("fault", "why"), [*VAST_FAULTS, (Fault.HALF, Why.HALF_READ), (Fault.EMPTY, Why.HALF_READ)])
async def test_no_fault_looks_like_days_without_charges_or_like_no_increase(vast, standin, rent, fault, why):
    """What is not read whole is unknown."""
    (number,) = rent("vast", 1)
    standin.clock.advance(timedelta(hours=1))
    standin.world.ask_increase(number, ends_at=NOW + timedelta(days=60), gpu_hour=3.0)
    standin.faults.vast.on(fault)
    assert why is (await vast.charges(TODAY, TODAY + timedelta(days=1))).why
    assert why is (await vast.price_increases()).why


async def test_a_price_increase_is_read_and_answered_by_nobody(vast, standin, rent):
    """It is for a person; the stand-in would have noted an answer."""
    world = standin.world
    (number,) = rent("vast", 1)
    asked = world.ask_increase(number, ends_at=NOW + timedelta(days=60), gpu_hour=3.0, disk_month=0.3, in_gb=0.01)
    (told,) = (await vast.price_increases()).value
    listing = world.instance(number).listing
    assert (ListingRef("vast", str(number)), str(asked.id)) == (told.ref, told.id)
    assert float(told.compute_now.for_machine(listing.gpus).usd_per_hour) == pytest.approx(listing.price)
    assert isinstance(told.compute_then, GpuRate)
    assert float(told.compute_then.usd_per_hour) == pytest.approx(3.0)
    assert float(told.disk_usd_per_gb_month_then) == pytest.approx(0.3)
    assert (Decimal("0.01"), None) == (told.in_usd_per_gb_then, told.out_usd_per_gb_then)
    assert (NOW + timedelta(days=60), NOW) == (told.ends_then, told.asked_at)
    assert asked.answer is None
    assert not [seen for seen in standin.requests if "accept" in seen.path or "reject" in seen.path]
