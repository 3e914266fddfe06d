"""A search: of all that was examined exactly the listings on which the run can finish, cheapest to finish first."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.domain.filters import Filter, finish_failures, listing_failures
from bot.domain.fit import Fit, judge_fit
from bot.domain.listing import Listing
from bot.domain.need import Need
from bot.domain.price import PriceToFinish, price_to_finish


@dataclass(frozen=True, slots=True)
class Candidate:
    """A listing on which the run can finish, with what that takes."""

    listing: Listing
    fit: Fit
    price: PriceToFinish


@dataclass(frozen=True, slots=True)
class Judged:
    """A listing with every filter that it fails; `fit` and `price` are None where they can't be known."""

    listing: Listing
    fails: tuple[Filter, ...]
    fit: Fit | None
    price: PriceToFinish | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a search came to: `fits` and the counts of `removed` add up to `examined`."""

    fits: tuple[Candidate, ...]
    removed: Mapping[Filter, int]
    examined: int


def judge(need: Need, listing: Listing, now: datetime) -> Judged:
    """Judge one listing against every filter."""
    fit, price = _finish(need, listing, now)
    fails = (*listing_failures(need, listing), *finish_failures(need, fit, price))
    return Judged(listing, fails, fit, price)


def search(need: Need, listings: Iterable[Listing], now: datetime, unreadable: int = 0) -> Outcome:
    """Judge all listings; stop at each one's first failure, for most are another card."""
    removed: Counter[Filter] = Counter()
    if unreadable:
        removed[Filter.UNREADABLE] = unreadable
    fits: list[Candidate] = []
    for listing in listings:
        verdict = _candidate_or_first_failure(need, listing, now)
        if isinstance(verdict, Filter):
            removed[verdict] += 1
        else:
            fits.append(verdict)
    fits.sort(key=_cheapest_to_finish)
    return Outcome(tuple(fits), {f: removed[f] for f in Filter if removed[f]}, len(fits) + removed.total())


def _finish(need: Need, listing: Listing, now: datetime) -> tuple[Fit | None, PriceToFinish | None]:
    fit = judge_fit(need, listing, now)
    return fit, None if fit is None else price_to_finish(need, listing, fit.schedule)


def _candidate_or_first_failure(need: Need, listing: Listing, now: datetime) -> Candidate | Filter:
    for failure in listing_failures(need, listing):
        return failure
    fit, price = _finish(need, listing, now)
    for failure in finish_failures(need, fit, price):
        return failure
    if fit is None or price is None:  # pragma: no cover - finish_failures has named it; this tells the type checker
        return Filter.END_UNKNOWN
    return Candidate(listing, fit, price)


def _cheapest_to_finish(candidate: Candidate) -> tuple[object, ...]:
    price, listing = candidate.price, candidate.listing
    return (price.high.total, price.low.total, -candidate.fit.spare, listing.ref)
