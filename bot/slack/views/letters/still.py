"""Letters that tell that something still is as it was: it comes and goes, it settled, a snooze is over."""

from bot.domain.letters import Title
from bot.domain.letters.host import Flapping, Settled
from bot.domain.letters.reminder import Reminder
from bot.slack.message import Message
from bot.slack.views.figures import date
from bot.slack.views.letters.alert import alert, note
from bot.slack.views.letters.phrases import (
    INCIDENTS,
    about,
    machine_line,
    person,
)
from bot.slack.views.letters.severity import URGENT, Sign
from bot.slack.views.text import Mrkdwn, code, esc, say


def flapping(facts: Flapping) -> Message:
    """Tell that a fact comes and goes, and that nothing more comes until it is quiet."""
    point = say(
        "{about}: {kind} comes and goes, since {since}.",
        about=about(facts.about),
        kind=INCIDENTS[facts.kind],
        since=date(facts.since),
    )
    return note(
        point,
        esc("Nothing more is said of it until it was the same for ten minutes; then how it really is."),
        sign=Sign.OPEN,
    )


def settled(facts: Settled, subject: str | None) -> Message:
    """Tell that the coming and going is over and that the fact still holds."""
    point = say(
        "{about}: the coming and going is over, and it is still so: {kind}, since {since}.",
        about=about(facts.about),
        kind=INCIDENTS[facts.kind],
        since=date(facts.since),
    )
    return _still(point, facts, subject)


def needs_look(what: Title | str) -> Mrkdwn:
    """Ask the owner, where there is one, to look."""
    look = esc("it needs a look: acknowledge it, or snooze it.")
    if not isinstance(what, Title):
        return say("To do: {look}", look=look)
    shown = code(f"/gpu run {what.name}", 60)
    return say("{owner}: {look} {shown} tells all that is known.", owner=person(what.owner), look=look, shown=shown)


def small_of(what: Title | str) -> Mrkdwn:
    """Give the small print of what an incident is about."""
    return machine_line(what) if isinstance(what, Title) else about(what)


def reminder(facts: Reminder, subject: str | None) -> Message:
    """Tell that what was snoozed still holds."""
    who = esc("somebody") if facts.snoozed_by is None else person(facts.snoozed_by)
    point = say(
        "{about}: still so, since {since}: {kind}. {who} snoozed it.",
        about=about(facts.about),
        since=date(facts.since),
        kind=INCIDENTS[facts.kind],
        who=who,
    )
    return _still(point, facts, subject)


def _still(point: Mrkdwn, facts: Settled | Reminder, subject: str | None) -> Message:
    return alert(
        point,
        todo=needs_look(facts.about),
        facts=facts,
        subject=subject,
        small=small_of(facts.about),
        urgent=facts.kind in URGENT,
    )
