"""Real processes of the bot that can be killed, between a stand-in Slack and Cloudj."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from datetime import timedelta
from functools import cached_property
from pathlib import Path
from subprocess import PIPE

import pytest
from sqlalchemy import create_engine

from bot.sandbox.market.cloudj_rows import is_offered

HALF_A_DAY = timedelta(hours=12)
PATIENCE = 30.0
"""Seconds that anything may take: the cores are shared."""

_LOOK_EVERY = 0.02


async def until(look, what):
    """Wait until something is so that only another process brings about."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not (found := look()):  # noqa: ASYNC110 - nothing in this process tells of it
                await asyncio.sleep(_LOOK_EVERY)
    except TimeoutError:
        raise AssertionError(f"it never came about: {what}") from None
    return found


class Bot:
    """One process of the bot."""

    def __init__(self, pid, log, lives):
        self.pid, self._log, self._lives = pid, log, lives
        self._handle = os.pidfd_open(pid)
        self.is_over = False

    @property
    def log(self):
        """What it wrote."""
        return self._log.read_text()

    def send(self, number):
        """Send it a signal."""
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._handle, number)

    async def killed(self):
        """Kill it with SIGKILL, and wait until it is gone."""
        self.send(signal.SIGKILL)
        await self._ended()

    async def dies(self):
        """Wait until it has met its fate."""
        await self._ended()
        told = self.log
        assert "killed" in told, told

    def bury(self):
        """Leave nothing of it behind."""
        self.send(signal.SIGKILL)
        os.close(self._handle)

    async def _ended(self):
        """Wait until it is gone, whatever it died of, and Slack has lost it too."""
        gone, loop = asyncio.Event(), asyncio.get_running_loop()
        loop.add_reader(self._handle, gone.set)
        try:
            async with asyncio.timeout(PATIENCE):
                await gone.wait()
        except TimeoutError:
            raise AssertionError(f"it lives on: {self.log}") from None
        finally:
            loop.remove_reader(self._handle)
        self.is_over = True
        await self._lives.is_lost()


class Lives:
    """The bot's lives on one database: one after the other, or side by side."""

    def __init__(self, mother, environ, slack, folder):
        self._mother, self.environ, self._slack, self._folder = mother, environ, slack, folder
        self._all = []
        self.later = timedelta(0)

    @cached_property
    def _engine(self):
        own = f"sqlite:///{self.environ['RUNSITTER_DATA_DIR']}/runsitter.db"
        return create_engine(self.environ.get("DATABASE_URL", own), isolation_level="AUTOCOMMIT")

    def begin(self, *fate, **environ):
        """Start the bot, maybe with a fate (see `mother`), maybe with other settings."""
        log = self._folder / f"log-{len(self._all)}"
        log.touch()
        birth = {"log": str(log), "later": self.later.total_seconds(), "fate": fate or None}
        print(json.dumps(birth | {"environ": self.environ | environ}), file=self._mother.stdin, flush=True)
        bot = Bot(int(self._mother.stdout.readline()), log, self)
        self._all.append(bot)
        return bot

    async def connected(self):
        """Wait until Slack reaches all that live."""
        await self._slack.connected(len(self._living()), within=PATIENCE)

    async def is_lost(self):
        """Wait until Slack has noticed every death."""
        sockets = self._slack.socket.connections
        await until(lambda: len(sockets) <= len(self._living()), "Slack loses the connection")

    def pass_over(self, time, clock):
        """Let the lives to come, and the stand-ins, be so much later."""
        clock.advance(time)
        self.later += time

    def end(self):
        """Leave nothing behind."""
        for bot in self._all:
            bot.bury()
        self._engine.dispose()

    async def told(self, kind, times=1):
        """Wait until all that was decided stands in Slack and so many messages are of a kind; give them."""
        await until(lambda: len(self.of(kind)) >= times and not self.rows(_UNSAID), f"{times} of {kind}")
        return self.of(kind)

    def of(self, kind):
        """Give the messages of a kind that stand in Slack."""
        return [one for one in self._slack.messages if _payload(one).get("kind") == kind]

    def rows(self, query):
        """Ask the database."""
        with self._engine.connect() as connection:
            return connection.exec_driver_sql(query).all()

    def all_is_told_once(self):
        """Make sure of it: a message for each letter, under its timestamp, in the thread where it belongs."""
        told = {key: (ts, thread) for key, ts, thread in self.rows("SELECT key, ts, thread FROM letters")}
        said = [(_payload(one)["key"], one) for one in self._slack.messages if _payload(one)]
        times = Counter(key for key, _ in said)
        assert {} == {key: times[key] for key in told.keys() | times.keys() if (key in told, times[key]) != (True, 1)}
        places = {key: (one.ts, one.thread_ts) for key, one in said}
        assert {key: (ts, told[thread][0] if thread else None) for key, (ts, thread) in told.items()} == places

    def _living(self):
        return [bot for bot in self._all if not bot.is_over]


_UNSAID = "SELECT key FROM letters WHERE ts IS NULL AND state IN ('waiting', 'sending')"


def _payload(message):
    return (message.metadata or {}).get("event_payload", {})


@pytest.fixture(scope="module")
def mother():
    """Run the program that starts the bot fast."""
    program = str(Path(__file__).with_name("mother.py"))
    bare = {"PATH": os.environ["PATH"]}
    with subprocess.Popen([sys.executable, program], env=bare, stdin=PIPE, stdout=PIPE, text=True) as process:
        yield process
        process.stdin.close()


@pytest.fixture
def lives(mother, slack, market, clock, tmp_path):
    """Give the bot its lives: with Cloudj alone, which may be asked each second, and the summary half a day off."""
    market.world.account.deposited = 1e6
    environ = {
        "SLACK_BOT_TOKEN": slack.bot_token,
        "SLACK_APP_TOKEN": slack.app_token,
        "SLACK_API_URL": slack.api_url,
        "CLOUDJ_API_URL": market.cloudj_url,
        "CLOUDJ_API_KEY": market.cloudj_key,
        "RUNSITTER_CHANNEL": slack.channel_id,
        "RUNSITTER_TIMEZONE": "UTC",
        "RUNSITTER_SUMMARY_AT": f"{clock.now() + HALF_A_DAY:%H:%M}",
        "RUNSITTER_DATA_DIR": str(tmp_path / "data"),
        "RUNSITTER_HTTP": "off",
        "RUNSITTER_POLL_SECONDS": "1",
        "HOME": str(tmp_path),
        "TZ": "Pacific/Chatham",
    }
    lives = Lives(mother, environ, slack, tmp_path)
    yield lives
    lives.end()
    assert [] == slack.refused


@pytest.fixture
def rent(market):
    """Rent one machine after another of Cloudj."""
    world = market.world

    def rent(left=timedelta(days=30)):
        listing = next(one for one in world.listings.values() if world.is_free(one) and is_offered(one))
        world.extend(listing.id, world.clock.now() + left)
        return world.rent(listing.id, disk_gb=100, market="cloudj")

    return rent


@pytest.fixture
def tracks(slack):
    """Have ada track a machine."""

    async def track(instance, name="llama-ft", hours=72):
        await slack.person("ada").types(f"/gpu track cloudj:{instance.id} as {name} for {hours}h out 10GB")

    return track
