"""Runs that have been sat with for two days, and a marketplace that tells of their machines without taking any time."""

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal

from sqlalchemy import Connection, insert

from bot.domain.account import Charge, PriceIncrease
from bot.domain.gpu import Form, Gpu
from bot.domain.instance import Account, Instance, InstanceState
from bot.domain.ledger import CounterReading, Level
from bot.domain.listing import ListingRef
from bot.domain.money import MachineRate
from bot.domain.outside import Known
from bot.domain.runs import Plan, Run
from bot.domain.watching import Machine, Standing
from bot.domain.watching.sight import stated_rates
from bot.ports import Clock
from bot.store.run_rows import row_of
from bot.store.standings import save_facts
from bot.store.tables import runs

MARKET = "vast"
CHANNEL, OWNER = "C0TRAINING", "U0ADA00001"
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
AGE = 48 * HOUR
_AT_ONCE = 500
_IN_GB, _OUT_GB_PER_HOUR = Decimal(200), 10


class Rented:
    """So many machines, all in one state, whose figures move all the time. At `start` their runs are two days old."""

    name = MARKET

    def __init__(self, number: int, clock: Clock, start: datetime) -> None:
        self._number, self._clock, self._start = number, clock, start
        self.state = InstanceState.RUNNING

    async def instances(self, _heard: Callable[[], None]) -> Known[Sequence[Instance]]:
        """List every machine."""
        now = self._clock.now()
        return Known([machine(one, now, self._start, self.state) for one in range(self._number)], now, self.name)

    async def account(self) -> Known[Account]:
        """Have money for years."""
        return Known(Account(balance=Decimal(10**9)), self._clock.now(), self.name)

    async def charges(self, _start: date, _end: date) -> Known[Sequence[Charge]]:
        """Have charged nothing yet."""
        return Known((), self._clock.now(), self.name)

    async def price_increases(self) -> Known[Sequence[PriceIncrease]]:
        """Have no host that asks for more."""
        return Known((), self._clock.now(), self.name)

    def list_seconds(self, _rows: int) -> float:
        """Prescribe no pace."""
        return 0.0


def machine(number: int, at: datetime, start: datetime, state: InstanceState = InstanceState.RUNNING) -> Instance:
    """Give a machine as its marketplace describes it at an instant."""
    seconds = int((at - start).total_seconds())
    return Instance(
        ref=ListingRef(MARKET, str(10_000 + number)),
        machine_id=str(50_000 + number),
        label=f"run-{number}",
        state=state,
        state_text=state.value,
        gpu=Gpu("H100", 80, Form.SXM),
        gpu_name="H100 SXM",
        gpus=8,
        country="US",
        compute=MachineRate(Decimal("16.20")),
        disk_usd_per_gb_month=Decimal("0.144"),
        disk_gb=Decimal(500),
        started_at=start - AGE,
        ends_at=start + 20 * AGE,
        gpu_use=Decimal(90 + (seconds + number) % 10) / 100,
        disk_used_gb=Decimal(100) + Decimal(seconds) / 600,
        traffic_in_gb=_IN_GB,
        traffic_out_gb=_OUT_GB_PER_HOUR * (48 + Decimal(seconds) / 3600),
        in_usd_per_gb=Decimal("0.004"),
        out_usd_per_gb=Decimal("0.005"),
        uplink_mbps=Decimal(2000),
    )


def standing(number: int, start: datetime) -> Standing:
    """Give a run with what was seen of its machine in two days: its states, its rates, its traffic by the hour."""
    seen, begun = machine(number, start, start), start - AGE
    counted = (CounterReading(begun + hour * HOUR, _IN_GB, Decimal(_OUT_GB_PER_HOUR * hour)) for hour in range(1, 49))
    up = begun + MINUTE
    levels = (Level(InstanceState.PENDING, begun, up), Level(InstanceState.RUNNING, up, start))
    rates = stated_rates(seen, begun)
    run = Run(
        id=f"{number:032x}",
        name=f"run-{number}",
        owner=OWNER,
        channel=CHANNEL,
        ref=seen.ref,
        plan=Plan(duration=2 * AGE, in_gb=_IN_GB, out_gb=Decimal(300), budget=Decimal(2500)),
        tracked_at=begun,
        begun_at=begun,
    )
    facts = {"levels": levels, "rates": rates, "traffic": tuple(counted)}
    return Standing(run=run, machine=Machine(locked=seen, seen=seen, seen_at=start, **facts))


def fill(c: Connection, number: int, start: datetime) -> None:
    """Keep so many runs, many at a time."""
    for first in range(0, number, _AT_ONCE):
        some = [standing(one, start) for one in range(first, min(first + _AT_ONCE, number))]
        c.execute(insert(runs), [row_of(one) for one in some])
        save_facts(c, [(None, one) for one in some])
