"""A run's card: everything that is known of it at one glance, its three truths kept apart."""

from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal

from bot.domain.deadlines import DeadlineKind
from bot.domain.letters.card import Card, CheckLine, Money, Tick
from bot.domain.letters.summary import Plight
from bot.domain.runs import Progress
from bot.slack.message import Message
from bot.slack.views.blocks import Block, context, section
from bot.slack.views.budget import compose
from bot.slack.views.figures import date, percent, run_hours, span, usd
from bot.slack.views.letters.phrases import (
    accrued,
    before_it,
    copy_by,
    forecast,
    in_brackets,
    open_incidents,
    over,
    person,
    says,
    title_line,
    usd_or_unknown,
)
from bot.slack.views.letters.plights import in_words
from bot.slack.views.text import Mrkdwn, code, esc, join, say

MARKS = {Tick.DONE: "\u2713", Tick.OPEN: "\u25cb", Tick.WRONG: "\u2717", Tick.UNKNOWN: "?"}
_NOT_KNOWN = "not known"
_MOST_SAID = 80
_MOST_NOTE = 120


def card(facts: Card) -> Message:
    """Make the card. `text` tells how it stands, what it costs and what comes first."""
    return compose(
        headline(facts),
        section(
            say(
                "*{run}* \u00b7 *{how}*" if open_count(facts) and facts.ended_at is None else "*{run}* \u00b7 {how}",
                run=facts.title.name,
                how=how(facts),
            ),
            title_line(facts.title),
        ),
        *card_blocks(facts),
        context(_as_of(facts)),
    )


def headline(facts: Card) -> Mrkdwn:
    """Tell a run in two sentences."""
    return say(
        "{run}: {how}. {cost}{binding}.",
        run=facts.title.name,
        how=how(facts),
        cost=cost_line(facts.money),
        binding="" if facts.ended_at is not None else say("; {binding}", binding=binding(facts)),
    )


def card_blocks(facts: Card) -> Iterator[Block]:
    """Give what a card tells between its head and its foot."""
    yield section(*_truths(facts))
    yield section(*money(facts.money, facts.budget_short))
    if facts.ended_at is None:
        yield section(*_time(facts))
    yield section(*(check_line(line) for line in facts.checklist)) if facts.checklist else section(esc("No checklist"))


def how(facts: Card) -> Mrkdwn:
    """Say in one word or three how it stands: ended, what is open, else the marketplace's word."""
    if facts.ended_at is not None:
        return say("ended {at}, these are the final figures", at=date(facts.ended_at))
    if count := open_count(facts):
        return say("{count} open: {what}", count=str(count), what=needs(facts))
    return say("nothing open, {state}", state=state(facts))


def needs(facts: Card) -> Mrkdwn:
    """Name what needs somebody: the incidents that are open, and what besides them; nothing where nothing does."""
    return join(", ", (open_incidents(facts.open), *in_words(facts.plights, facts.title)))


def open_count(facts: Card) -> int:
    """Count what needs somebody."""
    return len(facts.open) + len(facts.plights)


def state(facts: Card) -> Mrkdwn:
    """Tell what the marketplace says of the machine."""
    if facts.by_hand:
        return esc("typed in by hand, so nobody can be asked whether it lives")
    if facts.marketplace is None:
        return say("what {who} says is not known", who=says(facts.title.ref))
    return say("{who} says {state}", who=says(facts.title.ref), state=esc(facts.marketplace, _MOST_SAID))


def _truths(facts: Card) -> Iterator[Mrkdwn]:
    seen = esc("") if facts.seen_at is None else say(" (seen {at})", at=date(facts.seen_at))
    yield say("*Marketplace:* {state}{seen}", state=state(facts), seen=seen)
    yield say("*SSH:* {said}", said=esc(facts.ssh or _NOT_KNOWN, _MOST_SAID))
    yield say("*Training:* {said}", said=esc(facts.training or _NOT_KNOWN, _MOST_SAID))
    yield say("*GPU use:* {use}", use=_NOT_KNOWN if facts.gpu_use is None else percent(facts.gpu_use))
    yield say("*Progress:* {progress}", progress=progress_line(facts.progress))


def progress_line(progress: Progress | None) -> Mrkdwn:
    """Tell how far a run is, by whom and when that was told."""
    if progress is None:
        return esc("not told")
    who = esc("") if progress.by is None else say(" by {who}", who=person(progress.by))
    if progress.finished:
        of = esc("") if progress.total == 1 else say(" with all {total} steps", total=f"{progress.total:,}")
        return say("done{of}, told {at}{who}", of=of, at=date(progress.at), who=who)
    return say(
        "step {done} of {total} ({share}), told {at}{who}",
        done=f"{progress.done:,}",
        total=f"{progress.total:,}",
        share=percent(Decimal(progress.done) / progress.total),
        at=date(progress.at),
        who=who,
    )


def cost_line(money: Money) -> Mrkdwn:
    """Tell what a run cost so far against its estimate to date."""
    so_far = accrued(money.so_far, money.missing, unsure=money.unsure)
    before = before_it(money.before)
    if money.to_date is None:
        return say("{so_far} so far{before}", so_far=so_far, before=before)
    return say(
        "{so_far} so far{before}, {to_date} estimated to date{over}",
        so_far=so_far,
        before=before,
        to_date=usd(money.to_date),
        over=in_brackets(over(money.so_far - money.before, money.to_date)),
    )


def money(facts: Money, short: Decimal | None = None) -> Iterator[Mrkdwn]:
    """Tell what a run cost and will have cost, against its estimate and its budget, which may be `short` dollars."""
    yield say("*Cost:* {cost}", cost=cost_line(facts))
    ahead = usd_or_unknown(facts.at_completion, or_more=facts.or_more)
    yield say("*At completion:* {ahead} \u00b7 estimate {estimate}", ahead=ahead, estimate=_estimate(facts))
    if facts.budget is not None:
        left = _left(facts.budget - facts.so_far)
        yield say("*Budget:* {budget}, {left}{short}", budget=usd(facts.budget), left=left, short=_short(short))
    if facts.unsure:
        yield esc("\u00b1: part of it is assumed, for nobody saw all of the time")


def _estimate(facts: Money) -> str:
    if facts.estimate is None:
        return _NOT_KNOWN
    if facts.estimate_high is None:
        return usd(facts.estimate)
    return f"{usd(facts.estimate)}, {usd(facts.estimate_high)} with margin"


def _short(short: Decimal | None) -> Mrkdwn:
    return esc("") if short is None else say("; *{short} less than the run will have cost*", short=usd(short))


def _left(usd_left: Decimal) -> str:
    return f"{usd(usd_left)} left" if usd_left >= 0 else f"{usd(-usd_left)} over"


def _time(facts: Card) -> Iterator[Mrkdwn]:
    yield say("*First end:* {binding}", binding=esc(_NOT_KNOWN) if facts.binding is None else binding(facts))
    passed = say(", *it has passed*") if Plight.COPY_START in facts.plights else esc("")
    start = esc("not known") if facts.copy_start is None else copy_by(facts.copy_start, assumed=facts.uplink_assumed)
    yield say("*Copy off by:* {start}{before}{passed}", start=start, before=_before(facts), passed=passed)
    yield say(
        "*Forecast:* {forecast}{unless}", forecast=forecast(facts.outlook, told_end(facts)), unless=_unless(facts)
    )
    ran = "under a minute" if not facts.running else span(facts.running)
    yield say("*Ran:* {ran} of {planned} planned", ran=ran, planned=run_hours(facts.planned))


def _before(facts: Card) -> Mrkdwn:
    """Name what the copy has to be off before, where that is not the first end, told a line above."""
    if facts.copy_start is None or facts.stops is None or facts.stops == facts.binding:
        return esc("")
    kind, end = facts.stops
    return say(", before the {what} {end}", what=_ENDS[kind], end=date(end))


def _unless(facts: Card) -> Mrkdwn:
    """Say that the money ends before the training does, for a forecast reckons with the machine's end alone."""
    finish = facts.outlook.finish_at
    if facts.stops is None or facts.outlook.done or finish is None or facts.stops[0] is not DeadlineKind.BALANCE_END:
        return esc("")
    return say(", *but the balance ends before it finishes*") if facts.stops[1] < finish else esc("")


_ENDS = {
    DeadlineKind.CONTRACT_END: "contract end",
    DeadlineKind.MAX_DURATION: "max duration ends",
    DeadlineKind.BALANCE_END: "balance ends about",
    DeadlineKind.BUDGET_END: "budget is spent about",
}


def binding(facts: Card) -> Mrkdwn:
    """Tell which of a run's ends comes first."""
    if facts.binding is None:
        return esc("its first end is not known")
    kind, end = facts.binding
    sooner = say(" or sooner") if facts.binding_or_sooner else esc("")
    return say("{kind} {end}{sooner}", kind=_ENDS[kind], end=date(end), sooner=sooner)


def told_end(facts: Card) -> datetime | None:
    """Give the machine's end where it is the first end, and so told with that."""
    return None if facts.binding is None or facts.binding[0].is_money else facts.binding[1]


def check_line(line: CheckLine) -> Mrkdwn:
    """Write one line of the checklist: a sign and the word for it, so that neither colour nor shape alone tells."""
    note = say(": {note}", note=esc(line.note, _MOST_NOTE)) if line.note else esc("")
    return say(
        "{mark} {what} \u00b7 _{how}_{note}",
        mark=MARKS[line.tick],
        what=line.check.value,
        how=line.tick.value,
        note=note,
    )


def _as_of(facts: Card) -> Mrkdwn:
    return join(
        " \u00b7 ",
        (
            say("As of {at}", at=date(facts.as_of)),
            say("owner {owner}", owner=person(facts.title.owner)),
            say("all of it: {it}", it=code(f"/gpu run {facts.title.name}", 60)),
        ),
    )
