"""Answers to `/gpu track`: what was read and locked, beside what was asked for; what is wrong comes first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from bot.domain.instance import Instance
from bot.domain.letters import Outlook
from bot.domain.letters.machine import Changed
from bot.domain.listing import ListingRef, Pricing
from bot.domain.outside import Unknown
from bot.domain.runs import Run
from bot.slack.message import Message
from bot.slack.views.blocks import Block, actions, button, context, section
from bot.slack.views.budget import compose
from bot.slack.views.changed import Was, changed
from bot.slack.views.figures import (
    date,
    hourly,
    percent,
    run_hours,
    size,
    span,
    traffic_price,
    trimmed,
    usd,
    usd_range,
)
from bot.slack.views.letters.alert import TRACK_INSTANCE
from bot.slack.views.letters.phrases import (
    card_count,
    copy_by,
    date_or_unknown,
    finish_of,
    forecast,
    person,
    spared,
    where,
)
from bot.slack.views.letters.terms import by_weight, unlike
from bot.slack.views.locked import deposit_words, disk_of, locked_rate
from bot.slack.views.names import market_name
from bot.slack.views.pulling import say_ssh
from bot.slack.views.text import Mrkdwn, code, esc, join, say

_NOT_TOLD = "not told"
_MOST_PATHS = 10


@dataclass(frozen=True, slots=True)
class Ahead:
    """What a run is to cost, in US dollars: its estimate, from without to with its margin, None where it is not known.

    `short` is by how much the run will have cost more than its budget, with what was spent before it began.
    """

    estimate: tuple[Decimal, Decimal] | None = None
    short: Decimal | None = None


@dataclass(frozen=True, slots=True)
class CopyStart:
    """The latest safe copy start: whether it lies behind, and whether it reckons with a link that nobody told of."""

    at: datetime | None
    passed: bool = False
    assumed: bool = False


def track_answer(
    run: Run,
    machine: Instance,
    changes: Sequence[Changed],
    *,
    outlook: Outlook,
    ahead: Ahead,
    copy_start: CopyStart,
    deposit: Decimal | Unknown | None = None,
    was: Was | None = None,
) -> Message:
    """Tell that a run is sat with, and what changed of one that was already.

    `deposit` is in US dollars.
    """
    news = () if was is None else (changed(was, run, machine),)
    warnings = [*_too_late(copy_start.passed), *_warnings(run, machine, changes, outlook), *_too_dear(run, ahead)]
    point = say(
        "Sitting with {run}{on}{where}: locked at {rate}{deposit}; {ends}.",
        run=run.name,
        on=say(", ") if run.by_hand else say(" on "),
        where=where(run.ref),
        rate=locked_rate(machine),
        deposit=_held(run, deposit),
        ends=_ends(outlook.ends_at or machine.ends_at),
    )
    return compose(
        join(" ", (*news, *warnings[:1], point)),
        *_warned(warnings),
        section(say("*{point}*", point=point), *news, *_read(machine), *_why_unknown(deposit)),
        section(*_planned(run, outlook, ahead.estimate, _copy_by(copy_start))),
        section(*_kept(run)),
        context(_next(run, machine)),
    )


def _held(run: Run, deposit: Decimal | Unknown | None) -> Mrkdwn:
    if run.by_hand:
        return esc("")
    return say("; {deposit}", deposit=deposit_words(None if isinstance(deposit, Unknown) else deposit))


def _why_unknown(deposit: Decimal | Unknown | None) -> Iterator[Mrkdwn]:
    if isinstance(deposit, Unknown):
        yield say("Deposit unknown: {why}", why=esc(deposit.sentence, 300))


def _ends(at: datetime | None) -> Mrkdwn:
    return esc("its end is not known") if at is None else say("ends {at}", at=date(at))


def _warnings(run: Run, machine: Instance, changes: Sequence[Changed], outlook: Outlook) -> Iterator[Mrkdwn]:
    for one in by_weight(changes):
        yield say("Not as asked: {unlike}.", unlike=unlike(one))
    if outlook.fits is False:
        yield _misfit(outlook)
    if machine.pricing is Pricing.BID:
        yield esc("It is a bid: the machine can be taken away at any moment by a higher one.")
    if run.by_hand:
        yield esc(
            "Typed in by hand: nobody can be asked whether it lives; cost and ends are reckoned from what was typed."
        )
    if not run.keeping.paths:
        yield esc(
            "No path to keep was said, and Runsitter copies nothing yet:"
            " the machine's end takes all that you have not pulled yourself."
        )


def _misfit(outlook: Outlook) -> Mrkdwn:
    """Tell that a run does not fit: in no bold of its own, for a warning is bold as a whole, where none can nest."""
    return say(
        "It does not fit in time: finish {finish}, machine ends {end}, {short} with the copy and 2 h of slack.",
        finish=finish_of(outlook),
        end=date_or_unknown(outlook.ends_at),
        short=spared(outlook),
    )


def _too_late(copy_passed: bool) -> Iterator[Mrkdwn]:
    if copy_passed:
        yield esc("The latest safe copy start has passed: start copying the results off now; it may not all get out.")


def _copy_by(start: CopyStart) -> Mrkdwn:
    return join("", (copy_by(start.at, assumed=start.assumed), *((esc(", it has passed"),) if start.passed else ())))


def _too_dear(run: Run, ahead: Ahead) -> Iterator[Mrkdwn]:
    budget, estimate, short = run.plan.budget, ahead.estimate, ahead.short
    if budget is not None and estimate is not None and max(estimate) > budget:
        yield say(
            "Budget {budget} does not cover the estimate of {estimate}.",
            budget=usd(budget),
            estimate=usd_range(*estimate),
        )
    elif budget is not None and short is not None:
        yield say("Budget {budget} is {short} less than the run will have cost.", budget=usd(budget), short=usd(short))


def _warned(warnings: Sequence[Mrkdwn]) -> tuple[Block, ...]:
    return (section(*(say("\u26a0 *{line}*", line=line) for line in warnings)),) if warnings else ()


def _read(machine: Instance) -> Iterator[Mrkdwn]:
    yield say(
        "{what} \u00b7 {country} \u00b7 {pricing}",
        what=card_count(machine.gpus, machine.gpu_name),
        country=machine.country or "country not told",
        pricing="price type not told" if machine.pricing is None else machine.pricing.value,
    )
    yield say(
        "Disk {disk} at {price} \u00b7 traffic in {inward}, out {outward}",
        disk=size(machine.disk_gb),
        price=_storage(machine),
        inward=traffic_price(machine.in_usd_per_gb),
        outward=traffic_price(machine.out_usd_per_gb),
    )
    started = esc(_NOT_TOLD) if machine.started_at is None else date(machine.started_at)
    yield say("Rented since {started}; what it cost before now is reckoned from then, marked \u00b1", started=started)


def _storage(machine: Instance) -> str:
    disk, price = disk_of(machine), machine.disk_usd_per_gb_month
    if disk is None or price is None:
        return "a price not told"
    return f"${trimmed(price, 4, least=2)} per GB and month ({hourly(disk)})"


def _planned(
    run: Run, outlook: Outlook, estimate: tuple[Decimal, Decimal] | None, copy_start: Mrkdwn
) -> Iterator[Mrkdwn]:
    plan = run.plan
    out = "the whole disk" if plan.out_gb is None else size(plan.out_gb)
    yield say(
        "*Plan:* {hours} and {margin} margin \u00b7 in {inward}, out {out}",
        hours=run_hours(plan.duration),
        margin=percent(plan.margin),
        inward=size(plan.in_gb),
        out=out,
    )
    cost = "not known, for a price is not" if estimate is None else usd_range(*estimate)
    budget = "no budget" if plan.budget is None else f"budget {usd(plan.budget)}"
    yield say("*Estimate:* {cost} \u00b7 {budget}", cost=cost, budget=budget)
    if outlook.fits is not False:  # else a warning above told it
        yield say("*Forecast:* {forecast}", forecast=forecast(outlook))
    yield say("*Copy off by:* {start}", start=copy_start)


def _kept(run: Run) -> Iterator[Mrkdwn]:
    keeping = run.keeping
    paths = join(", ", (esc(path, 100) for path in keeping.paths[:_MOST_PATHS]))
    yield say("*Keep:* {paths}", paths=paths or "nothing")
    if keeping.paths:
        every = "how often is not told" if keeping.every is None else f"every {span(keeping.every)}"
        yield say("*Copies will go to:* {to} \u00b7 {every}", to=esc(keeping.to or "the bot's own folder"), every=every)
        yield _pull(run)
    unsaid = "not said" if run.by_hand else "as the marketplace says"
    yield say("*SSH:* {ssh} \u00b7 *Owner:* {owner}", ssh=keeping.ssh or unsaid, owner=person(run.owner))


def _pull(run: Run) -> Mrkdwn:
    """Say that nothing is copied, and where the loop is that does it; by hand only once the SSH address is said."""
    todo = say("pull them yourself, with the loop that {run} shows", run=code(f"/gpu run {run.name}", 60))
    if run.by_hand and run.keeping.ssh is None:
        todo = say("{todo} once you say how it is reached: {how}", todo=todo, how=say_ssh(run.ref, run.name))
    return say("*Runsitter copies nothing yet*: until its next version {todo}", todo=todo)


def _next(run: Run, machine: Instance) -> Mrkdwn:
    market = market_name(run.ref.market)
    typed = "typed end has passed" if machine.ends_at else "end is typed in (until) and has passed"
    return say(
        "Its card in the channel keeps state, cost, ends and checklist up to date; alerts go there and to the owner."
        " {progress} tells how far it is. Runsitter stops watching {gone}; no command stops it sooner yet."
        " The rental itself only you end{there}.",
        progress=code(f"/gpu progress {run.name} 1000/50000", 80),
        gone=f"once its {typed}" if run.by_hand else f"once the machine is gone at {market}",
        there="" if run.by_hand else f", at {market}",
    )


def name_taken(name: str, words: str) -> Message:
    """Refuse a name that another run has, whatever its case."""
    return _refusal(
        say(
            "There is a run {name} already, so nothing was tracked. Names are unique per team: give another by {how}.",
            name=code(name, 60),
            how=code("as NAME"),
        ),
        words,
    )


def already_tracked(ref: ListingRef, name: str, words: str) -> Message:
    """Refuse an instance on which a run sits."""
    return _refusal(
        say("{ref} is sat with already, as {name}. Nothing was changed.", ref=where(ref), name=code(name, 60)),
        words,
    )


def no_such_instance(ref: ListingRef, words: str) -> Message:
    """Say that the account has no such instance; the usual slip is a listing's id."""
    return _refusal(
        say(
            "The account has no instance {ref}, so nothing was tracked. A listing's id is another than the id of the"
            " instance that was rented from it: take the one that the marketplace shows under instances.",
            ref=code(str(ref), 80),
        ),
        words,
    )


def could_not_track(ref: ListingRef, sentence: str, words: str) -> Message:
    """Say that the marketplace could not be asked, so that nothing is known of the instance."""
    return _refusal(
        say("{ref} could not be read, so nothing was tracked: {why}", ref=where(ref), why=esc(sentence, 300)),
        words,
    )


def _refusal(point: Mrkdwn, words: str) -> Message:
    """Refuse, with a button that opens the form with all that was said, for a form that was sent is gone."""
    again = button("Back to the form", TRACK_INSTANCE, words)
    return compose(point, section(point), *(() if again is None else (actions(again),)))
