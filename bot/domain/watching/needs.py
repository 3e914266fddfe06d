"""What needs a person: of the accounts, of the runs, and of what sits there with no run. All is well without any."""

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from bot.domain.deadlines import DeadlineKind, Deadlines, money_end
from bot.domain.incidents import IncidentKind
from bot.domain.instance import InstanceState
from bot.domain.letters.summary import OpenFact, Plight
from bot.domain.money import MachineRate
from bot.domain.outside import Unknown
from bot.domain.watching.account import AccountStanding
from bot.domain.watching.budget import budget_short
from bot.domain.watching.ends import deadlines_of, machine_end, outlook_of, stopping
from bot.domain.watching.money import cost_so_far
from bot.domain.watching.standing import Standing
from bot.domain.watching.titles import account_subject, stray_subject

_POLLS = 4
_UNREAD_FOR = timedelta(minutes=30)
"""An account that was not read for so long, or for four polls, needs a look, whatever keeps it from being read."""

_RUNS_OUT = {
    Plight.PASSED,
    Plight.COPY_START,
    Plight.NO_FIT,
    Plight.END_NEAR,
    Plight.SPENT,
    Plight.BUDGET_NEAR,
    Plight.BUDGET_SHORT,
}
"""What is said first: time or money runs out, or has."""


def open_facts(
    standings: Sequence[Standing],
    plights: Mapping[str, Iterable[Plight]],
    accounts: Sequence[AccountStanding],
    every: Mapping[str, timedelta],
    now: datetime,
    broken: Iterable[str] = (),
) -> Iterator[OpenFact]:
    """Give every fact that needs a person; `plights` are each run's by id, `every` the time between polls by market.

    First come the runs whose time or money runs out, then `broken`, the channels in Slack that take nothing, and the
    accounts, then all other runs and instances.
    """
    good = {account.market: account.last_good for account in accounts}
    of_runs = [tuple(_of_run(standing, plights[standing.run.id], good)) for standing in standings]
    yield from (one for some in of_runs if _runs_out(some) for one in some)
    yield from (OpenFact(channel, IncidentKind.SLACK_ROUTE) for channel in sorted(broken))
    for account in accounts:
        for what in _of_account(account, every.get(account.market, timedelta(0)), now):
            yield OpenFact(account.market, what)
    yield from (one for some in of_runs if not _runs_out(some) for one in some)
    for standing in standings:
        market = standing.run.ref.market
        if _is_unseen(standing, good.get(market), every.get(market, timedelta(0))):
            yield OpenFact(standing.run.name, Plight.UNSEEN)
    for account in accounts:
        yield from (OpenFact(ref, IncidentKind.UNCLAIMED) for ref in _unclaimed(account))


def _of_account(account: AccountStanding, every: timedelta, now: datetime) -> Iterator[IncidentKind | Plight]:
    kinds = [one.kind for one in account.open if one.subject == account_subject(account.market)]
    yield from kinds
    if IncidentKind.BALANCE_LOW not in kinds and _overspent(account, now):
        yield Plight.OVERSPENT
    unread = account.last_good is None or now - account.last_good > max(every * _POLLS, _UNREAD_FOR)
    if unread and IncidentKind.NOT_VISIBLE not in kinds:
        yield Plight.UNREAD


def _overspent(account: AccountStanding, now: datetime) -> bool:
    if account.balance is None or account.balance_at is None:
        return False
    end = None if account.burn is None else money_end(account.balance, MachineRate(account.burn), account.balance_at)
    return account.balance < 0 or (end is not None and end <= now)


def _of_run(standing: Standing, plights: Iterable[Plight], asked: Container[str]) -> Iterator[OpenFact]:
    """Give what is open of a run; of one that is over, only its incidents."""
    run = standing.run
    yield from (OpenFact(run.name, one.kind) for one in standing.open)
    if run.ended_at is None and not run.by_hand and run.ref.market not in asked:
        yield OpenFact(run.name, Plight.UNASKED)
    yield from (OpenFact(run.name, one) for one in plights)


def plights_of(standing: Standing, now: datetime, ends: datetime | Unknown | None = None) -> Iterator[Plight]:
    """Give what needs a person of a run besides its incidents, the same for its card, all runs and the summary.

    `ends` is when its account's balance ends. A run that is over needs nobody.
    """
    run = standing.run
    if run.ended_at is not None:
        return
    deadlines = deadlines_of(standing, now, ends)
    if (time := _of_time(standing, deadlines, now)) is not None:
        yield time
    if (budget := _of_budget(standing, deadlines, now)) is not None:
        yield budget
    if is_stopped(standing):
        yield Plight.STOPPED
    if run.progress is not None and run.progress.finished:
        yield Plight.DONE


def _is_unseen(standing: Standing, last_good: datetime | None, every: timedelta) -> bool:
    """Tell whether its account was read well for long since its machine was seen: no list nor lookup tells of it."""
    run = standing.run
    if run.by_hand or run.ended_at is not None or last_good is None:
        return False
    return last_good - standing.machine.seen_at > max(every * _POLLS, _UNREAD_FOR)


def _of_budget(standing: Standing, deadlines: Deadlines, now: datetime) -> Plight | None:
    """Tell how the budget is, the worst of it alone. What the machine's end keeps from being spent is not near."""
    budget = standing.run.plan.budget
    if budget is None:
        return None
    if cost_so_far(standing, now).known.usd >= budget:
        return Plight.SPENT
    ends = {one.kind for one in deadlines.all}
    if DeadlineKind.BUDGET_END in ends and _warned(standing, {DeadlineKind.BUDGET_END}):
        return Plight.BUDGET_NEAR
    return None if budget_short(standing, now) is None else Plight.BUDGET_SHORT


def _of_time(standing: Standing, deadlines: Deadlines, now: datetime) -> Plight | None:
    """Tell what has run out or soon will: the worst of it alone."""
    end, start = machine_end(standing), stopping(deadlines).copy_start(now)
    if end is not None and end <= now:
        return Plight.PASSED
    if start is not None and start <= now:
        return Plight.COPY_START
    if outlook_of(standing, now).fits is False:
        return Plight.NO_FIT
    near = _warned(standing, {DeadlineKind.CONTRACT_END, DeadlineKind.MAX_DURATION})
    return Plight.END_NEAR if near else None


def _warned(standing: Standing, kinds: Collection[DeadlineKind]) -> bool:
    """Tell whether such an end was warned of and stands: one that moved away has its warnings forgotten."""
    return any(mark.kind in kinds and mark.threshold is not None for mark in standing.told)


def _runs_out(facts: Iterable[OpenFact]) -> bool:
    return any(one.what in _RUNS_OUT for one in facts)


def is_stopped(standing: Standing) -> bool:
    """Tell whether the machine is stopped, which still costs (case a8)."""
    levels = standing.machine.levels
    return bool(levels) and levels[-1].state is InstanceState.STOPPED


def _unclaimed(account: AccountStanding) -> list[str]:
    """Name what sits there with no run, also what comes and goes and is away just now."""
    there = [str(stray.seen.ref) for stray in account.strays if stray.unclaimed]
    told = [one.subject for one in account.open if one.kind is IncidentKind.UNCLAIMED]
    return list(dict.fromkeys([*there, *(subject.removeprefix(stray_subject("")) for subject in told)]))
