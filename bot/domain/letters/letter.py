"""A letter: a message as a row. What it says are typed facts; how they look is decided when it goes out."""

from dataclasses import dataclass

from bot.domain.letters.answered import Answerable
from bot.domain.letters.facts import Facts
from bot.domain.letters.kinds import Kind, Priority
from bot.domain.letters.reminder import Reminder

DIRECT = "/dm"
"""What the key of a letter has that calls a person beside the channel, until somebody sees to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """What is to be said, once for each `key`.

    `to` is a channel's or a person's id, `second` where it goes when that can't be reached. `thread` is the key of the
    letter that it answers, where it is also shown in the channel if `broadcast`. `run` and `incident` are for the
    metadata: a run's name and an incident's id. `subject` is what an Acknowledge or a Snooze is about.
    """

    key: str
    kind: Kind
    to: str
    facts: Facts
    priority: Priority
    run: str | None = None
    incident: str | None = None
    subject: str | None = None
    thread: str | None = None
    broadcast: bool = False
    second: str | None = None

    @property
    def needless(self) -> bool:
        """Whether it need not be said any more where it was not yet: it calls for somebody, and somebody answered."""
        if isinstance(self.facts, Reminder):
            return self.facts.acknowledged_by is not None or self.facts.snoozed_until is not None
        return isinstance(self.facts, Answerable) and DIRECT in self.key and self.facts.acknowledged_by is not None
