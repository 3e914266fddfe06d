"""Whatever Slack, the network, kill -9 and take-overs do, in whatever order: every letter is told once."""

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.domain.letters import Kind, Letter, Priority
from bot.domain.letters.health import HealthMatter, HealthNote
from bot.sandbox.clock import SandboxClock
from bot.sandbox.slack import SlackStandIn
from bot.services.delivering import Delivery
from bot.slack.client import open_client
from bot.slack.messenger import Messenger
from bot.store import letters
from bot.store.engine import open_engine
from bot.store.store import Store
from bot.store.tables import metadata
from bot.store.ticker import guard, next_term

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
MORTAL, SAFE, BEN = "C0TRAINING", "C0SHARED01", "U0BEN00001"
POST = "chat.postMessage"
METHODS = st.sampled_from([POST, POST, POST, "conversations.history", "chat.update"])
LONG_ENOUGH = 400
"""Seconds in which all that waits goes out once nothing fails any more."""


def facts(text):
    """Say something."""
    return HealthNote(HealthMatter.GAP, NOW, NOW + timedelta(minutes=7), text)


class Deliveries(RuleBasedStateMachine):
    """Letters are put and revised while everything around them fails."""

    def __init__(self):
        super().__init__()
        self.runner = asyncio.Runner()
        self.stack = AsyncExitStack()
        self.put: list[Letter] = []
        self.last_words: dict[str, str] = {}
        # the order among equals holds as long as none of them fails for good
        self.patience = patch.object(import_module("bot.store.letters.due"), "PATIENCE", 10**6)

    def do(self, work):
        """Run in the machine's own event loop."""
        return self.runner.run(work)

    @initialize()
    def open(self):
        """Start a workspace, a store and a delivery."""
        self.do(self._open())
        self.patience.start()

    async def _open(self):
        folder = self.stack.enter_context(TemporaryDirectory())
        engine = open_engine(f"sqlite:///{Path(folder) / 'runsitter.db'}")
        metadata.create_all(engine)
        self.store = Store(engine)
        self.stack.push_async_callback(self.store.close)
        self.clock = SandboxClock(NOW, rate=0)
        self.slack = await self.stack.enter_async_context(SlackStandIn(now=self.clock.now))
        client = await self.stack.enter_async_context(
            open_client(self.slack.bot_token, self.clock, api_url=self.slack.api_url, answer_within=5.0)
        )
        self.messenger = Messenger(client, self.clock)
        await self.start()

    async def start(self, **how):
        """Start a process over what is in the store, which has its turn from now on."""
        term = await self.store.transact(next_term)
        self.delivery = Delivery(self.store, self.messenger, self.clock, guard=lambda c: guard(c, term), **how)

    @rule(channel=st.sampled_from([MORTAL, SAFE]), priority=st.sampled_from([Priority.DEADLINE, Priority.ALERT]))
    def say(self, channel, priority):
        """Put a letter."""
        self._put(f"letter {len(self.put)}", channel, priority, None)

    @precondition(lambda self: self.put)
    @rule(data=st.data())
    def answer(self, data):
        """Put an answer to an earlier letter, in its thread."""
        opener = data.draw(st.sampled_from([one for one in self.put if one.thread is None]))
        self._put(f"letter {len(self.put)}", opener.to, opener.priority, opener.key)

    @rule(channel=st.sampled_from([MORTAL, SAFE]), accepted=st.booleans(), seconds=st.integers(1, 5))
    def say_into_trouble(self, channel, accepted, seconds):
        """Put two letters while answers to posts are lost, and go on at once."""
        for _ in range(2):
            self.say(channel, Priority.ALERT)
        self.break_down(POST, accepted, "status")
        self.go_on(seconds)

    def _put(self, key, channel, priority, thread):
        letter = Letter(
            key=key,
            kind=Kind.DEADLINE,
            to=channel,
            facts=facts(f"{key}."),
            priority=priority,
            second=BEN,
            thread=thread,
        )
        self.put.append(letter)
        assert self.do(self.store.transact(letters.put, letter, self.clock.now()))

    @precondition(lambda self: any(one.to == SAFE for one in self.put))
    @rule(data=st.data())
    def revise(self, data):
        """Have a letter say something else."""
        letter = data.draw(st.sampled_from([one for one in self.put if one.to == SAFE]))
        words = f"{letter.key} in other words, no. {len(self.last_words)}."
        if self.do(self.store.transact(letters.revise, letter.key, facts(words), self.clock.now())):
            self.last_words[letter.key] = words

    @rule(method=METHODS, seconds=st.integers(1, 40))
    def rate_limit(self, method, seconds):
        """Slack asks to wait."""
        self.slack.faults.rate_limit(method, retry_after=seconds)

    @rule(method=METHODS, accepted=st.booleans(), fault=st.sampled_from(["status", "drop", "error"]))
    def break_down(self, method, accepted, fault):
        """Lose an answer, so that nobody knows what was done."""
        particulars = {"status": (method, 503), "drop": (method,), "error": (method, "internal_error")}[fault]
        getattr(self.slack.faults, fault)(*particulars, accepted=accepted)

    @rule()
    def archive(self):
        """Archive the channel, or bring it back."""
        is_archived = self.slack.workspace.channel(MORTAL).is_archived
        (self.slack.rooms.unarchive if is_archived else self.slack.rooms.archive)(MORTAL)

    @rule(seconds=st.integers(1, 20))
    def go_on(self, seconds):
        """Let time pass."""
        self.do(self._pass(seconds))

    @rule(steps=st.integers(0, 60))
    def kill(self, steps):
        """Kill the process in the middle of a pass, wherever it is after so many steps, and start the next."""
        self.do(self._kill(steps))

    @rule(steps=st.integers(0, 60))
    def take_over(self, steps):
        """Have another process take over in the middle of a pass that goes on, and learns of it only then."""
        self.do(self._take_over(steps))

    async def _take_over(self, steps):
        former = asyncio.create_task(self.delivery.pass_once(self.clock.now()))
        for _ in range(steps):
            await asyncio.sleep(0)
        await self.start(shared=True)
        await asyncio.gather(former, return_exceptions=True)

    async def _pass(self, seconds):
        for _ in range(seconds):
            await self.delivery.pass_once(self.clock.now())
            self.clock.advance(1)

    async def _kill(self, steps):
        dying = asyncio.create_task(self.delivery.pass_once(self.clock.now()))
        for _ in range(steps):
            await asyncio.sleep(0)
        dying.cancel()
        await asyncio.gather(dying, *self.delivery._lanes.values(), return_exceptions=True)
        await self.start()

    def _told(self):
        """Give all that stands in Slack of the letters: channel, key, message."""
        ours = [one for one in self.slack.messages if one.by_bot and one.metadata]
        keyed = [(one.channel_id, one.metadata["event_payload"]["key"], one) for one in ours]
        return [one for one in keyed if one[1].startswith("letter ")]

    @invariant()
    def nothing_is_told_twice(self):
        """Neither in its channel nor by its second way, nor by both."""
        if self.put:
            twice = [key for key, times in Counter(_first(key) for _, key, _ in self._told()).items() if times > 1]
            assert twice == []

    def teardown(self):
        """Let everything go well at last, and look at what was told."""
        try:
            if self.put:
                self.slack.faults.clear()
                self.slack.rooms.unarchive(MORTAL)
                self.do(self._empty())
                self._look_at_the_end()
        finally:
            self.patience.stop()
            self.do(self.stack.aclose())
            self.runner.close()

    async def _empty(self):
        """Let all go out that waits."""
        for _ in range(LONG_ENOUGH):
            backlog = await self.store.read(letters.backlog, self.clock.now())
            if not (backlog.posts or backlog.edits):
                return
            await self._pass(1)

    def _look_at_the_end(self):
        told = self._told()
        assert sorted(_first(key) for _, key, _ in told) == sorted(one.key for one in self.put)
        by_key = {_first(key): (channel, message) for channel, key, message in told}
        for letter in self.put:
            channel, message = by_key[letter.key]
            if letter.to == SAFE:
                assert channel == SAFE
                assert self.last_words.get(letter.key, f"{letter.key}.") in message.says
            if letter.thread is not None and by_key[letter.thread][0] == channel:
                assert message.thread_ts == by_key[letter.thread][1].ts
        self._look_at_the_order(told)

    def _look_at_the_order(self, told):
        place = {one.key: (number, one) for number, one in enumerate(self.put)}
        lines = {}
        for channel, key, _ in told:
            number, letter = place[_first(key)]
            if letter.thread is None:
                lines.setdefault((channel, letter.priority), []).append(number)
        assert lines == {line: sorted(numbers) for line, numbers in lines.items()}


def _first(key):
    return key.removesuffix("/2")


TestDeliveries = Deliveries.TestCase
TestDeliveries.settings = settings(max_examples=30, stateful_step_count=20)
