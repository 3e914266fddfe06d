"""Cost against estimate by day: Slack's own chart, with the last figures in words for where it is not drawn."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal

from bot.domain.letters.summary import Chart, Series
from bot.slack.message import Message
from bot.slack.views.blocks import Block, section
from bot.slack.views.budget import compose
from bot.slack.views.figures import usd
from bot.slack.views.letters.phrases import in_brackets, over
from bot.slack.views.letters.summary import written
from bot.slack.views.text import Mrkdwn, esc, join, plain, say

_MOST_RUNS = 3
"""Two lines a run: Slack's chart holds six series."""

_MOST_NAMED = 5
_MOST_DAYS = 20
_MOST_NAME = 20
_CENT = Decimal("0.01")
_WORDS = {"cost": " cost", "estimate": " plan"}


def chart(facts: Chart) -> Message:
    """Make the chart of the costliest runs; the words tell every figure that its right end shows."""
    shown = dearest(facts)
    told = [_told(one) for one in shown]
    head = say("Cost against estimate by day, up to {day}", day=written(facts.day))
    unpriced = join(" ", (_named(_NO_PRICE, facts.unpriced), _named(_NO_DISK, facts.partly)))
    if not told:
        nothing = join(" ", (say("{head}: no figures yet.", head=head), unpriced))
        return compose(nothing, section(nothing))
    return compose(
        join(" ", (say("{head}: {told}.", head=head, told=join("; ", told)), unpriced)),
        section(say("*{head}*", head=head), *told, _left_out(len(facts.series) - len(shown)), unpriced),
        *_drawn(shown),
    )


def dearest(facts: Chart) -> list[Series]:
    """Give the runs for which there is room, the one that cost most first."""
    return sorted(facts.series, key=_cost, reverse=True)[:_MOST_RUNS]


def _cost(series: Series) -> Decimal:
    return series.cost[-1][1] if series.cost else Decimal(0)


def _told(series: Series) -> Mrkdwn:
    cost = _cost(series)
    if not series.estimate:
        return say("{run} {cost}, no estimate", run=series.name, cost=usd(cost))
    estimate = series.estimate[-1][1]
    return say(
        "{run} {cost}, {estimate} estimated{over}",
        run=series.name,
        cost=usd(cost),
        estimate=usd(estimate),
        over=in_brackets(over(cost, estimate), _before(series)),
    )


def _before(series: Series) -> str:
    """Name what the summary's line of a run has and its chart has not."""
    return f"without {usd(series.before)} from before the run began" if series.before >= _CENT else ""


def _left_out(count: int) -> Mrkdwn:
    return say("\u2026 and {count} cheaper not drawn", count=str(count)) if count > 0 else esc("")


_NO_PRICE = "Not drawn, since no price of theirs is known: {named}."
_NO_DISK = "Drawn without the disk, whose price is not known: {named}."


def _named(what: str, names: Sequence[str]) -> Mrkdwn:
    """Name the runs that cost something nobody knows."""
    if not names:
        return esc("")
    rest = len(names) - _MOST_NAMED
    named = join(", ", (esc(name, _MOST_NAME) for name in names[:_MOST_NAMED]))
    named = say("{named} and {rest} more", named=named, rest=str(rest)) if rest > 0 else named
    return say(what, named=named)


def _drawn(shown: list[Series]) -> Iterator[Block]:
    days = sorted({day for one in shown for day, _ in (*one.cost, *one.estimate)})[-_MOST_DAYS:]
    if not days:
        return
    names = _names(shown)
    lines = [
        {"name": f"{names[index]}{_WORDS[what]}", "data": _points(points, days)}
        for index, one in enumerate(shown)
        for what, points in (("cost", one.cost), ("estimate", one.estimate))
        if points
    ]
    yield {
        "type": "data_visualization",
        "title": "Cost against estimate, US dollars",
        "chart": {
            "type": "line" if len(days) > 1 else "bar",  # of a single day a line is nothing that shows
            "series": lines,
            "axis_config": {"categories": [_label(day) for day in days], "x_label": "day", "y_label": "US dollars"},
        },
    }


def _names(shown: list[Series]) -> Mapping[int, str]:
    """Give each run a name that fits the legend and no other run has."""
    room = _MOST_NAME - max(map(len, _WORDS.values()))
    names: dict[int, str] = {}
    for index, one in enumerate(shown):
        name = plain(one.name, room) or "run"
        names[index] = name if name not in names.values() else f"{name[: room - 2]} {index + 1}"
    return names


def _label(day: date) -> str:
    return f"{day:%Y-%m-%d}"


def _points(points: tuple[tuple[date, Decimal], ...], days: list[date]) -> list[Block]:
    """Give a point for each day: its figure, else the last one before it, for a sum stands until it grows."""
    known, stands, made = dict(points), Decimal(0), []
    for day in days:
        stands = known.get(day, stands)
        made.append({"label": _label(day), "value": float(round(stands, 2))})
    return made
