"""Why a listing does not fit, and by how much it misses."""

from collections.abc import Callable
from datetime import timedelta

from bot.domain.filters import Filter
from bot.domain.gpu import Gpu
from bot.domain.listing import Listing
from bot.domain.money import GpuRate
from bot.domain.need import Need
from bot.domain.search import Judged
from bot.domain.unknown import untold
from bot.slack.views.figures import date, hourly_apart, plural, share, short_by, size, span
from bot.slack.views.names import card, place
from bot.slack.views.text import Mrkdwn, esc, join, say

Reason = Callable[[Need, Judged], Mrkdwn]


def reasons(need: Need, judged: Judged) -> tuple[Mrkdwn, ...]:
    """Say every reason for which a listing does not fit, in the order of the search."""
    return tuple(_reason(need, judged, failed) for failed in judged.fails)


def known_reasons(need: Need, judged: Judged) -> tuple[Mrkdwn, ...]:
    """Say the same without those that come from what was not told."""
    unknown = untold(judged)
    return tuple(_reason(need, judged, failed) for failed in judged.fails if failed not in unknown)


def not_known(need: Need, judged: Judged) -> str:
    """Name what was not told and would have to be known for a whole verdict; empty where nothing is missing."""
    names = (_UNTOLD.get(failed) or ", ".join(_unpriced(need, judged.listing)) for failed in untold(judged))
    return ", ".join(filter(None, names))


def _reason(need: Need, judged: Judged, failed: Filter) -> Mrkdwn:
    return _REASONS[failed](need, judged) if failed in _REASONS else esc(failed.value)


def why_not(need: Need, judged: Judged) -> Mrkdwn:
    """Say the same in one line."""
    return join("; ", reasons(need, judged))


def _time(_: Need, judged: Judged) -> Mrkdwn:
    fit = judged.fit
    if fit is None:
        return esc(Filter.TIME.value)
    short = short_by(fit.short_by)
    return say("{short} with the time to copy in", short=short) if fit.copy_in_uncounted else esc(short)


def _late(need: Need, judged: Judged) -> Mrkdwn:
    if judged.fit is None or need.by is None:
        return esc(Filter.BY.value)
    late = max(judged.fit.surely_finished_at - need.by, timedelta(0))
    return say("would finish {late} after {by}", late=span(late), by=date(need.by))


def _disk(need: Need, judged: Judged) -> Mrkdwn:
    has = judged.listing.disk_gb
    if has is None:
        return esc("disk not told")
    return say("{has} disk too small, {needed} needed", has=size(has), needed=size(need.disk_gb))


def _reliability(need: Need, judged: Judged) -> Mrkdwn:
    has = judged.listing.reliability
    return say("reliability {has}, {asked} asked", has=share(has), asked=share(need.reliability))


def _rate(need: Need, judged: Judged) -> Mrkdwn:
    rate, limit = judged.listing.hourly(need.disk_gb), need.max_rate
    if rate is None or limit is None:
        return esc(Filter.MAX_PRICE.value)
    machine_limit = limit.for_machine(judged.listing.gpus) if isinstance(limit, GpuRate) else limit
    dear, most = hourly_apart(rate, machine_limit)
    return say("{dear} machine is over the limit of {most}", dear=dear, most=most)


def _price(need: Need, judged: Judged) -> Mrkdwn:
    unknown = ", ".join(_unpriced(need, judged.listing))
    return esc(f"{Filter.PRICE_UNKNOWN.value}: {unknown} not told" if unknown else Filter.PRICE_UNKNOWN.value)


def _unpriced(need: Need, listing: Listing) -> list[str]:
    """Name the prices that the run would pay and that were not told."""
    parts = {
        "compute price": listing.compute is None,
        "storage price": listing.disk_usd_per_gb_month is None,
        "price of traffic in": bool(need.in_gb) and listing.in_usd_per_gb is None,
        "price of traffic out": bool(need.copy_out_gb) and listing.out_usd_per_gb is None,
    }
    return [name for name, missing in parts.items() if missing]


def _conflict(_: Need, judged: Judged) -> Mrkdwn:
    if isinstance(judged.listing.gpu, Gpu):
        return esc("its card's name changes between looks: mixed or unstable")
    return say("{card}: {why}", card=card(judged.listing), why=judged.listing.gpu.why)


def _another_card(need: Need, judged: Judged) -> Mrkdwn:
    return say("{card}, not {asked}", card=card(judged.listing), asked=need.gpu.label)


def _count(need: Need, judged: Judged) -> Mrkdwn:
    return say("{has}, {asked} asked", has=plural(judged.listing.gpus, "GPU"), asked=f"{need.gpus:,}")


def _country(need: Need, judged: Judged) -> Mrkdwn:
    asked = " or ".join(need.countries or ())
    return say("in {place}, not {asked}", place=place(judged.listing), asked=asked)


def _pricing(need: Need, judged: Judged) -> Mrkdwn:
    return say("{has} price, {asked} asked", has=judged.listing.pricing.value, asked=need.pricing.value)


def _verified(_: Need, judged: Judged) -> Mrkdwn:
    return say("host not verified ({says})", says=judged.listing.verification.value)


_UNTOLD = {
    Filter.VERIFIED: "whether the host is verified",
    Filter.DATACENTER: "whether it is in a datacenter",
    Filter.COUNTRY: "country",
    Filter.RELIABILITY: "reliability",
    Filter.DISK: "disk size",
    Filter.END_UNKNOWN: "when it ends",
}

_REASONS: dict[Filter, Reason] = {
    Filter.GPU: _another_card,
    Filter.CONFLICT: _conflict,
    Filter.COUNT: _count,
    Filter.PRICING: _pricing,
    Filter.VERIFIED: _verified,
    Filter.COUNTRY: _country,
    Filter.RELIABILITY: _reliability,
    Filter.DISK: _disk,
    Filter.PRICE_UNKNOWN: _price,
    Filter.MAX_PRICE: _rate,
    Filter.TIME: _time,
    Filter.BY: _late,
}
