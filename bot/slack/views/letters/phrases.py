"""Phrases that many letters share: who and what it is about, since when, what it costs, how it will end."""

import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from decimal import Decimal

from bot.domain.incidents import IncidentKind
from bot.domain.letters import Outlook, Title
from bot.domain.listing import ListingRef
from bot.domain.money import MachineRate
from bot.domain.need import ASSUMED_UPLINK_MBPS
from bot.slack.views.figures import date, hourly, link_speed, percent, rates, span, usd
from bot.slack.views.names import market_name
from bot.slack.views.text import Mrkdwn, code, esc, join, say

_USER = re.compile(r"[UW][A-Z0-9]{1,30}", re.ASCII)
_CHANNEL = re.compile(r"[CDG][A-Z0-9]{1,30}", re.ASCII)
_NEAR = timedelta(minutes=5)
AS_ESTIMATED = "as estimated"
_TELLING = Decimal(1)
_SAME = Decimal("0.005")
_CENT = Decimal("0.01")
_TENFOLD = Decimal(10)
_MOST_SUBJECT = 80

INCIDENTS = {
    IncidentKind.OFFLINE: "host offline",
    IncidentKind.GONE: "machine gone",
    IncidentKind.NOT_VISIBLE: "marketplace not visible",
    IncidentKind.IDLE: "GPUs idle",
    IncidentKind.FORECAST: "finish later than planned",
    IncidentKind.BALANCE_LOW: "balance low",
    IncidentKind.PRICE_INCREASE: "price increase asked",
    IncidentKind.DISK: "disk nearly full",
    IncidentKind.HARDWARE: "not the machine that was asked for",
    IncidentKind.UNCLAIMED: "instance without a run",
    IncidentKind.SLACK_ROUTE: "Slack channel takes no messages",
}
"""What each kind of incident is called."""


def person(user: str) -> Mrkdwn:
    """Mention a person. The id is checked, since what stands between those brackets pings."""
    return Mrkdwn(f"<@{user}>") if _USER.fullmatch(user) else esc(user, 40)


def channel(id: str) -> Mrkdwn:  # noqa: A002 - Slack's word
    """Name a channel by its id, as a link to it."""
    return Mrkdwn(f"<#{id}>") if _CHANNEL.fullmatch(id) else esc(id, 40)


def title_line(title: Title) -> Mrkdwn:
    """Tell which machine a run sits on, and what that costs now."""
    what = card_count(title.gpus, title.gpu)
    return say("{what} \u00b7 {where} \u00b7 {cost}", what=what, where=where(title.ref), cost=burning(title))


def card_count(gpus: int, gpu: str) -> Mrkdwn:
    """Name the cards and their number."""
    return say("x{gpus} {gpu}", gpus=str(gpus), gpu=esc(gpu, 60))


def where(ref: ListingRef) -> Mrkdwn:
    """Name an instance by its marketplace and the id that a command takes."""
    if ref.by_hand:
        return esc("typed in by hand")
    return say("{market} {ref}", market=market_name(ref.market), ref=code(str(ref), _MOST_SUBJECT))


def burning(title: Title) -> Mrkdwn:
    """Tell what a run's machine costs now, per machine and per GPU (case a20)."""
    return esc(costs_now(title, "what it costs now is not known"))


def costs_now(title: Title, unknown: str = "what it costs is not known") -> str:
    """Write what a run's machine costs now, or that it is that and more."""
    return ("at least " if title.or_more else "") + rate_of(title.hourly, title.gpus, unknown)


def rate_of(usd_per_hour: Decimal | None, gpus: int, unknown: str = "price not told") -> str:
    """Write a rate of the whole machine and of each GPU."""
    if usd_per_hour is None:
        return unknown
    return rates(MachineRate(usd_per_hour), gpus) if gpus > 0 else f"{hourly(MachineRate(usd_per_hour))} machine"


def says(ref: ListingRef) -> Mrkdwn:
    """Name who says what is told of a machine."""
    return esc("The hand-typed record") if ref.by_hand else market_name(ref.market)


def about(what: Title | str) -> Mrkdwn:
    """Name what an incident is about: a run, or an account, an unclaimed instance, a channel by its subject."""
    if isinstance(what, Title):
        return esc(what.name)
    kind, _, rest = what.partition(":")
    if kind == "account":
        return say("account at {market}", market=market_name(rest))
    if kind == "unclaimed":
        return say("instance {ref}", ref=code(rest, _MOST_SUBJECT))
    return say("channel {id}", id=channel(rest)) if kind == "route" else esc(what, _MOST_SUBJECT)


def when(since: datetime, not_before: datetime | None) -> Mrkdwn:
    """Tell when something began: an instant, or between two where nobody looked for a while (case c74)."""
    if not_before is None or since - not_before < _NEAR:
        return say("since {since}", since=date(since))
    return say("since some time between {first} and {last}", first=date(not_before), last=date(since))


def date_or_unknown(at: datetime | None) -> Mrkdwn:
    """Write an instant, or that it is not known."""
    return esc("not known") if at is None else date(at)


def usd_or_unknown(amount: Decimal | None, *, or_more: bool = False) -> str:
    """Write an amount of US dollars, or that it is that and more, or not known."""
    return "not known" if amount is None else f"{'at least ' if or_more else ''}{usd(amount)}"


def open_incidents(kinds: Iterable[IncidentKind]) -> Mrkdwn:
    """Name the incidents that are open, in words."""
    return join(", ", (esc(INCIDENTS[kind]) for kind in kinds))


def forecast(outlook: Outlook, told: datetime | None = None) -> Mrkdwn:
    """Tell when a run will finish and whether it still fits; what is not known is said so.

    `told` is an end that stands beside it already and is not told twice.
    """
    end = esc("") if told is not None and told == outlook.ends_at else _end(outlook)
    if outlook.finish_at is None:
        return say("Finish not known{end}", end=end)
    finish = finish_of(outlook)
    if outlook.done:
        return say("Training done {finish}{end}", finish=finish, end=end)
    if outlook.spare is None:
        return say("Finish {finish}; whether that is in time is not known{end}", finish=finish, end=end)
    if outlook.fits:
        return say("Finish {finish}, *fits in time*: {spare} spare{end}", finish=finish, spare=spared(outlook), end=end)
    return say("Finish {finish}, *does not fit in time*: {spare}{end}", finish=finish, spare=spared(outlook), end=end)


def finish_of(outlook: Outlook) -> Mrkdwn:
    """Tell when a run will finish."""
    if outlook.finish_at is None:
        return esc("when is not known")
    return esc("later than can be told") if outlook.beyond else date(outlook.finish_at)


def _end(outlook: Outlook) -> Mrkdwn:
    if outlook.ends_at is None:
        return esc(", the machine's end is not known")
    return say(" \u00b7 machine ends {end}", end=date(outlook.ends_at))


def spared(outlook: Outlook) -> str:
    """Write what is left before the machine's end, or what is missing, after the copy and two hours."""
    if outlook.spare is None:
        return "not known"
    if outlook.beyond:
        return "short by more than can be told"
    return span(outlook.spare) if outlook.fits else f"short by {span(-outlook.spare)}"


def over(amount: Decimal, of: Decimal) -> str:
    """Write how far dollars are from an estimate, signed: `+5.2 %`.

    Under a dollar a percentage tells nothing, so there is none; half a percent is as estimated.
    """
    if of < _TELLING:
        return ""
    apart = (amount - of) / of
    if abs(apart) < _SAME:
        return AS_ESTIMATED
    return "more than ten times" if apart >= _TENFOLD else f"{'+' if apart > 0 else ''}{percent(apart)}"


def in_brackets(*parts: str) -> Mrkdwn:
    """Put what there is to add in brackets after a figure; nothing where there is nothing."""
    told = ", ".join(filter(None, parts))
    return say(" ({told})", told=told) if told else esc("")


def end_rental(ref: ListingRef) -> Mrkdwn:
    """Say what to do with a machine that is not wanted any more; to stop watching it is another thing."""
    return esc("end the rental") if ref.by_hand else say("end the rental at {who}", who=says(ref))


def copy_by(at: datetime | None, *, assumed: bool) -> Mrkdwn:
    """Write the latest safe copy start, with the link that it reckons with where nobody told of one."""
    if at is None:
        return esc("not known, for a size, an uplink or an end is not")
    speed = link_speed(ASSUMED_UPLINK_MBPS)
    return say("{at}{how}", at=date(at), how=say(", at {speed} assumed", speed=speed) if assumed else "")


def accrued(so_far: Decimal, missing: Iterable[str], *, unsure: bool) -> Mrkdwn:
    """Write a cost so far, marked where part of it is assumed, with the meters of which nothing is known."""
    return say("{usd}{sign}{without}", usd=usd(so_far), sign=say(" \u00b1") if unsure else "", without=without(missing))


def at_least(so_far: Decimal, missing: Iterable[str], *, unsure: bool) -> Mrkdwn:
    """Write a sum that stands by itself, with its marks: where a meter is not known it is the least it can be."""
    unknown = tuple(missing)
    least = say("at least ") if unknown and not 0 < so_far < _CENT else ""  # of "under 1 ct" there is no least
    return say("{least}{cost}", least=least, cost=accrued(so_far, unknown, unsure=unsure))


def before_it(usd_before: Decimal) -> Mrkdwn:
    """Tell what of a cost is from before the run began, which no estimate is about."""
    return say(" ({usd} of it before the run began)", usd=usd(usd_before)) if usd_before > 0 else esc("")


def beside_before(usd_before: Decimal) -> str:
    """Name the cost from before the run began as a difference from the estimate of its own; nothing where none is."""
    return f"{usd(usd_before)} before the run began, not estimated" if usd_before >= _CENT else ""


def without(missing: Iterable[str]) -> Mrkdwn:
    """Name the meters that a sum leaves out, for nothing is known of them; nothing where it is whole."""
    unknown = ", ".join(missing).replace("traffic in, traffic out", "traffic")
    return say(" ({unknown} not known)", unknown=unknown) if unknown else esc("")


def machine_line(title: Title) -> Mrkdwn:
    """Name a machine that may not be there, so without what it costs now."""
    return join(" \u00b7 ", (card_count(title.gpus, title.gpu), where(title.ref)))


def outlook_line(outlook: Outlook | None) -> Mrkdwn:
    """Tell how a run will end, where that was reckoned."""
    return esc("") if outlook is None else say("{forecast}.", forecast=forecast(outlook))
