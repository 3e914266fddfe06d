"""The small print under an answer: what was taken for granted, how much was looked at, how old it is, what failed."""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from zoneinfo import ZoneInfo

from bot.domain.gpu import Conflict, Gpu, GpuAsk, Unrecognised, is_datacenter
from bot.domain.listing import Pricing
from bot.domain.outside import Known, Unknown
from bot.services.find import Found
from bot.services.offers import Answer
from bot.slack.views.blocks import Block, context, section
from bot.slack.views.defaults import applied
from bot.slack.views.figures import ago, date, plural, span
from bot.slack.views.names import market_name
from bot.slack.views.text import Mrkdwn, esc, join, say

SKEW_TOLD_FROM = timedelta(minutes=2)

DEPOSIT = esc("Deposit: about an hour of GPU, a day of disk and 50 GB of traffic.")

OUTBID = esc("unless somebody bids more, which ends it at any moment")

_SORTED = esc("Sorted by the upper end of the price to finish.")
_MOST_MARKETS = 5
_MOST_SENTENCE = 300


def small_print(found: Found, zone: ZoneInfo) -> tuple[Block, ...]:
    """Tell each default, what was examined, ages and warnings (cases b45, b49, b53).

    What was removed and how listings are sorted belongs here only under those that fit.
    """
    warnings = tuple(dict.fromkeys(_warnings(found)))
    under_fits = (removed(found), join(" ", (_SORTED, DEPOSIT))) if found.outcome.fits else ()
    return (
        *account_level(found.need.gpu),
        *((context(*warnings),) if warnings else ()),
        context(examined(found), *under_fits),
        context(applied(found.need, zone)),
    )


def account_level(card: GpuAsk | Gpu | Conflict | Unrecognised) -> tuple[Block, ...]:
    """Hint at the account level that datacenter cards need."""
    if isinstance(card, Conflict | Unrecognised) or not is_datacenter(card):
        return ()
    hint = say(
        "{card} is a datacenter card: new accounts may not be allowed to rent it. If the console says that the class is"
        " not available at your account level, ask the marketplace's support well before the start.",
        card=card.label,
    )
    return (context(hint),)


def failures(found: Found) -> tuple[Block, ...]:
    """Name each marketplace that could not be asked, with its sentence and what still holds; none, no block."""
    told = failed_markets(found.answers)
    if not told:
        return ()
    others = [market_name(a.market) for a in found.answers if isinstance(a.listings, Known)]
    holds = say("What is shown here is from {others} alone.", others=join(", ", others)) if others else esc("")
    return (section(*told, holds),)


def failed_markets(answers: Iterable[Answer]) -> tuple[Mrkdwn, ...]:
    """Say for each marketplace that failed why, and when asking again may help."""
    told = [failed(a.market, a.listings) for a in answers if isinstance(a.listings, Unknown)]
    return tuple(told[:_MOST_MARKETS])


def failed(market: str, fact: Unknown) -> Mrkdwn:
    """Say why one marketplace could not be read."""
    said = say(
        "*{market}* could not be read ({why}): {sentence}",
        market=market_name(market),
        why=fact.why.value,
        sentence=esc(fact.sentence, _MOST_SENTENCE),
    )
    return said if fact.retry_at is None else say("{said} Again from {then}.", said=said, then=date(fact.retry_at))


def examined(found: Found) -> Mrkdwn:
    """Tell how many listings of the family were examined, whose, and how old each answer is (case b49)."""
    # what the name filter hid comes from a look at every card, and then those are counted
    family = "" if found.hidden_by_name else f"{found.need.gpu.family} "
    ages = [_age(found, answer, "") for answer in found.answers[:_MOST_MARKETS]]
    ages += [_age(found, answer, " of every card") for answer in found.wider[:_MOST_MARKETS]]
    return say(
        "{number} examined{ages}",
        number=plural(found.outcome.examined, f"{family}listing"),
        ages=say(" ({ages})", ages=join("; ", ages)) if any(ages) else "",
    )


def _age(found: Found, answer: Answer, what: str) -> Mrkdwn:
    if not isinstance(answer.listings, Known):
        return esc("")
    age = max(found.asked_at - answer.listings.at, timedelta(0))
    return say(
        "{market}: {count}{what}, {age}",
        market=market_name(answer.market),
        count=f"{answer.listings.value.examined:,}",
        what=Mrkdwn(what),
        age=ago(age),
    )


def removed(found: Found) -> Mrkdwn:
    """Tell how many listings each filter removed, each counted by the first that it failed."""
    most_first = sorted(found.outcome.removed.items(), key=lambda pair: -pair[1])
    counts = [say("{why} ({count})", why=why.value, count=f"{count:,}") for why, count in most_first]
    return say("Removed: {counts}", counts=join(", ", counts)) if counts else esc("")


def _warnings(found: Found) -> Iterator[Mrkdwn]:
    if found.need.pricing is Pricing.BID and found.outcome.fits:
        yield esc(
            "These prices are bids: whoever bids more takes the machine at any moment, so no finish and no price here"
            " is certain, and what has not been copied off by then may be out of reach."
        )
    if found.hidden_by_name:
        yield say(
            "{fits} here came up only when every card was asked for: the marketplace's own name filter hides such.",
            fits=plural(found.hidden_by_name, "listing"),
        )
    for answer in (*found.answers, *found.wider)[: 2 * _MOST_MARKETS]:
        yield from _warnings_of(answer)
    for fact in (a for a in found.wider[:_MOST_MARKETS] if isinstance(a.listings, Unknown)):
        yield say("The look at every card failed at {market}.", market=market_name(fact.market))


def _warnings_of(answer: Answer) -> Iterator[Mrkdwn]:
    if not isinstance(answer.listings, Known):
        return
    market, listings = market_name(answer.market), answer.listings.value
    if listings.truncated:
        yield say("{market}: first {count} only, there may be more.", market=market, count=f"{listings.examined:,}")
    if listings.unreadable:
        yield say("{market}: {rows} could not be read.", market=market, rows=plural(listings.unreadable, "row"))
    skew = timedelta(seconds=listings.skew_seconds or 0)
    if abs(skew) > SKEW_TOLD_FROM:
        way = "ahead of" if skew > timedelta(0) else "behind"
        yield say(
            "{market}'s clock is {skew} {way} ours: ends may be off by as much.",
            market=market,
            skew=span(abs(skew)),
            way=way,
        )
