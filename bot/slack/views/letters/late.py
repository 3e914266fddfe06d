"""The letter about a finish later than planned."""

from bot.domain.letters.machine import Late
from bot.slack.message import Message
from bot.slack.views.figures import date, percent, span, usd
from bot.slack.views.letters.alert import alert
from bot.slack.views.letters.phrases import finish_of, forecast, in_brackets, over, person, title_line
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
    if facts.estimate is None:
        return say("At completion {usd}; no estimate to compare with", usd=usd(facts.at_completion))
    return say(
        "At completion {usd}, estimated {estimate}{over}",
        usd=usd(facts.at_completion),
        estimate=usd(facts.estimate),
        over=in_brackets(over(facts.at_completion, facts.estimate)),
    )


def _late_todo(facts: Late) -> Mrkdwn:
    if facts.outlook.fits is False:
        return esc("it does not finish in time before the machine's end: shorten it, or move it with its checkpoint.")
    return esc("find out why early: low GPU use usually points to data loading.")
