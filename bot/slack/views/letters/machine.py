"""Letters about what a run's machine does, is, and costs."""

from decimal import Decimal

from bot.domain.incidents import IncidentKind
from bot.domain.letters.machine import DiskFull, Idle, Over
from bot.slack.message import Message
from bot.slack.views.figures import date, percent, size, usd
from bot.slack.views.letters.alert import alert, note
from bot.slack.views.letters.phrases import INCIDENTS, end_rental, outlook_line, person, says, title_line
from bot.slack.views.letters.severity import Sign
from bot.slack.views.text import Mrkdwn, esc, join, say


def idle(facts: Idle, subject: str | None) -> Message:
    """Tell that the cards do next to nothing, what that costs, and what it usually is (case a15)."""
    title = facts.title
    cost = "" if facts.usd is None else f", {usd(facts.usd)} so far"
    return alert(
        say(
            "{run}: {who} says that the GPUs are idle ({use} used) since {since}{cost}.",
            run=title.name,
            who=says(title.ref),
            use=percent(facts.use),
            since=date(facts.since),
            cost=cost,
        ),
        esc("The meter runs on: an idle GPU costs as much as a busy one"),
        esc("Low use usually means that data loading is too slow, or that training crashed and the machine lives on"),
        esc("Whether the training process is alive is not known from this"),
        todo=say(
            "{owner}: look at the training's log and get it going, or copy off and {ending}.",
            owner=person(title.owner),
            ending=end_rental(title.ref),
        ),
        facts=facts,
        subject=subject,
        small=title_line(title),
    )


def disk_full(facts: DiskFull, subject: str | None) -> Message:
    """Tell that the next checkpoint may not fit on the disk."""
    title = facts.title
    free = max(facts.size_gb - facts.used_gb, Decimal(0))
    step = esc("not known") if facts.step_gb is None else esc(size(facts.step_gb))
    return alert(
        say(
            "{run}: the disk may not take the next checkpoint: {free} free of {size}.",
            run=title.name,
            free=size(free),
            size=size(facts.size_gb),
        ),
        say("Used: {used}, as {who} says", used=size(facts.used_gb), who=says(title.ref)),
        say("Largest rise between two looks, which a checkpoint may need again: {step}", step=step),
        esc("The disk can't be resized; a training that can't write usually stops"),
        todo=say("{owner}: copy older checkpoints off and delete them there.", owner=person(title.owner)),
        facts=facts,
        subject=subject,
        small=title_line(title),
    )


def ended(facts: Over) -> Message:
    """Tell that an incident is over, and what came in its place."""
    told = {} if facts.taken_by or facts.run_over or facts.unwatched or facts.became else _OVER
    how = told.get(facts.kind, INCIDENTS[facts.kind])
    return note(
        say("{run}: over since {since}: {kind}.", run=facts.title.name, since=date(facts.since), kind=how),
        join(" ", (_instead(facts), outlook_line(None if facts.run_over else facts.outlook))),
        small=title_line(facts.title),
        sign=Sign.OVER if facts.became is None else None,
    )


def _instead(facts: Over) -> Mrkdwn:
    """Say what came in its place."""
    if facts.taken_by is not None:
        other = esc(facts.taken_by)
        return say("The run {other} sits on this machine now; what happens there is told of that one.", other=other)
    if facts.run_over is not None:
        return say("The run is over: its machine's end, {end}, has passed.", end=date(facts.run_over))
    if facts.unwatched:
        return esc("The run is over, and its machine is looked at no more.")
    if facts.became is not None:
        return say("In its place: {kind}, which is told by itself.", kind=INCIDENTS[facts.became])
    return esc("")


_OVER = {
    IncidentKind.IDLE: "GPUs idle; they are busy again, or the machine runs no more",
    IncidentKind.FORECAST: "finish later than planned; the forecast is within the plan again",
    IncidentKind.PRICE_INCREASE: "price increase asked; the host asks for none now",
    IncidentKind.DISK: "disk nearly full; the next checkpoint fits again",
    IncidentKind.HARDWARE: "another machine than asked for; it is as asked for again",
}
"""What the end of each kind means; the others say only what is over."""
