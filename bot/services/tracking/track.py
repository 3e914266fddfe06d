"""Sit with an instance: read it, compare it with what was asked, and keep it with all that is to be said at once."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal

from sqlalchemy import Connection

from bot.domain.deadlines import DeadlineKind
from bot.domain.incidents import sighting
from bot.domain.instance import Instance, InstanceState
from bot.domain.ledger import CounterReading, Level
from bot.domain.letters.card import Card
from bot.domain.letters.machine import Changed
from bot.domain.listing import BY_HAND, ListingRef
from bot.domain.outside import Known, Unknown, Why
from bot.domain.runs import Run
from bot.domain.runs.anew import over
from bot.domain.watching import Machine, Standing
from bot.domain.watching.card import card_letter, card_of
from bot.domain.watching.ending import goes_on
from bot.domain.watching.judge import judge_run
from bot.domain.watching.look import Look
from bot.domain.watching.observe import changes_of
from bot.domain.watching.sight import stated_rates
from bot.domain.watching.terms import Terms
from bot.ports import Clock, Marketplace
from bot.services.tracking.deposit import deposit_of
from bot.services.tracking.typed_anew import typed_anew
from bot.services.tracking.wanted import Wanted
from bot.services.watching.applying import terms_for
from bot.services.watching.duty import Duty
from bot.store import keep, runs, standings
from bot.store.store import Store


@dataclass(frozen=True, slots=True)
class Tracked:
    """It is kept. `changes` are what is not as it was asked for; they are told in the channel as well.

    `deposit` is what the marketplace holds for it, in US dollars; None of a machine that was typed in. `before` are the
    run and its machine as they stood, where they were sat with already.
    """

    run: Run
    machine: Instance
    card: Card
    changes: tuple[Changed, ...]
    deposit: Decimal | Unknown | None = None
    before: tuple[Run, Instance] | None = None


@dataclass(frozen=True, slots=True)
class NoSuchInstance:
    """The marketplace answered well and knows no such instance of this account."""

    ref: ListingRef


@dataclass(frozen=True, slots=True)
class Taken:
    """The name, or the instance, has another run already."""

    run: Run
    by_name: bool


_ENDS = {"budget": DeadlineKind.BUDGET_END, "ends_at": DeadlineKind.CONTRACT_END}
"""What was told of an end that is taken back says nothing of one that is said later."""

Outcome = Tracked | NoSuchInstance | Taken | Unknown


async def track(wanted: Wanted, market: Marketplace | None, store: Store, clock: Clock, duty: Duty) -> Outcome:
    """Track an instance of a marketplace. Nothing is rented, changed or paid by it.

    Said again of the same instance by the same name, it changes what was said of the run;
    what is left out then stays.
    """
    if market is None:
        name = wanted.ref.market
        return Unknown(Why.NOT_SET_UP, f"{name} is not set up here.", clock.now(), name)
    fact = await market.instance(wanted.ref.id)
    if isinstance(fact, Unknown):
        return fact
    if fact.value is None:
        return NoSuchInstance(wanted.ref)
    look = Look(at=fact.at, sighting=sighting(fact.value.state), instance=fact.value)
    deposit = await deposit_of(wanted.ref.id, market, clock)
    standing = _standing(
        wanted, fact.value, fact.at, duty, deposit=deposit.value if isinstance(deposit, Known) else None
    )
    outcome = await _kept(standing, look, store, clock, duty, wanted)
    if isinstance(outcome, Tracked) and outcome.deposit is None and isinstance(deposit, Unknown):
        return replace(outcome, deposit=deposit)
    return outcome


async def track_typed(wanted: Wanted, typed: Instance, store: Store, clock: Clock, duty: Duty) -> Outcome:
    """Track a machine that was typed in: everything but its liveness works. Without a start it began now.

    Typed in again by the same name it changes what was typed and said; it began when it did, and another price counts
    from now on.
    """
    now = clock.now()
    run_id = duty.new_id()
    ref = ListingRef(BY_HAND, run_id)
    started = min(typed.started_at or now, now)
    instance = replace(typed, ref=ref, started_at=started, state=InstanceState.RUNNING)
    standing = _standing(replace(wanted, ref=ref), instance, now, duty, run_id=run_id)
    return await _kept(standing, Look(at=now), store, clock, duty, wanted)


async def _kept(standing: Standing, look: Look, store: Store, clock: Clock, duty: Duty, wanted: Wanted) -> Outcome:
    now = clock.now()
    try:
        return await store.transact(_keep, standing, look, duty, now)
    except runs.NameTaken as taken:
        again = taken.run.ref == standing.run.ref or (taken.run.by_hand and standing.run.by_hand)
        if again and goes_on(taken.run, now):
            return await store.transact(_change, taken.run, wanted, standing.machine, look, duty, now)
        return Taken(taken.run, by_name=True)
    except runs.InstanceTaken as taken:
        return Taken(taken.run, by_name=False)


def _keep(c: Connection, standing: Standing, look: Look, duty: Duty, now: datetime) -> Tracked:
    """Keep the run, and judge it at once: what is unlike asked, and which deadlines are near already."""
    runs.add(c, standing)
    terms = terms_for(c, [standing], duty, now, duty.every)
    verdict = judge_run(standing, look, terms)
    keep.keep_run(c, standing, verdict, now)
    return _tracked(verdict.standing, terms)


def _change(c: Connection, run: Run, wanted: Wanted, read: Machine, look: Look, duty: Duty, now: datetime) -> Tracked:
    """Take over what was said anew of a run that is tracked; what it was and did stays (case f140)."""
    (before,) = standings.load(c, ids=[run.id], lock=True)
    machine = typed_anew(before.machine, read.seen, now, wanted.none) if run.by_hand else before.machine
    machine = machine if read.deposit is None else replace(machine, deposit=read.deposit)
    told = frozenset(mark for mark in before.told if mark.kind not in {_ENDS.get(name) for name in wanted.none})
    changed = replace(before, run=_said_anew(before.run, wanted), machine=machine, told=told)
    terms = terms_for(c, [changed], duty, now, duty.every)
    verdict = judge_run(changed, look, terms)
    keep.keep_run(c, before, replace(verdict, cards=(card_letter(verdict.standing, terms),)), now)
    return replace(_tracked(verdict.standing, terms), before=(before.run, before.machine.seen))


def _tracked(after: Standing, terms: Terms) -> Tracked:
    machine = after.machine
    return Tracked(after.run, machine.seen, card_of(after, terms), tuple(changes_of(after)), machine.deposit)


def _said_anew(old: Run, wanted: Wanted) -> Run:
    """Put what was said over what had been; what was left out stays."""
    plan = replace(old.plan, **{name: getattr(wanted.plan, name) for name in wanted.said})
    owner = wanted.owner if wanted.owner_said else old.owner
    keeping = over(old.keeping, wanted.keeping, wanted.none)
    return replace(old, plan=plan, keeping=keeping, ask=over(old.ask, wanted.ask, wanted.none), owner=owner)


def _standing(
    wanted: Wanted,
    row: Instance,
    at: datetime,
    duty: Duty,
    *,
    run_id: str | None = None,
    deposit: Decimal | None = None,
) -> Standing:
    run = Run(
        id=run_id or duty.new_id(),
        name=wanted.name,
        owner=wanted.owner,
        channel=duty.channel,
        ref=wanted.ref,
        plan=wanted.plan,
        keeping=wanted.keeping,
        ask=wanted.ask,
        tracked_at=at,
        begun_at=_begun(row.started_at, at, wanted.plan.duration),
    )
    seen = row.state is not InstanceState.UNKNOWN
    machine = Machine(
        locked=row,
        seen=row,
        seen_at=at,
        deposit=deposit,
        levels=(Level(row.state, at, at),) if seen else (),
        rates=stated_rates(row, min(row.started_at or at, at)),
        traffic=_counted(row, at),
    )
    return Standing(run=run, machine=machine)


def _begun(started: datetime | None, at: datetime, duration: timedelta) -> datetime:
    """Count a run's hours from its machine's start; but one that has run longer than the run takes began it later.

    A start that is still to come tells of our clock, which is behind.
    """
    return at if started is None or at - started >= duration else started


def _counted(row: Instance, at: datetime) -> tuple[CounterReading, ...]:
    if row.traffic_in_gb is None and row.traffic_out_gb is None:
        return ()
    return (CounterReading(at, row.traffic_in_gb, row.traffic_out_gb),)
