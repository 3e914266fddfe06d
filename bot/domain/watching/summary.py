"""The daily summary: every run's line, the sums, the accounts, and what sits there unclaimed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta, tzinfo
from decimal import Decimal

from bot.domain.account import Charge
from bot.domain.deadlines import lasts
from bot.domain.ledger import Charged, Comparison, DayCosts, Meter, compare, costs_by_day, made_by
from bot.domain.letters.summary import AccountRow, Chart, Series, Summary, SummaryRow, Totals, parted
from bot.domain.money import MachineRate
from bot.domain.outside import Unknown
from bot.domain.watching.account import AccountStanding
from bot.domain.watching.account_judge import balance_end
from bot.domain.watching.card import money_of
from bot.domain.watching.ends import outlook_of
from bot.domain.watching.money import cost_before, cost_so_far, estimate_of
from bot.domain.watching.needs import is_stopped, open_facts, plights_of
from bot.domain.watching.progress import ran
from bot.domain.watching.standing import Standing
from bot.domain.watching.strays import unclaimed
from bot.domain.watching.titles import title_of

ByMeter = dict[Meter | None, Decimal]

_MOST_OPEN = 20
"""Open facts that a summary names; it counts them all."""


def summaries_of(
    days: Sequence[date],
    standings: Sequence[Standing],
    accounts: Sequence[AccountStanding],
    charged: Mapping[str, ByMeter],
    every: Mapping[str, timedelta],
    now: datetime,
    broken: Iterable[str] = (),
) -> tuple[Summary, ...]:
    """Give the summary of the newest of these days, in as many parts as it needs, each with the same totals.

    `charged` are the marketplace's own charges by run id, `every` the time between polls by marketplace,
    `broken` the Slack channels that take nothing.
    """
    ends = {one.market: balance_end(one, now) for one in accounts}
    rows = tuple(row_of(one, charged.get(one.run.id, {}), now, ends.get(one.run.ref.market)) for one in standings)
    plights = {row.title.id: row.plights for row in rows}
    open_ = tuple(open_facts(standings, plights, accounts, every, now, broken))
    whole = Summary(
        day=days[-1],
        days=tuple(days),
        as_of=now,
        part=1,
        parts=1,
        rows=rows,
        totals=totals_of(rows),
        accounts=tuple(account_row(one, every, now) for one in accounts),
        unclaimed=tuple(unclaimed(stray, now) for one in accounts for stray in one.strays if stray.unclaimed),
        open=open_[:_MOST_OPEN],
        open_count=len(open_),
    )
    return tuple(parted(whole))


def row_of(standing: Standing, charged: ByMeter, now: datetime, ends: datetime | Unknown | None = None) -> SummaryRow:
    """Give one run's line; `ends` is when its account's balance ends."""
    money, run = money_of(standing, now), standing.run
    comparison = comparison_of(standing, charged, now)
    difference = None if money.to_date is None else money.so_far - money.before - money.to_date
    maker = made_by(comparison)
    seen = standing.machine.seen
    return SummaryRow(
        title=title_of(standing, now),
        state=None if run.by_hand else seen.state_text,
        so_far=money.so_far,
        unsure=money.unsure,
        missing=money.missing,
        to_date=money.to_date,
        estimate=money.estimate,
        at_completion=money.at_completion,
        difference=difference,
        made_by=None if maker is None else str(maker),
        charged=sum(charged.values(), Decimal(0)) if charged else None,
        outlook=outlook_of(standing, now),
        open=tuple(one.kind for one in standing.open),
        stopped_for=_stopped_for(standing, now),
        ended_at=run.ended_at,
        before=money.before,
        plights=tuple(plights_of(standing, now, ends)),
        or_more=money.or_more,
    )


def charged_in(standing: Standing, charged: ByMeter, since: datetime, until: datetime) -> Charged | None:
    """Set what was charged from `since` up to `until` beside what accrued since then or the machine's start.

    None where nothing was charged, or all of it is from before the machine was there.
    """
    start = standing.machine.ledger.start
    if not charged or start is None or until <= start:
        return None
    accrued = standing.machine.cost(until)
    if start < since:
        accrued -= standing.machine.cost(since)
    return Charged(charged, max(start, since), until, accrued)


def comparison_of(
    standing: Standing, charged: ByMeter, now: datetime, window: Charged | None = None
) -> tuple[Comparison, ...]:
    """Put estimate to date, accrual and charges (all, or a `window`'s) side by side; () without an estimate."""
    estimate = estimate_of(standing)
    if estimate is None:
        return ()
    to_date, before = estimate.to_date(ran(standing, now)), cost_before(standing, now)
    then = None if window is None else window.accrued
    return compare(to_date, cost_so_far(standing, now), charged, before, then)


def charged_by_meter(charged: Iterable[Charge]) -> ByMeter:
    """Add up what a marketplace charged by meter, under None what stands for no meter of ours: it was charged too."""
    total: ByMeter = {}
    for charge in charged:
        total[charge.meter] = total.get(charge.meter, Decimal(0)) + charge.usd
    return total


def totals_of(rows: Sequence[SummaryRow]) -> Totals:
    """Add the lines up; an estimate or a forecast is unknown while it is of any run."""
    return Totals(
        runs=len(rows),
        so_far=sum((row.so_far for row in rows), Decimal(0)),
        to_date=_sum_if_known(row.to_date for row in rows),
        at_completion=_sum_if_known(row.at_completion for row in rows),
        before=sum((row.before for row in rows), Decimal(0)),
        unsure=any(row.unsure for row in rows),
        missing=tuple(str(meter) for meter in Meter if any(str(meter) in row.missing for row in rows)),
        or_more=any(row.or_more for row in rows),
    )


def _sum_if_known(amounts: Iterable[Decimal | None]) -> Decimal | None:
    told = list(amounts)
    known = [usd for usd in told if usd is not None]
    return sum(known, Decimal(0)) if len(known) == len(told) else None


def account_row(account: AccountStanding, every: Mapping[str, timedelta], now: datetime) -> AccountRow:
    """Give one account's line."""
    known = account.balance is not None and account.burn is not None
    left = lasts(account.balance or Decimal(0), MachineRate(account.burn or Decimal(0))) if known else None
    since = timedelta(0) if account.balance_at is None else now - account.balance_at
    return AccountRow(
        market=account.market,
        balance=account.balance,
        burn=account.burn,
        lasts=None if left is None else max(timedelta(0), left - since),
        missing=len(account.missing),
        last_good=account.last_good,
        every=every.get(account.market, timedelta(0)),
    )


def chart_of(day: date, standings: Sequence[Standing], zone: tzinfo, now: datetime) -> Chart:
    """Give each run's cost since it began, and its estimate where there is one, at the end of each team day.

    Of a run whose GPUs' price nobody told there is no cost to draw; it is named, as is one of an unknown disk.
    """
    unpriced = [one for one in standings if _lacks(Meter.COMPUTE, one, now)]
    drawn = [one for one in standings if one not in unpriced]
    series = (_series(one, zone, now) for one in drawn)
    return Chart(
        day,
        tuple(one for one in series if one is not None),
        tuple(one.run.name for one in unpriced),
        tuple(one.run.name for one in drawn if _lacks(Meter.DISK, one, now)),
    )


def _lacks(meter: Meter, standing: Standing, now: datetime) -> bool:
    """Tell whether a machine that was seen costs on a meter what nobody knows."""
    return standing.machine.ledger.start is not None and meter in cost_so_far(standing, now).missing


def _series(standing: Standing, zone: tzinfo, now: datetime) -> Series | None:
    days = costs_by_day([standing.machine.ledger], zone, now)
    if not days:
        return None
    before = cost_before(standing, now).known.usd
    cost, so_far = [], -before
    for one in days:
        so_far += one.costs.known.usd
        cost.append((one.day.date, max(Decimal(0), so_far)))
    return Series(standing.run.name, tuple(cost), tuple(_planned(standing, days, now)), before)


def _planned(standing: Standing, days: Iterable[DayCosts], now: datetime) -> Iterator[tuple[date, Decimal]]:
    estimate = estimate_of(standing)
    if estimate is not None:
        for one in days:
            yield one.day.date, estimate.to_date(ran(standing, min(one.day.end, now))).total


def _stopped_for(standing: Standing, now: datetime) -> timedelta | None:
    """Give how long the machine has been stopped, which still costs (case a8)."""
    return max(timedelta(0), now - standing.machine.levels[-1].since) if is_stopped(standing) else None
