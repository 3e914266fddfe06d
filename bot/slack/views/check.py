"""The verdict on one listing: the run can finish there, or every reason why not and by how much."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from bot.domain.fit import Fit
from bot.domain.listing import Listing, ListingRef, Pricing
from bot.domain.longest import longest_run
from bot.domain.need import Need
from bot.domain.outside import Unknown
from bot.domain.purse import Purse
from bot.domain.search import Candidate, Judged
from bot.slack.message import Message
from bot.slack.views.blocks import Block, context, section
from bot.slack.views.budget import compose
from bot.slack.views.defaults import applied
from bot.slack.views.figures import ago, date, rates, run_hours, size, span
from bot.slack.views.footer import DEPOSIT, OUTBID, account_level, failed
from bot.slack.views.listing import about, copying_in, listing_blocks, open_button, parts, price_range, what
from bot.slack.views.names import called, machine, market_name
from bot.slack.views.reasons import known_reasons, not_known
from bot.slack.views.text import Mrkdwn, esc, join, say


def check_answer(
    need: Need, judged: Judged, purse: Purse, zone: ZoneInfo, *, read_at: datetime, now: datetime
) -> Message:
    """Say whether the run can finish on this listing. `read_at` is when the marketplace told of it."""
    listing, run = judged.listing, run_hours(need.duration)
    small = _small_print(need, listing, zone, age=max(now - read_at, timedelta(0)))
    if not judged.fails and judged.fit is not None and judged.price is not None:
        price = price_range(judged.price)
        point = say(
            "Fits: your {run} run can finish on {ref} for {price}{bid}",
            run=run,
            ref=called(listing.ref),
            price=price,
            bid=say(", {outbid}", outbid=OUTBID) if need.pricing is Pricing.BID else "",
        )
        fitting = Candidate(listing, judged.fit, judged.price)
        shown = listing_blocks(need, fitting, purse)
        return compose(point, section(say("*{point}*", point=point)), *shown, *small, context(DEPOSIT))
    point = _verdict(need, judged)
    why = [say("\u2022 {reason}", reason=reason) for reason in known_reasons(need, judged)]
    told = section(say("*{point}*", point=point), *why, _missing(need, judged), _too_short(need, judged))
    return compose(_whole(need, judged, point), told, _what(need, judged), *small)


def _verdict(need: Need, judged: Judged) -> Mrkdwn:
    """Say whether it fits; what is not known is no reason against a listing."""
    run, ref = run_hours(need.duration), called(judged.listing.ref)
    if known_reasons(need, judged):
        return say("Does not fit: {ref} for your {run} run", ref=ref, run=run)
    if judged.fit is None:
        return say("Not known whether your {run} run can finish on {ref}", run=run, ref=ref)
    return say("Your {run} run can finish in time on {ref}", run=run, ref=ref)


def _whole(need: Need, judged: Judged, point: Mrkdwn) -> Mrkdwn:
    """Say verdict, reasons and gaps in one line."""
    missing = not_known(need, judged)
    why = (*known_reasons(need, judged), *((say("not known: {missing}", missing=missing),) if missing else ()))
    return say("{point}: {why}", point=point, why=join("; ", why)) if why else point


def _missing(need: Need, judged: Judged) -> Mrkdwn:
    missing = not_known(need, judged)
    return say("Not known: {missing}.", missing=missing) if missing else esc("")


def _too_short(need: Need, judged: Judged) -> Mrkdwn:
    """Tell what a run that is too long would take here, and the longest that would fit."""
    fit = judged.fit
    if fit is None or fit.fits:
        return esc("")
    left, longest = fit.spare + fit.schedule.total, longest_run(need, judged)
    return say(
        "With boot, margin, copy-out and slack it takes {needed}; the machine ends in {left}. {longest}",
        needed=span(left + fit.short_by),
        left=span(max(left, timedelta(0))),
        longest=f"The longest run that would fit is {run_hours(longest)}." if longest else "No run would fit.",
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
    by_hand = listing.ref.by_hand
    read = esc("") if by_hand else say("Listing read {age}.", age=ago(age))
    return (*account_level(listing.gpu), context(read, applied(need, zone)))


def _what(need: Need, judged: Judged) -> Block:
    listing, fit = judged.listing, judged.fit
    return section(
        what(listing),
        say("{when} \u00b7 {rates}", when=_when(fit), rates=_hourly(need, listing)),
        about(listing, fit),
        copying_in(need, fit),
        *_price(judged),
        machine(listing),
        button=open_button(listing),
    )


def _when(fit: Fit | None) -> Mrkdwn:
    if fit is None:
        return esc("End not told")
    if not fit.fits:
        return say("Machine ends {end}", end=date(fit.ends_at))
    finish, end = date(fit.surely_finished_at), date(fit.ends_at)
    return say(
        "Finished by {finish} \u00b7 machine ends {end}, {spare} spare", finish=finish, end=end, spare=span(fit.spare)
    )


def _hourly(need: Need, listing: Listing) -> str:
    """Write the price per hour with the run's disk, or what is known of it."""
    whole = listing.hourly(need.disk_gb)
    if whole is not None:
        return f"{rates(whole, listing.gpus)} with {size(need.disk_gb)} disk"
    if listing.compute is not None:
        return f"{rates(listing.compute, listing.gpus)} without disk, whose price is not told"
    return rates(None, listing.gpus)


def _price(judged: Judged) -> tuple[Mrkdwn, ...]:
    if judged.price is None:
        return (esc("Price to finish not known"),)
    return (say("{price} to finish if it did", price=price_range(judged.price)), parts(judged.price))
