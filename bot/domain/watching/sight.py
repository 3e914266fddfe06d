"""What a look adds to a machine's dated facts: its level, its rates, its traffic, and how it is now."""

from dataclasses import replace
from datetime import datetime, timedelta

from bot.domain.gpu import Unrecognised
from bot.domain.incidents import Sighting
from bot.domain.instance import Instance, InstanceState
from bot.domain.ledger import CounterReading, Level, Meter, RateFact, locked_rates, news, see
from bot.domain.ledger.policy import TRAFFIC_METERS
from bot.domain.watching.look import Look
from bot.domain.watching.machine import Machine

_LASTING = (
    *("label", "country", "compute", "disk_usd_per_gb_month", "disk_gb", "started_at", "ends_at", "ssh_host"),
    *("ssh_port", "in_usd_per_gb", "out_usd_per_gb", "uplink_mbps", "pricing"),
)
"""What a machine keeps where a row leaves it out; what it does right now it does not."""


def seen_by(machine: Machine, look: Look, blind_after: timedelta) -> Machine:
    """Give the machine after a look. One that says nothing changes nothing."""
    if look.instance is not None:
        machine = _with_row(machine, look.instance, look.at)
    state = _state(look)
    return machine if state is InstanceState.UNKNOWN else _with_level(machine, look.at, state, blind_after)


def stated_rates(instance: Instance, since: datetime) -> tuple[RateFact, ...]:
    """Give every rate that a row states, traffic's too."""
    prices = {Meter.TRAFFIC_IN: instance.in_usd_per_gb, Meter.TRAFFIC_OUT: instance.out_usd_per_gb}
    traffic = (RateFact(meter, since, usd) for meter, usd in prices.items() if usd is not None)
    return (*locked_rates(instance, since), *traffic)


def _state(look: Look) -> InstanceState | None:
    """Read the state: None is gone, of which a list without it is not proof enough."""
    if look.sighting is Sighting.ABSENT:
        return None
    return InstanceState.UNKNOWN if look.instance is None else look.instance.state


def _with_row(machine: Machine, row: Instance, at: datetime) -> Machine:
    seen = _filled(row, machine.seen)
    fresh = news(machine.rates, stated_rates(seen, at))
    reading = CounterReading(at, row.traffic_in_gb, row.traffic_out_gb)
    same_price = not any(fact.meter in TRAFFIC_METERS for fact in fresh)
    return replace(
        machine,
        seen=seen,
        seen_at=max(at, machine.seen_at),
        rates=(*machine.rates, *fresh),
        traffic=_counted(machine.traffic, reading, same_price=same_price),
    )


def _filled(row: Instance, before: Instance) -> Instance:
    """Keep what a row leaves out of what lasts; a card that only lacks its memory or its name is still the same."""
    kept = {name: getattr(before, name) for name in _LASTING if getattr(row, name) is None}
    if isinstance(row.gpu, Unrecognised) and row.gpu_name in {"", before.gpu_name}:
        kept |= {"gpu": before.gpu, "gpu_name": before.gpu_name}
    return replace(row, **kept)


def _with_level(machine: Machine, at: datetime, state: InstanceState | None, blind_after: timedelta) -> Machine:
    last = machine.levels[-1] if machine.levels else None
    level = see(last, (at, state), blind_after)
    if level is None:
        return machine
    return replace(machine, levels=_joined(machine.levels, level))


def _joined(levels: tuple[Level, ...], level: Level) -> tuple[Level, ...]:
    before = levels[:-1] if levels and levels[-1].since == level.since else levels
    return (*before, level)


def _counted(
    traffic: tuple[CounterReading, ...], reading: CounterReading, *, same_price: bool
) -> tuple[CounterReading, ...]:
    """Keep a reading that says something new; of those in one hour and at one price only the last.

    Where a counter began anew or fell silent, the reading before it stays, for it alone tells how far that had counted;
    and so does the first one after it, for it alone tells that it began anew.
    """
    last = traffic[-1] if traffic else None
    if last is None:
        return () if reading.in_gb is None and reading.out_gb is None else (reading,)
    pairs = ((last.in_gb, reading.in_gb), (last.out_gb, reading.out_gb))
    if reading.at <= last.at or all(new is None or new == old for old, new in pairs):
        return traffic
    covered = all(old is None or (new is not None and old <= new) for old, new in pairs)
    same_hour = _hour(last.at) == _hour(reading.at)
    carries_on = covered and same_price and same_hour and not _began_anew(traffic)
    return (*(traffic[:-1] if carries_on else traffic), reading)


def _began_anew(traffic: tuple[CounterReading, ...]) -> bool:
    return any(_fell(traffic, meter) for meter in TRAFFIC_METERS)


def _fell(traffic: tuple[CounterReading, ...], meter: Meter) -> bool:
    """Tell whether a counter stood lower at the last reading than it was told before."""
    stands, *earlier = (one.of(meter) for one in reversed(traffic))
    stood = next((gb for gb in earlier if gb is not None), stands)
    return stands is not None and stood is not None and stands < stood


def _hour(at: datetime) -> datetime:
    return at.replace(minute=0, second=0, microsecond=0)
