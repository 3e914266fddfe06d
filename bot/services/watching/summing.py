"""The daily summary: one a team day, with what was missed in it, and its chart in the thread."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from itertools import count

from sqlalchemy import Connection

from bot.domain.days import due_summaries
from bot.domain.ledger import Line, costs_by_day, lines_due
from bot.domain.letters import Kind, Letter, Priority
from bot.domain.letters.summary import Correction, Summary
from bot.domain.watching import Standing
from bot.domain.watching.summary import charged_by_meter, chart_of, summaries_of
from bot.services.watching.duty import Duty
from bot.store import accounts, charges, letters, lines, notes, routes, standings, summaries
from bot.store.store import Store
from bot.store.ticker import Guard

TOLD_AFTER = timedelta(days=7)
"""So long after its end a run still stands in the summaries, and among all runs."""

_MOST_DAYS = 31
"""So many missed days are named; more of them tell of a clock that was years behind."""

_CENT = Decimal("0.01")


async def sum_up(store: Store, duty: Duty, every: Mapping[str, timedelta], now: datetime, guard: Guard) -> None:
    """Say the summary if one is due; days that were missed go into the same message (case g166)."""
    if await store.read(_due, duty, now):
        await store.transact(_sum_up, duty, every, now, guard)


def _due(c: Connection, duty: Duty, now: datetime) -> tuple[date, ...]:
    started = notes.instant(c, notes.FIRST_START) or now
    return due_summaries(summaries.last(c), started, now, duty.summary_at, duty.zone)[-_MOST_DAYS:]


def _sum_up(c: Connection, duty: Duty, every: Mapping[str, timedelta], now: datetime, guard: Guard) -> None:
    guard(c)
    days = [day for day in _due(c, duty, now) if summaries.claim(c, day, now)]
    if not days:
        return
    all_ = standings.load(c, since=now - TOLD_AFTER)
    markets = [accounts.load(c, market) for market in every]
    charged = {one.run.id: charged_by_meter(charges.of_run(c, one.run.id)) for one in all_}
    again = next(n for n in count() if letters.get(c, summary_key(days[-1], again=n)) is None)
    parts = summaries_of(days, all_, markets, charged, every, now, routes.broken(c))
    corrections = {one.run.id: _corrections(c, one, duty, now) for one in all_}
    until = {market: known[1] for market in every if (known := charges.window(c, market)) is not None}
    for part in parts:
        letters.put(c, _letter(_completed(part, corrections, until), duty, again), now)
    if chart := _chart(days[-1], again, all_, duty, now):
        letters.put(c, chart, now)


def summary_key(day: date, part: int = 1, again: int = 0) -> str:
    """Give the key of a summary's letter; `again` where a clock that was ahead told of that day before."""
    return f"summary:{day}:{part}{_again(again)}"


def _again(times: int) -> str:
    return f":again{times}" if times else ""


def _letter(summary: Summary, duty: Duty, again: int) -> Letter:
    return Letter(
        key=summary_key(summary.day, summary.part, again),
        kind=Kind.SUMMARY,
        to=duty.channel,
        facts=summary,
        priority=Priority.SUMMARY,
        second=duty.admin or next((row.title.owner for row in summary.rows), None),
    )


def _chart(day: date, again: int, all_: Sequence[Standing], duty: Duty, now: datetime) -> Letter | None:
    chart = chart_of(day, all_, duty.zone, now)
    if not chart.series:
        return None
    return Letter(
        key=f"chart:{day}{_again(again)}",
        kind=Kind.SUMMARY,
        to=duty.channel,
        facts=chart,
        priority=Priority.CARD,
        thread=summary_key(day, again=again),
    )


def _corrections(c: Connection, standing: Standing, duty: Duty, now: datetime) -> tuple[Correction, ...]:
    """Keep what each whole day cost as told now, and give what became known late of days told before."""
    days = costs_by_day([standing.machine.ledger], duty.zone, now)
    whole = [one for one in days if one.day.end <= now]
    fresh = lines_due(lines.of_run(c, standing.run.id), whole, now.astimezone(UTC))
    lines.add(c, standing.run.id, fresh)
    return tuple(_correction(line) for line in fresh if line.correction and abs(line.usd) >= _CENT)


def _correction(line: Line) -> Correction:
    return Correction(line.day, str(line.meter), line.usd)


def _completed(
    part: Summary, corrections: Mapping[str, tuple[Correction, ...]], until: Mapping[str, datetime]
) -> Summary:
    """Put to each line its corrections, and up to when its marketplace's charges are known."""
    rows = (
        replace(row, corrections=corrections.get(row.title.id, ()), charged_until=until.get(row.title.ref.market))
        for row in part.rows
    )
    return replace(part, rows=tuple(rows))
