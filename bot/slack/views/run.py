"""One run in full, for `/gpu run NAME`: its card, and what happened to it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from bot.domain.ledger import DayCosts, Outage
from bot.domain.letters.card import Card
from bot.domain.runs import Keeping
from bot.domain.watching import Incident, Machine
from bot.slack.message import Message
from bot.slack.views.blocks import Block, context, section
from bot.slack.views.budget import Rows, compose
from bot.slack.views.figures import date, plural, span, usd
from bot.slack.views.letters.card import card_blocks, headline, how
from bot.slack.views.letters.phrases import INCIDENTS, person, title_line, without
from bot.slack.views.letters.summary import written
from bot.slack.views.locked import deposit_words, locked_rate
from bot.slack.views.pulling import COPIES_NOTHING_YET, Reach, loop, say_ssh
from bot.slack.views.text import Mrkdwn, esc, join, say

_MOST_INCIDENTS = 15
_MOST_OUTAGES = 10
_MOST_DAYS = 14


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """What happened to a run, and its machine. `reach` is how that is reached, None where nobody said.

    `begun_at` is from when its training is reckoned.
    """

    incidents: Sequence[Incident] = ()
    outages: Sequence[Outage] = ()
    days: Sequence[DayCosts] = ()
    keeping: Keeping = field(default_factory=Keeping)
    reach: Reach | None = None
    machine: Machine | None = None
    begun_at: datetime | None = None


def run_answer(card: Card, history: History, now: datetime) -> Message:
    """Tell all that is known of a run."""
    return compose(
        headline(card),
        section(say("*{run}* \u00b7 {how}", run=card.title.name, how=how(card)), title_line(card.title)),
        *card_blocks(card),
        *_locked(card, history.machine),
        *_begun(history.begun_at),
        *_keeping(card, history),
        *_days(history.days),
        Rows(_outages(history.outages, now)),
        Rows(_incidents(history.incidents)),
        context(say("As of {at} \u00b7 owner {owner}", at=date(card.as_of), owner=person(card.title.owner))),
    )


def _locked(card: Card, machine: Machine | None) -> Iterator[Block]:
    """Show what was written down when it was tracked; the ends as they are now stand above."""
    if machine is None:
        return
    locked = machine.locked
    end = esc("its end is not known") if locked.ends_at is None else say("to end {at}", at=date(locked.ends_at))
    held = () if card.by_hand else (esc(deposit_words(machine.deposit)),)
    yield section(say("*Locked when tracked:* {all}", all=join("; ", (esc(locked_rate(locked)), *held, end))))


def _begun(at: datetime | None) -> Iterator[Block]:
    """Say from when progress, estimate to date and finish are reckoned: what is before that is the machine's cost."""
    if at is not None:
        yield section(say("*Training reckoned from:* {at}", at=date(at)))


def _keeping(card: Card, history: History) -> Iterator[Block]:
    """Show what must leave the machine, and the loop that pulls it, ready for a machine of the team's."""
    keeping = history.keeping
    if not keeping.paths:
        yield section(
            esc("Nothing was said of what to keep, so nothing is known to leave the machine."), esc(COPIES_NOTHING_YET)
        )
        return
    every = "" if keeping.every is None else f", every {span(keeping.every)}"
    paths = join(", ", (esc(path, 100) for path in keeping.paths[:_MOST_OUTAGES]))
    yield section(say("*Keep:* {paths}{every}", paths=paths, every=every), esc(COPIES_NOTHING_YET))
    script = loop(card.title.name, keeping, history.reach)
    if script is None:
        how = say_ssh(card.title.ref, card.title.name)
        yield section(
            say(
                "The loop that pulls it can't be written yet: how the machine is reached by SSH is not known."
                " Say it: {how}",
                how=how,
            )
        )
    else:
        yield section(esc("To pull it, on a machine of yours that stays on:"), script)


def _days(days: Sequence[DayCosts]) -> Iterator[Block]:
    if days:
        shown = days[-_MOST_DAYS:]
        lines = [_day(one) for one in reversed(shown)]
        yield section(say("*Each day, newest first:*"), *lines, _older(len(days) - len(shown)))


def _day(one: DayCosts) -> Mrkdwn:
    known, missing = one.costs.known, [meter.value for meter in one.costs.missing]
    sign = say(" \u00b1") if known.marked else esc("")
    left_out = without(missing)
    return say(
        "\u2022 {day}: {usd}{sign}{without}", day=written(one.day.date), usd=usd(known.usd), sign=sign, without=left_out
    )


def _older(count: int) -> Mrkdwn:
    return say("\u2026 and {count} before", count=plural(count, "day")) if count > 0 else esc("")


def _outages(outages: Sequence[Outage], now: datetime) -> list[list[Block]]:
    return [[section(_outage(one, now))] for one in list(reversed(outages))[:_MOST_OUTAGES]]


def _outage(one: Outage, now: datetime) -> Mrkdwn:
    end = esc("still away") if one.end is None else date(one.end)
    return say(
        "*Outage* from {start} to {end}: {away} away, {before} before",
        start=date(one.start),
        end=end,
        away=span(one.away(now)),
        before=one.before.value,
    )


def _incidents(incidents: Sequence[Incident]) -> list[list[Block]]:
    newest = sorted(incidents, key=lambda one: one.opened_at, reverse=True)[:_MOST_INCIDENTS]
    return [[section(_incident(one))] for one in newest]


def _incident(one: Incident) -> Mrkdwn:
    over = say("*still open*") if one.closed_at is None else say("over {at}", at=date(one.closed_at))
    seen = esc("") if one.acknowledged_by is None else say(", acknowledged by {who}", who=person(one.acknowledged_by))
    return say(
        "*{kind}* since {since}, {over}{seen}", kind=INCIDENTS[one.kind], since=date(one.since), over=over, seen=seen
    )
