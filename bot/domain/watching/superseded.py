"""What ends the alerts of a run that is over and watched no more: nothing that comes will be its own."""

from dataclasses import replace

from bot.domain.incidents import ALL_WELL, Change, What
from bot.domain.letters.machine import Over
from bot.domain.watching.card import card_letter
from bot.domain.watching.standing import Standing
from bot.domain.watching.tell import KINDS, Address, tell
from bot.domain.watching.terms import Terms
from bot.domain.watching.titles import title_of
from bot.domain.watching.verdict import Verdict


def superseded(before: Standing, by: str | None, terms: Terms) -> Verdict[Standing]:
    """Close all that is open of a run, each with its end in its thread, which names the run that sits there now.

    To this run nothing came back, so no end of it is of that kind. With `by` None none sits there; one by hand may
    go on, and is late anew then.
    """
    run, title = before.run, title_of(before, terms.now)
    address = Address(subject=run.id, to=run.channel, second=terms.admin or run.owner, run=run.name)
    over = [Change(one.kind, What.CLOSED, terms.now) for one in before.open]

    def facts(change: Change) -> Over:
        return Over(title, change.kind, change.since, taken_by=by, unwatched=by is None)

    told = tell(over, before.open, address, facts, terms.now, terms.new_id)
    letters = tuple(replace(one, kind=KINDS[was.kind]) for one, was in zip(told.letters, told.closed, strict=True))
    after = replace(before, open=told.open, watches=replace(before.watches, late=ALL_WELL))
    return Verdict(standing=after, closed=told.closed, letters=letters, cards=(card_letter(after, terms),))
