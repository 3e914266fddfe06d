"""One listing on which the run can finish: what it costs, when it ends, what it is, where to rent it."""

import re
from decimal import Decimal

from bot.domain.fit import Fit
from bot.domain.gpu import Gpu, GpuAsk
from bot.domain.listing import Listing, Pricing
from bot.domain.money import MachineRate
from bot.domain.need import ASSUMED_UPLINK_MBPS, Need
from bot.domain.outside import Known
from bot.domain.price import PriceToFinish, deposit
from bot.domain.purse import Purse
from bot.domain.runs import Ask, Keeping
from bot.domain.search import Candidate
from bot.slack.views.blocks import Block, actions, button, link_button, section
from bot.slack.views.figures import date, link_speed, rates, share, size, span, traffic_price, usd, usd_range
from bot.slack.views.names import card, machine, market_name, place
from bot.slack.views.text import Mrkdwn, esc, join, say
from bot.words.say_track import say_track
from bot.words.track_ask import TrackAsk

OPEN = "runsitter.listing.open"
TRACK = "runsitter.track"
"""A button whose value is the words of a track: the listing, what was asked of it, and what the run needs."""

_TYPED, _MOST_TYPED = Decimal("0.0001"), Decimal(10) ** 9
_WORD = re.compile(r"[\w.-]{1,64}", re.ASCII)


def listing_section(need: Need, candidate: Candidate, purse: Purse) -> Block:
    """Show a listing, its price to finish first, with a button to the marketplace's own page."""
    listing = candidate.listing
    return section(
        say(
            "*{price} to finish* \u00b7 {rates} with {disk} disk",
            price=price_range(candidate.price),
            rates=rates(listing.hourly(need.disk_gb), listing.gpus),
            disk=size(need.disk_gb),
        ),
        what(listing),
        _until(need, candidate.fit),
        copying_in(need, candidate.fit),
        about(listing, candidate.fit),
        parts(candidate.price),
        _money_needed(need, candidate, purse),
        machine(listing),
        button=open_button(listing),
    )


def listing_blocks(need: Need, candidate: Candidate, purse: Purse) -> tuple[Block, ...]:
    """Show a listing with a button to sit with it once it is rented."""
    track = track_button(need, candidate.listing)
    shown = listing_section(need, candidate, purse)
    return (shown,) if track is None else (shown, actions(track))


def what(listing: Listing) -> Mrkdwn:
    """Say what a listing is and where."""
    level = listing.account_level
    return say(
        "x{gpus} {card} \u00b7 {place}{level}",
        gpus=str(listing.gpus),
        card=card(listing),
        place=place(listing),
        level=say(" \u00b7 needs account level {level}", level=esc(level, 40)) if level else "",
    )


def about(listing: Listing, fit: Fit | None) -> Mrkdwn:
    """Say how reliable a listing's host is, its disk, what traffic costs there and how long the results take out."""
    return say(
        "Reliability {reliability} \u00b7 disk {disk} free \u00b7 traffic in {inward}, out {outward}{link}",
        reliability=share(listing.reliability),
        disk=size(listing.disk_gb),
        inward=traffic_price(listing.in_usd_per_gb),
        outward=traffic_price(listing.out_usd_per_gb),
        link=esc("") if fit is None else say(" \u00b7 {way_out}", way_out=_way_out(listing, fit)),
    )


def copying_in(need: Need, fit: Fit | None) -> Mrkdwn:
    """Warn where the data takes longer to come in than the boot that is reckoned with; else nothing."""
    if fit is None or fit.copy_in is None or not fit.copy_in_uncounted:
        return esc("")
    return say(
        "*Caution:* copying {size} in takes at least {time} here; it is not in your hours",
        size=size(need.in_gb),
        time=span(fit.copy_in),
    )


def open_button(listing: Listing) -> Block | None:
    """Make the button to the marketplace's own page."""
    return link_button(f"Open on {market_name(listing.ref.market)}", OPEN, listing.url)


def price_range(price: PriceToFinish) -> str:
    """Write the price to finish from low to high."""
    return usd_range(price.low.total, price.high.total)


def parts(price: PriceToFinish) -> Mrkdwn:
    """Name the parts that a price to finish is made of."""
    low, high = price.low, price.high
    return say(
        "Of it compute {compute}, disk {disk}, traffic in {inward}, traffic out {outward}",
        compute=usd_range(low.compute, high.compute),
        disk=usd_range(low.disk, high.disk),
        inward=usd_range(low.traffic_in, high.traffic_in),
        outward=usd_range(low.traffic_out, high.traffic_out),
    )


def _until(need: Need, fit: Fit) -> Mrkdwn:
    outbid = need.pricing is Pricing.BID
    late = say(" unless somebody bids more: *it can be outbid at any moment*") if outbid else say(" at the latest")
    if need.by is not None and not outbid:
        late = say(", {early} before your latest finish", early=span(need.by - fit.surely_finished_at))
    return say(
        "Finished by {finish}{late} \u00b7 machine ends {end}, {spare} spare{slack}",
        finish=date(fit.surely_finished_at),
        late=late,
        end=date(fit.ends_at),
        spare=span(fit.spare),
        slack=say(" after {slack} of slack", slack=span(need.slack)) if need.slack else "",
    )


def _way_out(listing: Listing, fit: Fit) -> Mrkdwn:
    copying = span(fit.schedule.copy_out)
    if listing.uplink_mbps is None or fit.uplink_assumed:
        assumed = link_speed(ASSUMED_UPLINK_MBPS)
        return say("uplink not told, {assumed} assumed: copy-out {copying}", assumed=assumed, copying=copying)
    return say("uplink {speed}, copy-out {copying}", speed=link_speed(listing.uplink_mbps), copying=copying)


def _money_needed(need: Need, candidate: Candidate, purse: Purse) -> Mrkdwn:
    held = deposit(need, candidate.listing)
    if held is None:
        return esc("Deposit not known")
    held_now = say("About {held} held at deploy", held=usd(held))
    return join(" \u00b7 ", (held_now, _balance(candidate.price.high.total + held, candidate.fit, purse)))


def _balance(price: Decimal, fit: Fit, purse: Purse) -> Mrkdwn:
    """Set the balance beside the high price plus the deposit, and beside what already runs until all is finished."""
    taken = purse.spoken_for(fit.schedule.until_finished)
    needed, beside = price + taken, _beside(taken)
    if not isinstance(purse.account, Known):
        return say("balance not known, {needed} needed{beside}", needed=usd(needed), beside=beside)
    balance = purse.account.value.balance
    if balance >= needed:
        return say("balance {balance} covers price + deposit{beside}", balance=usd(balance), beside=beside)
    gap = usd(needed - balance)
    return say("*balance {balance} is too low by {gap}*{beside}", balance=usd(balance), gap=gap, beside=beside)


def _beside(taken: Decimal) -> Mrkdwn:
    return say(", with the {taken} that what already runs takes until then", taken=usd(taken)) if taken else esc("")


def track_button(need: Need, listing: Listing) -> Block | None:
    """Make the button that opens the form to track; none for what no command could name."""
    if not _WORD.fullmatch(listing.ref.id) or not isinstance(listing.gpu, Gpu):
        return None
    return button("Track", TRACK, say_track(track_ask(need, listing, listing.gpu)))


def track_ask(need: Need, listing: Listing, gpu: Gpu) -> TrackAsk:
    """Give what the instance is to be compared with, and what the run needs."""
    return TrackAsk(
        ref=listing.ref,
        duration=need.duration,
        margin=need.margin,
        in_gb=need.in_gb,
        out_gb=need.out_gb,
        keeping=Keeping(every=need.checkpoint_every),
        ask=Ask(
            gpu=GpuAsk(gpu.family, gpu.memory_gb, gpu.form),
            gpus=listing.gpus,
            countries=None if listing.country is None else (listing.country,),
            rate=None if listing.compute is None else _short(listing.compute),
            machine_id=listing.machine_id if _WORD.fullmatch(listing.machine_id) else None,
        ),
    )


def _short(rate: MachineRate) -> MachineRate:
    """Round a rate to what somebody would type; it is compared by the percent."""
    usd = rate.usd_per_hour
    return MachineRate(max(round(usd, 4), _TYPED)) if usd < _MOST_TYPED else rate
