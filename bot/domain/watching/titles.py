"""How letters name a run and its machine, and which subject an Acknowledge is about."""

from collections.abc import Collection
from datetime import datetime

from bot.domain.deadlines import DeadlineKind, Mark
from bot.domain.gpu import Gpu
from bot.domain.instance import Instance
from bot.domain.letters import Title
from bot.domain.watching.incident import Incident
from bot.domain.watching.money import told_burn
from bot.domain.watching.standing import Standing


def title_of(standing: Standing, now: datetime) -> Title:
    """Name a run and its machine, with what it costs now."""
    run, seen = standing.run, standing.machine.seen
    hourly, or_more = told_burn(standing, now)
    return Title(run.id, run.name, run.owner, run.ref, seen.gpus, card_name(seen), hourly, or_more)


def card_name(instance: Instance) -> str:
    """Name an instance's card: by our name where it is known, else by the marketplace's."""
    return instance.gpu.label if isinstance(instance.gpu, Gpu) else instance.gpu_name


def account_subject(market: str) -> str:
    """Give the subject of what concerns a whole account."""
    return f"account:{market}"


def stray_subject(ref: object) -> str:
    """Give the subject of an instance that sits with no run."""
    return f"unclaimed:{ref}"


def incident_subject(incident: Incident) -> str:
    """Give what an Acknowledge or a Snooze on an incident's letter is about."""
    return f"incident:{incident.id}"


def opener(incident: Incident) -> str:
    """Give the key of the letter that opens an incident, in whose thread the rest goes."""
    return f"incident:{incident.id}:opened"


def deadline_subject(run_id: str, kind: DeadlineKind, told: Collection[Mark], end: datetime) -> str:
    """Give what an Acknowledge on a deadline's letter is about: one end, as it was first told.

    Money's end wanders, so there it is since when it was told; `end` stands for it as long as nothing was.
    """
    mine = [mark for mark in told if mark.kind is kind]
    since = [mark.at for mark in mine if mark.at is not None] if kind.is_money else []
    first = min(since or [mark.end for mark in mine], default=end)
    return f"deadline:{run_id}:{kind.name.lower()}:{int(first.timestamp())}"


def deadline_subjects(run_id: str, told: Collection[Mark]) -> set[str]:
    """Give those of all that was told of a run's ends."""
    return {deadline_subject(run_id, mark.kind, told, mark.end) for mark in told}
