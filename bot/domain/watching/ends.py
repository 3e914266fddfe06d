"""When a run's machine and its money end, and how the run will end."""

from dataclasses import replace
from datetime import datetime

from bot.domain.deadlines import Deadline, DeadlineKind, Deadlines
from bot.domain.instance import InstanceState
from bot.domain.ledger import state_at
from bot.domain.letters import Outlook
from bot.domain.outside import Unknown, Why
from bot.domain.watching.budget import budget_end
from bot.domain.watching.leads import lead_of
from bot.domain.watching.progress import BEYOND, remaining
from bot.domain.watching.standing import Standing

_STOPPED_FOR_GOOD = (InstanceState.STOPPED, None)


def deadlines_of(standing: Standing, now: datetime, balance_end: datetime | Unknown | None = None) -> Deadlines:
    """Give every end of the run's machine and money. `balance_end` None: the balance does not end.

    A budget of which something is left when the machine is removed is never spent, so it has no end.
    """
    seen = standing.machine.seen
    contract = seen.ends_at or Unknown(Why.UNREADABLE, "The marketplace does not tell its end.", now, seen.ref.market)
    ends = [Deadline(DeadlineKind.CONTRACT_END, contract)]
    longest = _longest_end(standing)
    if longest is not None:
        ends.append(Deadline(DeadlineKind.MAX_DURATION, longest))
    if balance_end is not None:
        ends.append(Deadline(DeadlineKind.BALANCE_END, balance_end))
    spent = budget_end(standing, now)
    if spent is not None and not _outlasts(spent, machine_end(standing), now):
        ends.append(Deadline(DeadlineKind.BUDGET_END, spent))
    return Deadlines(tuple(ends), lead_of(standing))


def _outlasts(spent: datetime | Unknown, machine: datetime | None, now: datetime) -> bool:
    return not isinstance(spent, Unknown) and machine is not None and now < machine <= spent


def stopping(deadlines: Deadlines) -> Deadlines:
    """Give the ends that stop or remove the machine: all but a budget's, which stops nothing by itself."""
    return replace(deadlines, all=tuple(one for one in deadlines.all if one.kind is not DeadlineKind.BUDGET_END))


def _longest_end(standing: Standing) -> datetime | None:
    run = standing.run
    start = standing.machine.locked.started_at or run.begun_at
    return None if run.max_duration is None else start + run.max_duration


def machine_end(standing: Standing) -> datetime | None:
    """Give when the machine and its disk are removed: the earlier of contract end and max duration."""
    ends = (standing.machine.seen.ends_at, _longest_end(standing))
    return min((end for end in ends if end is not None), default=None)


def outlook_of(standing: Standing, now: datetime) -> Outlook:
    """Say how the run will end if its host is there and works from now on; a stopped machine finishes nothing."""
    end = machine_end(standing)
    finish = _finish(standing, now)
    lead = lead_of(standing)
    spare = None if finish is None or end is None or lead is None else end - max(finish, now) - lead
    told = standing.run.progress
    return Outlook(
        finish,
        end,
        spare,
        beyond=finish is not None and finish - now >= BEYOND,
        done=told is not None and told.finished,
    )


def _finish(standing: Standing, now: datetime) -> datetime | None:
    told = standing.run.progress
    if told is not None and told.finished:
        return told.at
    state = state_at(standing.machine.ledger.spans, now)
    left = remaining(standing, now)
    return None if left is None or state in _STOPPED_FOR_GOOD else now + left
