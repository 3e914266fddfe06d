"""How runs stand, for whoever asks: all of them, one in full, what they cost."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from itertools import groupby

from rapidfuzz import process
from sqlalchemy import Connection

from bot.domain.account import Charge
from bot.domain.ledger import Charged, Comparison, Costs, DayCosts, Outage, costs_by_day, outages
from bot.domain.letters import Title
from bot.domain.letters.account import Unclaimed
from bot.domain.letters.card import Card
from bot.domain.letters.summary import AccountRow
from bot.domain.runs import Run
from bot.domain.watching import Incident, Machine, Standing
from bot.domain.watching.card import card_of
from bot.domain.watching.money import cost_at_completion, cost_so_far, estimate_of
from bot.domain.watching.strays import unclaimed
from bot.domain.watching.summary import account_row, charged_by_meter, charged_in, comparison_of
from bot.domain.watching.titles import title_of
from bot.ports import Clock
from bot.services.watching.applying import terms_for
from bot.services.watching.duty import Duty
from bot.services.watching.summing import TOLD_AFTER
from bot.store import accounts, charges, incidents, runs, standings
from bot.store.store import Store

Every = Mapping[str, timedelta]
"""The time between polls, by marketplace."""

_LIKE = 60


@dataclass(frozen=True, slots=True)
class NoSuchRun:
    """There is no run of this name; `nearest` is one that may have been meant."""

    name: str
    nearest: str | None


@dataclass(frozen=True, slots=True)
class AllRuns:
    """Every run of the last week, and what sits on the accounts with none."""

    cards: tuple[Card, ...]
    unclaimed: tuple[Unclaimed, ...]


@dataclass(frozen=True, slots=True)
class OneRun:
    """A run in full: its card, all its incidents and outages, what each day cost."""

    card: Card
    run: Run
    machine: Machine
    incidents: tuple[Incident, ...]
    outages: tuple[Outage, ...]
    days: tuple[DayCosts, ...]


@dataclass(frozen=True, slots=True)
class OneCost:
    """What a run costs, by meter: estimated to date, accrued, charged; and at completion.

    `rows` are () without an estimate; `costs` is what accrued so far in any case. `completion` is None where the run
    finishes later than can be told, `charged` while nothing is.
    """

    title: Title
    rows: tuple[Comparison, ...]
    estimate: Decimal | None
    completion: Costs | None
    account: AccountRow | None
    costs: Costs
    charged: Charged | None


async def all_runs(store: Store, duty: Duty, every: Every, clock: Clock) -> AllRuns:
    """Read how all runs stand."""
    return await store.read(_all_runs, duty, every, clock.now())


async def one_run(name: str, store: Store, duty: Duty, clock: Clock) -> OneRun | NoSuchRun:
    """Read how one run stands."""
    return await store.read(_one_run, name, duty, clock.now())


async def one_cost(name: str, store: Store, every: Every, clock: Clock) -> OneCost | NoSuchRun:
    """Read what one run costs."""
    return await store.read(_one_cost, name, every, clock.now())


async def account_rows(store: Store, every: Every, clock: Clock) -> tuple[AccountRow, ...]:
    """Read how the accounts stand."""
    return await store.read(_account_rows, every, clock.now())


def find_run(c: Connection, name: str) -> Run | NoSuchRun:
    """Find a run by its name, or the name that is nearest."""
    run = runs.by_name(c, name)
    if run is not None:
        return run
    near = process.extractOne(name, [one.name for one in runs.all_runs(c)], score_cutoff=_LIKE)
    return NoSuchRun(name, near[0] if near else None)


def _standing(c: Connection, name: str) -> Standing | NoSuchRun:
    run = find_run(c, name)
    return run if isinstance(run, NoSuchRun) else standings.load(c, ids=[run.id])[0]


def _all_runs(c: Connection, duty: Duty, every: Every, now: datetime) -> AllRuns:
    cards = tuple(_cards(c, standings.load(c, since=now - TOLD_AFTER), duty, now))
    strays = (stray for market in every for stray in accounts.load(c, market).strays if stray.unclaimed)
    return AllRuns(cards, tuple(unclaimed(stray, now) for stray in strays))


def _cards(c: Connection, all_: Iterable[Standing], duty: Duty, now: datetime) -> Iterator[Card]:
    by_market = groupby(sorted(all_, key=_market), key=_market)
    for some in (list(group) for _, group in by_market):
        terms = terms_for(c, some, duty, now, duty.every)
        yield from (card_of(one, terms) for one in some)


def _market(standing: Standing) -> str:
    return standing.run.ref.market


def _one_run(c: Connection, name: str, duty: Duty, now: datetime) -> OneRun | NoSuchRun:
    standing = _standing(c, name)
    if isinstance(standing, NoSuchRun):
        return standing
    ledger = standing.machine.ledger
    return OneRun(
        card=card_of(standing, terms_for(c, [standing], duty, now, duty.every)),
        run=standing.run,
        machine=standing.machine,
        incidents=tuple(incidents.history(c, standing.run.id)),
        outages=tuple(outages(ledger)),
        days=costs_by_day([ledger], duty.zone, now),
    )


def _one_cost(c: Connection, name: str, every: Every, now: datetime) -> OneCost | NoSuchRun:
    standing = _standing(c, name)
    if isinstance(standing, NoSuchRun):
        return standing
    estimate, market = estimate_of(standing), standing.run.ref.market
    known = charges.window(c, market)
    by_meter = charged_by_meter(_within(charges.of_run(c, standing.run.id), known))
    charged = None if known is None else charged_in(standing, by_meter, *known)
    return OneCost(
        title=title_of(standing, now),
        rows=comparison_of(standing, by_meter, now, charged),
        estimate=None if estimate is None else estimate.parts.total,
        completion=cost_at_completion(standing, now),
        account=None if standing.run.by_hand else account_row(accounts.load(c, market), every, now),
        costs=cost_so_far(standing, now),
        charged=charged,
    )


def _within(charged: Iterable[Charge], known: tuple[datetime, datetime] | None) -> Iterator[Charge]:
    """Leave out what was charged before the time of which all charges are known: no accrual is set beside that."""
    return (one for one in charged if known is None or one.day >= known[0].astimezone(UTC).date())


def _account_rows(c: Connection, every: Every, now: datetime) -> tuple[AccountRow, ...]:
    return tuple(account_row(accounts.load(c, market), every, now) for market in every)
