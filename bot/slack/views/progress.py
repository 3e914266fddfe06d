"""Answers to `/gpu progress`: what was written down, and what follows for the finish."""

from collections.abc import Iterator

from bot.domain.letters import Outlook, Title
from bot.domain.runs import Progress
from bot.slack.message import Message
from bot.slack.views.blocks import section
from bot.slack.views.budget import compose
from bot.slack.views.letters.card import progress_line
from bot.slack.views.letters.phrases import costs_now, forecast
from bot.slack.views.names import market_name
from bot.slack.views.text import Mrkdwn, code, esc, say


def progress_answer(
    name: str, progress: Progress, outlook: Outlook, title: Title | None = None, last: Progress | None = None
) -> Message:
    """Say that progress is written down; `title` is the run's while its machine is there, `last` what stood before."""
    if progress.finished:
        point = say("{run}: written down as {progress}.", run=name, progress=progress_line(progress))
        after = esc("Copy the results off and see that the copy is whole before the rental is ended.")
        return compose(point, section(say("*{point}*", point=point), after, *_still_there(title)))
    point = say(
        "{run}: {progress}. {forecast}.", run=name, progress=progress_line(progress), forecast=forecast(outlook)
    )
    return compose(point, section(point, _went_back(progress, last)))


def _went_back(progress: Progress, last: Progress | None) -> Mrkdwn:
    """Point out steps that went back: a checkpoint that was gone back to, or a slip of whoever typed them."""
    if last is None or progress.done * last.total >= last.done * progress.total:
        return esc("")
    before = f"step {last.done:,} of {last.total:,}"
    return say("*That is less than before* ({before}). If it is a slip, tell it again.", before=before)


def _still_there(title: Title | None) -> Iterator[Mrkdwn]:
    """Say that the machine is none the less there, and that the run ends with it."""
    if title is None:
        return
    yield say(
        "The machine still counts as there: {cost}. Runsitter sits on with it and warns of its end;"
        " the run ends by itself once the machine is gone {where}.",
        cost=costs_now(title),
        where="by the end that was typed in" if title.ref.by_hand else f"at {market_name(title.ref.market)}",
    )


def no_such_run(name: str, nearest: str | None) -> Message:
    """Say that there is no run of this name, and which was probably meant."""
    meant = say(" Did you mean {it}?", it=code(nearest, 60)) if nearest else esc("")
    point = say(
        "There is no run {name}.{meant} {all} shows all.", name=code(name, 60), meant=meant, all=code("/gpu runs")
    )
    return compose(point, section(point))
