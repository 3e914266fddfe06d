"""What a run cost, for `/gpu cost`: per meter what was estimated, what accrued, and what the marketplace charged."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from decimal import Decimal

from bot.domain.ledger import Amount, Charged, Comparison, Costs, Meter, made_by
from bot.domain.ledger.amounts import NOTHING
from bot.domain.letters import Title
from bot.domain.letters.card import Card
from bot.domain.letters.summary import AccountRow
from bot.slack.message import Message
from bot.slack.views.blocks import Block, context, section
from bot.slack.views.budget import Rows, compose
from bot.slack.views.figures import date, plural, span, usd
from bot.slack.views.letters.balance import account_line
from bot.slack.views.letters.card import cost_line
from bot.slack.views.letters.phrases import (
    AS_ESTIMATED,
    accrued,
    at_least,
    before_it,
    beside_before,
    in_brackets,
    over,
    title_line,
    usd_or_unknown,
    without,
)
from bot.slack.views.text import Mrkdwn, esc, join, say

_NOT_KNOWN = "not known"
_CENT = Decimal("0.01")
_ONE_PERCENT = Decimal("0.01")
_HOUR = timedelta(hours=1)
_WHAT = say(
    "Estimated is without margin, up to now. Accrued is by our own meters."
    " Charged is the marketplace's own figure; a day's moves until its billing day is over."
)


def cost_answer(
    title: Title,
    rows: tuple[Comparison, ...],
    *,
    estimate: Decimal | None,
    completion: Costs | None,
    account: AccountRow | None = None,
    costs: Costs | None = None,
    charged: Charged | None = None,
) -> Message:
    """Set the three numbers side by side. `rows` compare to date, () without an estimate; `costs` are so far, by meter.

    `estimate` and `completion` are of the whole run. `charged` is what the marketplace did, and of which time.
    """
    cost, apart = _so_far(rows, costs), meters_apart(rows)
    meters = [_meter(row) for row in rows] or ([] if costs is None else [*_accrued_by_meter(costs, charged)])
    if meters and charged is not None and charged.other:
        meters.insert(
            -1, say("*other charges:* charged {usd}, under names of no meter of ours", usd=usd(charged.other))
        )
    return compose(
        say("{run}: {cost}. {apart}", run=title.name, cost=cost, apart=apart),
        section(say("*{run}*: {cost}", run=title.name, cost=cost), apart, title_line(title)),
        *((section(*meters),) if meters else ()),
        *(() if charged is None else (section(*_charged(charged, rows)),)),
        section(_completion(estimate, completion, _before(rows))),
        *(() if account is None else (section(account_line(account)),)),
        context(_WHAT),
    )


def costs_answer(cards: Sequence[Card], accounts: Sequence[AccountRow]) -> Message:
    """Tell what all runs cost, and how long each balance lasts."""
    so_far = sum((one.money.so_far for one in cards), Decimal(0))
    lasting = [account_line(one) for one in accounts]
    missing = [meter.value for meter in Meter if any(meter.value in one.money.missing for one in cards)]
    told = at_least(so_far, missing, unsure=any(one.money.unsure for one in cards))
    point = say("{so_far} so far over {runs}.", so_far=told, runs=plural(len(cards), "run"))
    return compose(
        join(" ", (point, *lasting)),
        section(say("*{point}*", point=point), *lasting),
        Rows([_run(one) for one in cards]),
    )


def _run(card: Card) -> list[Block]:
    ahead = usd_or_unknown(card.money.at_completion, or_more=card.money.or_more)
    return [
        section(
            say("*{run}*: {cost}; at completion {ahead}", run=card.title.name, cost=cost_line(card.money), ahead=ahead)
        )
    ]


def meters_apart(rows: tuple[Comparison, ...]) -> Mrkdwn:
    """Tell which meters are off and by how much, the one that made most of it in dollars (case d93)."""
    if not any(row.meter is not None and row.accrued is not None for row in rows):
        return esc("There is nothing to compare: no estimate is known." if not rows else "No meter is known.")
    most, old = made_by(rows), beside_before(_before(rows))
    told = [_apart(row, in_dollars=row.meter is most) for row in rows if row.meter is not None and _is_apart(row)]
    if not told and old:
        return say("Since the run began as estimated; {old}.", old=old)
    told += [esc(old)] if old else []
    return say("{told}.", told=join(", ", told)) if told else esc("As estimated on every meter that is known.")


def _is_apart(row: Comparison) -> bool:
    more = row.over_estimate
    return more is not None and abs(more) >= _CENT and over(row.estimate + more, row.estimate) != AS_ESTIMATED


def _apart(row: Comparison, *, in_dollars: bool) -> Mrkdwn:
    more = row.over_estimate or Decimal(0)
    name = "" if row.meter is None else row.meter.value
    if not row.estimate:
        return say("{name} {usd} where nothing was estimated", name=name, usd=usd(more))
    dollars = in_brackets(usd(more)) if in_dollars else esc("")
    how = over(row.estimate + more, row.estimate)
    if not how:
        return say("{name} {sign}{usd}", name=name, sign="+" if more > 0 else "", usd=usd(more))
    return say("{name} {over}{dollars}", name=name, over=how, dollars=dollars)


def _so_far(rows: tuple[Comparison, ...], costs: Costs | None) -> Mrkdwn:
    """Tell all that accrued in one sum, and the estimate to date beside it where there is one."""
    whole = next((row for row in rows if row.meter is None), None)
    by_meter = {row.meter: row.accrued for row in rows if row.meter is not None}
    if costs is not None:
        by_meter = {meter: costs.of(meter) for meter in Meter}
    known = sum((one for one in by_meter.values() if one is not None), NOTHING)
    missing = [meter.value for meter, one in by_meter.items() if one is None]
    return say(
        "{so_far} so far{before}, {estimated}",
        so_far=accrued(known.usd, missing, unsure=known.marked),
        before=esc("") if whole is None else before_it(whole.before),
        estimated="no estimate" if whole is None else f"{usd(whole.estimate)} estimated to date",
    )


def _charged(charged: Charged, rows: Sequence[Comparison]) -> Iterator[Mrkdwn]:
    """Tell of which time the charges are, and how they differ from what accrued in that very time."""
    yield say(
        "*Charged* from {since} to {until}{brief}: {usd}; in that time {accrued} accrued by our meters{apart}.",
        since=date(charged.since),
        until=date(charged.until),
        brief=in_brackets(span(charged.until - charged.since)) if charged.until - charged.since < _HOUR else "",
        usd=usd(charged.total),
        accrued=accrued(
            charged.accrued.known.usd,
            [meter.value for meter in charged.accrued.missing],
            unsure=charged.accrued.known.marked,
        ),
        apart=_unexplained(charged, rows),
    )


def _unexplained(charged: Charged, rows: Sequence[Comparison]) -> Mrkdwn:
    more = charged.unexplained
    if more is None:
        return esc("")
    if (same := _same(charged.total, charged.total - more)) is not None:
        return same
    apart = {row.meter.value: abs(row.unexplained) for row in rows if row.meter is not None and row.unexplained}
    apart["other charges"] = abs(charged.other)
    most = max(apart, key=lambda name: apart[name])
    how = "more is charged than our meters explain" if more > 0 else "less is charged, as far as it is yet"
    mostly = in_brackets(f"mostly {most}") if apart[most] >= _CENT else esc("")
    return say(": *{usd} {how}*{mostly}", usd=usd(abs(more)), how=how, mostly=mostly)


def _same(charged: Decimal, accrued_usd: Decimal) -> Mrkdwn | None:
    """Say that two sums are the same, and how nearly where they read differently; None where they are not."""
    if abs(charged - accrued_usd) <= _CENT:
        return esc(", which is the same" if usd(charged) == usd(accrued_usd) else ", which is the same within a cent")
    near = abs(charged - accrued_usd) <= abs(accrued_usd) * _ONE_PERCENT
    return esc(", which is the same within 1 %") if near else None


def _accrued_by_meter(costs: Costs, charged: Charged | None) -> Iterator[Mrkdwn]:
    """Tell what accrued, and what was charged, where nothing was estimated to compare with."""
    by_meter = {} if charged is None else charged.by_meter
    for meter in Meter:
        told = say(" | charged {usd}", usd=usd(by_meter[meter])) if meter in by_meter else esc("")
        yield say("*{name}:* accrued {accrued}{told}", name=meter.value, accrued=_accrued(costs.of(meter)), told=told)
    told = esc("") if charged is None else say(" | charged {usd}", usd=usd(charged.total))
    yield say("*all meters:* accrued {accrued}{told}", accrued=_accrued(costs.total), told=told)


def _meter(row: Comparison) -> Mrkdwn:
    return say(
        "*{name}:* estimated {estimate} | accrued {accrued} | charged {charged}",
        name="all meters" if row.meter is None else row.meter.value,
        estimate=usd(row.estimate),
        accrued=_accrued(row.accrued),
        charged=_NOT_KNOWN if row.charged is None else usd(row.charged),
    )


def _accrued(amount: Amount | None) -> Mrkdwn:
    if amount is None:
        return esc(_NOT_KNOWN)
    between = f"{usd(amount.low)} to {usd(amount.high)}" if usd(amount.low) != usd(amount.high) else ""
    return say("{usd}{between}", usd=accrued(amount.usd, (), unsure=amount.marked), between=in_brackets(between))


def _before(rows: Sequence[Comparison]) -> Decimal:
    return sum((row.before for row in rows if row.meter is not None), Decimal(0))


def _completion(estimate: Decimal | None, completion: Costs | None, before: Decimal) -> Mrkdwn:
    """Compare what the run will have cost, without what its machine cost `before` it, with the whole estimate."""
    known = None if completion is None else completion.known.usd
    missing = () if completion is None else completion.missing
    of = _NOT_KNOWN if estimate is None else usd(estimate)
    if known is None:
        return say("*At completion:* not known \u00b7 whole estimate {of}", of=of)
    left_out = without(missing)
    apart = esc("") if estimate is None or missing else in_brackets(over(known - before, estimate))
    return say(
        "*At completion:* {usd}{without}{before} \u00b7 whole estimate {of}{apart}",
        usd=usd(known),
        without=left_out,
        before=before_it(before),
        of=of,
        apart=apart,
    )
