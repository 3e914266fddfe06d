"""What was told of each day's cost. Lines are added and never changed."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict

from sqlalchemy import Connection, insert, select

from bot.domain.ledger import Line, Meter
from bot.store.tables import lines


def add(c: Connection, run_id: str, told: Iterable[Line]) -> None:
    """Keep lines that are told of a run."""
    rows = [{"run": run_id, **asdict(line)} for line in told]
    if rows:
        c.execute(insert(lines), rows)


def of_run(c: Connection, run_id: str) -> tuple[Line, ...]:
    """Give all lines of a run, in the order in which they were told."""
    return of_runs(c, [run_id]).get(run_id, ())


def of_runs(c: Connection, run_ids: Collection[str]) -> Mapping[str, tuple[Line, ...]]:
    """Do the same for many runs; one without lines is left out."""
    found: dict[str, list[Line]] = defaultdict(list)
    for row in c.execute(select(lines).where(lines.c.run.in_(run_ids)).order_by(lines.c.id)):
        found[row.run].append(Line(row.day, Meter(row.meter), row.usd, row.told_at, row.correction))
    return {run: tuple(told) for run, told in found.items()}
