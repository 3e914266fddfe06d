"""How long an account's money lasts, told at each threshold once for all its runs (case a6)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from decimal import Decimal

from bot.domain.deadlines import (
    Deadline,
    DeadlineKind,
    Deadlines,
    Due,
    DueWarning,
    EndWatch,
    due_warnings,
    is_absent,
    money_end,
    step_end,
)
from bot.domain.deadlines import Told as Marks
from bot.domain.deadlines.told import MOVED_BY, surely_recovered
from bot.domain.incidents import Change, IncidentKind, What
from bot.domain.letters import DIRECT, Facts, Kind, Letter, Priority
from bot.domain.letters.account import BalanceEnd, BalanceRecovered
from bot.domain.letters.host import Flapping, Settled
from bot.domain.money import MachineRate
from bot.domain.watching.account import AccountStanding
from bot.domain.watching.claim import Claim, names_of, owners_of
from bot.domain.watching.deadlines import URGENT
from bot.domain.watching.incident import Incident
from bot.domain.watching.outlasting import Outlasting
from bot.domain.watching.tell import Address, Told, tell
from bot.domain.watching.terms import Terms
from bot.domain.watching.titles import incident_subject

_NEVER_SEEN = EndWatch(DeadlineKind.BALANCE_END)


def warn_of_balance(
    account: AccountStanding, claims: Sequence[Claim], address: Address, terms: Terms, lasting: Outlasting
) -> tuple[AccountStanding, Told]:
    """Say what is due of the balance's end. One incident stands from the first warning until the money lasts again.

    While a host is away, or a cost or the balance is unknown, money may only seem to last: that warns, but ends nothing
    that is not sure by `lasting`. Nor does a look at which nothing burns it; that has to stay so for ten minutes.
    """
    if account.balance is None or account.burn is None or account.balance_at is None:
        return account, Told(open=account.open)
    end = money_end(account.balance, MachineRate(account.burn), account.balance_at)
    once_back = money_end(account.balance, MachineRate(lasting.burn), account.balance_at)
    before = account.ending or _NEVER_SEEN
    watch = step_end(before, once_back, terms.now) if lasting.known else before
    due = _due(end, account, watch, terms.now)
    if not lasting.known or end != once_back:
        due = _unforgetting(due, account.told, _forgotten(account.told, once_back, watch, lasting, terms.now))

    def facts(change: Change) -> Facts:
        if change.what in (What.FLAPPING, What.SETTLED):
            sort = Flapping if change.what is What.FLAPPING else Settled
            return sort(account.market, change.kind, change.since)
        if end is None or not change.opens:
            burn = None if end == once_back else lasting.burn
            return BalanceRecovered(account.market, account.balance or Decimal(0), once_back, burn, not lasting.known)
        return _facts(account, end, due.warnings, claims, terms.needed())

    changes = _changes(account, due, before, watch, terms.now)
    told = tell(changes, account.open, address, facts, terms.now, terms.new_id)
    mine = next((one for one in told.open if one.kind is IncidentKind.BALANCE_LOW), None)
    more = () if mine is None or not due.warnings else tuple(_letters(told, mine, due, facts, claims, address, terms))
    after = replace(account, ending=watch, told=due.told, open=told.open)
    return after, replace(told, letters=(*told.letters, *more))


def _due(end: datetime | None, account: AccountStanding, watch: EndWatch, now: datetime) -> Due:
    if end is None:
        return Due((), frozenset() if is_absent(watch, now) else account.told)
    held = (watch.kind,) if watch.held else ()
    return due_warnings(Deadlines((Deadline(watch.kind, end),)), account.told, now, held)


def _forgotten(told: Marks, end: datetime | None, watch: EndWatch, lasting: Outlasting, now: datetime) -> Marks:
    """Give what surely recovered: money lasts so long whoever comes back, or was added to beyond that half hour."""
    moved = lasting.added is not None and lasting.added > MachineRate(lasting.burn).over(MOVED_BY)
    sure = not watch.held if lasting.known else moved
    return surely_recovered(told, end, now) if sure and end is not None else frozenset()


def _unforgetting(due: Due, told: Marks, but: Marks) -> Due:
    """Keep what was told as told, `but` for some. All marks carry one end, the last one seen."""
    fresh = {mark.threshold for mark in due.told}
    kept = (*due.told, *(mark for mark in told - but if mark.threshold not in fresh))
    last = max((mark.end for mark in due.told or told), default=None)
    return replace(due, told=frozenset(mark if last is None else replace(mark, end=last) for mark in kept))


def _changes(
    account: AccountStanding, due: Due, before: EndWatch, after: EndWatch, now: datetime
) -> tuple[Change, ...]:
    """Tell that the incident opens or closes, or that the end moves to and fro while it is open."""
    is_open = any(one.kind is IncidentKind.BALANCE_LOW for one in account.open)
    if bool(due.told) != is_open:
        return (Change(IncidentKind.BALANCE_LOW, What.OPENED if due.told else What.CLOSED, now),)
    settled = before.flaps.flapping and not after.flaps.flapping and not due.warnings
    began = after.flaps.flapping and not before.flaps.flapping
    if not is_open or not (began or settled):
        return ()
    since = min((*after.flaps.changed, now))
    return (Change(IncidentKind.BALANCE_LOW, What.FLAPPING if began else What.SETTLED, since),)


def _letters(
    told: Told,
    mine: Incident,
    due: Due,
    facts: Callable[[Change], Facts],
    claims: Sequence[Claim],
    address: Address,
    terms: Terms,
) -> Iterator[Letter]:
    """Say a further threshold in the channel; what is urgent to every owner too, until somebody has seen to it."""
    change = Change(IncidentKind.BALANCE_LOW, What.OPENED, terms.now)
    letter = Letter(
        key=f"incident:{mine.id}:more:{terms.new_id()}",
        kind=Kind.BALANCE,
        to=address.to,
        facts=facts(change),
        priority=Priority.DEADLINE,
        incident=mine.id,
        subject=incident_subject(mine),
        second=address.second,
    )
    if mine not in told.opened:
        yield letter
    if mine.acknowledged_by is None and any(one.left <= URGENT for one in due.warnings):
        for owner in owners_of(claims):
            yield replace(letter, key=f"{letter.key}{DIRECT}/{owner}", to=owner)


def _facts(
    account: AccountStanding,
    end: datetime,
    warnings: Sequence[DueWarning],
    claims: Sequence[Claim],
    needed: Decimal | None,
) -> BalanceEnd:
    return BalanceEnd(
        market=account.market,
        balance=account.balance or Decimal(0),
        burn=account.burn or Decimal(0),
        end=end,
        crossed=tuple(threshold for one in warnings for threshold in one.crossed),
        runs=names_of(claims),
        missing=account.missing,
        needed=needed,
    )
