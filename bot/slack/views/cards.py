"""Which card for which job, for `/gpu cards`."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from bot.domain.cards import PRICED_IN, CardAdvice
from bot.domain.gpu import Gpu
from bot.domain.money import GpuRate
from bot.domain.outside import Known
from bot.services.offers import Answer
from bot.slack.message import Message
from bot.slack.views.blocks import context, section
from bot.slack.views.budget import Rows, compose
from bot.slack.views.figures import ago, hourly, plural
from bot.slack.views.footer import failed_markets
from bot.slack.views.names import market_name
from bot.slack.views.text import Mrkdwn, code, esc, join, say


def cards_answer(
    cards: Sequence[CardAdvice], prices: Mapping[Gpu, GpuRate], answers: Sequence[Answer], now: datetime
) -> Message:
    """Tell which card suits which job and what it costs now; `answers` are those that the prices were read from."""
    what = "what it is good for" if len(cards) == 1 else "what each is good for"
    point = say("{count} and {what}", count=plural(len(cards), "card"), what=what)
    known = any(isinstance(answer.listings, Known) for answer in answers)
    return compose(
        point,
        section(
            say("*{point}.*", point=point),
            say(
                "Price: one GPU-hour of compute alone, in whatever count is cheapest on a verified {where} host;"
                " disk and traffic come on top.",
                where=PRICED_IN,
            ),
        ),
        Rows([(section(*_card(card, prices.get(card.gpu), asked=known)),) for card in cards]),
        context(
            esc("More GPUs help only if your code scales over them: time one and two of them before you rent eight."),
            esc("Datacenter cards need a higher account level than new accounts have; ask support before the start."),
        ),
        *_sources(answers, now),
    )


def _card(card: CardAdvice, price: GpuRate | None, *, asked: bool) -> tuple[Mrkdwn, ...]:
    now = "price not known" if not asked else "none on offer"
    head = say(
        "*{label}* \u00b7 {price}{level}",
        label=card.gpu.label,
        price=now if price is None else f"from {hourly(price)} per GPU now",
        level=say(" \u00b7 datacenter card") if card.datacenter else "",
    )
    return head, say("Good for {jobs}. {ask}", jobs=card.good_for, ask=code(card.ask.slug))


def _sources(answers: Sequence[Answer], now: datetime) -> tuple[dict[str, object], ...]:
    ages = [
        say("{market} {age}", market=market_name(a.market), age=ago(max(now - a.listings.at, timedelta(0))))
        for a in answers
        if isinstance(a.listings, Known)
    ]
    read = say("Prices read from {ages}.", ages=join(", ", ages)) if ages else esc("")
    lines = [line for line in (read, *failed_markets(answers)) if line]
    return (context(*lines),) if lines else ()
