"""Promise 7 over the whole bot: the cost that is shown is the integral of what the stand-in world's machines did.

The world keeps its own book, from its own statuses and prices; the bot has seen it through polls alone.
"""

import asyncio
import re
import tempfile
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st
from stepping import QuietLoop
from watched_bot import HOUR, MINUTE, START, standing_in

from bot.domain.ledger import Costs, Meter, costs_by_day
from bot.sandbox.market import Fault
from bot.sandbox.market.ledger import cost
from bot.store import standings
from bot.store.engine import open_engine

A_CENT = Decimal("0.01")
ROUNDING = Decimal("1e-6")
"""The world reckons in floats."""

ZONES = ("UTC", "Europe/Berlin", "America/Los_Angeles", "Asia/Kolkata")


def ledger(sitter, name="llama-ft"):
    """Read a run's ledger out of the bot's database."""
    engine = open_engine(sitter.database)
    with engine.connect() as connection:
        (found,) = [one for one in standings.load(connection, market="vast", since=START) if one.run.name == name]
    engine.dispose()
    return found.machine.ledger


def of_the_world(sitter, instance):
    """Give what the world says that each meter came to."""
    spent = cost(instance, 0, sitter.clock.timestamp() + 1e-6)
    parts = (spent.gpu, spent.disk, spent.traffic_in, spent.traffic_out)
    return dict(zip(Meter, map(Decimal, parts), strict=True))


def holds(sitter, instance, blind=timedelta(0)):
    """Make sure that each meter's bounds hold the world's own sum, and are as narrow as what was not seen."""
    read = ledger(sitter).read(sitter.clock.now())
    for meter, usd in of_the_world(sitter, instance).items():
        amount = read.of(meter)
        assert amount is not None or usd == 0, meter
        assert amount is None or amount.low - ROUNDING <= usd <= amount.high + ROUNDING, (meter, usd, amount)
    dearest = Decimal(instance.listing.price) * Decimal(blind / HOUR)
    assert read.compute.high - read.compute.low <= dearest + ROUNDING


def shown(says):
    """Read the first amount that a message tells."""
    return Decimal(re.search(r"\$([\d,]+(?:\.\d+)?)", says).group(1).replace(",", ""))


async def tracked(sitter, **how):
    """Give a machine under watch."""
    await sitter.starts()
    return await sitter.tracks(sitter.rents(**how))


async def test_a_machine_that_only_runs_costs_exactly_its_hours(sitter):
    """Case d91: gaps between polls are none in the cost; it is reckoned from its start, before tracking too."""
    instance = await tracked(sitter, started_at=START - 5 * HOUR)
    await sitter.polls(3)
    await sitter.restarts(down=3 * MINUTE)
    await sitter.passes(seconds=137)
    await sitter.polls(2)
    world = of_the_world(sitter, instance)
    read = ledger(sitter).read(sitter.clock.now())
    assert abs(read.compute.usd - world[Meter.COMPUTE]) < ROUNDING
    assert abs(read.disk.usd - world[Meter.DISK]) < ROUNDING
    assert read.compute.assumed > 0


async def test_offline_is_free_and_the_bounds_are_a_poll_wide_at_each_end(sitter):
    """An outage of an hour, and what is since the last poll; traffic is charged by the byte whatever the host does."""
    instance = await tracked(sitter)
    await sitter.polls(3)
    sitter.world.add_traffic(instance.id, in_gb=20, out_gb=3)
    await sitter.polls(2)
    sitter.world.go_offline(instance.id)
    await sitter.polls(2)
    before = ledger(sitter).read(sitter.clock.now())
    await sitter.passes(minutes=60)
    during = ledger(sitter).read(sitter.clock.now())
    assert before.compute.usd == during.compute.usd
    sitter.world.come_back(instance.id)
    await sitter.polls(2)
    holds(sitter, instance, blind=3 * MINUTE)


async def test_a_stopped_machine_costs_its_disk(sitter):
    """Case d86: 24 hours stopped with 500 GB; and what is told says that it still costs."""
    instance = await tracked(sitter, disk_gb=500)
    sitter.world.stop(instance.id)
    await sitter.polls(2)
    before = ledger(sitter).read(sitter.clock.now())
    for _ in range(8):
        await sitter.sleeps(hours=3)
        await sitter.polls()
    day = ledger(sitter).read(sitter.clock.now()) - before
    hours = Decimal((sitter.clock.now() - START) / HOUR)
    assert 0 == day.compute.usd
    disk = Decimal(str(instance.listing.machine.storage_price)) * 500 / 720
    assert abs(day.disk.usd - disk * (hours - Decimal(2) / 60)) < A_CENT
    summary = next(one for one in sitter.letters("summary") if "Summary" in one.says)
    assert "stopped" in summary.says


async def test_a_machine_that_is_gone_stops_at_its_last_proof_of_life(sitter):
    """Case d85: three days later it costs what it did."""
    instance = await tracked(sitter)
    await sitter.polls(5)
    sitter.world.vanish(instance.id)
    await sitter.polls(3)
    then = ledger(sitter).read(sitter.clock.now()).compute.usd
    await sitter.sleeps(hours=72)
    await sitter.polls(2)
    assert then == ledger(sitter).read(sitter.clock.now()).compute.usd
    holds(sitter, instance, blind=MINUTE)


async def test_what_was_never_there_costs_nothing(sitter):
    """Case d84: no instance, no row."""
    await sitter.starts()
    await sitter.hears("/gpu track vast:999999 as ghost for 72h")
    await sitter.polls(2)
    assert [] == sitter.letters()
    assert "$0" in (await sitter.hears("/gpu cost")).says


async def test_an_hour_in_the_dark_widens_the_bounds_and_loses_nothing(sitter):
    """Case d91: missed polls are no gap in the cost; what happened meanwhile lies within what is told."""
    instance = await tracked(sitter)
    await sitter.polls(2)
    sitter.market.faults.vast.on(Fault.ERROR_502)
    await sitter.sleeps(minutes=20)
    sitter.world.go_offline(instance.id)
    await sitter.sleeps(minutes=25)
    sitter.world.come_back(instance.id)
    await sitter.sleeps(minutes=15)
    sitter.market.faults.vast.off()
    await sitter.passes(minutes=6)
    holds(sitter, instance, blind=HOUR + 10 * MINUTE)


async def test_three_figures_side_by_side_agree_by_meter(sitter):
    """Case d93: estimated, accrued, charged; of traffic that nobody estimated it is said which meter made it."""
    instance = await tracked(sitter)
    sitter.world.add_traffic(instance.id, in_gb=2000, out_gb=3)
    await sitter.passes(minutes=59)
    await sitter.polls(3)
    told = (await sitter.hears("/gpu cost llama-ft")).says
    world = of_the_world(sitter, instance)
    for line in told.splitlines():
        for meter in Meter:
            if line.startswith(f"*{meter}:*"):
                assert abs(shown(line.split("accrued")[1]) - world[meter]) <= max(A_CENT, world[meter] / 100), line
    assert "traffic in" in told.splitlines()[0]


async def test_days_add_up_to_the_total_in_every_zone(sitter):
    """Cases d81, d82, d87: over Berlin's night of 23 hours, to the last digit, and the summary shows the same sum."""
    sitter.clock.set(datetime(2027, 3, 26, 20, tzinfo=UTC))
    instance = await tracked(sitter)
    for number in range(10):
        await sitter.sleeps(hours=5)
        await sitter.polls()
        (sitter.world.come_back if number % 2 else sitter.world.go_offline)(instance.id)
        await sitter.polls(2)
    now, book = sitter.clock.now(), ledger(sitter)
    for zone in ZONES:
        days = costs_by_day([book], ZoneInfo(zone), now)
        assert book.read(now) == sum((one.costs for one in days), Costs())
        assert {23} >= {(one.day.end - one.day.start) / HOUR for one in days} - {24}
    *_, last = [one for one in sitter.letters("summary") if "Summary" in one.text]
    at_that_time = book.read(datetime.fromtimestamp(float(last.ts), UTC)).known
    assert at_that_time.low - 1 <= shown(last.text) <= at_that_time.high + 1


happenings = st.lists(
    st.one_of(
        st.tuples(st.just("polls"), st.integers(1, 5)),
        st.tuples(st.just("host"), st.booleans()),
        st.tuples(st.just("stop"), st.booleans()),
        st.tuples(st.just("traffic"), st.integers(1, 50)),
        st.tuples(st.just("dark"), st.integers(1, 6)),
        st.tuples(st.just("restart"), st.integers(0, 30)),
        st.tuples(st.just("asleep"), st.integers(1, 300)),
    ),
    min_size=3,
    max_size=12,
)


async def live(story):
    """Let a machine and the bot go through a story; then hold the two books against each other."""
    async with AsyncExitStack() as stack:
        sitter = await standing_in(stack, stack.enter_context(tempfile.TemporaryDirectory()))
        instance = await tracked(sitter)
        for what, how in story:
            await happens(sitter, instance, what, how)
        sitter.market.faults.vast.off()
        await sitter.passes(minutes=6)  # at most five until it is asked again
        read = ledger(sitter).read(sitter.clock.now())
        for meter, usd in of_the_world(sitter, instance).items():
            amount = read.of(meter)
            assert amount is not None or usd == 0, meter
            assert amount is None or amount.low - ROUNDING <= usd <= amount.high + ROUNDING, (meter, usd, amount)


async def happens(sitter, instance, what, how):
    """Let one thing happen."""
    world = sitter.world
    match what:
        case "polls":
            await sitter.polls(how)
        case "host":
            (world.go_offline if how else world.come_back)(instance.id)
        case "stop":
            (world.stop if how else world.start)(instance.id)
        case "traffic":
            world.add_traffic(instance.id, in_gb=how, out_gb=how / 10)
        case "dark":
            sitter.market.faults.vast.on(Fault.DROPPED, times=how)
        case "restart":
            await sitter.restarts(down=how * MINUTE)
        case "asleep":
            await sitter.sleeps(minutes=how)


@settings(max_examples=settings().max_examples // 40)
@given(happenings)
def test_whatever_a_machine_does_its_cost_lies_between_what_is_told(story):
    """Statuses, outages, traffic, restarts and blindness in any order."""
    with asyncio.Runner(loop_factory=QuietLoop) as runner:
        runner.run(live(story))
