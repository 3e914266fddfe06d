"""One letter that is due, and by which lane it goes."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from bot.domain.letters.summary import Chart
from bot.ports import Sent
from bot.store import letters
from bot.store.letters import State, Unreadable, Waiting

log = logging.getLogger(__name__)

EDITS = "edits"
"""The lane of all edits: Slack counts them over the whole workspace, not by channel."""

_MOST = 200


@dataclass(frozen=True, slots=True)
class Job:
    """A letter in its row, and where the opener of its thread stands; None: it goes into the channel itself."""

    waiting: Waiting
    opener: tuple[str, str] | None

    @property
    def edits(self) -> tuple[str, str] | None:
        """The channel and timestamp of the message that is to be edited; None: it is to be posted."""
        channel, ts = self.waiting.channel, self.waiting.ts
        return None if channel is None or ts is None else (channel, ts)

    @property
    def target(self) -> str:
        """The channel or person: for an answer where its opener is, which may have gone its second way."""
        if self.edits is not None:
            return self.edits[0]
        return self.waiting.letter.to if self.opener is None else self.opener[0]

    @property
    def gate(self) -> str:
        """What its pace is counted by."""
        return self.target if self.edits is None else EDITS

    @property
    def lane(self) -> str:
        """What goes one after the other. A chart, which takes a while to draw, holds up nobody."""
        return f"{self.gate} chart" if isinstance(self.waiting.letter.facts, Chart) else self.gate

    @property
    def is_in_doubt(self) -> bool:
        """Whether it was in hand before, and Slack may have taken it, though nobody heard."""
        return self.waiting.state is State.SENDING


class Found(Sent):
    """A message that was there already. Which revision it shows nobody knows, unless there is but one."""

    __slots__ = ()


def look(c: Connection, now: datetime) -> tuple[Sequence[Job], datetime | None]:
    """Give what is due, the most pressing first, and when the next is; give up what is not needed or can't be read."""
    jobs = []
    letters.overdue(c, now)
    for one in letters.due(c, now, _MOST):
        if isinstance(one, Unreadable):
            log.error("letter %s is given up: %s", one.key, one.why)
            letters.dead(c, one.id, one.why)
        elif one.ts is None and one.state is State.WAITING and one.letter.needless:
            letters.dead(c, one.id, letters.SEEN_TO)
        else:
            thread = one.letter.thread
            jobs.append(Job(one, None if thread is None else letters.place(c, thread)))
    return jobs, letters.next_due(c, now)
