"""The command line as a user's shell starts it: a process of its own, between a stand-in Slack and marketplace."""

import asyncio
import os
import re
import signal
import sys
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.sandbox.clock import SandboxClock
from bot.sandbox.market import MarketStandIn
from bot.sandbox.slack import SlackStandIn

RUNSITTER = Path(sys.executable).with_name("runsitter")
SECRET = re.compile(r"not-a-secret|sandbox-(vast|cloudj)-key")
PATIENCE = 30.0
"""Seconds that a process has to start, and to end: it shares two cores with other tests."""


@dataclass(frozen=True)
class Ended:
    """How a process ended: its exit code and what it printed."""

    code: int
    out: str
    err: str


class Process:
    """A process that runs; `ended` waits for its end and looks at what it printed."""

    def __init__(self, process):
        self._process = process

    def told(self, number: signal.Signals) -> None:
        """Send it a signal."""
        self._process.send_signal(number)

    async def ended(self) -> Ended:
        """Wait for its end. Whatever was done: no secret, no traceback and no warning of Python's was printed."""
        async with asyncio.timeout(PATIENCE):
            out, err = ((text or b"").decode() for text in await self._process.communicate())
        assert not SECRET.search(out + err)
        assert "Traceback" not in out + err
        assert "Warning" not in err
        return Ended(self._process.returncode, out, err)


@pytest.fixture
def clock():
    """Real time, from a fixed instant on."""
    return SandboxClock()


@pytest.fixture
async def market(clock):
    """Run a small market, in both dialects."""
    async with MarketStandIn.make(listings=200, seed=7, clock=clock) as standin:
        yield standin


@pytest.fixture
async def slack(clock):
    """Run a workspace."""
    async with SlackStandIn(now=clock.now) as standin:
        yield standin


@pytest.fixture
def market_environ(market):
    """Give the settings of both marketplaces."""
    return {
        "VAST_URL": market.vast_url,
        "VAST_API_KEY": market.vast_key,
        "CLOUDJ_API_URL": market.cloudj_url,
        "CLOUDJ_API_KEY": market.cloudj_key,
    }


@pytest.fixture
def environ(slack, market_environ, tmp_path):
    """Give all that the bot needs; a test may change it."""
    return market_environ | {
        "SLACK_BOT_TOKEN": slack.bot_token,
        "SLACK_APP_TOKEN": slack.app_token,
        "SLACK_API_URL": slack.api_url,
        "RUNSITTER_CHANNEL": slack.channel_id,
        "RUNSITTER_TIMEZONE": "Europe/Berlin",
        "RUNSITTER_DATA_DIR": str(tmp_path / "data"),
        "RUNSITTER_HTTP": "off",
    }


@pytest.fixture
def starts(tmp_path):
    """Start `runsitter` with words and settings, in a folder without `.env`; it is ended with the block.

    `through` is a command that runs it, given its own command as arguments.
    """

    @asynccontextmanager
    async def start(*words, environ, stdout=asyncio.subprocess.PIPE, through=()):
        bare = {name: os.environ[name] for name in ("PATH", "HOME", "TZ")}
        process = await asyncio.create_subprocess_exec(
            *through,
            RUNSITTER,
            *words,
            cwd=tmp_path,
            env=bare | {"PYTHONWARNINGS": "default"} | environ,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=stdout,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            yield Process(process)
        finally:
            if process.returncode is None:
                process.kill()
                await process.communicate()

    return start


@pytest.fixture
def runs(starts):
    """Run `runsitter` to its end."""

    async def run(*words, environ, **more):
        async with starts(*words, environ=environ, **more) as process:
            return await process.ended()

    return run


@pytest.fixture
def until():
    """Wait until something is so that only another process brings about."""

    async def wait(look):
        async with asyncio.timeout(PATIENCE):
            while not look():  # noqa: ASYNC110 - nothing in this process tells of it
                await asyncio.sleep(0.02)

    return wait
