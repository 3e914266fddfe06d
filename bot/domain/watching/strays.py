"""What sits on an account with no run: reported with its cost, never touched (cases a12, c70)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot.domain.incidents import Change, IncidentKind, What, step_fact
from bot.domain.instance import Instance
from bot.domain.ledger import burn_of, policy_of
from bot.domain.letters import Facts
from bot.domain.letters.account import Unclaimed, UnclaimedOver
from bot.domain.letters.host import Flapping, Settled
from bot.domain.money import MachineRate
from bot.domain.watching.account import AccountStanding, Stray
from bot.domain.watching.claim import Claim
from bot.domain.watching.poll import Poll
from bot.domain.watching.tell import Address, Told, tell
from bot.domain.watching.terms import Terms
from bot.domain.watching.titles import card_name, stray_subject

POLLS = 2
"""One that was rented a moment ago may be tracked the next."""


def judge_strays(
    account: AccountStanding, poll: Poll, claims: Sequence[Claim], address: Address, terms: Terms
) -> tuple[AccountStanding, Told]:
    """Judge every instance with no run, and those that were so and are claimed or gone now."""
    if poll.listed is None:
        return account, Told(open=account.open)
    claimed = {claim.ref: claim.name for claim in claims}
    loose = {ref: row for ref, row in poll.listed.items() if ref not in claimed}
    known = {stray.seen.ref: stray for stray in account.strays}
    told, strays = Told(open=account.open), []
    for ref in dict.fromkeys((*known, *loose)):
        before = known.get(ref) or Stray(seen=loose[ref], since=terms.now)
        stray, told = _judge(before, loose.get(ref), claimed.get(ref), told, address, terms)
        strays += [] if ref in claimed else [stray] if ref in loose or _on_mind(stray) else []
    return replace(account, strays=tuple(strays), open=told.open), told


def _judge(
    before: Stray, row: Instance | None, claimed_by: str | None, told: Told, address: Address, terms: Terms
) -> tuple[Stray, Told]:
    ref = before.seen.ref
    watch, changes = step_fact(before.watch, IncidentKind.UNCLAIMED, terms.now, holds=row is not None, after=POLLS)
    if claimed_by is not None:
        changes = (Change(IncidentKind.UNCLAIMED, What.CLOSED, terms.now),)
    stray = replace(before, seen=row or before.seen, watch=watch)
    mine = replace(address, subject=stray_subject(ref))

    def facts(change: Change) -> Facts:
        return _facts(change, stray, claimed_by, terms.now)

    more = tell(changes, told.open, mine, facts, terms.now, terms.new_id)
    return stray, Told(
        open=more.open,
        opened=(*told.opened, *more.opened),
        closed=(*told.closed, *more.closed),
        letters=(*told.letters, *more.letters),
    )


def _on_mind(stray: Stray) -> bool:
    """Tell whether one that is in no list now is remembered: it counts as there, or was until a moment ago."""
    return stray.unclaimed or stray.watch.told.flapping or bool(stray.watch.told.changed)


def _facts(change: Change, stray: Stray, claimed_by: str | None, now: datetime) -> Facts:
    if change.what is What.CLOSED:
        return UnclaimedOver(stray.seen.ref, claimed_by)
    if change.what is What.OPENED:
        return unclaimed(stray, now)
    facts = Flapping if change.what is What.FLAPPING else Settled
    return facts(str(stray.seen.ref), change.kind, change.since)


def unclaimed(stray: Stray, now: datetime) -> Unclaimed:
    """Say what an instance with no run is and costs; what it cost so far is reckoned at today's rate."""
    seen = stray.seen
    burn = burn_of(seen, policy_of(seen.ref.market))
    since = seen.started_at or stray.since
    spent = None if burn is None else MachineRate(burn).over(max(timedelta(0), now - since))
    return Unclaimed(seen.ref, seen.label, seen.gpus, card_name(seen), seen.state_text, burn, since, spent)
