"""A run's row: what it is, its machine as it was locked and as it was last seen, and what is under watch."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Row

from bot.domain.listing import ListingRef
from bot.domain.runs import Run
from bot.domain.runs.names import same_name
from bot.domain.watching import Machine, Standing
from bot.store.tables import runs

_AS_THEY_ARE = (
    "id",
    "name",
    "owner",
    "channel",
    "plan",
    "keeping",
    "ask",
    "progress",
    "tracked_at",
    "begun_at",
    "max_duration",
    "ended_at",
)


OF_RUN = tuple(runs.c[name] for name in (*_AS_THEY_ARE, "market", "instance"))
"""What a run itself is read from; its machine and its watches are larger, and not asked for with every run."""


def row_of(standing: Standing) -> dict[str, Any]:
    """Give the row of a standing."""
    run, machine = standing.run, standing.machine
    return {
        **{name: getattr(run, name) for name in _AS_THEY_ARE},
        "name_key": same_name(run.name),
        "market": run.ref.market,
        "instance": run.ref.id,
        "sits_on": str(run.ref) if run.ended_at is None else None,
        "watches": standing.watches,
        "locked": machine.locked,
        "seen": machine.seen,
        "seen_at": machine.seen_at,
        "deposit": machine.deposit,
    }


def run_of(row: Row[Any]) -> Run:
    """Give the run of a row."""
    ref = ListingRef(row.market, row.instance)
    return Run(ref=ref, **{name: getattr(row, name) for name in _AS_THEY_ARE})


def machine_of(row: Row[Any], facts: Mapping[str, Any]) -> Machine:
    """Give the machine of a row, with its dated facts."""
    return Machine(locked=row.locked, seen=row.seen, seen_at=row.seen_at, deposit=row.deposit, **facts)
