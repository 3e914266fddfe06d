"""Runs: each has a name of its own in the team, and while it is live a machine of its own."""

from datetime import datetime

from sqlalchemy import ColumnElement, Connection, func, select, true, update

from bot.domain.listing import BY_HAND, ListingRef
from bot.domain.runs import Progress, Run
from bot.domain.runs.names import same_name
from bot.domain.watching import Standing
from bot.store import standings
from bot.store.rows import put_new
from bot.store.run_rows import OF_RUN, row_of, run_of
from bot.store.tables import incidents, runs

_LIVE = runs.c.ended_at.is_(None)
_HOW_MANY = select(func.count()).select_from(runs).where(_LIVE)


class Taken(Exception):
    """What a new run needs for itself, another `run` has."""

    def __init__(self, run: Run) -> None:
        super().__init__(f"{run.name} has it")
        self.run = run


class NameTaken(Taken):
    """A run of this name is there, live or ended."""


class InstanceTaken(Taken):
    """A live run sits on this instance."""


def add(c: Connection, standing: Standing) -> None:
    """Keep a new run. Raises NameTaken or InstanceTaken, and then nothing is kept."""
    row = row_of(standing)
    if put_new(c, runs, row):
        standings.save_facts(c, [(None, standing)])
        return
    same = _one(c, runs.c.name_key == row["name_key"])
    if same is not None:
        raise NameTaken(same)
    raise InstanceTaken(run_of(c.execute(select(*OF_RUN).where(runs.c.sits_on == row["sits_on"])).one()))


def by_name(c: Connection, name: str) -> Run | None:
    """Give the run of a name, whatever its case."""
    return _one(c, runs.c.name_key == same_name(name))


def on(c: Connection, ref: ListingRef) -> Run | None:
    """Give the live run that sits on an instance."""
    return _one(c, runs.c.sits_on == str(ref))


def by_id(c: Connection, run_id: str) -> Run | None:
    """Give the run of an id."""
    return _one(c, runs.c.id == run_id)


def live(c: Connection) -> list[Run]:
    """Give the runs that have not ended, by when they were tracked."""
    return _all(c, _LIVE)


def superseded(c: Connection) -> dict[str, str]:
    """Give the runs that are over with an incident open, by id, on whose machine a later one sits or sat: its name."""
    later = runs.alias()
    same = (later.c.market == runs.c.market) & (later.c.instance == runs.c.instance)
    query = (
        select(runs.c.id, later.c.name)
        .join(incidents, incidents.c.subject == runs.c.id)
        .join(later, same & (later.c.tracked_at > runs.c.tracked_at))
        .where(~_LIVE, incidents.c.open_key.is_not(None))
        .order_by(later.c.tracked_at)
    )
    return {row.id: row.name for row in c.execute(query)}


def unwatched(c: Connection, since: datetime) -> list[str]:
    """Give the ids of runs with an incident open that ended before an instant, or by hand: those come back to none."""
    over = (runs.c.ended_at < since) | (~_LIVE & (runs.c.market == BY_HAND))
    mine = (incidents.c.subject == runs.c.id) & incidents.c.open_key.is_not(None)
    return list(c.scalars(select(runs.c.id).join(incidents, mine).where(over).distinct()))


def count_live(c: Connection) -> int:
    """Count the runs that have not ended."""
    return c.scalar(_HOW_MANY) or 0


def all_runs(c: Connection, since: datetime | None = None) -> list[Run]:
    """Give the live runs, and those that ended at or after an instant; without one, every run there was."""
    return _all(c, true() if since is None else _LIVE | (runs.c.ended_at >= since))


def lock(c: Connection, run_id: str) -> None:
    """Wait until nobody else judges a run, and let nobody until the transaction ends."""
    c.execute(select(runs.c.id).where(runs.c.id == run_id).with_for_update())


def set_progress(c: Connection, run_id: str, progress: Progress) -> bool:
    """Note how far a run is. False: there is no such run."""
    return c.execute(update(runs).where(runs.c.id == run_id).values(progress=progress)).rowcount == 1


def _one(c: Connection, which: ColumnElement[bool]) -> Run | None:
    row = c.execute(select(*OF_RUN).where(which)).one_or_none()
    return None if row is None else run_of(row)


def _all(c: Connection, which: ColumnElement[bool]) -> list[Run]:
    rows = c.execute(select(*OF_RUN).where(which).order_by(runs.c.tracked_at, runs.c.id))
    return [run_of(row) for row in rows]
