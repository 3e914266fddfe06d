"""What was told of deadlines: a row for each threshold of a subject's end."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import timedelta
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, bindparam, delete, select

from bot.domain.deadlines import DeadlineKind, Told
from bot.domain.deadlines.told import Mark
from bot.store.picked import Picked, ids_of
from bot.store.rows import put_over
from bot.store.tables import marks

COPY_START = -1
"""Stands in the key for the latest safe copy start, which has no fixed distance from the end."""

_SECOND = timedelta(seconds=1)
_OF_ONE = select(marks).where(marks.c.subject == bindparam("of_subject"))


def of_subject(c: Connection, subject: str) -> Told:
    """Give what was told of a subject."""
    return _told(c.execute(_OF_ONE, {"of_subject": subject})).get(subject, frozenset())


def of_runs(c: Connection, which: Picked) -> Mapping[str, Told]:
    """Give what was told of each run that is picked, where anything was."""
    return _told(c.execute(_of_runs(which.clause), which.given))


def _told(rows: Iterable[Row[Any]]) -> Mapping[str, Told]:
    told: dict[str, set[Mark]] = defaultdict(set)
    for row in rows:
        threshold = None if row.threshold_s == COPY_START else _SECOND * row.threshold_s
        told[row.subject].add(Mark(DeadlineKind(row.kind), threshold, row.end, row.told_at))
    return {subject: frozenset(found) for subject, found in told.items()}


def save(c: Connection, changes: Iterable[tuple[str, Told, Told]]) -> None:
    """Write what differs for subjects, each as it was and as it is."""
    put: list[dict[str, Any]] = []
    gone: list[dict[str, Any]] = []
    for subject, before, after in changes:
        kept = {(mark.kind, mark.threshold) for mark in after}
        put += [{**_key(subject, mark), "end": mark.end, "told_at": mark.at} for mark in after - before]
        gone += [_key(subject, mark) for mark in before - after if (mark.kind, mark.threshold) not in kept]
    if gone:
        is_it = and_(*(column == bindparam(f"of_{column.name}") for column in marks.primary_key))
        c.execute(delete(marks).where(is_it), [{f"of_{name}": key[name] for name in key} for key in gone])
    put_over(c, marks, put)


@cache
def _of_runs(which: ColumnElement[bool]) -> Select[Any]:
    return select(marks).where(marks.c.subject.in_(ids_of(which)))


def _key(subject: str, mark: Mark) -> dict[str, Any]:
    seconds = COPY_START if mark.threshold is None else mark.threshold // _SECOND
    return {"subject": subject, "kind": mark.kind, "threshold_s": seconds}
