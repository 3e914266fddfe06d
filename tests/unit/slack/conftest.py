"""Clocks that never wait, and a small scripted Slack on loopback."""

import asyncio
import socket
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox.clock import SandboxClock
from bot.slack.client import open_client

START = datetime(2026, 11, 30, 12, tzinfo=UTC)
SETTLE = 15


class HastyClock:
    """A clock whose sleepers wake at once; it keeps how long they wanted to sleep."""

    def __init__(self) -> None:
        self.slept: list[float] = []
        self._passed = 0.0

    def now(self) -> datetime:
        """Give the one instant."""
        return START

    def monotonic(self) -> float:
        """Give the seconds slept so far."""
        return self._passed

    async def sleep(self, seconds: float) -> None:
        """Let the time pass at once."""
        self.slept.append(seconds)
        self._passed += seconds
        await asyncio.sleep(0)

    async def forever(self) -> None:
        """Wait until cancelled."""
        await asyncio.Event().wait()

    def skip(self, seconds: float) -> None:
        """Let time pass while nobody sleeps."""
        self._passed += seconds


@dataclass
class Answer:
    """What the scripted Slack answers once; `drop` closes the line without a word."""

    body: Any = field(default_factory=lambda: {"ok": True})
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    drop: bool = False


class Script:
    """A Web API and a response_url that answer what was queued, else ok, and remember what was asked."""

    def __init__(self) -> None:
        self.url = ""
        self.calls: list[str] = []
        self.bodies: list[Any] = []
        self._queued: defaultdict[str, deque[Answer]] = defaultdict(deque)

    @property
    def hook(self) -> str:
        """The response_url."""
        return f"{self.url}hook"

    def queue(self, method: str, *answers: Answer) -> None:
        """Answer the next calls of a method so."""
        self._queued[method].extend(answers)

    async def take(self, request: web.Request) -> web.Response:
        """Answer one request."""
        method = request.match_info["method"]
        self.calls.append(method)
        self.bodies.append(await request.json() if request.content_type == "application/json" else {})
        answer = self._queued[method].popleft() if self._queued[method] else Answer()
        if answer.drop:
            assert request.transport is not None
            request.transport.abort()
        if isinstance(answer.body, str):
            return web.Response(body=answer.body.encode(), status=answer.status, headers=answer.headers)
        return web.json_response(answer.body, status=answer.status, headers=answer.headers)


Serve = Callable[[Iterable[web.RouteDef]], Awaitable[str]]
PassTime = Callable[[float], Awaitable[None]]


@pytest.fixture
def clock() -> SandboxClock:
    """Give a clock that stands still until time is let pass."""
    return SandboxClock(START, rate=0)


@pytest.fixture
def pass_time(clock: SandboxClock) -> PassTime:
    """Let seconds pass on the clock, half a second at a time, with everybody running in between."""

    async def passing(seconds: float) -> None:
        await _settle()
        for _ in range(round(seconds * 2)):
            clock.advance(0.5)
            await _settle()

    return passing


@pytest.fixture
def hasty() -> HastyClock:
    """Give a clock whose sleepers wake at once."""
    return HastyClock()


@pytest.fixture
def answer_of() -> type[Answer]:
    """Give the type of a queued answer."""
    return Answer


@pytest.fixture
def free_port() -> int:
    """Give a port on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
async def serve() -> AsyncIterator[Serve]:
    """Serve routes on loopback and give the base URL, with a slash at its end."""
    async with AsyncExitStack() as stack:

        async def start(routes: Iterable[web.RouteDef]) -> str:
            app = web.Application()
            app.add_routes(routes)
            server = await stack.enter_async_context(TestServer(app))
            return str(server.make_url("/"))

        yield start


@pytest.fixture
async def script(serve: Serve) -> Script:
    """Run a scripted Slack."""
    scripted = Script()
    scripted.url = await serve([web.post("/{method}", scripted.take)])
    return scripted


@pytest.fixture
async def client(script: Script, hasty: HastyClock) -> AsyncIterator[AsyncWebClient]:
    """Our client, talking to the scripted Slack, with waits that don't wait."""
    async with open_client("xoxb-test", hasty, api_url=script.url) as made:
        yield made


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    """Give a session that is closed at the end."""
    async with aiohttp.ClientSession() as made:
        yield made


async def _settle() -> None:
    for _ in range(SETTLE):
        await asyncio.sleep(0)
