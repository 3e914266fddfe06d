"""The answer to `runsitter find … --json`: plain numbers, units in the names, times as ISO 8601 in UTC.

Money is US dollars to six decimals; `hourly` is the machine's rate with the asked disk; `spare_hours` is what is left
before the machine goes. `removed` counts the hidden listings by filter: with `listings` they add up to `examined`.
"""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import TypedDict
from zoneinfo import ZoneInfo

from bot.domain.gpu import Gpu
from bot.domain.money import hours
from bot.domain.outside import Known, Unknown
from bot.domain.price import Parts, PriceToFinish
from bot.domain.relax import Relaxed
from bot.domain.search import Candidate
from bot.services.find import Found
from bot.services.offers import Answer
from bot.words import say_need


class Range(TypedDict):
    """From the typed hours at the rate to margin, boot and copy-out too, in US dollars."""

    low: float
    high: float


def found_json(found: Found, zone: ZoneInfo) -> dict[str, object]:
    """Give the whole answer as plain values; the zone is for the words of a latest finish."""
    answer: dict[str, object] = {
        "listings": [_listing(found, candidate) for candidate in found.outcome.fits],
        "removed": {str(name): count for name, count in found.outcome.removed.items()},
        "examined": found.outcome.examined,
        "as_of": _iso(found.as_of),
        "asked": say_need(found.need, zone),
        "marketplaces": [_marketplace(a) for a in found.answers],
    }
    if found.advice is not None:
        answer["near_misses"] = [
            {"id": str(miss.listing.ref), "fails": list(miss.fails), "short_by_hours": _hours(miss.short_by)}
            for miss in found.advice.near
        ]
        answer["relax"] = [_relaxed(relaxed, zone) for relaxed in found.advice.relaxed]
        answer["longest_hours"] = _hours(found.advice.longest)
    return answer


def _listing(found: Found, candidate: Candidate) -> dict[str, object]:
    listing = candidate.listing
    rate = listing.hourly(found.need.disk_gb)
    return {
        "marketplace": listing.ref.market,
        "id": listing.ref.id,
        "machine_id": listing.machine_id,
        "gpu": listing.gpu.slug if isinstance(listing.gpu, Gpu) else None,
        "gpu_name": listing.gpu_name,
        "gpus": listing.gpus,
        "country": listing.country,
        "hourly": None if rate is None else _usd(rate.usd_per_hour),
        "finish": _finish(candidate.price),
        "ends_at": _iso(candidate.fit.ends_at),
        "spare_hours": _hours(candidate.fit.spare),
        "reliability": None if listing.reliability is None else float(listing.reliability),
        "uplink_assumed": candidate.fit.uplink_assumed,
        "url": listing.url,
    }


def _finish(price: PriceToFinish) -> dict[str, object]:
    return {**_range(price.low.total, price.high.total), "parts": _parts(price.low, price.high)}


def _parts(low: Parts, high: Parts) -> dict[str, Range]:
    return {
        "compute": _range(low.compute, high.compute),
        "disk": _range(low.disk, high.disk),
        "traffic_in": _range(low.traffic_in, high.traffic_in),
        "traffic_out": _range(low.traffic_out, high.traffic_out),
    }


def _relaxed(relaxed: Relaxed, zone: ZoneInfo) -> dict[str, object]:
    cheapest = relaxed.cheapest
    return {
        "change": str(relaxed.knob),
        "ask": say_need(relaxed.need, zone),
        "fits": relaxed.count,
        "finish": None if cheapest is None else _finish(cheapest),
        "longest_hours": _hours(relaxed.longest),
    }


def _marketplace(answer: Answer) -> dict[str, object]:
    fact = answer.listings
    if isinstance(fact, Unknown):
        return {"marketplace": answer.market, "answered": False, "why": fact.sentence}
    return {
        "marketplace": answer.market,
        "answered": isinstance(fact, Known),
        "examined": fact.value.examined,
        "unreadable": fact.value.unreadable,
        "truncated": fact.value.truncated,
        "as_of": _iso(fact.at),
    }


def _range(low: Decimal, high: Decimal) -> Range:
    return {"low": _usd(low), "high": _usd(high)}


def _usd(amount: Decimal) -> float:
    return float(round(amount, 6))


def _hours(span: timedelta | None) -> float | None:
    return None if span is None else float(round(hours(span), 4))


def _iso(instant: datetime) -> str:
    return instant.astimezone(UTC).isoformat()
