"""Letters about what a machine is and on which terms: another price asked for, other hardware than expected."""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from bot.domain.letters.machine import Changed, Hardware, PriceAsked
from bot.slack.message import Message
from bot.slack.views.figures import date, percent
from bot.slack.views.letters.alert import alert
from bot.slack.views.letters.phrases import end_rental, person, rate_of, says, title_line
from bot.slack.views.text import Mrkdwn, esc, join, say

_MOST_CHANGES = 10
_MOST_NAMED = 4
_MOST_CHANGED = 80
_LIGHT = 3
_RATES = {"rate", "locked rate"}
_WEIGHT = {"rate": 0, "locked rate": 0, "GPUs": 1, "GPU": 1, "country": 2, "machine": 4}


def price_asked(facts: PriceAsked, subject: str | None) -> Message:
    """Tell of a price that the host asks for. The bot never accepts it."""
    title = facts.title
    point = say(
        "{run}: the host asks for another price: {then} instead of {now}. Nothing is accepted by itself.",
        run=title.name,
        then=rate_of(facts.then, title.gpus),
        now=rate_of(facts.now, title.gpus),
    )
    ends = esc("not told") if facts.ends_then is None else date(facts.ends_then)
    return alert(
        point,
        *_dearer(facts.now, facts.then),
        say("If it is accepted the machine ends: {ends}", ends=ends),
        esc("If nobody accepts, the locked price holds until the contract's end, and then the machine goes"),
        todo=say(
            "{owner}: accept it in {who}'s console, or finish and copy off before the contract ends.",
            owner=person(title.owner),
            who=says(title.ref),
        ),
        facts=facts,
        subject=subject,
        small=title_line(title),
    )


def _dearer(now: Decimal | None, then: Decimal | None) -> Iterator[Mrkdwn]:
    if now is not None and then is not None and now > 0:
        more = (then - now) / now
        sign = "+" if more > 0 else ""
        yield say("That is {sign}{more} per hour, GPU and disk together", sign=sign, more=percent(more))


def hardware(facts: Hardware, subject: str | None) -> Message:
    """Tell that the machine is not as asked for, or has become another (cases a11, a18, a28, b55)."""
    title = facts.title
    changes = by_weight(facts.changes)
    said = [unlike(one) for one in changes]
    first = said[0] if said else esc("what changed is not told")
    what = "the machine is no longer the one that was rented" if facts.moved else "the machine is not as asked for"
    return alert(
        say("{run}: {what}: {first}{more}.", run=title.name, what=what, first=first, more=_also(changes[1:])),
        *said[:_MOST_CHANGES],
        *_uncounted(len(said)),
        *((esc("Copies verified before no longer speak for this machine"),) if facts.moved else ()),
        todo=say("{owner}: {todo}", owner=person(title.owner), todo=_hardware_todo(facts)),
        facts=facts,
        subject=subject,
        small=title_line(title),
    )


def _also(changes: Sequence[Changed]) -> Mrkdwn:
    """Name what else is not as it was to be: another country tells more than one thing more."""
    if not changes:
        return esc("")
    more = len(changes) - _MOST_NAMED
    named = join(", ", (esc(one.what, 40) for one in changes[:_MOST_NAMED]))
    return say("; also {named}{more}", named=named, more=say(" and {n} more", n=str(more)) if more > 0 else "")


def by_weight(changes: Iterable[Changed]) -> list[Changed]:
    """Order what is not as it was to be: money, cards and place first, the machine's own number last."""
    return sorted(changes, key=lambda one: _WEIGHT.get(one.what, _LIGHT))


def unlike(one: Changed) -> Mrkdwn:
    """Say one thing that is not as it was to be; a rate is compared without the disk that other prices here include."""
    return say(
        "{what} {now} instead of {expected}",
        what=esc(f"{one.what} without disk" if one.what in _RATES else one.what, 40),
        now=esc(one.is_now, _MOST_CHANGED),
        expected=esc(one.expected, _MOST_CHANGED),
    )


def _uncounted(count: int) -> Iterator[Mrkdwn]:
    if count > _MOST_CHANGES:
        yield say("\u2026 and {more} more", more=str(count - _MOST_CHANGES))


def _hardware_todo(facts: Hardware) -> Mrkdwn:
    if facts.moved:
        return esc("see that training goes on there and from which step.")
    ending = end_rental(facts.title.ref)
    return say("if that is not what you want, {ending} now, while little is spent, and rent another.", ending=ending)
