"""The stand-in marketplace as a server on loopback."""

from types import TracebackType
from typing import Self

from aiohttp import web
from aiohttp.typedefs import Middleware

from bot.sandbox.clock import SandboxClock
from bot.sandbox.market.cloudj import cloudj_routes
from bot.sandbox.market.limits import Limits
from bot.sandbox.market.market import Market, MarketFaults
from bot.sandbox.market.mischief import Handler
from bot.sandbox.market.vast import vast_routes
from bot.sandbox.market.wire import RequestLog, Seen, json_body
from bot.sandbox.market.world import World

HOST = "127.0.0.1"
_MOST_BODY = 16 * 1024 * 1024
_PATIENCE = 0.5
"""Seconds that open answers (slow ones, say) get when the server stops."""


def market_app(market: Market) -> web.Application:
    """Return both dialects as one application, which can be mounted under a prefix as well."""
    app = web.Application(middlewares=[_recorder(market)], client_max_size=_MOST_BODY)
    app.add_routes(vast_routes(market))
    app.add_routes(cloudj_routes(market))
    return app


def _recorder(market: Market) -> Middleware:
    @web.middleware
    async def record(request: web.Request, handler: Handler) -> web.StreamResponse:
        body = await json_body(request)
        market.requests.append(
            Seen(
                market.clock.now(),
                request.method,
                request.path,
                dict(request.query),
                body,
                dict(request.headers),
            )
        )
        return await handler(request)

    return record


class MarketStandIn:
    """Serves a market on a free port (or `port`) of 127.0.0.1 for as long as the context lasts."""

    def __init__(self, market: Market, *, port: int = 0) -> None:
        self.market = market
        self._wanted_port = port
        self._runner: web.AppRunner | None = None
        self.url = ""

    @classmethod
    def make(cls, *, listings: int = 3_000, seed: int = 1, clock: SandboxClock | None = None, port: int = 0) -> Self:
        """Make a stand-in over a fresh world, at real time unless a clock is given."""
        world = World.generate(clock or SandboxClock(), listings=listings, seed=seed)
        return cls(Market(world), port=port)

    async def __aenter__(self) -> Self:
        runner = web.AppRunner(market_app(self.market), access_log=None, shutdown_timeout=_PATIENCE)
        await runner.setup()
        await web.TCPSite(runner, HOST, self._wanted_port).start()
        self._runner = runner
        self.url = f"http://{HOST}:{runner.addresses[0][1]}"
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    @property
    def vast_url(self) -> str:
        """What VAST_URL would be: no trailing slash."""
        return self.url

    @property
    def cloudj_url(self) -> str:
        """What CLOUDJ_API_URL would be: no trailing slash."""
        return self.url

    @property
    def vast_key(self) -> str:
        """The one key that Vast.ai's dialect accepts."""
        return self.market.vast_key

    @property
    def cloudj_key(self) -> str:
        """The one key that Cloudj's dialect accepts."""
        return self.market.cloudj_key

    @property
    def world(self) -> World:
        """What is on offer, rented and owed."""
        return self.market.world

    @property
    def clock(self) -> SandboxClock:
        """The world's clock."""
        return self.market.clock

    @property
    def faults(self) -> MarketFaults:
        """The switches, `.vast` and `.cloudj`."""
        return self.market.faults

    @property
    def limits(self) -> Limits:
        """Vast.ai's rate limits; off unless `.enabled`."""
        return self.market.limits

    @property
    def requests(self) -> RequestLog:
        """The last requests, oldest first."""
        return self.market.requests
