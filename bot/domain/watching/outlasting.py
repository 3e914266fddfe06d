"""What is sure of an account's money: what was told of it is told anew only once it has surely recovered."""

from dataclasses import dataclass, replace
from decimal import Decimal

from bot.domain.instance import Instance, InstanceState
from bot.domain.ledger import burn_of, policy_of
from bot.domain.watching.account import AccountStanding
from bot.domain.watching.poll import Poll


@dataclass(frozen=True, slots=True)
class Outlasting:
    """What burns an account's money at most, and whether that is all.

    `burn` is US dollars per hour once every host that is away costs again, without machines of unknown cost. `known`:
    there are none of those, and the balance was read. `added` is by how many US dollars it rose since it was read
    before, None where that is not told from here; it never rises by itself, whatever else is unknown.
    """

    burn: Decimal
    known: bool
    added: Decimal | None = None


def outlasting(before: AccountStanding, after: AccountStanding, poll: Poll) -> Outlasting:
    """Read it from a poll that left an account as `after`."""
    if poll.listed is None:
        return Outlasting(after.burn or Decimal(0), known=False, added=_added(before, poll) if after.missing else None)
    burns = [_once_back(row, after.market) for row in poll.listed.values()]
    known = [burn for burn in burns if burn is not None]
    all_known = len(known) == len(burns) and poll.balance is not None
    return Outlasting(sum(known, Decimal(0)), all_known, _added(before, poll))


def _once_back(row: Instance, market: str) -> Decimal | None:
    """Give what an instance costs per hour, one that is away as if it ran: it costs nothing only until it is back."""
    back = replace(row, state=InstanceState.RUNNING) if row.state is InstanceState.OFFLINE else row
    return burn_of(back, policy_of(market))


def _added(before: AccountStanding, poll: Poll) -> Decimal | None:
    return None if before.balance is None or poll.balance is None else poll.balance - before.balance
