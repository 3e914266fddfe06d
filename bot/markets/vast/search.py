"""Searching Vast.ai: fetch wide, filter here. The one endpoint with a pace and a daily quota."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial

import msgspec

from bot.domain.gpu import GpuAsk, vast_names
from bot.domain.listing import Listing, Listings, Pricing
from bot.domain.outside import Known, Why
from bot.markets.gate import one_each, read_rows
from bot.markets.line import Answer, Line
from bot.markets.pacing import Pacer
from bot.markets.provider import MarketError
from bot.markets.vast.envelope import Envelope, read_vast
from bot.markets.vast.offer import read_offer
from bot.markets.vast.refusals import VAST, quota

LIMIT = 10_000
"""Rows asked for. There is no paging, so an answer with as many may lack some (case b45)."""

_MOST_PER_MINUTE = 10
"""What one address may search in a minute (the API's reference)."""

_PRICED_FOR_GB = 8.0
"""The server's own default. Disk is re-priced here, so it only settles what `dph_total`, the order, means."""

_ID = re.compile(r"[1-9][0-9]{0,17}", re.ASCII)


class _Offers(Envelope, kw_only=True):
    offers: list[msgspec.Raw]


_offers = msgspec.json.Decoder(_Offers)


class VastSearch:
    """Searches, and remembers how often it did and whether the day's quota is used up."""

    def __init__(self, line: Line, *, has_key: bool) -> None:
        self._line = line
        self._has_key = has_key
        self._pacer = Pacer(VAST, line.clock, most=_MOST_PER_MINUTE)
        self._quota_until = datetime.min.replace(tzinfo=UTC)

    async def listings(self, gpu: GpuAsk | None, pricing: Pricing) -> Known[Listings]:
        """Everything rentable with this kind of price; of the family's names, if there is an ask."""
        query: dict[str, object] = {"rentable": {"eq": True}}
        names = vast_names(gpu) if gpu is not None else ()
        if names:
            query["gpu_name"] = {"in": list(names)}
        return await self._search(query, pricing)

    async def listing(self, listing_id: str) -> Known[Listing | None]:
        """Look one up, rentable or not. The filter is `ask_contract_id`, for `id` selects nothing."""
        if not _ID.fullmatch(listing_id):
            raise MarketError(Why.REFUSED, "A listing of Vast.ai has a whole number as its id, like vast:4411.")
        found = await self._search({"ask_contract_id": {"eq": int(listing_id)}}, Pricing.ON_DEMAND)
        row = next((row for row in found.value.rows if row.ref.id == listing_id), None)
        if row is None and found.value.examined:
            raise VAST.unreadable("other listings than the one that was asked for")
        return Known(row, found.at, found.source)

    async def _search(self, query: dict[str, object], pricing: Pricing) -> Known[Listings]:
        answer, raws = await self._ask(query, pricing)
        read = partial(read_offer, asked=pricing, as_of=answer.at)
        rows, unreadable = await read_rows(VAST, raws, read)
        their_times = sorted(their_time for _, their_time in rows if their_time is not None)
        listed, contradicted = one_each(row for row, _ in rows)
        listings = Listings(
            rows=listed,
            unreadable=unreadable + contradicted,
            truncated=len(raws) >= LIMIT,
            skew_seconds=_middle(their_times) - answer.at.timestamp() if their_times else None,
        )
        return Known(listings, answer.at, VAST.source)

    async def _ask(self, query: dict[str, object], pricing: Pricing) -> tuple[Answer, list[msgspec.Raw]]:
        self._heed_quota()
        body = query | {
            "type": pricing.value,
            "order": [["dph_total", "asc"]],
            "limit": LIMIT,
            "allocated_storage": _PRICED_FOR_GB,
        }
        try:
            answer = await self._line.post("/api/v0/bundles/", body, self._pacer)
            return answer, read_vast(answer, _offers, has_key=self._has_key).offers
        except MarketError as error:
            if error.why is Why.QUOTA and error.again_at is not None:
                self._quota_until = error.again_at
            raise

    def _heed_quota(self) -> None:
        if self._line.clock.now() < self._quota_until:
            raise quota(self._quota_until)


def _middle(figures: Sequence[float]) -> float:
    """Give the upper median of sorted figures."""
    return figures[len(figures) // 2]
