"""The letter that comes again after a snooze."""

from dataclasses import dataclass
from datetime import datetime

from bot.domain.incidents import IncidentKind
from bot.domain.letters.answered import Answerable
from bot.domain.letters.titles import Title


@dataclass(frozen=True, slots=True)
class Reminder(Answerable):
    """An incident that `snoozed_by` snoozed still holds, since `since`. `snoozed_until` is of the next snooze."""

    about: Title | str
    kind: IncidentKind
    since: datetime
