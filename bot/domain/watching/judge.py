"""One wake's judgement of one run: what was seen, what that means, what is to be said."""

from dataclasses import replace
from datetime import timedelta

from bot.domain.letters import Letter
from bot.domain.watching.alerts import facts_of
from bot.domain.watching.card import card_letter
from bot.domain.watching.deadlines import warn
from bot.domain.watching.ending import ended, ended_by_hand, gone_by_hand
from bot.domain.watching.look import Look
from bot.domain.watching.more import more_unlike
from bot.domain.watching.observe import observe
from bot.domain.watching.sight import seen_by
from bot.domain.watching.standing import Standing
from bot.domain.watching.tell import Address, tell
from bot.domain.watching.terms import Terms
from bot.domain.watching.verdict import Verdict


def judge_run(before: Standing, look: Look, terms: Terms) -> Verdict[Standing]:
    """Judge a run by a look at its machine; an UNKNOWN one still lets its deadlines come nearer.

    The whole verdict is to be kept at once; from the standing in it, the next wake goes on.
    """
    look = look.after(before.machine.seen_at, terms.now)
    after = replace(before, machine=seen_by(before.machine, look, terms.blind_after))
    after, changes = observe(before, gone_by_hand(after, terms.now), look, terms)
    after = ended(after)
    run = after.run
    address = Address(subject=run.id, to=run.channel, second=terms.admin or run.owner, run=run.name)
    told = tell(
        changes, after.open, address, lambda change: facts_of(change, after, look, terms.now), terms.now, terms.new_id
    )
    seen = look.instance is not None or run.by_hand
    after, warnings = warn(replace(after, open=told.open), terms, seen=seen)
    after = ended_by_hand(after, terms.now)
    after, more = more_unlike(before, after, address, terms, seen=seen)
    after, cards = _carded(before, after, terms)
    return Verdict(
        standing=after,
        opened=told.opened,
        closed=told.closed,
        letters=(*told.letters, *more, *warnings),
        cards=cards,
    )


def _carded(before: Standing, after: Standing, terms: Terms) -> tuple[Standing, tuple[Letter, ...]]:
    """Draw the card anew at once where something happened, else every so often; its figures move until it is over."""
    last = before.watches.card_at
    if last is not None and _lasting(before) == _lasting(after):
        fresh = timedelta(0) <= terms.now - last < terms.card_every
        if fresh or after.run.ended_at is not None:
            return after, ()
    after = replace(after, watches=replace(after.watches, card_at=terms.now))
    return after, (card_letter(after, terms),)


def _lasting(standing: Standing) -> object:
    """Give what of a run does not move by itself."""
    seen = standing.machine.seen
    kinds = frozenset(one.kind for one in standing.open)
    warned = frozenset((mark.kind, mark.threshold) for mark in standing.told)
    return (standing.run, seen.state, seen.state_text, seen.ends_at, seen.machine_id, kinds, warned)
