"""The daily summary: the whole in its text, then a short section for each run.

A section a run, not a table: at the width of a phone a table of eight columns is scrolled sideways and never read.
"""

import datetime as dt
from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import groupby

from bot.domain.incidents import IncidentKind
from bot.domain.letters.account import Unclaimed
from bot.domain.letters.summary import OpenFact, Plight, Summary, SummaryRow, Totals
from bot.slack.message import Message
from bot.slack.views.blocks import Block, context, section
from bot.slack.views.budget import Rows, compose
from bot.slack.views.figures import date, plural, span, usd
from bot.slack.views.letters.balance import account_line, balance
from bot.slack.views.letters.phrases import (
    AS_ESTIMATED,
    INCIDENTS,
    accrued,
    at_least,
    before_it,
    beside_before,
    costs_now,
    in_brackets,
    open_incidents,
    over,
    rate_of,
    says,
    spared,
    usd_or_unknown,
    where,
)
from bot.slack.views.letters.plights import PLIGHTS, in_words
from bot.slack.views.names import market_name
from bot.slack.views.text import Mrkdwn, esc, join, say

_MOST_OPEN = 4
_MOST_DAYS = 7
_MOST_ACCOUNTS = 8
_CENT = Decimal("0.01")


def summary(facts: Summary) -> Message:
    """Make one part of the summary; the totals are those of all parts."""
    return compose(
        say(
            "{head}. {totals} {accounts}", head=_head(facts), totals=_totals(facts), accounts=_accounts_in_short(facts)
        ),
        section(say("*{head}*", head=_head(facts)), _totals(facts), *_caught_up(facts)),
        *_accounts(facts),
        Rows([(section(*_run(row)),) for row in facts.rows]),
        Rows([(section(*_stray(one)),) for one in facts.unclaimed]),
        context(_foot(facts)),
    )


def _head(facts: Summary) -> Mrkdwn:
    part = "" if facts.parts == 1 else f", part {facts.part} of {facts.parts}"
    return say("Summary of {day}{part}: {how}", day=written(facts.day), part=part, how=_how(facts))


def written(day: dt.date) -> str:
    """Write a date of the team's, which is the same for every reader: `Mon 2026-11-30`."""
    return f"{day:%a %Y-%m-%d}"


def _how(facts: Summary) -> Mrkdwn:
    """Tell that all is well, which is so only where nothing needs a person; else what does, over all parts."""
    if not facts.open_count:
        return esc("all well")
    about = [(who, [one.what for one in some]) for who, some in groupby(facts.open, key=_about)]
    named = [say("{who} {what}", who=who, what=_in_words(what)) for who, what in about[:_MOST_OPEN]]
    rest = facts.open_count - sum(len(what) for _, what in about[:_MOST_OPEN])
    more = [esc(f"{rest} more")] if named and rest else []
    told = join("; ", (*named, *more))
    head = plural(facts.open_count, "thing") + " open"
    return say("{head}: {told}", head=head, told=told) if told else esc(head)


def _about(one: OpenFact) -> str:
    """Name a marketplace as people do; a run and an instance have their own names."""
    of_account = one.what in OF_ACCOUNT
    return market_name(one.about) if of_account else one.about


def _in_words(what: Iterable[IncidentKind | Plight]) -> Mrkdwn:
    return join(", ", (esc(INCIDENTS[one] if isinstance(one, IncidentKind) else PLIGHTS[one]) for one in what))


OF_ACCOUNT = {IncidentKind.NOT_VISIBLE, IncidentKind.BALANCE_LOW, Plight.OVERSPENT, Plight.UNREAD}


def _totals(facts: Summary) -> Mrkdwn:
    totals: Totals = facts.totals
    if not totals.runs:
        return esc("No run is tracked.")
    ahead = "what they will have cost is not known"
    if totals.at_completion is not None:
        ahead = f"{usd_or_unknown(totals.at_completion, or_more=totals.or_more)} at completion"
    return say(
        "{runs}: {so_far} so far{before}, {to_date}, {ahead}.",
        runs=plural(totals.runs, "run"),
        so_far=at_least(totals.so_far, totals.missing, unsure=totals.unsure),
        before=before_it(totals.before),
        to_date="not every estimate known" if totals.to_date is None else f"{usd(totals.to_date)} estimated to date",
        ahead=ahead,
    )


def _caught_up(facts: Summary) -> Iterator[Mrkdwn]:
    if len(facts.days) > 1:
        shown = ", ".join(written(day) for day in facts.days[-_MOST_DAYS:])
        count = len(facts.days) - _MOST_DAYS
        more = say(" and {count} before", count=str(count)) if count > 0 else esc("")
        yield say("This one stands for {days}{more}: the bot was not running then.", days=shown, more=more)


def _run(row: SummaryRow) -> Iterator[Mrkdwn]:
    needs = join(", ", (open_incidents(row.open), *in_words(row.plights, row.title)))
    mark = say(" \u00b7 *{what}*", what=needs) if needs else esc("")
    yield say("*{run}* \u00b7 {state}{mark}", run=row.title.name, state=_state(row), mark=mark)
    yield _cost(row)
    yield join(" \u00b7 ", (_completion(row), _spare(row), _charged(row)))


def _state(row: SummaryRow) -> Mrkdwn:
    if row.ended_at is not None:
        return say("ended {at}, final figures", at=date(row.ended_at))
    who = says(row.title.ref)
    if row.state is None and row.title.ref.by_hand:
        return esc("typed in by hand, so nobody can be asked whether it lives")
    if row.state is None:
        return say("what {who} says is not known", who=who)
    said = say("{who} says {state}", who=who, state=esc(row.state, 40))
    if row.stopped_for is None:
        return said
    return say("{said}, stopped for {time}, {cost}", said=said, time=span(row.stopped_for), cost=_while_stopped(row))


def _while_stopped(row: SummaryRow) -> str:
    """Say what a stopped machine costs, for it is never free: its disk is charged while it exists."""
    if not row.title.hourly:
        return "its disk is charged while it exists"
    return f"still {costs_now(row.title)}"


def _cost(row: SummaryRow) -> Mrkdwn:
    so_far = accrued(row.so_far, row.missing, unsure=row.unsure)
    if row.to_date is None:
        return say("{so_far} so far, no estimate", so_far=so_far)
    return say(
        "{so_far}{before}, {to_date} estimated to date{apart}",
        so_far=so_far,
        before=before_it(row.before),
        to_date=usd(row.to_date),
        apart=in_brackets(*_difference(row, row.to_date)),
    )


def _difference(row: SummaryRow, to_date: Decimal) -> tuple[str, ...]:
    """Tell a difference in dollars and percent, and the meter that made most of it."""
    apart = row.so_far - row.before - to_date if row.difference is None else row.difference
    how = over(to_date + apart, to_date)
    if how == AS_ESTIMATED or abs(apart) < _CENT:
        return (AS_ESTIMATED if not beside_before(row.before) else f"{AS_ESTIMATED} since then",)
    made = f"mostly {row.made_by}" if row.made_by is not None and row.difference else ""
    return f"{'+' if apart > 0 else ''}{usd(apart)}", how, made


def _completion(row: SummaryRow) -> Mrkdwn:
    if row.ended_at is not None:
        return esc("") if row.estimate is None else say("Estimated {usd}", usd=usd(row.estimate))
    ahead = usd_or_unknown(row.at_completion, or_more=row.or_more)
    estimate = "no estimate" if row.estimate is None else f"{usd(row.estimate)} estimated"
    return say("At completion {ahead}, {estimate}", ahead=ahead, estimate=estimate)


def _spare(row: SummaryRow) -> Mrkdwn:
    if row.ended_at is not None or row.outlook.done:
        return esc("")
    return say("*{spare}*" if row.outlook.fits is False else "spare {spare}", spare=spared(row.outlook))


def _charged(row: SummaryRow) -> Mrkdwn:
    if row.charged is None:
        return esc("")
    until = esc("") if row.charged_until is None else say(" up to {at}", at=date(row.charged_until))
    return say("charged {usd}{until}", usd=usd(row.charged), until=until)


def _accounts(facts: Summary) -> Iterator[Block]:
    if facts.accounts:
        yield section(*(account_line(one) for one in facts.accounts[:_MOST_ACCOUNTS]))


def _accounts_in_short(facts: Summary) -> Mrkdwn:
    return join(
        " ",
        (say("{market}: {balance}.", market=market_name(one.market), balance=balance(one)) for one in facts.accounts),
    )


def _stray(one: Unclaimed) -> Iterator[Mrkdwn]:
    cost = rate_of(one.hourly, one.gpus, "what it costs is not known")
    so_far = "" if one.so_far is None else f", about {usd(one.so_far)} so far"
    yield say("{ref} \u00b7 *no run sits with it*", ref=where(one.ref))
    label = say(' \u00b7 "{label}"', label=esc(one.label, 60)) if one.label else esc("")
    yield say(
        "{state}, {cost}{so_far}{label}",
        state=esc(one.state or "state not told", 40),
        cost=cost,
        so_far=so_far,
        label=label,
    )


def _foot(facts: Summary) -> Mrkdwn:
    return say(
        "As of {at} \u00b7 costs are what accrued by our own meters; charged is the marketplace's own figure",
        at=date(facts.as_of),
    )
