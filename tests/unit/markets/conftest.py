"""Marketplaces over scripted answers, on a clock that only sleeping moves."""

import json
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from bot.markets.cloudj import Cloudj
from bot.markets.vast import Vast

CAPTURED = datetime(2026, 8, 22, 18, 14, 42, tzinfo=UTC)
"""When the recorded offers were taken."""


class StillClock:
    """A clock that stands still but for `sleep` and `advance`."""

    def __init__(self):
        self.slept = []
        self._now = CAPTURED
        self._mono = 100.0

    def now(self):
        """Give the instant."""
        return self._now

    def monotonic(self):
        """Give seconds from an arbitrary start."""
        return self._mono

    def advance(self, seconds):
        """Let time pass."""
        self._now += timedelta(seconds=seconds)
        self._mono += seconds

    async def sleep(self, seconds):
        """Let time pass, and note it."""
        self.slept.append(seconds)
        self.advance(seconds)


class Provider:
    """Answers with the scripted responses in turn, the last one for ever, and keeps the requests."""

    def __init__(self):
        self.requests = []
        self.script = []

    def says(self, *responses):
        """Set the script."""
        self.script = [as_response(response) for response in responses]

    async def __call__(self, request):
        """Answer one request."""
        self.requests.append(request)
        response = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        if isinstance(response, Exception):
            raise response
        return await response(request) if callable(response) else response

    @property
    def bodies(self):
        """The JSON of every request."""
        return [json.loads(request.content) for request in self.requests]


def as_response(response):
    """Take a ready response or exception, (status, body, headers), or the object of a good answer."""
    if isinstance(response, httpx.Response | Exception) or callable(response):
        return response
    status, body, headers = (*response, {})[:3] if isinstance(response, tuple) else (200, response, {})
    if isinstance(body, str | bytes):
        kind = {"content-type": "text/html"} if status != 200 else {"content-type": "application/json"}
        return httpx.Response(status, content=body, headers=kind | headers)
    return httpx.Response(status, json=body, headers=headers)


@pytest.fixture
def clock():
    """Give a clock that stands at the instant of the recording."""
    return StillClock()


@pytest.fixture
def provider():
    """Give the provider to script."""
    return Provider()


@pytest.fixture
async def client(provider):
    """Give an httpx client that reaches the scripted provider alone."""
    async with httpx.AsyncClient(transport=httpx.MockTransport(provider)) as client:
        yield client


@pytest.fixture
def vast(client, clock):
    """Give Vast.ai with a key."""
    return Vast(client, url="https://vast.test", key="vast-test-key", clock=clock)


@pytest.fixture
def keyless_vast(client, clock):
    """Give Vast.ai without a key."""
    return Vast(client, url="https://vast.test", key=None, clock=clock)


@pytest.fixture
def cloudj(client, clock):
    """Give Cloudj with a key."""
    return Cloudj(client, url="https://cloudj.test/", key="cloudj-test-key", clock=clock)


@pytest.fixture(scope="session")
def recorded_offers(project):
    """Give the rows that a real search answered in August 2026."""
    path = project / "tests/data/vast_offers_datacentre_gpus_2026-08-22.json"
    return json.loads(path.read_text(encoding="utf-8"))["offers"]


@pytest.fixture(scope="session")
def recorded(project):
    """Give recorded and documented bodies by name."""
    path = project / "tests/data/vast_instances_and_errors.json"
    return {name: each["payload"] for name, each in json.loads(path.read_text(encoding="utf-8")).items()}


@pytest.fixture
def offer(recorded_offers):
    """Give a copy of one recorded row, to change."""
    return dict(recorded_offers[0])
