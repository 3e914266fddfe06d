"""The verdict on one listing: the run can finish there, or every reason why not and by how much."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from bot.domain.instance import Account
from bot.domain.listing import Listing, ListingRef
from bot.domain.need import Need
from bot.domain.outside import Fact, Unknown
from bot.domain.search import Candidate, Judged
from bot.slack.message import Message
from bot.slack.views.blocks import Block, context, section
from bot.slack.views.budget import compose
from bot.slack.views.defaults import applied
from bot.slack.views.figures import ago, date, rates, run_hours
from bot.slack.views.footer import DEPOSIT, account_level, failed
from bot.slack.views.listing import about, copying_in, listing_section, open_button, parts, price_range, what
from bot.slack.views.names import BY_HAND, called, machine, market_name
from bot.slack.views.reasons import reasons
from bot.slack.views.text import Mrkdwn, esc, join, say


def check_answer(
    need: Need, judged: Judged, account: Fact[Account] | None, zone: ZoneInfo, *, read_at: datetime, now: datetime
) -> Message:
    """Say whether the run can finish on this listing. `read_at` is when the marketplace told of it."""
    listing, run = judged.listing, run_hours(need.duration)
    small = _small_print(need, listing, zone, age=max(now - read_at, timedelta(0)))
    if not judged.fails and judged.fit is not None and judged.price is not None:
        price = price_range(judged.price)
        point = say(
            "Fits: your {run} run can finish on {ref} for {price}", run=run, ref=called(listing.ref), price=price
        )
        fitting = Candidate(listing, judged.fit, judged.price)
        shown = listing_section(need, fitting, account)
        return compose(point, section(say("*{point}*", point=point)), shown, *small, context(DEPOSIT))
    why = reasons(need, judged)
    point = say("Does not fit: {ref} for your {run} run: {why}", ref=called(listing.ref), run=run, why=join("; ", why))
    told = say("*Does not fit:* {ref} for your {run} run", ref=called(listing.ref), run=run)
    return compose(
        point, section(told, *(say("\u2022 {reason}", reason=reason) for reason in why)), _what(need, judged), *small
    )


def no_such_listing(ref: ListingRef) -> Message:
    """Say that the marketplace answered well and has no such listing."""
    point = say(
        "{market} has no listing {ref} now: it was rented, withdrawn, or never there."
        " Listings come and go; `/gpu find` shows what is left.",
        market=market_name(ref.market),
        ref=esc(ref.id, 60),
    )
    return compose(point, section(point))


def could_not_check(ref: ListingRef, fact: Unknown) -> Message:
    """Say that the marketplace could not be asked, which says nothing about the listing."""
    point = say("Could not look at {ref}: {why}", ref=str(ref), why=fact.why.value)
    return compose(point, section(failed(ref.market, fact), esc("So this says nothing about the listing.")))


def _small_print(need: Need, listing: Listing, zone: ZoneInfo, *, age: timedelta) -> tuple[Block, ...]:
    by_hand = listing.ref.market == BY_HAND
    read = esc("") if by_hand else say("Listing read {age}.", age=ago(age))
    return (*account_level(listing.gpu), context(read, applied(need, zone)))


def _what(need: Need, judged: Judged) -> Block:
    listing, fit = judged.listing, judged.fit
    ends = esc("End not told") if fit is None else say("Machine ends {end}", end=date(fit.ends_at))
    return section(
        what(listing),
        say("{ends} \u00b7 {rates}", ends=ends, rates=rates(listing.hourly(need.disk_gb), listing.gpus)),
        about(listing, fit),
        copying_in(need, fit),
        *_price(judged),
        machine(listing),
        button=open_button(listing),
    )


def _price(judged: Judged) -> tuple[Mrkdwn, ...]:
    if judged.price is None:
        return (esc("Price to finish not known"),)
    return (say("{price} to finish if it did", price=price_range(judged.price)), parts(judged.price))
