"""The answer to a find: what fits, else what is nearest and what would help."""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from zoneinfo import ZoneInfo

from bot.domain.gpu import Gpu
from bot.domain.listing import Pricing
from bot.domain.need import Need
from bot.domain.outside import Known
from bot.domain.purse import Purse
from bot.domain.search import Candidate
from bot.services.find import Found
from bot.slack.message import Message
from bot.slack.views.blocks import Block, section
from bot.slack.views.budget import Rows, compose
from bot.slack.views.figures import plural, run_hours
from bot.slack.views.footer import OUTBID, failures, small_print
from bot.slack.views.listing import listing_blocks, price_range
from bot.slack.views.nothing import no_market, nothing_fits, silent
from bot.slack.views.text import Mrkdwn, say

TOP = 5

_TOP_OF_SEVERAL = 3


def find_answer(found: Found, zone: ZoneInfo, top: int = TOP) -> Message:
    """Answer a find. `top` is how many listings are shown of a card, at most three where there are several cards."""
    if found.outcome.fits:
        return _fitting(found, zone, top)
    if not any(isinstance(answer.listings, Known) for answer in found.answers):
        return no_market(found)
    return silent(found, zone) if found.silent else nothing_fits(found, zone)


def _fitting(found: Found, zone: ZoneInfo, top: int) -> Message:
    cards = by_card(found.outcome.fits)
    point = say(
        "{machines} can finish your {run} run{bid}; cheapest {price}",
        machines=_counted(found.outcome.fits),
        run=run_hours(found.need.duration),
        price=price_range(found.outcome.fits[0].price),
        bid=say(", {outbid}", outbid=OUTBID) if found.need.pricing is Pricing.BID else "",
    )
    shown = top if len(cards) == 1 else min(top, _TOP_OF_SEVERAL)
    groups = [part for card in cards for part in _group(found, card, shown, titled=len(cards) > 1)]
    return compose(point, section(say("*{point}*", point=point)), *failures(found), *groups, *small_print(found, zone))


def by_card(fits: Iterable[Candidate]) -> tuple[tuple[Candidate, ...], ...]:
    """Part candidates by canonical card, never blending forms; the group with the cheapest comes first (case b41)."""
    groups: dict[Gpu, list[Candidate]] = {}
    for candidate in fits:
        if isinstance(candidate.listing.gpu, Gpu):
            groups.setdefault(candidate.listing.gpu, []).append(candidate)
    return tuple(tuple(group) for group in groups.values())


def _group(found: Found, card: tuple[Candidate, ...], shown: int, *, titled: bool) -> Iterator[Block | Rows]:
    if titled:
        yield section(_title(found.need, card))
    rows = [listing_blocks(found.need, c, _purse(found, c.listing.ref.market)) for c in card[:shown]]
    yield Rows(rows, more=max(len(card) - shown, 0))


def _purse(found: Found, market: str) -> Purse:
    return Purse(found.balances.get(market), found.burning.get(market, Decimal(0)))


def _title(need: Need, card: tuple[Candidate, ...]) -> Mrkdwn:
    gpu = card[0].listing.gpu
    label = gpu.label if isinstance(gpu, Gpu) else need.gpu.label
    return say(
        "*{label}*: {machines}, cheapest {price}",
        label=label,
        machines=_counted(card),
        price=price_range(card[0].price),
    )


def _counted(fits: tuple[Candidate, ...]) -> str:
    """Count machines; a machine that is listed more than once is told apart from its listings."""
    machines = len({(c.listing.ref.market, c.listing.machine_id) for c in fits})
    if machines == len(fits):
        return plural(machines, "machine")
    return f"{plural(len(fits), 'listing')} on {plural(machines, 'machine')}"
