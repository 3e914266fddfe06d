"""The whole bot under a clock that only the test moves: a stand-in Slack and marketplace, the real bot between them."""

import asyncio
import logging
import socket
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from functools import cache

import pytest
from stepping import HostClock, SteppedClock

from bot.app.run import run_bot
from bot.config import load_settings
from bot.sandbox.market import MarketStandIn
from bot.sandbox.market.generate import listings
from bot.sandbox.market.market import Market
from bot.sandbox.market.world import World
from bot.sandbox.slack import SlackStandIn
from bot.slack.errors import PortTaken
from bot.slack.http_mode import PATH

START = datetime(2026, 11, 30, 12, tzinfo=UTC)
"""A Monday. The team lives in Berlin, where it is an hour later then."""
DAY, HOUR, MINUTE, SECOND = (timedelta(seconds=n) for n in (86400, 3600, 60, 1))

_AWAKE = 65 * SECOND
"""So long it is awake between two times of being suspended: for one wake, and what that leaves to be said."""

_LISTINGS = 1000
_TRIES = 5

SLACK_FAULTS = {
    "500, not accepted": lambda faults: faults.status("chat.postMessage", 500),
    "500, accepted": lambda faults: faults.status("chat.postMessage", 500, accepted=True),
    "cut, not accepted": lambda faults: faults.drop("chat.postMessage"),
    "cut, accepted": lambda faults: faults.drop("chat.postMessage", accepted=True),
    "internal_error, accepted": lambda faults: faults.error("chat.postMessage", "internal_error", accepted=True),
    "internal_error": lambda faults: faults.error("chat.postMessage", "internal_error", times=3),
    "429": lambda faults: faults.rate_limit("chat.postMessage", retry_after=60, times=2),
}
"""What becomes of the next posts; of those that are accepted only the answer is lost."""


class Sitter:
    """The bot: started, stopped and started anew on one database, and what it said.

    `clock` is time itself, as the world and Slack know it; `host` is the clock that the bot goes by.
    """

    def __init__(self, slack, market, clock, environ):
        self.slack, self.market, self.clock, self.environ = slack, market, clock, environ
        self.host = HostClock(clock)
        self.world, self.ada, self.ben = market.world, slack.person("ada"), slack.person("ben")
        self.mishaps_expected = False
        self._running = self._address = None

    @property
    def poll(self):
        """The time between two polls."""
        return timedelta(seconds=int(self.environ["RUNSITTER_POLL_SECONDS"]))

    @property
    def database(self):
        """The URL of the database that it keeps."""
        return self.environ.get("DATABASE_URL", f"sqlite:///{self.environ['RUNSITTER_DATA_DIR']}/runsitter.db")

    async def starts(self, **settings):
        """Start it, maybe with other settings, named as in the environment less RUNSITTER_; its first wake is over."""
        self.environ |= {f"RUNSITTER_{name.upper()}": str(value) for name, value in settings.items()}
        for _ in range(_TRIES):
            self._address = f"127.0.0.1:{_free_port()}"
            ready = load_settings(self.environ | {"RUNSITTER_HTTP": self._address}).for_run()
            self._running = asyncio.create_task(run_bot(ready, self.host), name="the bot")
            await self.settles()
            if not self._running.done() or not isinstance(self._running.exception(), PortTaken):
                break
        self._alive()
        self.takes_clicks()

    def takes_clicks(self):
        """Have Slack bring what people do to this bot, where there are several."""
        self.slack.http.request_url = f"http://{self._address}{PATH}"

    async def stops(self):
        """Stop it as a SIGTERM does."""
        running, self._running = self._running, None
        if running is not None:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    async def restarts(self, *, down=timedelta(0), **settings):
        """Stop it and start it anew, after so long."""
        await self.stops()
        self.clock.advance(down)
        await self.starts(**settings)

    async def settles(self):
        """Let it do all that can be done without time."""
        await self.clock.passes(0)

    async def passes(self, *, step=None, **span):
        """Let time pass (`hours=5`), from waking to waking. In steps, it is suspended for the most of each."""
        left = timedelta(**span)
        while step is not None and left >= step:
            await self.sleeps(seconds=(step - _AWAKE).total_seconds())
            await self.clock.passes(_AWAKE.total_seconds())
            left -= step
        await self.clock.passes(left.total_seconds())
        self._alive()

    async def polls(self, times=1):
        """Let so many polls go by."""
        await self.passes(seconds=self.poll.total_seconds() * times)

    async def sleeps(self, **span):
        """Suspend the whole machine for so long: all that was due in the meantime is late, at once."""
        await self.settles()
        self.clock.advance(timedelta(**span))
        await self.settles()

    async def hears(self, words, by=None, seconds=5):
        """Have somebody type something, and let a few seconds pass for the answer, which is given."""
        person = by or self.ada
        await person.types(words)
        await self.passes(seconds=seconds)
        return await person.sees()

    def rents(self, *, ends_in=30 * DAY, label=None, disk_gb=100, market="vast", **how):
        """Rent eight H100 SXM in the US, at work, whose contract ends then."""
        listing = next(one for one in self.world.listings.values() if self.world.is_free(one) and _is_plain(one))
        self.world.extend(listing.id, self.clock.now() + ends_in)
        instance = self.world.rent(listing.id, disk_gb=disk_gb, label=label, market=market, **how)
        self.world.set_gpu_use(instance.id, 97)
        return instance

    async def tracks(self, instance, name="llama-ft", words="for 72h out 10GB", **how):
        """Have ada track a machine; its card stands when this is over."""
        answer = await self.hears(f"/gpu track {instance.market}:{instance.id} as {name} {words}", **how)
        assert name in answer.says
        assert [name] == [run_of(one) for one in self.letters("card") if run_of(one) == name], answer.says
        return instance

    def letters(self, *kinds, to=None):
        """Give what the bot said of its own accord, oldest first; `to` is a channel's id, or a person."""
        place = to if to is None or isinstance(to, str) else self.slack.workspace.dm(to.id).id
        every = (one for one in self.slack.messages if payload_of(one) and place in (None, one.channel_id))
        return [one for one in every if not kinds or kind_of(one) in kinds]

    def alerts(self, to=None):
        """Give what was said that is neither a card nor a summary."""
        return [one for one in self.letters(to=to) if kind_of(one) not in {"card", "summary"}]

    def _alive(self):
        if self._running is not None and self._running.done():
            self._running.result()
            raise AssertionError("the bot has ended")


def payload_of(message):
    """Give what a message's metadata say; nothing for an answer."""
    return (message.metadata or {}).get("event_payload", {})


def kind_of(message):
    """Give the kind of a message."""
    return payload_of(message)["kind"]


def run_of(message):
    """Give the name of the run that a message is about."""
    return payload_of(message)["run"]


def key_of(message):
    """Give the key of a message."""
    return payload_of(message)["key"]


def kinds(messages):
    """Give the kinds of messages, in their order."""
    return [kind_of(one) for one in messages]


def _free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def _is_plain(listing):
    machine = listing.machine
    return (listing.gpus, machine.country, machine.card.name) == (8, "US", "H100 SXM") and machine.vericode == 1


@cache
def _offers(start):
    """Give what is on offer, which takes a while to make up and never changes."""
    return tuple(listings(_LISTINGS, seed=7, now=start.timestamp()))


async def standing_in(stack, folder, start=START):
    """Give a bot that is not started yet, between a stand-in Slack and a small market, as long as the stack is open.

    Vast.ai alone, on an account that does not run dry. Over HTTP: a link that is silent for an hour is no link.
    """
    clock = SteppedClock(start)
    world = World(clock, list(_offers(start)))
    market = await stack.enter_async_context(MarketStandIn(Market(world)))
    slack = await stack.enter_async_context(SlackStandIn(now=clock.now))
    market.world.account.deposited = 1e6
    environ = {
        "SLACK_BOT_TOKEN": slack.bot_token,
        "SLACK_SIGNING_SECRET": slack.signing_secret,
        "SLACK_API_URL": slack.api_url,
        "VAST_URL": market.vast_url,
        "VAST_API_KEY": market.vast_key,
        "RUNSITTER_CHANNEL": slack.channel_id,
        "RUNSITTER_TIMEZONE": "Europe/Berlin",
        "RUNSITTER_POLL_SECONDS": "60",
        "RUNSITTER_DATA_DIR": str(folder),
    }
    sitter = Sitter(slack, market, clock, environ)
    stack.push_async_callback(sitter.stops)
    return sitter


@pytest.fixture
async def sitter(tmp_path, caplog):
    """Give a bot to be started; at the end Slack took all that it said, and nothing of its own went wrong."""
    caplog.set_level(logging.WARNING)
    async with AsyncExitStack() as stack:
        sitter = await standing_in(stack, tmp_path)
        yield sitter
    assert [] == sitter.slack.refused
    mishaps = [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR]
    assert sitter.mishaps_expected or [] == mishaps


@pytest.fixture
async def twin(sitter, tmp_path):
    """Give a second bot beside it, of another process, to be started on the same database."""
    other = tmp_path / "other"
    other.mkdir()
    twin = Sitter(sitter.slack, sitter.market, sitter.clock, sitter.environ | {"RUNSITTER_DATA_DIR": str(other)})
    yield twin
    await twin.stops()
