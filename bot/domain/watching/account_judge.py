"""One wake's judgement of one account: whether it can be seen, how long its money lasts, what sits there unclaimed."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal

from bot.domain.deadlines import money_end
from bot.domain.incidents import Change, What, step_sight
from bot.domain.ledger import burn_of, policy_of, runway
from bot.domain.letters import Facts
from bot.domain.letters.account import SightBack, SightLost
from bot.domain.letters.host import Flapping, Settled
from bot.domain.money import MachineRate
from bot.domain.outside import Unknown, Why
from bot.domain.watching.account import AccountStanding
from bot.domain.watching.balance import warn_of_balance
from bot.domain.watching.claim import Claim, names_of, owners_of
from bot.domain.watching.outlasting import outlasting
from bot.domain.watching.poll import Poll
from bot.domain.watching.strays import judge_strays
from bot.domain.watching.tell import Address, Told, tell
from bot.domain.watching.terms import Terms
from bot.domain.watching.titles import account_subject
from bot.domain.watching.verdict import Verdict


def judge_account(
    before: AccountStanding,
    poll: Poll,
    claims: Sequence[Claim],
    channel: str,
    terms: Terms,
) -> Verdict[AccountStanding]:
    """Judge an account by one poll. Where its list could not be read, nothing there changes but our sight of it."""
    watch, changes = step_sight(before.sight, terms.now, good=poll.good)
    after = _seen(replace(before, sight=watch, tried_at=terms.now), poll, terms.now)
    second = terms.admin or next(iter(owners_of(claims)), None)
    address = Address(subject=account_subject(before.market), to=channel, second=second)
    names = names_of(claims)
    sight = tell(
        changes, after.open, address, lambda change: _sight(change, before, poll, names), terms.now, terms.new_id
    )
    after = replace(after, open=sight.open)
    after, balance = warn_of_balance(after, claims, address, terms, outlasting(before, after, poll))
    after, strays = judge_strays(after, poll, claims, address, terms)
    return _joined(after, sight, balance, strays)


def balance_end(account: AccountStanding, now: datetime) -> datetime | Unknown | None:
    """Give when an account's balance ends at its present burn; None when it does not.

    Where some machine's cost is unknown it may end sooner, and where nothing else burns it, who knows when.
    """
    if account.balance is None or account.burn is None or account.balance_at is None:
        return Unknown(Why.UNREADABLE, "The marketplace has not told the balance.", now, account.market)
    end = money_end(account.balance, MachineRate(account.burn), account.balance_at)
    if end is None and account.missing:
        return Unknown(Why.UNREADABLE, "What its machines cost is not known.", now, account.market)
    return end


def _seen(account: AccountStanding, poll: Poll, now: datetime) -> AccountStanding:
    """Take over what the poll told; what it did not tell stays as it was last told."""
    if poll.balance is not None:
        account = replace(account, balance=poll.balance, balance_at=poll.at)
    if poll.listed is None:
        return replace(account, refusal=poll.refusal)
    policy = policy_of(account.market)
    burns = {ref: burn_of(instance, policy) for ref, instance in poll.listed.items()}
    last = runway(account.balance or Decimal(0), burns)
    return replace(account, burn=last.burn, missing=last.missing, last_good=now, refusal="")


def _sight(change: Change, before: AccountStanding, poll: Poll, names: tuple[str, ...]) -> Facts:
    if change.what in (What.FLAPPING, What.SETTLED):
        facts = Flapping if change.what is What.FLAPPING else Settled
        return facts(before.market, change.kind, change.since)
    if change.opens:
        return SightLost(before.market, change.since, before.last_good, poll.refusal or before.refusal, names)
    failed = next((one.since for one in before.open if one.kind is change.kind), change.since)
    since = before.last_good or failed
    return SightBack(before.market, change.since, max(timedelta(0), change.since - since), names)


def _joined(after: AccountStanding, *told: Told) -> Verdict[AccountStanding]:
    return Verdict(
        standing=after,
        opened=tuple(one for some in told for one in some.opened),
        closed=tuple(one for some in told for one in some.closed),
        letters=tuple(one for some in told for one in some.letters),
    )
