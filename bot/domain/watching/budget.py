"""When a run's budget is spent, and whether it lasts until the run is done."""

from bisect import bisect_left
from datetime import datetime, timedelta
from decimal import Decimal

from bot.domain.deadlines import money_end
from bot.domain.money import MachineRate
from bot.domain.outside import Unknown, Why
from bot.domain.watching.machine import Machine
from bot.domain.watching.money import burn_now, cost_at_completion, cost_so_far, estimate_of, least_burn, told_usd
from bot.domain.watching.standing import Standing

_MINUTE = timedelta(minutes=1)


def budget_end(standing: Standing, now: datetime) -> datetime | Unknown | None:
    """Give when the budget is spent, by what is known of the cost; None without one, and while nothing burns it.

    An unknown price can only make it sooner. A budget that is spent needs no burn to say so: its end is when it was.
    """
    budget = standing.run.plan.budget
    if budget is None:
        return None
    left = budget - cost_so_far(standing, now).known.usd
    if left <= 0:
        return _spent_at(budget, standing.machine, now)
    end = money_end(left, MachineRate(least_burn(standing, now)), now)
    if end is None and burn_now(standing, now) is None:
        return Unknown(Why.UNREADABLE, "The marketplace does not tell its price.", now, standing.run.ref.market)
    return end


def _spent_at(budget: Decimal, machine: Machine, now: datetime) -> datetime:
    """Give the minute in which the machine had cost so much, which it has by now."""
    start = min(machine.ledger.start or now, now)
    minutes = range((now - start) // _MINUTE)
    return start + _MINUTE * bisect_left(minutes, budget, key=lambda n: machine.cost(start + _MINUTE * n).known.usd)


def budget_or_sooner(standing: Standing, now: datetime) -> bool:
    """Tell whether a price or a counter is unknown, so that the budget may be spent sooner than is said."""
    return bool(cost_so_far(standing, now).missing) or burn_now(standing, now) is None


def budget_short(standing: Standing, now: datetime) -> Decimal | None:
    """Give by how many US dollars the cost at completion, else the estimate, is over the budget; None if it is not."""
    budget = standing.run.plan.budget
    if budget is None:
        return None
    needed = told_usd(cost_at_completion(standing, now))
    if needed is None:
        estimate = estimate_of(standing)
        needed = cost_so_far(standing, now).known.usd if estimate is None else estimate.parts.total
    return needed - budget if needed > budget else None
