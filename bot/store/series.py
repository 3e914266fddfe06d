"""What a machine was seen to be, cost and counted: ordered facts of which mostly the last grows or one is added."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar

from sqlalchemy import ColumnElement, Connection, Select, Table, and_, bindparam, delete, select

from bot.domain.instance import InstanceState
from bot.domain.ledger import CounterReading, Level, Meter, RateFact
from bot.domain.listing import ListingRef
from bot.store.picked import Picked
from bot.store.rows import put_over
from bot.store.tables import levels, rates, runs, traffic

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Series(Generic[T]):
    """One kind of fact: its table, its columns in the order of `of_row`'s arguments, and both directions."""

    table: Table
    columns: tuple[str, ...]
    of_row: Callable[..., T]
    row_of: Callable[[T], tuple[Any, ...]]

    def load(self, c: Connection, which: Picked) -> Mapping[str, tuple[T, ...]]:
        """Give the facts of the present machine of each run that is picked."""
        found: dict[str, list[T]] = defaultdict(list)
        for run, *values in c.execute(_query(self.table, self.columns, which.clause), which.given):
            found[run].append(self.of_row(*values))
        return {run: tuple(facts) for run, facts in found.items()}

    def save(self, c: Connection, changes: Iterable["Change[T]"]) -> None:
        """Write what differs: at most the last and what follows it, unless history itself was rewritten."""
        rows: list[dict[str, Any]] = []
        shorter: list[dict[str, Any]] = []
        for change in changes:
            at = {"run": change.run, "market": change.ref.market, "instance": change.ref.id}
            rows += [{**at, "n": n, **self._named(fact)} for n, fact in change.new()]
            if len(change.after) < len(change.before):
                shorter.append({f"of_{name}": value for name, value in {**at, "n": len(change.after)}.items()})
        put_over(c, self.table, rows)
        if shorter:
            c.execute(delete(self.table).where(self._beyond()), shorter)

    def _named(self, fact: T) -> dict[str, Any]:
        return dict(zip(self.columns, self.row_of(fact), strict=True))

    def _beyond(self) -> ColumnElement[bool]:
        table = self.table.c
        machine = (table[name] == bindparam(f"of_{name}") for name in ("run", "market", "instance"))
        return and_(*machine, table.n >= bindparam("of_n"))


@dataclass(frozen=True, slots=True)
class Change(Generic[T]):
    """One machine's facts of one kind, before and after."""

    run: str
    ref: ListingRef
    before: Sequence[T]
    after: Sequence[T]

    def new(self) -> Iterable[tuple[int, T]]:
        """Give the facts that are not as they were, with their places."""
        known = len(self.before)
        return ((n, fact) for n, fact in enumerate(self.after) if n >= known or fact != self.before[n])


@cache
def _query(of: Table, columns: tuple[str, ...], which: ColumnElement[bool]) -> Select[Any]:
    table = of.c
    present = and_(table.run == runs.c.id, table.market == runs.c.market, table.instance == runs.c.instance)
    wanted = (table.run, *(table[name] for name in columns))
    return select(*wanted).join(runs, present).where(which).order_by(table.run, table.n)


def _level(state: str | None, *rest: Any) -> Level:
    return Level(None if state is None else InstanceState(state), *rest)


LEVELS = Series(
    levels, ("state", "since", "seen", "stated"), _level, lambda fact: (fact.state, fact.since, fact.seen, fact.stated)
)
RATES = Series(
    rates,
    ("meter", "since", "usd"),
    lambda meter, since, usd: RateFact(Meter(meter), since, usd),
    lambda fact: (fact.meter, fact.since, fact.usd),
)
TRAFFIC = Series(traffic, ("at", "in_gb", "out_gb"), CounterReading, lambda fact: (fact.at, fact.in_gb, fact.out_gb))
