"""All runs, for `/gpu runs`: each in three lines, those that need somebody first."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from bot.domain.letters.account import Unclaimed
from bot.domain.letters.card import Card
from bot.slack.message import Message
from bot.slack.views.blocks import context, section
from bot.slack.views.budget import Rows, compose
from bot.slack.views.figures import date, plural, usd
from bot.slack.views.letters.card import binding, cost_line, needs, open_count, state, told_end
from bot.slack.views.letters.phrases import forecast, rate_of, title_line, where
from bot.slack.views.text import Mrkdwn, code, esc, say

_EXAMPLE = "/gpu track vast:4411 as llama-ft for 72h"
_NOTHING = Decimal(0)


def runs_answer(cards: Sequence[Card], unclaimed: Sequence[Unclaimed] = ()) -> Message:
    """List every run, and what sits on the accounts without one."""
    ordered = sorted(cards, key=lambda one: (one.ended_at is not None, not open_count(one), one.title.name))
    point = _point(ordered, len(unclaimed))
    return compose(
        point,
        section(say("*{point}*", point=point), *(() if cards else (_how_to(),))),
        Rows([(section(*_run(one)),) for one in ordered]),
        Rows([(section(_stray(one)),) for one in unclaimed]),
        *((context(_more()),) if cards else ()),
    )


def _point(cards: Sequence[Card], strays: int) -> Mrkdwn:
    live = [one for one in cards if one.ended_at is None]
    costs = sum((one.title.hourly for one in live if one.title.hourly is not None), _NOTHING)
    least = "at least " if any(one.title.or_more for one in live) else ""
    unknown = sum(one.title.hourly is None for one in live)
    burning = f"{least}{usd(costs)}/h together" + (f" and {unknown} of unknown cost" if unknown else "")
    without = say("; {count} without a run", count=plural(strays, "instance")) if strays else esc("")
    if not cards:
        return say("No run is tracked{without}.", without=without)
    return say(
        "{live} live, {ended} ended; {burning}; {things}{without}.",
        live=plural(len(live), "run"),
        ended=str(len(cards) - len(live)),
        burning=burning,
        things=_things(live),
        without=without,
    )


def _things(live: Sequence[Card]) -> str:
    """Count what needs somebody, as the summary does."""
    count = sum(open_count(one) for one in live)
    return f"{plural(count, 'thing')} open" if count else "nothing open"


def _how_to() -> Mrkdwn:
    return say("Sit with one: {example}", example=code(_EXAMPLE))


def _run(card: Card) -> Iterator[Mrkdwn]:
    yield say("*{run}* \u00b7 {how}", run=card.title.name, how=_how(card))
    yield cost_line(card.money)
    if card.ended_at is None:
        ahead = forecast(card.outlook, told_end(card))
        yield say("{forecast} \u00b7 {binding}", forecast=ahead, binding=binding(card))
        yield title_line(card.title)


def _how(card: Card) -> Mrkdwn:
    if card.ended_at is not None:
        return say("ended {at}", at=date(card.ended_at))
    if open_count(card):
        return say("{state} \u00b7 *{needs}*", state=state(card), needs=needs(card))
    return state(card)


def _stray(one: Unclaimed) -> Mrkdwn:
    cost = rate_of(one.hourly, one.gpus, "what it costs is not known")
    return say(
        "{ref}: no run sits with it \u00b7 {state} \u00b7 {cost}",
        ref=where(one.ref),
        state=esc(one.state, 40),
        cost=cost,
    )


def _more() -> Mrkdwn:
    return say("One in full: {it}", it=code("/gpu run NAME"))
