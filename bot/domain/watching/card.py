"""A run's card and its line in the summary: the same figures, once at length and once in brief."""

from datetime import datetime
from decimal import Decimal

from bot.domain.deadlines import DeadlineKind
from bot.domain.ledger import Costs, RunEstimate
from bot.domain.letters import Kind, Letter, Priority
from bot.domain.letters.card import Card, Money
from bot.domain.watching.budget import budget_or_sooner, budget_short
from bot.domain.watching.checklist import checklist_of
from bot.domain.watching.ends import deadlines_of, outlook_of, stopping
from bot.domain.watching.leads import uplink_assumed
from bot.domain.watching.money import cost_at_completion, cost_before, cost_so_far, estimate_of, is_part, told_usd
from bot.domain.watching.needs import plights_of
from bot.domain.watching.progress import ran
from bot.domain.watching.standing import Standing
from bot.domain.watching.terms import Terms
from bot.domain.watching.titles import title_of


def card_key(run_id: str) -> str:
    """Give the key of a run's card, of which there is one."""
    return f"card:{run_id}"


def card_letter(standing: Standing, terms: Terms) -> Letter:
    """Give the card as a letter: posted once, then edited in place."""
    run = standing.run
    return Letter(
        key=card_key(run.id),
        kind=Kind.CARD,
        to=run.channel,
        facts=card_of(standing, terms),
        priority=Priority.CARD,
        run=run.name,
        second=terms.admin or run.owner,
    )


def card_of(standing: Standing, terms: Terms) -> Card:
    """Give everything that is known of a run."""
    run, machine, now = standing.run, standing.machine, terms.now
    deadlines = deadlines_of(standing, now, terms.balance_end)
    binding = deadlines.binding(now)
    return Card(
        title=title_of(standing, now),
        as_of=now,
        seen_at=None if run.by_hand else machine.seen_at,
        marketplace=None if run.by_hand else machine.seen.state_text,
        ssh=None,
        training=None,
        gpu_use=machine.seen.gpu_use,
        progress=run.progress,
        running=ran(standing, now),
        planned=run.plan.duration,
        money=money_of(standing, now),
        binding=binding,
        copy_start=stopping(deadlines).copy_start(now),
        stops=stopping(deadlines).binding(now),
        outlook=outlook_of(standing, now),
        open=tuple(one.kind for one in standing.open),
        checklist=checklist_of(standing, now),
        ended_at=run.ended_at,
        by_hand=run.by_hand,
        binding_or_sooner=_is_budget(binding) and budget_or_sooner(standing, now),
        uplink_assumed=uplink_assumed(standing),
        budget_short=budget_short(standing, now),
        plights=tuple(plights_of(standing, now, terms.balance_end)),
    )


def money_of(standing: Standing, now: datetime) -> Money:
    """Give a run's money: so far, estimated to date, estimated, and at completion."""
    costs, estimate = cost_so_far(standing, now), estimate_of(standing)
    ahead = cost_at_completion(standing, now)
    high = estimate_of(standing, with_margin=True)
    return Money(
        so_far=costs.known.usd,
        unsure=costs.known.marked,
        missing=missing_of(costs),
        to_date=None if estimate is None else estimate.to_date(ran(standing, now)).total,
        estimate=_whole(estimate),
        estimate_high=_whole(high),
        at_completion=told_usd(ahead),
        budget=standing.run.plan.budget,
        before=cost_before(standing, now).known.usd,
        or_more=is_part(ahead),
    )


def missing_of(costs: Costs) -> tuple[str, ...]:
    """Name the meters of which nothing is known."""
    return tuple(str(meter) for meter in costs.missing)


def _is_budget(binding: tuple[DeadlineKind, datetime] | None) -> bool:
    return binding is not None and binding[0] is DeadlineKind.BUDGET_END


def _whole(estimate: RunEstimate | None) -> Decimal | None:
    return None if estimate is None else estimate.parts.total
