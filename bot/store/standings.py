"""Standings: a run with all that one look at its machine is judged against, read and written many at a time."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, bindparam, select, update

from bot.domain.watching import Machine, Standing
from bot.store import incidents, marks
from bot.store.picked import picked
from bot.store.run_rows import machine_of, row_of, run_of
from bot.store.series import LEVELS, RATES, TRAFFIC, Change, Series
from bot.store.tables import runs

Pair = tuple[Standing, Standing]
"""A standing as it was loaded, and as it is."""

_SERIES: dict[str, Series[Any]] = {"levels": LEVELS, "rates": RATES, "traffic": TRAFFIC}


def load(
    c: Connection,
    ids: Collection[str] | None = None,
    *,
    market: str | None = None,
    since: datetime | None = None,
    lock: bool = False,
) -> list[Standing]:
    """Give standings by when their runs were tracked, with one query a table.

    Of these `ids`; or of the live runs, and of those that ended at or after `since`; of all marketplaces or of one.
    With `lock`, nobody else can lock or change these runs until the transaction ends.
    """
    which = picked(ids, market=market, since=since)
    rows = c.execute(_query(which.clause, lock), which.given).all()
    facts = {name: series.load(c, which) for name, series in _SERIES.items()}
    told, open_ = marks.of_runs(c, which), incidents.of_runs(c, which)
    return [
        Standing(
            run=run_of(row),
            machine=machine_of(row, {name: found.get(row.id, ()) for name, found in facts.items()}),
            watches=row.watches,
            told=told.get(row.id, frozenset()),
            open=open_.get(row.id, ()),
        )
        for row in rows
    ]


def save(c: Connection, before: Standing, after: Standing) -> None:
    """Write what differs, but for the open incidents, which have ways of their own."""
    save_all(c, [(before, after)])


def save_all(c: Connection, pairs: Sequence[Pair]) -> None:
    """Do the same for many."""
    changed = [(before, after) for before, after in pairs if before != after]
    alike: dict[tuple[str, ...], list[dict[str, Any]]] = defaultdict(list)
    for before, after in changed:
        was = row_of(before)
        new = {name: value for name, value in row_of(after).items() if value != was[name]}
        if new:
            alike[tuple(new)].append({"of_run": after.run.id, **new})
    for rows in alike.values():
        c.execute(update(runs).where(runs.c.id == bindparam("of_run")), rows)
    save_facts(c, changed)


def save_facts(c: Connection, pairs: Sequence[tuple[Standing | None, Standing]]) -> None:
    """Write what differs of machines and of what was told; None is a run of which nothing is kept yet."""
    for name, series in _SERIES.items():
        series.save(c, [_change(name, *pair) for pair in pairs])
    marks.save(c, [(after.run.id, before.told if before else frozenset(), after.told) for before, after in pairs])


def _change(name: str, before: Standing | None, after: Standing) -> Change[Any]:
    same_machine = before is not None and before.run.ref == after.run.ref
    was: Machine | None = before.machine if before is not None and same_machine else None
    facts = getattr(after.machine, name)
    return Change(after.run.id, after.run.ref, getattr(was, name) if was else (), facts)


@cache
def _query(which: ColumnElement[bool], lock: bool) -> Select[Any]:
    query = select(runs).where(which).order_by(runs.c.tracked_at, runs.c.id)
    return query.with_for_update() if lock else query
