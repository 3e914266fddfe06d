"""Answers to `Acknowledge` and `Snooze`: to whoever clicked, while the alert itself shows it to everybody."""

from bot.domain.watching.seen_to import Answer, SeenTo
from bot.slack.message import Message
from bot.slack.views.blocks import section
from bot.slack.views.budget import compose
from bot.slack.views.figures import date
from bot.slack.views.letters.phrases import person
from bot.slack.views.text import Mrkdwn, esc, say

_NOT_KNOWN = "This alert is not known here any more, so nothing was done. Type /gpu runs for how things stand."


def acknowledged(answer: SeenTo) -> Message:
    """Tell whoever acknowledged what became of it."""
    match answer.answer:
        case Answer.TAKEN:
            return _notice(esc("Yours: the alert shows that you see to it. You hear when it is over."))
        case Answer.BEFORE:
            return _notice(say("{who} sees to it already, since {at}.", who=_who(answer), at=_at(answer)))
        case Answer.OVER:
            return _over(answer)
    return _notice(esc(_NOT_KNOWN))


def snoozed(answer: SeenTo) -> Message:
    """Tell whoever snoozed what became of it."""
    match answer.answer:
        case Answer.TAKEN:
            return _notice(say("If it still holds it comes again: {at}.", at=_at(answer)))
        case Answer.OVER:
            return _over(answer)
    return _notice(esc(_NOT_KNOWN))


def _over(answer: SeenTo) -> Message:
    return _notice(say("It is over since {at}, so there is nothing to see to.", at=_at(answer)))


def _who(answer: SeenTo) -> Mrkdwn:
    return esc("Somebody") if answer.by is None else person(answer.by)


def _at(answer: SeenTo) -> Mrkdwn:
    return esc("a while") if answer.at is None else date(answer.at)


def _notice(text: Mrkdwn) -> Message:
    return compose(text, section(text))
