"""The shape of every alert: the point, what it means, what to do, and the two buttons, or who answered already."""

from collections.abc import Iterator
from datetime import timedelta

from bot.domain.letters import Answerable, Resume
from bot.domain.watching.seen_to import SNOOZE_FOR
from bot.slack.message import Message
from bot.slack.views.blocks import Block, actions, button, context, section
from bot.slack.views.budget import compose
from bot.slack.views.figures import date, span
from bot.slack.views.letters.phrases import person
from bot.slack.views.letters.severity import Sign
from bot.slack.views.relaxed import FIND_AGAIN
from bot.slack.views.text import Mrkdwn, code, esc, join, say
from bot.words.sizes import say_size
from bot.words.spans import say_span

ACKNOWLEDGE = "runsitter.acknowledge"
SNOOZE = "runsitter.snooze"
"""Buttons whose value is the letter's subject."""

TRACK_INSTANCE = "runsitter.track.instance"
"""A button whose value is the words of a track of an instance that is there already."""

_DEADLINE = "deadline:"
_MOST_COMMAND = 300
_MINUTE = timedelta(minutes=1)


def alert(
    point: Mrkdwn,
    *told: Mrkdwn,
    todo: Mrkdwn,
    facts: Answerable,
    subject: str | None,
    small: Mrkdwn,
    urgent: bool = False,
    resume: Resume | None = None,
    track: str = "",
) -> Message:
    """Make an alert. `text` is the point and what to do; `told` are the lines between, `small` the machine.

    `urgent` is what needs a person now. `track` are the words of a track that a button opens.
    """
    sign = Sign.NOW if urgent else Sign.OPEN
    lines = [line for line in told if line]
    return compose(
        join(" ", (point, todo)),
        section(say("{sign} *{point}*", sign=sign.value, point=point)),
        *((section(*(say("\u2022 {line}", line=line) for line in lines)),) if lines else ()),
        section(todo, *_again(resume)),
        *_answers(facts, subject, resume, track),
        context(*_snoozes(facts, subject), small),
    )


def note(point: Mrkdwn, *told: Mrkdwn, small: Mrkdwn | None = None, sign: Sign | None = Sign.OVER) -> Message:
    """Tell what needs nobody: an end, a change for the better."""
    head = say("*{point}*", point=point) if sign is None else say("{sign} *{point}*", sign=sign.value, point=point)
    lines = tuple(line for line in told if line)
    return compose(
        join(" ", (point, *lines[:1])),
        section(head, *lines),
        *((context(small),) if small else ()),
    )


def resume_words(resume: Resume) -> str:
    """Write what a find takes to look for a machine on which the run can go on."""
    minutes = -(-max(resume.remaining, _MINUTE) // _MINUTE)
    clauses = (
        f"{resume.gpu} x{resume.gpus} for {say_span(minutes * _MINUTE)}",
        "" if resume.disk_gb is None else f"disk {say_size(resume.disk_gb)}",
        f"in {say_size(resume.in_gb)}" if resume.in_gb else "",
        "" if resume.out_gb is None else f"out {say_size(resume.out_gb)}",
    )
    return " ".join(filter(None, clauses))


def _again(resume: Resume | None) -> Iterator[Mrkdwn]:
    if resume is not None:
        yield say("To go on elsewhere: {it}", it=code(f"/gpu find {resume_words(resume)}", _MOST_COMMAND))


def _answers(facts: Answerable, subject: str | None, resume: Resume | None, track: str) -> Iterator[Block]:
    """Give the buttons that are still of use, and who pressed one. A deadline is not put off: it comes nearer."""
    wanted = [button("Track", TRACK_INSTANCE, track)] if track else []
    if subject is not None and facts.acknowledged_by is None:
        wanted.append(button("Acknowledge", ACKNOWLEDGE, subject))
    if subject is not None and _can_snooze(facts, subject):
        wanted.append(button("Snooze", SNOOZE, subject))
    if resume is not None:
        wanted.append(button("Find another", FIND_AGAIN, resume_words(resume)))
    if buttons := [one for one in wanted if one is not None]:
        yield actions(*buttons)
    if answered := _answered(facts):
        yield context(answered)


def _can_snooze(facts: Answerable, subject: str | None) -> bool:
    return subject is not None and facts.acknowledged_by is None and not subject.startswith(_DEADLINE)


def _snoozes(facts: Answerable, subject: str | None) -> Iterator[Mrkdwn]:
    if _can_snooze(facts, subject):
        yield say("Snooze: again in {time} if it still holds", time=span(SNOOZE_FOR))


def _answered(facts: Answerable) -> Mrkdwn:
    if facts.acknowledged_by is not None:
        return say("Acknowledged by {who}", who=person(facts.acknowledged_by))
    if facts.snoozed_until is None:
        return esc("")
    who = esc("somebody") if facts.snoozed_by is None else person(facts.snoozed_by)
    return say("Snoozed by {who} until {until}", who=who, until=date(facts.snoozed_until))
