"""The whole sandbox: a marketplace, a Slack and the page, on loopback, for as long as the context lasts."""

import asyncio
import errno
from contextlib import AsyncExitStack
from math import inf
from typing import Self

from aiohttp import web

from bot.sandbox.clock import SandboxClock
from bot.sandbox.market import MarketStandIn
from bot.sandbox.market.machines import Listing
from bot.sandbox.page import Page
from bot.sandbox.slack import SlackStandIn

HOST = "127.0.0.1"
PORT = 8099
NEIGHBOURS = 20
"""So many ports after the wanted one are tried; then the system chooses."""

_GPUS = 8
_DEPOSITED = 2_500.0
_PATIENCE = 0.5
_TAKEN = (errno.EADDRINUSE, errno.EACCES)


class Sandbox:
    """Starts everything but the bot; `environ` are the settings with which a bot lives in it.

    The page takes `port`, or the next free one: see `port` once it runs. The clock goes at real time. `rented` is the
    machine that is rented already, "" where nothing is on offer.
    """

    def __init__(self, *, port: int = PORT, listings: int = 3_000, seed: int = 1) -> None:
        self.asked_port = port
        self.port = 0
        self.clock = SandboxClock()
        self.slack = SlackStandIn(now=self.clock.now)
        self.page = Page(self.slack)
        self._listings, self._seed = listings, seed
        self._market: MarketStandIn | None = None
        self.rented = ""
        self._stack = AsyncExitStack()

    @property
    def url(self) -> str:
        """The page's address."""
        return f"http://{HOST}:{self.port}/"

    @property
    def market(self) -> MarketStandIn:
        """The marketplace, once the sandbox runs."""
        if self._market is None:
            raise RuntimeError("the sandbox does not run yet")
        return self._market

    @property
    def environ(self) -> dict[str, str]:
        """Settings for the bot; where it keeps its data is the caller's to say."""
        return {
            "SLACK_BOT_TOKEN": self.slack.bot_token,
            "SLACK_APP_TOKEN": self.slack.app_token,
            "SLACK_API_URL": self.slack.api_url,
            "VAST_API_KEY": self.market.vast_key,
            "VAST_URL": self.market.vast_url,
            "CLOUDJ_API_KEY": self.market.cloudj_key,
            "CLOUDJ_API_URL": self.market.cloudj_url,
            "RUNSITTER_CHANNEL": self.slack.channel_id,
            "RUNSITTER_TIMEZONE": "UTC",
            "RUNSITTER_HTTP": "off",
            "RUNSITTER_POLL_SECONDS": "5",
        }

    async def heard(self) -> None:
        """Wait until a bot is connected to the stand-in Slack, for as long as that takes."""
        happenings = self.slack.workspace.happenings
        await happenings.until(lambda: True if self.slack.socket.connections else None, inf, str)

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as stack:
            # In a thread: the largest world takes seconds, in which a Ctrl-C must be heard.
            market = await asyncio.to_thread(self._make_market)
            self._market = await stack.enter_async_context(market)
            await stack.enter_async_context(self.slack)
            runner = await self._serve_page()
            stack.push_async_callback(runner.cleanup)
            stack.callback(self.page.close)
            self._stack = stack.pop_all()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._stack.aclose()

    def _make_market(self) -> MarketStandIn:
        """Make the market, with one machine rented already, so that there is something to sit with."""
        market = MarketStandIn.make(listings=self._listings, seed=self._seed, clock=self.clock)
        world = market.world
        world.account.deposited = _DEPOSITED
        best = max(filter(world.is_free, world.listed()), key=_worth_tracking, default=None)
        if best is not None:
            rented = world.rent(best.id, disk_gb=min(500.0, best.disk_gb), label="yours")
            world.set_gpu_use(rented.id, 96.0)
            self.rented = f"vast:{rented.id}"
        return market

    async def _serve_page(self) -> web.AppRunner:
        application = web.Application()
        application.add_routes(self.page.routes())
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=_PATIENCE)
        await runner.setup()
        await _listen(runner, self.asked_port)
        self.port = runner.addresses[0][1]
        return runner


def _worth_tracking(listing: Listing) -> tuple[bool, bool, float]:
    """Rank listings for a first try: eight H100 in the US, those first that last longest."""
    machine = listing.machine
    return (machine.card.name == "H100 SXM" and listing.gpus == _GPUS, machine.country == "US", listing.ends_at)


async def _listen(runner: web.AppRunner, wanted: int) -> None:
    """Listen on the wanted port, the next free one, or at last any."""
    last = min(wanted + NEIGHBOURS, 65535)
    for port in (*(range(wanted, last + 1) if wanted else ()), 0):
        try:
            await web.TCPSite(runner, HOST, port).start()
        except OSError as error:
            if error.errno not in _TAKEN:
                raise
        else:
            return
