"""The run that a track speaks of, where there is one that goes on: it is changed then, and none is begun."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from bot.domain.instance import Instance
from bot.domain.listing import ListingRef
from bot.domain.runs import Run
from bot.domain.watching.ending import goes_on
from bot.store import runs, standings
from bot.store.store import Store


@dataclass(frozen=True, slots=True)
class SatWith:
    """A run that goes on, and its machine as it was last seen or typed in."""

    run: Run
    machine: Instance


async def sat_with(ref: ListingRef | None, name: str | None, store: Store, now: datetime) -> SatWith | None:
    """Find the live run on an instance, by this name where one is said; without `ref`, of a machine typed in by hand.

    One by hand may have ended lately by its typed end, which can be put off. None where there is none, also where the
    name is another run's, or the instance has a run of another name.
    """
    return await store.read(_sat_with, ref, name, now)


def _sat_with(c: Connection, ref: ListingRef | None, name: str | None, now: datetime) -> SatWith | None:
    run = _named_or_on(c, ref, name)
    if run is None or not goes_on(run, now) or not (run.by_hand if ref is None else run.ref == ref):
        return None
    (standing,) = standings.load(c, ids=[run.id])
    return SatWith(run, standing.machine.seen)


def _named_or_on(c: Connection, ref: ListingRef | None, name: str | None) -> Run | None:
    if name is not None:
        return runs.by_name(c, name)
    return None if ref is None else runs.on(c, ref)
