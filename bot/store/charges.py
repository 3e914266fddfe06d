"""What marketplaces charged, by their own billing days."""

from collections.abc import Collection, Iterable
from datetime import date, datetime
from typing import Any

from sqlalchemy import Connection, Select, delete, func, insert, select

from bot.domain.account import Charge
from bot.domain.ledger import Meter
from bot.domain.listing import ListingRef
from bot.store import notes
from bot.store.tables import charges, levels, rates, runs

_NO_METER = ""
_SINCE, _UNTIL = "charges of {} since", "charges of {} until"


def replace(c: Connection, market: str, start: date, end: date, charged: Iterable[Charge], read_at: datetime) -> None:
    """Keep a marketplace's whole answer for the days from `start` up to before `end`, in place of an earlier one.

    A day that is read again may say less than it did: what is no longer charged goes.
    """
    days = (charges.c.day >= start) & (charges.c.day < end)
    c.execute(delete(charges).where(charges.c.market == market, days))
    rows = [_row(charge, read_at) for charge in charged]
    if rows:
        c.execute(insert(charges), rows)


def note_read(c: Connection, market: str, start: datetime, until: datetime) -> None:
    """Note that a marketplace's charges are known from `start` up to `until`, and from before where that adjoins."""
    known = window(c, market)
    since = min(known[0], start) if known is not None and start <= known[1] else start
    notes.set_instant(c, _SINCE.format(market), since)
    notes.set_instant(c, _UNTIL.format(market), until)


def window(c: Connection, market: str) -> tuple[datetime, datetime] | None:
    """Give from when up to when a marketplace's charges are known; None: they were never read."""
    since, until = notes.instant(c, _SINCE.format(market)), notes.instant(c, _UNTIL.format(market))
    return None if since is None or until is None else (since, until)


def first_accrual(c: Connection, market: str, run_ids: Collection[str]) -> datetime | None:
    """Give when the first of these runs' machines at a marketplace began to cost, as far as that is known."""
    mine = (rates.c.market == market) & rates.c.run.in_(run_ids)
    first: datetime | None = c.scalar(select(func.min(rates.c.since)).where(mine))
    return first


def of_run(c: Connection, run_id: str) -> list[Charge]:
    """Give what all instances that a run ever sat on were charged, by day and meter."""
    present = select(runs.c.market, runs.c.instance).where(runs.c.id == run_id)
    seen = select(levels.c.market, levels.c.instance).where(levels.c.run == run_id)
    sat_on = present.union(seen).subquery()
    of_it = (charges.c.market == sat_on.c.market) & (charges.c.instance == sat_on.c.instance)
    return _found(c, select(charges).join(sat_on, of_it))


def _row(charge: Charge, read_at: datetime) -> dict[str, Any]:
    return {
        "market": charge.ref.market,
        "instance": charge.ref.id,
        "day": charge.day,
        "meter": _NO_METER if charge.meter is None else charge.meter,
        "usd": charge.usd,
        "read_at": read_at,
    }


def _found(c: Connection, query: Select[Any]) -> list[Charge]:
    table = charges.c
    rows = c.execute(query.order_by(table.day, table.market, table.instance, table.meter))
    return [
        Charge(
            ref=ListingRef(row.market, row.instance),
            day=row.day,
            meter=None if row.meter == _NO_METER else Meter(row.meter),
            usd=row.usd,
        )
        for row in rows
    ]
