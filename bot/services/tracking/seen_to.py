"""Seeing to an alert: who acknowledges it, and who wants to hear of it again later. Its message shows both."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from bot.domain.letters import Answerable
from bot.domain.watching.seen_to import SNOOZE_FOR, Answer, SeenTo
from bot.domain.watching.titles import account_subject
from bot.ports import Clock
from bot.store import accounts, acks, incidents, letters, runs
from bot.store.store import Store


async def acknowledge(subject: str, by: str, store: Store, clock: Clock) -> SeenTo:
    """Note that somebody sees to it. The first one wins; a second click changes nothing (case f138)."""
    return await store.transact(_acknowledge, subject, by, clock.now())


async def snooze(subject: str, by: str, store: Store, clock: Clock) -> SeenTo:
    """Have an incident said again in two hours, if it still holds."""
    return await store.transact(_snooze, subject, by, clock.now())


def _acknowledge(c: Connection, subject: str, by: str, now: datetime) -> SeenTo:
    kind, _, rest = subject.partition(":")
    if kind == "deadline":
        return _acknowledge_deadline(c, subject, rest.partition(":")[0], by, now)
    incident = incidents.by_id(c, rest) if kind == "incident" else None
    if incident is None:
        return SeenTo(Answer.UNKNOWN)
    if incident.subject.startswith(account_subject("")):
        accounts.lock(c, incident.subject)
    if incident.closed_at is not None:
        return SeenTo(Answer.OVER, incident.acknowledged_by, incident.closed_at)
    if not incidents.acknowledge(c, incident.id, by, now):
        return SeenTo(Answer.BEFORE, incident.acknowledged_by, incident.acknowledged_at)
    _show(c, subject, now, acknowledged_by=by)
    return SeenTo(Answer.TAKEN, by, now)


def _acknowledge_deadline(c: Connection, subject: str, run_id: str, by: str, now: datetime) -> SeenTo:
    runs.lock(c, run_id)  # a wake that judges the run right now either sees it or is seen
    if not letters.by_subject(c, subject):
        return SeenTo(Answer.UNKNOWN)
    if not acks.acknowledge(c, subject, by, now):
        return SeenTo(Answer.BEFORE, acks.by(c, [subject]).get(subject))
    _show(c, subject, now, acknowledged_by=by)
    return SeenTo(Answer.TAKEN, by, now)


def _snooze(c: Connection, subject: str, by: str, now: datetime) -> SeenTo:
    kind, _, rest = subject.partition(":")
    incident = incidents.by_id(c, rest) if kind == "incident" else None
    if incident is None:
        return SeenTo(Answer.UNKNOWN)
    until = now + SNOOZE_FOR
    if not incidents.snooze(c, incident.id, by, until):
        return SeenTo(Answer.OVER, at=incident.closed_at)
    _show(c, subject, now, snoozed_by=by, snoozed_until=until)
    return SeenTo(Answer.TAKEN, by, until)


def _show(c: Connection, subject: str, now: datetime, **answer: Any) -> None:
    """Have every message about it say so; one that calls for somebody and is not out yet is then not said."""
    for key in letters.by_subject(c, subject):
        found = letters.get(c, key)
        if isinstance(found, letters.Waiting) and isinstance(found.letter.facts, Answerable):
            letters.revise(c, key, replace(found.letter.facts, **answer), now)
