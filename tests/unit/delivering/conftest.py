"""A post office: a store, a stand-in Slack, the real client between them, and a clock that stands still by itself."""

from datetime import UTC, datetime, timedelta

import pytest
from databases import _templates, postgres, store, url

from bot.domain.letters import Kind, Letter, Priority
from bot.domain.letters.health import HealthMatter, HealthNote
from bot.sandbox.clock import SandboxClock
from bot.sandbox.slack import SlackStandIn
from bot.services.delivering import Delivery
from bot.slack.client import open_client
from bot.slack.messenger import Messenger
from bot.store import letters
from bot.store.tables import letters as table

__all__ = ["_templates", "postgres", "store", "url"]

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
TRAINING, ADMIN, BEN = "C0TRAINING", "C0ADMIN001", "U0BEN00001"


class Office:
    """Everything that has to do with letters, as a test asks of it. `delivery` is the process that runs."""

    def __init__(self, store, slack, messenger, clock):
        self.store, self.slack, self.messenger, self.clock = store, slack, messenger, clock
        self.delivery = self.started()

    def started(self, **changes):
        """Start another process over the same store."""
        self.delivery = Delivery(self.store, self.messenger, self.clock, **({"admin": ADMIN} | changes))
        return self.delivery

    async def put(self, *several):
        """Put letters."""
        for letter in several:
            assert await self.store.transact(letters.put, letter, self.clock.now())

    async def revise(self, key, facts):
        """Have a letter say something else."""
        assert await self.store.transact(letters.revise, key, facts, self.clock.now())

    async def begin(self, key="one"):
        """Take a letter in hand, as a process does that is then killed."""
        row = await self.row(key)
        assert await self.store.transact(letters.begin, row.id, self.clock.now())

    async def spoil(self, key):
        """Make a letter's row one of another version."""
        other = table.update().where(table.c.key == key).values(facts_type="Horoscope")
        await self.store.transact(lambda c: c.execute(other))

    async def row(self, key="one"):
        """Look a letter's row up."""
        return await self.store.read(letters.get, key)

    async def passes(self, seconds):
        """Let so many seconds pass, with a pass of the delivery at the start of each."""
        for _ in range(seconds):
            await self.delivery.pass_once(self.clock.now())
            self.clock.advance(1)

    def stands(self, channel=None):
        """Tell which letters stand in Slack, by time: their keys in a channel, or channel and key."""
        told = [one for one in self.slack.messages if one.by_bot and one.metadata]
        pairs = [(one.channel_id, one.metadata["event_payload"]["key"]) for one in told]
        return pairs if channel is None else [key for where, key in pairs if where == channel]

    def message(self, key="one"):
        """Give the one message of a letter."""
        (found,) = [one for one in self.slack.messages if one.metadata["event_payload"]["key"] == key]
        return found

    def dm(self, user):
        """Give the channel of the bot's direct messages with somebody."""
        return self.slack.workspace.dm(user).id

    def calls(self, method):
        """Count the calls of a Web API method."""
        return len(self.slack.calls(method))


@pytest.fixture
def backend(request):
    """Use SQLite, or what a test asks for; the store's own tests run on both."""
    return getattr(request, "param", "sqlite")


@pytest.fixture
async def office(store):
    """Open the office at noon on a Monday, UTC."""
    clock = SandboxClock(NOW, rate=0)
    async with (
        SlackStandIn(now=clock.now) as slack,
        open_client(slack.bot_token, clock, api_url=slack.api_url, answer_within=5.0) as client,
    ):
        yield Office(store, slack, Messenger(client, clock), clock)


@pytest.fixture
def says():
    """Give facts that say something."""

    def make(particular="one"):
        return HealthNote(HealthMatter.GAP, NOW, NOW + timedelta(minutes=7), particular)

    return make


@pytest.fixture
def a_letter(says):
    """Make a letter to the team's channel, with Ben as the second way."""

    def make(key="one", **changes):
        figures = {"kind": Kind.DEADLINE, "to": TRAINING, "facts": says(key), "priority": Priority.ALERT, "second": BEN}
        return Letter(key=key, **(figures | changes))

    return make
