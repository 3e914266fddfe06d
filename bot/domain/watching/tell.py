"""From what changed to incidents that open and close, and letters that say so."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from bot.domain.incidents import Change, IncidentKind, What
from bot.domain.letters import Facts, Kind, Letter, Priority
from bot.domain.watching.incident import Incident
from bot.domain.watching.titles import incident_subject, opener

KINDS = {
    IncidentKind.OFFLINE: Kind.OFFLINE,
    IncidentKind.GONE: Kind.GONE,
    IncidentKind.NOT_VISIBLE: Kind.NOT_VISIBLE,
    IncidentKind.IDLE: Kind.IDLE,
    IncidentKind.FORECAST: Kind.FORECAST,
    IncidentKind.BALANCE_LOW: Kind.BALANCE,
    IncidentKind.PRICE_INCREASE: Kind.PRICE_INCREASE,
    IncidentKind.DISK: Kind.DISK,
    IncidentKind.HARDWARE: Kind.HARDWARE,
    IncidentKind.UNCLAIMED: Kind.UNCLAIMED,
    IncidentKind.SLACK_ROUTE: Kind.HEALTH,
}
_ENDS = {
    IncidentKind.OFFLINE: Kind.BACK,
    IncidentKind.GONE: Kind.BACK,
    IncidentKind.NOT_VISIBLE: Kind.VISIBLE,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Where letters about one subject go: `to`, `second` where that fails, and the run's name for the metadata."""

    subject: str
    to: str
    second: str | None
    run: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The open incidents after some changes, those that opened and closed, and the letters."""

    open: tuple[Incident, ...]
    opened: tuple[Incident, ...] = ()
    closed: tuple[Incident, ...] = ()
    letters: tuple[Letter, ...] = ()


def tell(
    changes: Iterable[Change],
    open_: tuple[Incident, ...],
    address: Address,
    facts: Callable[[Change], Facts],
    now: datetime,
    new_id: Callable[[], str],
) -> Told:
    """Turn changes of one subject into incidents and letters. At most one of a kind is open (case c76).

    `changes` are of one look, in which a fact closes at most what was open before it: none of what it opens.
    """
    told = Told(open=open_)
    for change in changes:
        told = _take(told, change, address, facts, now, new_id)
    return told


def _take(
    told: Told,
    change: Change,
    address: Address,
    facts: Callable[[Change], Facts],
    now: datetime,
    new_id: Callable[[], str],
) -> Told:
    mine = next((one for one in told.open if one.kind is change.kind and one.subject == address.subject), None)
    if not change.opens:
        return told if mine is None else _close(told, mine, change, address, facts(change), now)
    if mine is None:
        mine = _incident(change, address.subject, now, new_id())
        letter = _letter(mine, opener(mine), address, facts(change))
        return replace(told, open=(*told.open, mine), opened=(*told.opened, mine), letters=(*told.letters, letter))
    if change.what is What.OPENED:
        return told
    letter = further(mine, str(change.what), address, facts(change), new_id)
    return replace(told, letters=(*told.letters, letter))


def further(mine: Incident, what: str, address: Address, facts: Facts, new_id: Callable[[], str]) -> Letter:
    """Say something more of an open incident, in its thread; it can come again, so its key is new each time."""
    return _letter(mine, f"incident:{mine.id}:{what}:{new_id()}", address, facts, thread=opener(mine))


def _close(told: Told, mine: Incident, change: Change, address: Address, facts: Facts, now: datetime) -> Told:
    over = mine.closed(now)
    kind = KINDS[mine.kind] if change.became is not None else _ENDS.get(mine.kind, KINDS[mine.kind])
    letter = replace(_letter(over, f"incident:{mine.id}:closed", address, facts, thread=opener(mine)), kind=kind)
    rest = tuple(one for one in told.open if one.id != mine.id)
    return replace(told, open=rest, closed=(*told.closed, over), letters=(*told.letters, letter))


def _incident(change: Change, subject: str, now: datetime, incident_id: str) -> Incident:
    return Incident(
        id=incident_id,
        subject=subject,
        kind=change.kind,
        since=change.since,
        not_before=change.not_before,
        opened_at=now,
    )


def _letter(incident: Incident, key: str, address: Address, facts: Facts, thread: str | None = None) -> Letter:
    return Letter(
        key=key,
        kind=KINDS[incident.kind],
        to=address.to,
        facts=facts,
        priority=Priority.ALERT,
        run=address.run,
        incident=incident.id,
        subject=incident_subject(incident),
        thread=thread,
        second=address.second,
    )
