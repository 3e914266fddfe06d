"""What an account of Vast.ai has rented and can spend. Here every row counts: one that is missed is money unseen."""

import re
from collections.abc import Callable
from datetime import datetime
from decimal import Decimal

import msgspec

from bot.domain.instance import Account, Instance
from bot.domain.outside import Known, Why
from bot.markets import values
from bot.markets.gate import reason
from bot.markets.line import Line
from bot.markets.pacing import Pacer
from bot.markets.pages import Page, all_pages
from bot.markets.provider import MarketError
from bot.markets.vast.envelope import Envelope, read_vast
from bot.markets.vast.instance import read_instance
from bot.markets.vast.refusals import VAST

_PAGE = 25
"""The most that v1 gives at once; left out, it gives 5. v0 is gone, which some clients take for an empty list."""

_BETWEEN_PAGES = 1.0
_BETWEEN_LOOKS = 2.0
"""Seconds: the least intervals of the list and of one instance, by the API's reference."""

_ID = re.compile(r"[1-9][0-9]{0,17}", re.ASCII)

NO_SUCH = "no_such_instance"
"""The code under which the marketplace says that it has no such instance."""


class _List(Envelope, kw_only=True):
    instances: list[msgspec.Raw]
    next_token: str | None = None
    total_instances: int = 0


class _One(Envelope, kw_only=True):
    instances: msgspec.Raw


class _User(Envelope, kw_only=True):
    credit: Decimal


_list = msgspec.json.Decoder(_List)
_one = msgspec.json.Decoder(_One)
_user = msgspec.json.Decoder(_User, strict=False)


class VastRented:
    """Reads instances and the account, with a key."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._pages = Pacer(VAST, line.clock, window=_BETWEEN_PAGES)
        self._looks = Pacer(VAST, line.clock, window=_BETWEEN_LOOKS)

    async def instances(self, heard: Callable[[], None]) -> Known[tuple[Instance, ...]]:
        """Every instance; pages with fewer than their stated total are half an answer."""
        self._line.require_key()
        totals: list[int] = []

        async def fetch(after: str | None) -> Page:
            page, at = await self._page(after)
            totals.append(page.total_instances)
            heard()
            return Page(page.instances, page.next_token, at)

        raws, at = await all_pages(self._line, fetch)
        rows = {row.ref: row for row in (_read(raw, at) for raw in raws)}
        if len(rows) < totals[-1]:
            raise VAST.half_listed()
        return Known(tuple(rows.values()), at, VAST.source)

    async def instance(self, instance_id: str) -> Known[Instance | None]:
        """One instance. Gone is 200 with null, or a 404 that says so by its code."""
        self._line.require_key()
        require_id(instance_id)
        try:
            answer = await self._line.get(f"/api/v0/instances/{instance_id}/", {"owner": "me"}, self._looks)
            raw = read_vast(answer, _one, has_key=True).instances
        except MarketError as error:
            if error.code != NO_SUCH:
                raise
            return Known(None, self._line.clock.now(), VAST.source)
        row = None if bytes(raw) == b"null" else _read(raw, answer.at)
        if row is not None and row.ref.id != instance_id:
            raise VAST.unreadable("another instance than the one that was asked for")
        return Known(row, answer.at, VAST.source)

    async def account(self) -> Known[Account]:
        """Ask for `credit`: that can be spent, `balance` is something else."""
        self._line.require_key()
        answer = await self._line.get("/api/v0/users/current")
        credit = read_vast(answer, _user, has_key=True).credit
        try:
            return Known(Account(balance=values.money("credit", credit)), answer.at, VAST.source)
        except values.OddValueError as odd:
            raise VAST.unreadable(str(odd)) from None

    async def _page(self, after: str | None) -> tuple[_List, datetime]:
        params = {"limit": str(_PAGE), "order_by": '[{"col":"id","dir":"asc"}]'}
        if after is not None:
            params["after_token"] = after
        answer = await self._line.get("/api/v1/instances/", params, self._pages)
        return read_vast(answer, _list, has_key=True), answer.at


def list_seconds(rows: int) -> float:
    """Give the seconds that listing so many instances takes up: a page a second, the next list after the last page."""
    return max(1, -(-rows // _PAGE)) * _BETWEEN_PAGES


def require_id(instance_id: str) -> None:
    """Refuse what is no id here, before it gets into a path."""
    if not _ID.fullmatch(instance_id):
        raise MarketError(Why.REFUSED, "An instance of Vast.ai has a whole number as its id, like vast:4411.")


def _read(raw: msgspec.Raw, at: datetime) -> Instance:
    try:
        return read_instance(raw, at)
    except ValueError as error:
        raise VAST.unreadable(f"an instance: {reason(error)}") from None
