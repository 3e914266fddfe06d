"""What Vast.ai charged: rows by instance and UTC day, asked for page by page."""

from datetime import UTC, date, datetime, time

import msgspec

from bot.domain.account import Charge
from bot.domain.outside import Known
from bot.markets.gate import reason
from bot.markets.line import Line
from bot.markets.pacing import Pacer
from bot.markets.pages import Page, all_pages
from bot.markets.vast.charge import DayCharged, by_meter, read_charge
from bot.markets.vast.envelope import Envelope, read_vast
from bot.markets.vast.refusals import VAST

_PAGE = 500
_BETWEEN_PAGES = 1.0
"""The most rows of a page, and seconds from one to the next, by the API's reference."""

_DAY = 86_400


class _Charges(Envelope, kw_only=True):
    results: list[msgspec.Raw]
    next_token: str | None = None
    total: int = 0


_charges = msgspec.json.Decoder(_Charges)


class VastCharges:
    """Reads charges, with a key."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._pacer = Pacer(VAST, line.clock, window=_BETWEEN_PAGES)

    async def charges(self, start: date, end: date) -> Known[tuple[Charge, ...]]:
        """Every instance's charges of the UTC days from `start` up to before `end`; volumes and the like are left out.

        Days are asked for in seconds, as the documentation and the marketplace's own client do. One client recorded
        the day's number instead, so an empty answer is asked for that way before it counts as none.
        """
        self._line.require_key()
        if start >= end:
            return Known((), self._line.clock.now(), VAST.source)
        first, last = _midnight(start), _midnight(end) - 1
        raws, at = await self._rows(first, last)
        if not raws:
            raws, at = await self._rows(first // _DAY, last // _DAY)
        rows = (row for row in map(_read, raws) if row is not None)
        return Known(by_meter(row for row in rows if start <= row.day < end), at, VAST.source)

    async def _rows(self, first: int, last: int) -> tuple[list[msgspec.Raw], datetime]:
        days = msgspec.json.encode({"day": {"gte": first, "lte": last}}).decode()
        params = {"select_filters": days, "latest_first": "false", "format": "table", "limit": str(_PAGE)}
        totals: list[int] = []

        async def fetch(after: str | None) -> Page:
            more = {} if after is None else {"after_token": after}
            answer = await self._line.get("/api/v0/charges/", params | more, self._pacer)
            page = read_vast(answer, _charges, has_key=True)
            totals.append(page.total)
            return Page(page.results, page.next_token, answer.at)

        raws, at = await all_pages(self._line, fetch)
        if len(raws) < totals[-1]:
            raise VAST.half_listed()
        return raws, at


def _read(raw: msgspec.Raw) -> DayCharged | None:
    try:
        return read_charge(raw)
    except ValueError as error:
        raise VAST.unreadable(f"a charge: {reason(error)}") from None


def _midnight(day: date) -> int:
    return int(datetime.combine(day, time.min, UTC).timestamp())
