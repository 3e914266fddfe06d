"""The watch, put together: the store, what is watched, what is delivered."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta

import httpx
from slack_sdk.web.async_client import AsyncWebClient

from bot.app.database import database_url
from bot.app.markets import has_key
from bot.config import RunSettings
from bot.ports import Clock, Marketplace
from bot.services.delivering import Delivery
from bot.services.tracking.runs import Runs
from bot.services.watching import Duty, Watch
from bot.slack.messenger import Messenger
from bot.slack.views.letters import render
from bot.store.opening import opened
from bot.store.store import Store
from bot.store.ticker import Ticker
from bot.watch.beat import Heartbeat
from bot.watch.station import Station

_POSTGRESQL = "postgresql"


@dataclass(frozen=True, slots=True)
class Database:
    """The opened database, and whether other processes may write there too."""

    store: Store
    ticker: Ticker
    shared: bool


@dataclass(frozen=True, slots=True)
class Watching:
    """What sits with the runs, and what people do with them."""

    station: Station
    runs: Runs
    watch: Watch
    delivery: Delivery
    heartbeat: Heartbeat


@asynccontextmanager
async def open_database(settings: RunSettings) -> AsyncIterator[Database]:
    """Open the database and bring it up to date. Raises DatabaseUnusable, DatabaseTooNew, AnotherRunsitter."""
    url = database_url(settings)
    async with opened(url) as (store, ticker):
        yield Database(store, ticker, shared=url.startswith(_POSTGRESQL))


@asynccontextmanager
async def watching(
    settings: RunSettings,
    clock: Clock,
    client: AsyncWebClient,
    markets: Sequence[Marketplace],
    database: Database,
    is_heard: Callable[[], bool],
) -> AsyncIterator[Watching]:
    """Put the watch together. The heartbeat goes out only while Slack is heard (case f149)."""
    duty = duty_of(settings)
    keyed = [market for market in markets if has_key(settings, market.name)]
    messenger = Messenger(client, clock, render=render)
    delivery = Delivery(
        database.store,
        messenger,
        clock,
        admin=duty.admin,
        channels=(duty.channel,),
        shared=database.shared,
        guard=database.ticker.guard,
    )
    watch = Watch(database.store, keyed, clock, duty, delivery.nudge)
    runs = Runs(database.store, keyed, clock, duty, watch.every, delivery.nudge)
    async with _heartbeat(_heartbeat_url(settings)) as heartbeat:
        beat = _beating(heartbeat, is_heard)
        station = Station(database.store, database.ticker, watch, delivery, clock, duty, beat)
        yield Watching(station, runs, watch, delivery, heartbeat)


def duty_of(settings: RunSettings) -> Duty:
    """Read from the settings what the watch is to do."""
    return Duty(
        channel=settings.channel,
        admin=settings.admin_channel,
        zone=settings.timezone,
        summary_at=settings.summary_at,
        every=timedelta(seconds=settings.poll_seconds),
    )


@asynccontextmanager
async def _heartbeat(url: str | None) -> AsyncIterator[Heartbeat]:
    """Give the heartbeat; what it calls with is made where there is something to call, for that takes a while."""
    if url is None:
        yield Heartbeat(None)
        return
    async with httpx.AsyncClient(follow_redirects=False) as client:
        yield Heartbeat((client, url))


def _heartbeat_url(settings: RunSettings) -> str | None:
    return None if settings.heartbeat_url is None else settings.heartbeat_url.get_secret_value()


def _beating(heartbeat: Heartbeat, is_heard: Callable[[], bool]) -> Callable[[], Awaitable[None]]:
    async def beat() -> None:
        if is_heard():
            await heartbeat.beat()

    return beat
