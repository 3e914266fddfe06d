"""The three answers without a listing: nothing fits, the market returned nothing, no marketplace could be asked."""

from collections.abc import Iterator
from zoneinfo import ZoneInfo

from bot.domain.advice import Advice
from bot.domain.longest import Segments
from bot.domain.misses import NearMiss
from bot.domain.need import Need
from bot.domain.outside import Unknown
from bot.services.find import Found
from bot.slack.message import Message
from bot.slack.views.blocks import Block, context, section
from bot.slack.views.budget import Rows, compose
from bot.slack.views.defaults import applied
from bot.slack.views.figures import plural, rates, run_hours, usd_range
from bot.slack.views.footer import examined, failed_markets, failures, removed, small_print
from bot.slack.views.listing import price_range
from bot.slack.views.names import card, machine, market_name, place
from bot.slack.views.reasons import why_not
from bot.slack.views.relaxed import relaxed_section
from bot.slack.views.text import Mrkdwn, esc, join, say


def nothing_fits(found: Found, zone: ZoneInfo) -> Message:
    """Say that nothing fits, what removed how many, what is nearest and what would help."""
    need, advice = found.need, found.advice
    point = _point(found)
    return compose(
        point,
        section(say("*{point}*", point=point), removed(found)),
        *failures(found),
        *(() if advice is None else _help(need, advice, zone)),
        *small_print(found, zone),
    )


def silent(found: Found, zone: ZoneInfo) -> Message:
    """Say that the marketplaces answered without any listing, which is not the same as nothing fitting (case b58)."""
    markets = join(", ", (market_name(a.market) for a in found.answers if a.market not in _failed(found)))
    wider = failed_markets(found.wider)
    looked = esc("and the look at every card failed" if wider else "not even for every card")
    point = say("{markets} returned no listing at all, {looked}", markets=markets, looked=looked)
    told = section(
        say("*{point}.*", point=point),
        *wider,
        esc("That says nothing about your run: the market is empty or broken just now. Ask again in some minutes."),
    )
    return compose(point, told, *failures(found), context(examined(found), applied(found.need, zone)))


def no_market(found: Found) -> Message:
    """Say that no marketplace could be asked, and why each could not."""
    if not found.answers:
        point = esc("No marketplace is set up: set VAST_API_KEY, or CLOUDJ_API_URL and CLOUDJ_API_KEY")
        return compose(point, section(say("*{point}.*", point=point)))
    point = say(
        "Could not ask any marketplace: {failed}",
        failed=join(", ", (say("{m} ({why})", m=market_name(m), why=why) for m, why in _failed(found).items())),
    )
    holds = esc("So this says nothing about what is on offer, and nothing was changed.")
    return compose(
        point,
        section(say("*{point}*", point=esc("Could not ask any marketplace.")), *failed_markets(found.answers), holds),
    )


def wanted(need: Need) -> Mrkdwn:
    """Name what was asked for in a few words: `H100 SXM x8 in US or CA`."""
    where = "anywhere" if need.countries is None else f"in {' or '.join(need.countries)}"
    return say("{card} x{gpus} {where}", card=need.gpu.label, gpus=str(need.gpus), where=where)


def _point(found: Found) -> Mrkdwn:
    need = found.need
    if not found.outcome.examined:
        return say("Nothing fits: no {family} is on offer at all now", family=need.gpu.family)
    return say(
        "Nothing fits: none of {examined} can finish your {run} run on {wanted}{longest}",
        examined=plural(found.outcome.examined, "listing"),
        run=run_hours(need.duration),
        wanted=wanted(need),
        longest=_longest(found.advice),
    )


def _failed(found: Found) -> dict[str, str]:
    return {a.market: a.listings.why.value for a in found.answers if isinstance(a.listings, Unknown)}


def _longest(advice: Advice | None) -> Mrkdwn:
    if advice is None or not advice.longest:
        return esc("")
    return say("; the longest that would fit is {longest}", longest=run_hours(advice.longest))


def _help(need: Need, advice: Advice, zone: ZoneInfo) -> Iterator[Block | Rows]:
    if advice.near:
        lines = [_near(need, miss) for miss in advice.near]
        yield section(esc("Nearest misses:"), *lines)
    if advice.split is not None:
        yield section(_split(advice.split))
    if advice.relaxed:
        fitting_first = sorted(advice.relaxed, key=lambda relaxed: not relaxed.count)
        yield section(esc("One thing relaxed at a time:"))
        yield Rows([(relaxed_section(relaxed, zone),) for relaxed in fitting_first])


def _near(need: Need, miss: NearMiss) -> Mrkdwn:
    listing, price = miss.listing, miss.judged.price
    return say(
        "\u2022 *{why}*: {machine} \u00b7 x{gpus} {card} \u00b7 {place} \u00b7 {price}",
        why=why_not(need, miss.judged),
        machine=machine(listing),
        gpus=str(listing.gpus),
        card=card(listing),
        place=place(listing),
        price=rates(listing.hourly(need.disk_gb), listing.gpus) if price is None else f"{price_range(price)} to finish",
    )


def _split(split: Segments) -> Mrkdwn:
    each = split.price_each
    total = usd_range(each.low.total * split.count, each.high.total * split.count)
    return say(
        "*In {segments} of {each}* it would fit on a machine like {machine}: {price} each, {total} together."
        " Each segment must start from the checkpoint of the one before.",
        segments=plural(split.count, "segment"),
        each=run_hours(split.each),
        machine=machine(split.listing),
        price=price_range(each),
        total=total,
    )
