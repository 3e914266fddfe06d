"""Incidents as rows: at most one open of each kind on a subject, whoever else is about to open it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, Update, bindparam, select, update

from bot.domain.incidents import IncidentKind
from bot.domain.listing import ListingRef
from bot.domain.watching import Incident
from bot.domain.watching.titles import account_subject, stray_subject
from bot.store.picked import Picked, ids_of
from bot.store.rows import put_new
from bot.store.tables import incidents

_IS_OPEN = incidents.c.open_key.is_not(None)
_FIELDS = tuple(column for column in incidents.c if column.name != "open_key")
_OLDEST_FIRST = select(*_FIELDS).order_by(incidents.c.opened_at, incidents.c.id)
_OPEN_OF_ONE = _OLDEST_FIRST.where(_IS_OPEN, incidents.c.subject == bindparam("of_subject"))
_SNOOZED = _OLDEST_FIRST.where(_IS_OPEN, incidents.c.snoozed_until <= bindparam("now"))


def open_(c: Connection, incident: Incident) -> bool:
    """Open an incident. False: one of its kind is open on its subject, and stays the one."""
    row = {column.name: getattr(incident, column.name) for column in _FIELDS}
    return put_new(c, incidents, {**row, "open_key": f"{incident.subject} {incident.kind}"})


def close(c: Connection, incident_id: str, at: datetime) -> bool:
    """Close an incident. False: it was not open."""
    return _changed(c, _of_open(incident_id).values(closed_at=at, open_key=None))


def by_id(c: Connection, incident_id: str) -> Incident | None:
    """Give an incident, open or not."""
    return next(iter(_found(c, incidents.c.id == incident_id)), None)


def of_subject(c: Connection, subject: str) -> tuple[Incident, ...]:
    """Give the open incidents of a subject, oldest first."""
    return tuple(_read(c.execute(_OPEN_OF_ONE, {"of_subject": subject})))


def of_runs(c: Connection, which: Picked) -> Mapping[str, tuple[Incident, ...]]:
    """Give the open incidents of each run that is picked, where there are any, oldest first."""
    grouped: dict[str, list[Incident]] = defaultdict(list)
    for incident in _read(c.execute(_open_of_runs(which.clause), which.given)):
        grouped[incident.subject].append(incident)
    return {subject: tuple(ones) for subject, ones in grouped.items()}


def of_account(c: Connection, market: str) -> tuple[Incident, ...]:
    """Give the open incidents of an account and of what sits there unclaimed, oldest first."""
    return tuple(_read(c.execute(_open_of_account(market))))


def history(c: Connection, subject: str) -> list[Incident]:
    """Give all incidents that a subject ever had, oldest first."""
    return _found(c, incidents.c.subject == subject)


def acknowledge(c: Connection, incident_id: str, by: str, at: datetime) -> bool:
    """Note who sees to an open incident, which ends a snooze. False: somebody did before, or it is not open."""
    unseen = _of_open(incident_id).where(incidents.c.acknowledged_at.is_(None))
    return _changed(c, unseen.values(acknowledged_by=by, acknowledged_at=at, snoozed_until=None))


def snooze(c: Connection, incident_id: str, by: str, until: datetime) -> bool:
    """Have an open incident come again later; the last word holds. False: it is not open."""
    return _changed(c, _of_open(incident_id).values(snoozed_by=by, snoozed_until=until))


def snoozes_due(c: Connection, now: datetime) -> list[Incident]:
    """Give the open incidents whose snooze is over, until `wake` is told of each."""
    return _read(c.execute(_SNOOZED, {"now": now}))


def wake(c: Connection, incident: Incident) -> bool:
    """End a snooze that is over. False: it was ended or prolonged meanwhile, or the incident closed."""
    same = _of_open(incident.id).where(incidents.c.snoozed_until == incident.snoozed_until)
    return _changed(c, same.values(snoozed_until=None))


def _of_open(incident_id: str) -> Update:
    return update(incidents).where(incidents.c.id == incident_id, _IS_OPEN)


def _changed(c: Connection, statement: Update) -> bool:
    return c.execute(statement).rowcount == 1


def _found(c: Connection, which: ColumnElement[bool]) -> list[Incident]:
    return _read(c.execute(_OLDEST_FIRST.where(which)))


def _read(rows: Iterable[Row[Any]]) -> list[Incident]:
    return [Incident(**{**row, "kind": IncidentKind(row["kind"])}) for row in (one._mapping for one in rows)]  # noqa: SLF001 - SQLAlchemy's public name for it


@cache
def _open_of_runs(which: ColumnElement[bool]) -> Select[Any]:
    return _OLDEST_FIRST.where(_IS_OPEN, incidents.c.subject.in_(ids_of(which)))


@cache
def _open_of_account(market: str) -> Select[Any]:
    unclaimed = incidents.c.open_key.startswith(stray_subject(ListingRef(market, "")), autoescape=True)
    return _OLDEST_FIRST.where(_IS_OPEN, (incidents.c.subject == account_subject(market)) | unclaimed)
