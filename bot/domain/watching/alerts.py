"""From what changed about a run to the facts that its letters hold."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from decimal import Decimal

from bot.domain.incidents import Change, IncidentKind, What
from bot.domain.instance import InstanceState
from bot.domain.ledger import outages, unbilled
from bot.domain.ledger.policy import HOUR_METERS
from bot.domain.letters import Facts
from bot.domain.letters.host import Flapping, HostBack, HostGone, HostOffline, Settled
from bot.domain.letters.machine import DiskFull, Hardware, Idle, Late, Over, PriceAsked
from bot.domain.watching.budget import budget_short
from bot.domain.watching.ends import machine_end, outlook_of
from bot.domain.watching.hardware import moved
from bot.domain.watching.look import Look
from bot.domain.watching.money import cost_at_completion, cost_before, cost_so_far, estimate_of, is_part, told_usd
from bot.domain.watching.observe import changes_of
from bot.domain.watching.price import asked_rates
from bot.domain.watching.progress import planned_finish, ran
from bot.domain.watching.resume import resume_afresh, resume_with_all
from bot.domain.watching.standing import Standing
from bot.domain.watching.titles import title_of

_HOST = (IncidentKind.OFFLINE, IncidentKind.GONE)


def facts_of(change: Change, standing: Standing, look: Look, now: datetime) -> Facts:
    """Give what is said of a change; `standing` is how the run stands after it."""
    title = title_of(standing, now)
    match change.what:
        case What.FLAPPING:
            return Flapping(title, change.kind, change.since)
        case What.SETTLED:
            return Settled(title, change.kind, change.since)
        case What.OPENED:
            return _opened(change, standing, look, now)
    if change.kind in _HOST and change.became is None:
        return _back(change, standing, now)
    over = standing.run.ended_at if standing.run.by_hand else None
    return Over(title, change.kind, change.since, outlook_of(standing, now), change.became, run_over=over)


def _opened(change: Change, standing: Standing, look: Look, now: datetime) -> Facts:
    if change.kind is IncidentKind.OFFLINE:
        return _offline(change, standing, now)
    if change.kind is IncidentKind.IDLE:
        return _idle(change, standing, now)
    if change.kind is IncidentKind.PRICE_INCREASE:
        return _price(standing, look, now)
    return _OF_STANDING[change.kind](standing, now)


def _offline(change: Change, standing: Standing, now: datetime) -> HostOffline:
    ledger = standing.machine.ledger
    paused = not any(ledger.policy.bills(meter, InstanceState.OFFLINE) for meter in HOUR_METERS)
    return HostOffline(
        title=title_of(standing, now),
        since=change.since,
        not_before=change.not_before,
        billing_paused=paused,
        saved_at=None,
        at_risk=ran(standing, now),
        at_risk_usd=_usd(standing, now),
        outlook=outlook_of(standing, now),
        resume=resume_afresh(standing),
    )


def _usd(standing: Standing, now: datetime) -> Decimal | None:
    return told_usd(cost_so_far(standing, now))


def _back(change: Change, standing: Standing, now: datetime) -> HostBack:
    """Tell of the outage that is over. What was taken for gone has none in the ledger: nobody said it was offline."""
    ledger, told = standing.machine.ledger, standing.incident(change.kind)
    began = change.since if told is None else told.since
    last = next((one for one in reversed(tuple(outages(ledger))) if one.away(now) and began <= (one.end or now)), None)
    away = max(timedelta(0), change.since - began) if last is None else last.away(now)
    spared = None if last is None else unbilled(ledger, last, now).total
    return HostBack(
        title=title_of(standing, now),
        since=change.since,
        not_before=change.not_before,
        away=away,
        state=standing.machine.seen.state_text,
        unbilled=None if spared is None else (spared.low, spared.high),
        outlook=outlook_of(standing, now),
    )


def _gone(standing: Standing, now: datetime) -> HostGone:
    machine = standing.machine
    return HostGone(
        title=title_of(standing, now),
        last_seen=machine.seen_at,
        last_state=machine.seen.state_text,
        was_due=machine_end(standing),
        cost=_usd(standing, now),
        saved_at=None,
        at_risk=ran(standing, now),
        at_risk_usd=_usd(standing, now),
        resume=resume_afresh(standing),
    )


def _idle(change: Change, standing: Standing, now: datetime) -> Idle:
    spent = told_usd(standing.machine.ledger.between(change.since, now))
    use = standing.machine.seen.gpu_use or Decimal(0)
    return Idle(title_of(standing, now), change.since, use, spent)


def _late(standing: Standing, now: datetime) -> Late:
    estimate, ahead = estimate_of(standing), cost_at_completion(standing, now)
    return Late(
        title=title_of(standing, now),
        planned=planned_finish(standing),
        margin=standing.run.plan.margin,
        outlook=outlook_of(standing, now),
        at_completion=told_usd(ahead),
        estimate=None if estimate is None else estimate.parts.total,
        resume=resume_with_all(standing, now),
        before=cost_before(standing, now).known.usd,
        or_more=is_part(ahead),
        budget_short=budget_short(standing, now),
    )


def _price(standing: Standing, look: Look, now: datetime) -> PriceAsked:
    asked = (look.asked or ())[0]
    before, then = asked_rates(asked, standing.machine.seen)
    return PriceAsked(title_of(standing, now), before, then, asked.ends_then)


def _disk(standing: Standing, now: datetime) -> DiskFull:
    seen, step = standing.machine.seen, standing.watches.disk_step_gb
    return DiskFull(title_of(standing, now), seen.disk_used_gb or Decimal(0), seen.disk_gb or Decimal(0), step)


def hardware(standing: Standing, now: datetime) -> Hardware:
    """Tell all that is not as it was asked for or as it was."""
    machine = standing.machine
    return Hardware(title_of(standing, now), changes_of(standing), moved(machine.locked, machine.seen))


_OF_STANDING: Mapping[IncidentKind, Callable[[Standing, datetime], Facts]] = {
    IncidentKind.GONE: _gone,
    IncidentKind.FORECAST: _late,
    IncidentKind.DISK: _disk,
    IncidentKind.HARDWARE: hardware,
}
"""What needs no more than how the run stands. A KeyError here is an incident that is none of a run's."""
