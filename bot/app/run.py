"""The bot: Slack in, the use cases, Slack out, until it is told to stop."""

import asyncio
import contextlib
import logging
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

from aiohttp.web import RouteDef
from slack_bolt.app.async_app import AsyncApp
from slack_sdk.signature import SignatureVerifier
from slack_sdk.web.async_client import AsyncWebClient

from bot.app.desk import build_desk
from bot.app.markets import open_markets
from bot.app.watch import open_database, watching
from bot.app.watch_status import unwell, watch_metrics
from bot.config import RunSettings
from bot.errors import BadSetting
from bot.ports import Clock
from bot.slack.client import open_client
from bot.slack.dispatch import bolt_dispatch, build_bolt
from bot.slack.http_mode import HttpInbound
from bot.slack.inbound import Inbound
from bot.slack.seen import Seen
from bot.slack.socket_mode import dialer
from bot.slack.startup import socket_url, who_are_we
from bot.slack.tasks import TaskSet
from bot.slack.watchdog import SocketSupervisor
from bot.slack.web import build_web, serving
from bot.timing import cancelled
from bot.watch.station import Station
from handlers.register import register

log = logging.getLogger(__name__)

DRAIN_WITHIN = 5.0
"""Seconds that answers in the making have after a SIGTERM; docker kills ten seconds after it."""


async def run_bot(settings: RunSettings, clock: Clock, *, started: asyncio.Event | None = None) -> None:
    """Run until SIGTERM, SIGINT or cancellation. Raises SlackTrouble or BadSetting when it can't; sets `started`."""
    told = asyncio.Event()
    with _signals_set(told):
        serving = asyncio.create_task(_serve(settings, clock, started), name="the bot")
        stop = asyncio.create_task(told.wait(), name="waiting for a signal")
        try:
            await asyncio.wait({serving, stop}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stop.cancel()
            if not serving.done():
                serving.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await serving


async def _serve(settings: RunSettings, clock: Clock, started: asyncio.Event | None) -> None:
    async with _bot(settings, clock) as (inbound, station):
        if started is not None:
            started.set()
        hearing = asyncio.create_task(inbound.run(), name="hearing Slack")
        sitting = asyncio.create_task(station.run(), name="watching")
        try:
            await asyncio.wait((hearing, sitting), return_when=asyncio.FIRST_COMPLETED)
            for over in (hearing, sitting):
                if over.done():
                    over.result()
        finally:
            await cancelled(hearing, sitting)


@asynccontextmanager
async def _bot(settings: RunSettings, clock: Clock) -> AsyncIterator[tuple[Inbound, Station]]:
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(open_database(settings))
        token = settings.slack_bot_token.get_secret_value()
        client = await stack.enter_async_context(open_client(token, clock, api_url=settings.slack_api_url))
        identity = await who_are_we(client)
        markets = await stack.enter_async_context(open_markets(settings, clock))
        seen = Seen(clock)
        app = build_bolt(client, identity, seen)
        inbound, routes = await _inbound(settings, clock, client, app, seen)
        tasks = TaskSet()
        stack.push_async_callback(tasks.drain, clock, limit=DRAIN_WITHIN)
        watch = await stack.enter_async_context(
            watching(settings, clock, client, markets, database, lambda: inbound.health().fresh)
        )
        register(app, build_desk(settings, clock, client, identity, markets, tasks, inbound, watch))
        if settings.http is not None:
            web = build_web(
                inbound.health, clock, routes=routes, more=partial(watch_metrics, watch), unwell=partial(unwell, watch)
            )
            await stack.enter_async_context(serving(web, settings.http.host, settings.http.port))
        log.info("Runsitter serves %s in %s mode", identity.team, settings.mode)
        yield inbound, watch.station


async def _inbound(
    settings: RunSettings, clock: Clock, client: AsyncWebClient, app: AsyncApp, seen: Seen
) -> tuple[Inbound, list[RouteDef]]:
    token, secret = settings.slack_app_token, settings.slack_signing_secret
    if token is not None:
        app_token = token.get_secret_value()
        first = await socket_url(client, app_token)
        dial = dialer(client, app_token, bolt_dispatch(app, seen), clock, first_url=first)
        return SocketSupervisor(dial, clock), []
    if secret is None:
        raise BadSetting(*settings.lacking())
    over_http = HttpInbound(app, SignatureVerifier(secret.get_secret_value()), seen, clock)
    return over_http, over_http.routes()


@contextlib.contextmanager
def _signals_set(told: asyncio.Event) -> Iterator[None]:
    """Have SIGTERM and SIGINT set an event as long as the block lasts."""
    loop = asyncio.get_running_loop()
    taken = []
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):  # not the main thread: nothing to take
            loop.add_signal_handler(number, told.set)
            taken.append(number)
    try:
        yield
    finally:
        for number in taken:
            loop.remove_signal_handler(number)
