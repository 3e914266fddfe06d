"""What becomes of a letter after a call to Slack: one transaction each."""

import logging
from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.domain.letters import Kind
from bot.ports import Fault, Later, Outcome, Refused, Sent, Unclear
from bot.services.delivering.job import Found, Job
from bot.services.delivering.patience import LONGEST_LAST, backoff, last_route
from bot.services.delivering.routes import Break, broke, mended
from bot.store import letters

log = logging.getLogger(__name__)


def settle(c: Connection, job: Job, outcome: Outcome, admin: str | None, now: datetime, *, prompt: bool = True) -> None:
    """Keep what came of it. Only a refusal ends a letter; what is late or unclear is tried or looked up for ever.

    One that was not `prompt` has no time by our clock, for which Slack's could be compared with it.
    """
    match outcome:
        case Sent():
            just_posted = prompt and job.edits is None and not isinstance(outcome, Found)
            posted_at = now if just_posted else None
            letters.sent(c, job.waiting.id, _shown(job, outcome), outcome.channel, outcome.ts, posted_at)
            if job.edits is None:  # Slack may take an edit where nothing new can be said
                mended(c, job.target, now)
        case Later():
            _put_off(c, job, outcome, now)
        case Unclear():
            _in_doubt(c, job, outcome, now)
        case Refused() if job.edits is None:
            _not_taken(c, job, outcome, admin, now)
        case Refused():
            _not_edited(c, job, outcome, admin, now)


def _shown(job: Job, sent: Sent) -> int:
    """Give the revision that Slack shows; 0 has it edited to be sure."""
    only_one = job.waiting.revision == 1
    return job.waiting.revision if only_one or not isinstance(sent, Found) else 0


def _put_off(c: Connection, job: Job, later: Later, now: datetime) -> None:
    """Put it off: as long as Slack asked, which is no failure, else longer each time."""
    until = now + min(timedelta(seconds=later.seconds) or backoff(job.waiting.attempts), LONGEST_LAST)
    letters.postponed(c, job.waiting.id, until, later.reason, count=later.seconds == 0)


def _in_doubt(c: Connection, job: Job, unclear: Unclear, now: datetime) -> None:
    """Keep a post in hand until it was looked up; an edit can simply be repeated."""
    until = now + min(max(timedelta(seconds=unclear.seconds), backoff(job.waiting.attempts)), LONGEST_LAST)
    if job.edits is None:
        letters.unclear(c, job.waiting.id, until, unclear.reason)
    else:
        letters.postponed(c, job.waiting.id, until, unclear.reason, count=True)


def _not_taken(c: Connection, job: Job, refused: Refused, admin: str | None, now: datetime) -> None:
    """Take the second way. Without one a broken route is waited for; words that nobody takes are given up."""
    waiting, letter = job.waiting, job.waiting.letter
    has_second = letter.second not in (None, job.target)
    if has_second:
        letters.second_way(c, waiting.id, letter, refused.code, now)
    elif refused.fault is Fault.ROUTE:
        letters.postponed(c, waiting.id, now + last_route(waiting.attempts), refused.code, count=True)
    else:
        log.error("letter %s is given up: Slack answers %s", letter.key, refused.code)
        letters.dead(c, waiting.id, refused.code)
    if refused.fault is Fault.ROUTE:
        broke(c, Break(job.target, refused.code, (admin, letter.second), went=int(has_second)), now)


def _not_edited(c: Connection, job: Job, refused: Refused, admin: str | None, now: datetime) -> None:
    """Post a card anew, whose message is all there is of it. Any other message was read: it stays as it is."""
    waiting, letter = job.waiting, job.waiting.letter
    if letter.kind is Kind.CARD and refused.fault is Fault.MESSAGE:
        letters.anew(c, waiting.id, now)
    elif letter.kind is Kind.CARD:
        _not_taken(c, job, refused, admin, now)
    else:
        letters.dead(c, waiting.id, refused.code)
        if refused.fault is Fault.ROUTE:
            broke(c, Break(job.target, refused.code, (admin, letter.second)), now)
