"""Broken ways to Slack are told once, by another way, and so is their end (cases f159, f160)."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

from sqlalchemy import Connection

from bot.domain.incidents import IncidentKind
from bot.domain.letters import Kind, Letter, Priority
from bot.domain.letters.account import RouteBroken, RouteMended
from bot.domain.watching import Incident
from bot.domain.watching.titles import incident_subject, opener
from bot.store import incidents, letters
from bot.store.letters import Waiting
from bot.store.routes import subject_of

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Break:
    """A channel or person `to` takes nothing: Slack's error, and whom else to tell, the best first.

    `went` letters took another way already.
    """

    to: str
    error: str
    others: tuple[str | None, ...]
    went: int = 0


def broke(c: Connection, found: Break, now: datetime) -> None:
    """Open the incident of a broken route and tell it, unless it is open."""
    incident = Incident(
        id=str(uuid4()),
        subject=subject_of(found.to),
        kind=IncidentKind.SLACK_ROUTE,
        since=now,
        not_before=None,
        opened_at=now,
    )
    if not incidents.open_(c, incident):
        return
    log.error("nothing can be said in %s any more: %s", found.to, found.error)
    ways = [way for way in dict.fromkeys(found.others) if way not in (None, found.to)]
    if ways:
        facts = RouteBroken(found.to, found.error, now, found.went + letters.waiting_for(c, found.to))
        letters.put(c, _letter(incident, opener(incident), facts, ways), now)


def mended(c: Connection, to: str, now: datetime) -> None:
    """Close the incident of a route that takes messages, tell its end in its thread, and let go what waited for it."""
    subject = subject_of(to)
    for incident in incidents.of_subject(c, subject):
        if not incidents.close(c, incident.id, now):
            continue
        letters.released(c, now, to=to)
        began = letters.get(c, opener(incident))
        if isinstance(began, Waiting):
            ways = [began.letter.to, began.letter.second]
            facts = RouteMended(to, now)
            letters.put(c, _letter(incident, f"incident:{incident.id}:closed", facts, ways), now)


def _letter(incident: Incident, key: str, facts: RouteBroken | RouteMended, ways: Sequence[str | None]) -> Letter:
    to, second = [*ways, None][:2]
    return Letter(
        key=key,
        kind=Kind.HEALTH,
        to=str(to),
        second=second,
        facts=facts,
        priority=Priority.ALERT,
        incident=incident.id,
        subject=incident_subject(incident),
        thread=opener(incident) if key != opener(incident) else None,
    )
