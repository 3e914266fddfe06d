"""The letter about a finish later than planned."""

from decimal import Decimal

from bot.domain.letters.machine import Late
from bot.slack.message import Message
from bot.slack.views.figures import date, percent, span, usd
from bot.slack.views.letters.alert import alert
from bot.slack.views.letters.phrases import finish_of, forecast, in_brackets, over, person, title_line, usd_or_unknown
from bot.slack.views.text import Mrkdwn, esc, say


def late(facts: Late, subject: str | None) -> Message:
    """Tell that the run finishes later than its estimate with margin, what that costs, and whether it still fits."""
    title, finish = facts.title, facts.outlook.finish_at
    point = say(
        "{run}: it will finish later than planned: {finish} instead of {planned} with its margin of {margin}.",
        run=title.name,
        finish=finish_of(facts.outlook),
        planned=date(facts.planned),
        margin=percent(facts.margin),
    )
    behind = None if finish is None or facts.outlook.beyond or finish <= facts.planned else finish - facts.planned
    return alert(
        point,
        *(() if behind is None else (say("That is {behind} more", behind=span(behind)),)),
        _at_completion(facts),
        *(() if facts.budget_short is None else (_over_budget(facts),)),
        forecast(facts.outlook),
        esc("This is reckoned from progress or running time, not from a look at the training itself"),
        todo=say("{owner}: {what}", owner=person(title.owner), what=_late_todo(facts)),
        facts=facts,
        subject=subject,
        small=title_line(title),
        resume=facts.resume if facts.outlook.fits is False else None,
    )


def _at_completion(facts: Late) -> Mrkdwn:
    if facts.at_completion is None:
        return esc("What it will have cost is not known")
    ahead = usd_or_unknown(facts.at_completion, or_more=facts.or_more)
    if facts.estimate is None:
        return say("At completion {ahead}; no estimate to compare with", ahead=ahead)
    return say(
        "At completion {ahead}, estimated {estimate}{over}",
        ahead=ahead,
        estimate=usd(facts.estimate),
        over=in_brackets(over(facts.at_completion, facts.estimate)),
    )


def _over_budget(facts: Late) -> Mrkdwn:
    return say("That is {short} more than its budget", short=usd(facts.budget_short or Decimal(0)))


def _late_todo(facts: Late) -> Mrkdwn:
    if facts.outlook.fits is False:
        return esc("it does not finish in time before the machine's end: shorten it, or move it with its checkpoint.")
    return esc("find out why early: GPUs that are little used usually wait for data.")
