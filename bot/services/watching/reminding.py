"""What somebody snoozed comes again when its time is over, if it still holds."""

from datetime import datetime

from sqlalchemy import Connection

from bot.domain.letters import Letter, Priority, Title
from bot.domain.letters.reminder import Reminder
from bot.domain.watching import Incident
from bot.domain.watching.tell import KINDS
from bot.domain.watching.titles import incident_subject, opener, title_of
from bot.services.watching.duty import Duty
from bot.store import incidents, letters, standings
from bot.store.store import Store
from bot.store.ticker import Guard


async def remind(store: Store, duty: Duty, now: datetime, guard: Guard) -> None:
    """Say again, in its thread, each open incident whose snooze is over."""
    await store.transact(_remind, duty, now, guard)


def _remind(c: Connection, duty: Duty, now: datetime, guard: Guard) -> None:
    guard(c)
    for incident in incidents.snoozes_due(c, now):
        if incidents.wake(c, incident):
            letters.put(c, _letter(c, incident, duty, now), now)


def _letter(c: Connection, incident: Incident, duty: Duty, now: datetime) -> Letter:
    standing = next(iter(standings.load(c, ids=[incident.subject])), None)
    about: Title | str = incident.subject if standing is None else title_of(standing, now)
    until = incident.snoozed_until or now
    return Letter(
        key=f"incident:{incident.id}:reminder:{int(until.timestamp())}",
        kind=KINDS[incident.kind],
        to=duty.channel if standing is None else standing.run.channel,
        facts=Reminder(about, incident.kind, incident.since, snoozed_by=incident.snoozed_by),
        priority=Priority.ALERT,
        run=None if standing is None else standing.run.name,
        incident=incident.id,
        subject=incident_subject(incident),
        thread=opener(incident),
        broadcast=True,
        second=duty.admin or (None if standing is None else standing.run.owner),
    )
