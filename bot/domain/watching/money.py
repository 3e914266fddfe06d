"""What a run was to cost, has cost and will have cost."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from decimal import Decimal

from bot.domain.ledger import Costs, Meter, RunEstimate, at_completion, hourly
from bot.domain.money import hours
from bot.domain.price import Parts
from bot.domain.watching.progress import BEYOND, remaining
from bot.domain.watching.standing import Standing


def estimate_of(standing: Standing, *, with_margin: bool = False) -> RunEstimate | None:
    """Give the estimate: hours at the locked rate + disk + traffic. None when a price that it needs is unknown."""
    plan, locked = standing.run.plan, standing.machine.locked
    span = plan.longest if with_margin else plan.duration
    rates = hourly(locked)
    traffic_in = _traffic(plan.in_gb, locked.in_usd_per_gb)
    traffic_out = _traffic(out_gb_of(standing), locked.out_usd_per_gb)
    if Meter.COMPUTE not in rates or Meter.DISK not in rates or traffic_in is None or traffic_out is None:
        return None
    time = hours(span)
    return RunEstimate(span, Parts(rates[Meter.COMPUTE] * time, rates[Meter.DISK] * time, traffic_in, traffic_out))


def out_gb_of(standing: Standing) -> Decimal:
    """Give what must leave the machine, in GB: what was said, else its whole disk, else nothing that is known."""
    out = standing.run.plan.out_gb
    return (standing.machine.seen.disk_gb or Decimal(0)) if out is None else out


def cost_so_far(standing: Standing, now: datetime) -> Costs:
    """Give what the machine has cost until now."""
    return standing.machine.cost(now)


def cost_before(standing: Standing, now: datetime) -> Costs:
    """Give what of that is from before the run began, on a machine that was there already."""
    return standing.machine.cost(min(standing.run.begun_at, now))


def cost_at_completion(standing: Standing, now: datetime) -> Costs | None:
    """Give what the run will have cost when its training is done and its results are off the machine.

    None where it finishes later than can be told: a sum would be one for ten years, not for the run.
    """
    if standing.run.ended_at is not None:
        return cost_so_far(standing, now)
    left = remaining(standing, now) or timedelta(0)
    if left >= BEYOND:
        return None
    return at_completion(standing.machine.ledger, now, left, standing.run.plan.in_gb, out_gb_of(standing))


def still_needed(standings: Iterable[Standing], now: datetime) -> Decimal | None:
    """Give what runs still take until they are done, in US dollars; None while that is unknown of any."""
    left = [_left(one, now) for one in standings]
    return sum((usd for usd in left if usd is not None), Decimal(0)) if None not in left else None


def _left(standing: Standing, now: datetime) -> Decimal | None:
    total = told_usd(cost_at_completion(standing, now))
    return None if total is None else max(Decimal(0), total - cost_so_far(standing, now).known.usd)


def burn_now(standing: Standing, now: datetime) -> Decimal | None:
    """Give what the machine costs per hour now, in US dollars."""
    return standing.machine.ledger.burn(now)


def told_burn(standing: Standing, now: datetime) -> tuple[Decimal | None, bool]:
    """Give what the machine costs per hour now, and whether it is more: the GPUs' price is known, another is not.

    None where not even that is known, which is most of it.
    """
    ledger = standing.machine.ledger
    burn, least = ledger.burn(now), ledger.least_burn(now)
    if burn is not None or not least or ledger.rates_of(Meter.COMPUTE).at(now) is None:
        return burn, False
    return least, True


def told_usd(costs: Costs | None) -> Decimal | None:
    """Give the sum of what is known; None where not even the GPU's cost is, which is most of it."""
    return None if costs is None or Meter.COMPUTE in costs.missing else costs.known.usd


def is_part(costs: Costs | None) -> bool:
    """Tell whether a sum that is told leaves something out: of some meter nothing is known."""
    return costs is not None and bool(costs.missing)


def least_burn(standing: Standing, now: datetime) -> Decimal:
    """Give what is known of what the machine costs per hour now, in US dollars."""
    return standing.machine.ledger.least_burn(now)


def _traffic(gb: Decimal, usd_per_gb: Decimal | None) -> Decimal | None:
    if gb == 0:
        return Decimal(0)
    return None if usd_per_gb is None else gb * usd_per_gb
