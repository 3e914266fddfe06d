"""Vast.ai's dialect over the stand-in world, as far as searching, watching and ending rentals need it."""

from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import msgspec
from aiohttp import web

from bot.sandbox.market import mischief, vast_charges
from bot.sandbox.market.market import Market
from bot.sandbox.market.vast_errors import BAD_KEY, NO_CHARGES_RANGE, NO_KEY, refusal
from bot.sandbox.market.vast_increases import Increases
from bot.sandbox.market.vast_instances import Instances
from bot.sandbox.market.vast_query import BadQueryError, parse
from bot.sandbox.market.wire import answer, encoded, int_query, json_body, json_query

_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

_OPEN = frozenset({"search", "names", "log"})
"""Routes that need no key."""

_MOST_CHARGES = 500


def vast_routes(market: Market) -> list[web.RouteDef]:
    """Return the routes, each named `vast.<endpoint>` with the endpoint that limits count it under."""
    account, offers, instances = _Account(market), _Offers(market), Instances(market)
    routes = [
        web.post("/api/v0/bundles/", offers.search_post, name="vast.search"),
        web.get("/api/v0/bundles/", offers.search_get, name="vast.search.get"),
        web.put("/api/v0/search/asks/", offers.search_asks, name="vast.search.asks"),
        web.get("/api/v0/gpu_names/unique/", offers.gpu_names, name="vast.names"),
        web.get("/api/v0/users/current", account.user, name="vast.user"),
        web.get("/api/v0/users/current/", account.user, name="vast.user.slash"),
        web.get("/api/v0/charges/", account.charges, name="vast.charges"),
        *Increases(market).routes(),
        *instances.routes(),
    ]
    return [web.RouteDef(each.method, each.path, _guarded(market, each), dict(each.kwargs)) for each in routes]


def _guarded(market: Market, route: web.RouteDef) -> _Handler:
    """Put faults, limits and the key before a handler, and 400 behind it."""
    endpoint = str(route.kwargs["name"]).split(".")[1]

    async def behind_faults(request: web.Request) -> web.StreamResponse:
        limited = market.limits.refusal(endpoint, _identity(request))
        if limited is not None:
            return limited.response()
        key = _key(request)
        if endpoint not in _OPEN and key != market.vast_key:
            return (NO_KEY if key is None else BAD_KEY).response()
        try:
            return await route.handler(request)
        except BadQueryError as error:
            return refusal(400, "bad_request", str(error)).response()

    async def guarded(request: web.Request) -> web.StreamResponse:
        return await mischief.work(market.faults.vast, lambda: _strays(market), request, behind_faults)

    return guarded


def _key(request: web.Request) -> str | None:
    header = request.headers.get("Authorization")
    return header.removeprefix("Bearer ") if header else request.query.get("api_key")


def _identity(request: web.Request) -> str:
    return f"{_key(request)} {request.remote}"


def _strays(market: Market) -> Iterator[dict[str, Any]]:
    everything = parse({})
    for listing in market.world.listed():
        (row,) = market.book.rows(everything, [listing.id])
        yield msgspec.json.decode(row)


class _Offers:
    """Searching; needs no key."""

    def __init__(self, market: Market) -> None:
        self._market = market

    async def search_post(self, request: web.Request) -> web.Response:
        """Answer `POST /bundles/`."""
        return self._search(await json_body(request))

    async def search_get(self, request: web.Request) -> web.Response:
        """Answer `GET /bundles/?q=`, where no `q` means everything."""
        return self._search(json_query(request, "q", dict[str, Any], {}))

    async def search_asks(self, request: web.Request) -> web.Response:
        """Answer `PUT /search/asks/`, which wraps the same query in `q`."""
        body = await json_body(request)
        if not isinstance(body, dict) or "q" not in body:
            raise BadQueryError("q: Field required")
        return self._search(body["q"])

    def _search(self, body: object) -> web.Response:
        rows = self._market.book.search(parse(body))
        return encoded(b'{"offers":[' + b",".join(rows) + b"]}")

    async def gpu_names(self, _request: web.Request) -> web.Response:
        """Answer with every card's name, once."""
        names = {listing.machine.card.name for listing in self._market.world.listed()}
        return answer({"gpu_names": sorted(names)})


class _Account:
    """The user and what was charged."""

    def __init__(self, market: Market) -> None:
        self._market = market

    async def user(self, _request: web.Request) -> web.Response:
        """Answer with the account; what can be spent is `credit`, without what is held; `balance` stays 0."""
        world = self._market.world
        return answer(
            {
                "id": world.account.id,
                "username": "renter",
                "email": world.account.email,
                "balance": 0.0,
                "credit": round(world.credit - world.held("vast"), 6),
                "ssh_key": "",
                "sid": "sandbox",
                "can_pay": True,
                "has_billing": True,
            }
        )

    async def charges(self, request: web.Request) -> web.Response:
        """Answer with rows by instance and UTC day; `select_filters` must name the days."""
        day = json_query(request, "select_filters", dict[str, dict[str, Any]], {}).get("day", {})
        if not {"gte", "lte"} <= set(day):
            return NO_CHARGES_RANGE.response()
        world = self._market.world
        rented = [each for each in world.ever_rented() if each.market == "vast"]
        rows = vast_charges.rows(rented, float(day["gte"]), float(day["lte"]), world.now)
        if request.query.get("latest_first") == "true":
            rows.reverse()
        start = int_query(request, "after_token", 0)
        size = min(int_query(request, "limit", 100), _MOST_CHARGES)
        shown = rows[start : start + size]
        more = start + size < len(rows)
        return answer(
            {
                "success": True,
                "count": len(shown),
                "total": len(rows),
                "next_token": str(start + size) if more else None,
                "results": shown,
            }
        )
