"""From a run's ends to the letters that warn of them, each threshold once (promise 1)."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from bot.domain.deadlines import DeadlineKind, Deadlines, Due, DueWarning, EndWatch, Told, due_warnings, step_end
from bot.domain.letters import DIRECT, Kind, Letter, Priority
from bot.domain.letters.deadline import DeadlineNear, EndMoves
from bot.domain.outside import Unknown
from bot.domain.watching.budget import budget_or_sooner, budget_short
from bot.domain.watching.ends import deadlines_of, outlook_of, stopping
from bot.domain.watching.leads import copying_of, uplink_assumed
from bot.domain.watching.money import cost_so_far, told_usd
from bot.domain.watching.resume import resume_with_all
from bot.domain.watching.standing import Standing
from bot.domain.watching.terms import Terms
from bot.domain.watching.titles import deadline_subject, title_of

URGENT = timedelta(hours=6)
"""From here on the owner is told by DM as well, as long as nobody has acknowledged."""


def warn(standing: Standing, terms: Terms, *, seen: bool = True) -> tuple[Standing, tuple[Letter, ...]]:
    """Say what is due of the run's ends. Of the balance's own thresholds its account tells, once for all its runs.

    Where the machine was not `seen`, its ends only come nearer: whether one stands still nobody knows.
    """
    if standing.run.ended_at is not None:
        return standing, ()
    deadlines = deadlines_of(standing, terms.now, terms.balance_end)
    watches = {watch.kind: watch for watch in standing.watches.ends}
    watches |= _stepped(watches, deadlines, terms.now) if seen else {}
    held = [kind for kind, watch in watches.items() if watch.held]
    due = _due(deadlines, standing.told, terms.now, held)
    warnings = [one for one in due.warnings if _is_ours(one)]
    after = _with(replace(standing, told=due.told), watches)
    letters = [letter for one in warnings for letter in _letters(standing, after, one, deadlines, terms)]
    return after, (*letters, *_moves(standing, after, {one.kind for one in warnings}, terms))


def _due(deadlines: Deadlines, told: Told, now: datetime, held: Collection[DeadlineKind]) -> Due:
    """Derive what is due. No copy has to be off before a budget's end, so it neither has a copy start nor hides one."""
    stops = stopping(deadlines)
    budget = Deadlines(tuple(one for one in deadlines.all if one not in stops.all))
    of_stops = due_warnings(stops, told, now, held)
    of_budget = due_warnings(budget, of_stops.told, now, held)
    return Due((*of_stops.warnings, *of_budget.warnings), of_budget.told)


def _stepped(
    watches: Mapping[DeadlineKind, EndWatch], deadlines: Deadlines, now: datetime
) -> Mapping[DeadlineKind, EndWatch]:
    """Look at where each end stands that is ours to tell; the balance's is its account's."""
    return {
        one.kind: step_end(watches.get(one.kind) or EndWatch(one.kind), one.end, now)
        for one in deadlines.all
        if one.kind is not DeadlineKind.BALANCE_END and not isinstance(one.end, Unknown)
    }


def _with(standing: Standing, watches: Mapping[DeadlineKind, EndWatch]) -> Standing:
    """Keep how the ends moved. That one moves to and fro is said where it was warned of; else nobody need know."""
    warned = {mark.kind for mark in standing.told}
    ends = (replace(one, said=one.flaps.flapping and (one.said or one.kind in warned)) for one in watches.values())
    return replace(standing, watches=replace(standing.watches, ends=tuple(ends)))


def _moves(before: Standing, after: Standing, warned: Collection[DeadlineKind], terms: Terms) -> Iterator[Letter]:
    """Say that an end moves to and fro, or does so no more, where no warning of it says so in this wake."""
    said = {watch.kind for watch in before.watches.ends if watch.said}
    for watch in after.watches.ends:
        if watch.said != (watch.kind in said) and watch.kind not in warned and watch.end is not None:
            facts = EndMoves(title_of(after, terms.now), watch.kind, watch.end, over=not watch.said)
            subject = deadline_subject(after.run.id, watch.kind, after.told, watch.end)
            yield Letter(
                key=f"{subject}:moves:{terms.new_id()}",
                kind=Kind.DEADLINE,
                to=after.run.channel,
                facts=facts,
                priority=Priority.ALERT,
                run=after.run.name,
                subject=subject,
                second=terms.admin or after.run.owner,
            )


def _restless(before: Standing, after: Standing, kind: DeadlineKind) -> bool:
    """Tell whether a warning in this wake is the one to say that its end moves to and fro."""
    said = [any(one.kind is kind and one.said for one in standing.watches.ends) for standing in (before, after)]
    return said == [False, True]


def _is_ours(warning: DueWarning) -> bool:
    return warning.kind is not DeadlineKind.BALANCE_END or warning.copy_start is not None


def _letters(
    before: Standing, after: Standing, warning: DueWarning, deadlines: Deadlines, terms: Terms
) -> Iterator[Letter]:
    """Write one warning. An end that moves away and back again is warned of anew, so no key is ever used twice."""
    run, was_told = after.run, _told_end(before, warning.kind)
    first_told = _told_end(after, warning.kind) or warning.end
    subject = deadline_subject(run.id, warning.kind, after.told, warning.end)
    moved = None if was_told is None or warning.kind.is_money or was_told == first_told else was_told
    letter = Letter(
        key=f"{subject}:{_step(warning)}:{terms.new_id()}",
        kind=Kind.DEADLINE,
        to=run.channel,
        facts=replace(
            _facts(after, warning, deadlines, moved, terms.now), restless=_restless(before, after, warning.kind)
        ),
        priority=Priority.DEADLINE,
        run=run.name,
        subject=subject,
        second=terms.admin or run.owner,
    )
    yield letter
    if warning.left <= URGENT and subject not in terms.acknowledged:
        yield replace(letter, key=f"{letter.key}{DIRECT}", to=run.owner, second=terms.admin)


def _step(warning: DueWarning) -> str:
    """Tell one letter about an end from the next: by its threshold, or as the one about the copy."""
    threshold = warning.threshold
    return "copy" if threshold is None else str(int(threshold.total_seconds()))


def _told_end(standing: Standing, kind: DeadlineKind) -> datetime | None:
    """Give the end for which its thresholds were told."""
    return min((mark.end for mark in standing.told if mark.kind is kind), default=None)


def _facts(
    standing: Standing, warning: DueWarning, deadlines: Deadlines, moved_from: datetime | None, now: datetime
) -> DeadlineNear:
    lead = None if warning.kind is DeadlineKind.BUDGET_END else deadlines.copy_lead
    costs = cost_so_far(standing, now)
    return DeadlineNear(
        title=title_of(standing, now),
        kind=warning.kind,
        end=warning.end,
        crossed=warning.crossed,
        copy_start=None if lead is None else warning.end - lead,
        copy_missed=warning.copy_start is not None,
        outlook=outlook_of(standing, now),
        spent=told_usd(costs),
        budget=standing.run.plan.budget,
        moved_from=moved_from,
        left=warning.left,
        resume=resume_with_all(standing, now),
        or_sooner=warning.kind is DeadlineKind.BUDGET_END and budget_or_sooner(standing, now),
        uplink_assumed=uplink_assumed(standing),
        budget_short=budget_short(standing, now),
        copying=copying_of(standing),
        unsure=costs.known.marked,
        missing=tuple(str(meter) for meter in costs.missing),
    )
