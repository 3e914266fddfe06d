"""What a track that is typed again changed: each thing as it was and as it is."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.domain.instance import Instance
from bot.domain.runs import Run
from bot.slack.views.figures import date, percent, run_hours, size, span, usd
from bot.slack.views.letters.phrases import card_count, person
from bot.slack.views.locked import locked_rate
from bot.slack.views.text import Mrkdwn, esc, join, say

_MOST_PATHS = 5


@dataclass(frozen=True, slots=True)
class Was:
    """A run and its machine as they were before."""

    run: Run
    machine: Instance


def changed(was: Was, run: Run, machine: Instance) -> Mrkdwn:
    """Tell what is another than it was, or that nothing is. A marketplace's machine is as that says, typed or not."""
    before, now = dict(_facts(was.run)), dict(_facts(run))
    if run.by_hand:
        before |= _typed(was.machine)
        now |= _typed(machine)
    apart = [
        say("{what} {old} \u2192 {new}", what=what, old=before[what], new=now[what])
        for what in now
        if before[what] != now[what]
    ]
    if was.run.ask != run.ask:
        apart.append(esc("what the machine was chosen by"))
    return say("Changed: {what}.", what=join(", ", apart)) if apart else esc("Nothing is changed: all of it was so.")


def _facts(run: Run) -> Iterator[tuple[str, Mrkdwn]]:
    plan, keeping = run.plan, run.keeping
    yield "training", esc(run_hours(plan.duration))
    yield "margin", esc(percent(plan.margin))
    yield "in", esc(size(plan.in_gb))
    yield "out", esc("the whole disk" if plan.out_gb is None else size(plan.out_gb))
    yield "budget", esc("none" if plan.budget is None else usd(plan.budget))
    yield "keep", _paths(keeping.paths)
    yield "every", esc("not told" if keeping.every is None else span(keeping.every))
    yield "copies to", esc(keeping.to or "the bot's own folder", 200)
    yield "SSH", esc(keeping.ssh or "not said", 200)
    yield "owner", person(run.owner)


def _paths(paths: tuple[str, ...]) -> Mrkdwn:
    more = len(paths) - _MOST_PATHS
    named = join(" ", (esc(path, 100) for path in paths[:_MOST_PATHS]))
    return (say("{named} and {more} more", named=named, more=str(more)) if more > 0 else named) or esc("nothing")


def _typed(machine: Instance) -> dict[str, Mrkdwn]:
    """Give what somebody typed in of a machine that no marketplace tells of."""
    return {
        "GPUs": card_count(machine.gpus, machine.gpu_name),
        "rate": esc(locked_rate(machine)),
        "disk": esc(size(machine.disk_gb)),
        "country": esc(machine.country or "not told"),
        "end": esc("not told") if machine.ends_at is None else date(machine.ends_at),
    }
