"""The API assumed of Cloudj, over the same world as Vast.ai's dialect; no public description of it was found."""

import base64
import binascii
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from aiohttp import web

from bot.sandbox.market import mischief
from bot.sandbox.market.cloudj_errors import BAD_KEY, BAD_REQUEST, NO_SUCH
from bot.sandbox.market.cloudj_rows import instance_row, is_offered, listing_row, money
from bot.sandbox.market.instances import Instance
from bot.sandbox.market.machines import Listing
from bot.sandbox.market.market import Market
from bot.sandbox.market.wire import answer

_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

PAGE = 50


def cloudj_routes(market: Market) -> list[web.RouteDef]:
    """Return the routes, each behind faults and the key."""
    handlers = _Cloudj(market)
    routes: list[tuple[str, str, _Handler]] = [
        ("GET", "/v1/listings", handlers.listings),
        ("GET", "/v1/instances", handlers.instances),
        ("GET", r"/v1/instances/{id:\d+}", handlers.instance),
        ("GET", r"/v1/instances/{id:\d+}/logs", handlers.logs),
        ("DELETE", r"/v1/instances/{id:\d+}", handlers.destroy),
        ("GET", "/v1/account", handlers.account),
    ]
    return [web.route(method, path, _guarded(market, handler)) for method, path, handler in routes]


def _guarded(market: Market, handler: _Handler) -> _Handler:
    async def behind_faults(request: web.Request) -> web.StreamResponse:
        if request.headers.get("Authorization") != f"Bearer {market.cloudj_key}":
            return BAD_KEY.response()
        try:
            return await handler(request)
        except ValueError:
            return BAD_REQUEST.response()

    async def guarded(request: web.Request) -> web.StreamResponse:
        return await mischief.work(market.faults.cloudj, lambda: _strays(market), request, behind_faults)

    return guarded


def _strays(market: Market) -> Iterator[dict[str, Any]]:
    return (listing_row(each) for each in _offered(market))


def _offered(market: Market) -> Iterator[Listing]:
    world = market.world
    return (each for each in world.listed() if is_offered(each) and world.is_free(each))


class _Cloudj:
    """Handlers over one market's Cloudj listings and instances."""

    def __init__(self, market: Market) -> None:
        self._market = market
        self._world = market.world

    async def listings(self, request: web.Request) -> web.Response:
        """Answer with one page of what is free, by model, country and count where given."""
        asked = request.query
        rows = [listing_row(each) for each in _offered(self._market)]
        for name in ("model", "country", "gpus"):
            if asked.get(name):
                rows = [row for row in rows if str(row[name]) == asked[name]]
        shown, cursor = _page(rows, asked.get("cursor"))
        return answer({"listings": shown, "next_cursor": cursor})

    async def instances(self, request: web.Request) -> web.Response:
        """Answer with one page of what is rented."""
        rows = [instance_row(each) for each in self._world.instances("cloudj")]
        shown, cursor = _page(rows, request.query.get("cursor"))
        return answer({"instances": shown, "next_cursor": cursor})

    async def instance(self, request: web.Request) -> web.Response:
        """Answer with one instance, 404 once it is gone."""
        found = self._named(request)
        return NO_SUCH.response() if found is None else answer(instance_row(found))

    async def logs(self, request: web.Request) -> web.Response:
        """Answer with the last `tail` lines of the container's log."""
        found = self._named(request)
        if found is None:
            return NO_SUCH.response()
        tail = int(request.query.get("tail", "100"))
        return answer({"lines": found.log[-tail:] if tail > 0 else []})

    async def destroy(self, request: web.Request) -> web.Response:
        """Accept the end of an instance with 202."""
        found = self._named(request)
        if found is None:
            return NO_SUCH.response()
        self._world.destroy(found.id)
        return answer({}, status=202)

    async def account(self, _request: web.Request) -> web.Response:
        """Answer with balance, held deposits and level."""
        held = self._world.held("cloudj")
        balance = self._world.credit - held
        return answer({"balance": money(balance), "deposits": money(held), "level": self._world.account.level})

    def _named(self, request: web.Request) -> Instance | None:
        found = self._world.instance(int(request.match_info["id"]))
        return found if found is not None and found.market == "cloudj" else None


def _page(rows: list[dict[str, Any]], cursor: str | None) -> tuple[list[dict[str, Any]], str | None]:
    """Cut one page, after the id that the cursor holds. Raises ValueError for an odd cursor."""
    after = -1 if cursor is None else _id_of(cursor)
    rest = sorted((row for row in rows if int(row["id"]) > after), key=lambda row: int(row["id"]))
    shown = rest[:PAGE]
    return shown, _cursor(shown[-1]["id"]) if len(rest) > PAGE else None


def _cursor(last_id: str) -> str:
    return base64.urlsafe_b64encode(last_id.encode()).decode()


def _id_of(cursor: str) -> int:
    try:
        return int(base64.urlsafe_b64decode(cursor))
    except binascii.Error as error:
        raise ValueError("not a cursor") from error
