"""Which runs a query is about, in few forms, each of which SQLAlchemy puts together once and not anew at each look."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, bindparam, or_, select, true

from bot.store.tables import runs


@dataclass(frozen=True, slots=True, eq=False)
class Picked:
    """A clause on the runs' table, the same object for the same form, and the values that it is asked with."""

    clause: ColumnElement[bool]
    given: Mapping[str, Any]


def picked(ids: Collection[str] | None = None, *, market: str | None = None, since: datetime | None = None) -> Picked:
    """Pick these `ids`; or the live runs, and those that ended at or after `since`; of all marketplaces or of one."""
    given = {"of_ids": None if ids is None else list(ids), "of_market": market, "ended_since": since}
    given = {name: value for name, value in given.items() if value is not None}
    return Picked(_clause(frozenset(given)), given)


@cache
def ids_of(clause: ColumnElement[bool]) -> Select[tuple[str]]:
    """Give the query for the ids of the runs that a clause picks."""
    return select(runs.c.id).where(clause)


@cache
def _clause(given: frozenset[str]) -> ColumnElement[bool]:
    there = runs.c.market == bindparam("of_market") if "of_market" in given else true()
    if "of_ids" in given:
        return and_(there, runs.c.id.in_(bindparam("of_ids", expanding=True)))
    live = runs.c.ended_at.is_(None)
    since = "ended_since" in given
    return and_(there, or_(live, runs.c.ended_at >= bindparam("ended_since")) if since else live)
