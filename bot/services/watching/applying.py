"""Keeping what a poll means: load, judge, keep, each in one transaction, with nothing of the network in it."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from decimal import Decimal

from sqlalchemy import Connection

from bot.domain.listing import ListingRef
from bot.domain.runs import Run
from bot.domain.watching import Standing
from bot.domain.watching.account_judge import balance_end, judge_account
from bot.domain.watching.claim import Claim
from bot.domain.watching.ending import WATCHED_AFTER
from bot.domain.watching.judge import judge_run
from bot.domain.watching.look import Look
from bot.domain.watching.money import still_needed
from bot.domain.watching.poll import Poll
from bot.domain.watching.terms import CARD_EVERY, Terms
from bot.domain.watching.titles import deadline_subjects
from bot.services.watching.duty import Duty
from bot.store import accounts, acks, runs, standings
from bot.store.keep import keep_account, keep_runs
from bot.store.ticker import Guard

CHUNK = 50
"""Runs judged in one transaction, some 0.1 s: so long does a command wait for its turn at the database."""

_EDITS_A_SECOND = 0.5
"""Cards that may be edited for their figures alone, by Slack's pace and with room for what matters more."""


def watched(c: Connection, now: datetime) -> list[Run]:
    """Give the runs that are live, and those whose machine may still come back to them.

    That is the run that was the last on it: what sat on it before was over when the next one began.
    """
    found = runs.all_runs(c, since=now - WATCHED_AFTER)
    live = {run.ref: run for run in found if run.ended_at is None}
    last = {run.ref: run for run in found} | live
    return [run for run in found if run is last[run.ref]]


def apply_account(c: Connection, poll: Poll, claims: Sequence[Claim], duty: Duty, now: datetime, guard: Guard) -> None:
    """Judge and keep the account that a poll is about."""
    guard(c)
    before = accounts.load(c, poll.market, lock=True)

    def needed() -> Decimal | None:
        return still_needed(standings.load(c, market=poll.market), now)

    terms = Terms(now=now, every=duty.every, admin=duty.admin, new_id=duty.new_id, needed=needed)
    keep_account(c, before, judge_account(before, poll, claims, duty.channel, terms), now)


def apply_runs(
    c: Connection,
    some: Sequence[Run],
    look: Callable[[ListingRef], Look],
    duty: Duty,
    now: datetime,
    every: timedelta,
    guard: Guard,
) -> int:
    """Judge and keep some runs of one marketplace by what a poll saw of their machines; gives how many."""
    guard(c)
    before = standings.load(c, ids=[run.id for run in some], lock=True)
    if before:
        terms = terms_for(c, before, duty, now, every)
        keep_runs(c, before, [judge_run(one, look(one.run.ref), terms) for one in before], now)
    return len(before)


def card_pace(live: int) -> timedelta:
    """Give how often each of so many cards, over all marketplaces, can be edited for its figures alone."""
    return max(CARD_EVERY, timedelta(seconds=live / _EDITS_A_SECOND))


def terms_for(c: Connection, standings_: Sequence[Standing], duty: Duty, now: datetime, every: timedelta) -> Terms:
    """Give the terms under which runs of one marketplace are judged."""
    run = standings_[0].run
    ends = None if run.by_hand else balance_end(accounts.load(c, run.ref.market), now)
    subjects = {subject for one in standings_ for subject in deadline_subjects(one.run.id, one.told)}
    return Terms(
        now=now,
        every=every,
        admin=duty.admin,
        new_id=duty.new_id,
        balance_end=ends,
        acknowledged=frozenset(acks.by(c, subjects)),
        card_every=card_pace(runs.count_live(c)),
    )
