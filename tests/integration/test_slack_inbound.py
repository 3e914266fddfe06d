"""Slack's plumbing whole: client, watchdog, socket, Bolt and answers, against the stand-in Slack on loopback."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import UTC, datetime
from typing import Any

import pytest
from slack_sdk.signature import SignatureVerifier
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox.clock import SandboxClock
from bot.sandbox.slack.standin import SlackStandIn
from bot.slack.answer import answer
from bot.slack.backoff import Patience
from bot.slack.client import open_client
from bot.slack.dispatch import bolt_dispatch, build_bolt
from bot.slack.errors import BadAppToken, BadBotToken, LinkDisabled, SlackIsDeaf
from bot.slack.http_mode import PATH, HttpInbound
from bot.slack.message import Message
from bot.slack.people import is_ours, person_of
from bot.slack.responder import Outcome, Responder
from bot.slack.seen import Seen
from bot.slack.socket_mode import dialer
from bot.slack.startup import socket_url, who_are_we
from bot.slack.tasks import TaskSet
from bot.slack.watchdog import SocketSupervisor
from bot.slack.web import build_web, serving

START = datetime(2026, 11, 30, 12, tzinfo=UTC)


class Bot:
    """A bot with one command, connected to the stand-in; `clock` is the watchdog's and stands still."""

    def __init__(self, slack: SlackStandIn, client: AsyncWebClient) -> None:
        self.slack, self.client = slack, client
        self.clock = SandboxClock(START, rate=0)
        self.heard: list[str] = []
        self.outcomes: list[Outcome] = []
        self.tasks = TaskSet()
        self.supervisor: SocketSupervisor | None = None
        self.running: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Do what the start does, in Socket Mode."""
        identity = await who_are_we(self.client)
        url = await socket_url(self.client, self.slack.app_token)
        seen = Seen(self.clock)
        app = build_bolt(self.client, identity, seen)
        app.command("/gpu")(self._gpu)
        dial = dialer(self.client, self.slack.app_token, bolt_dispatch(app, seen), self.clock, first_url=url)
        self.supervisor = SocketSupervisor(dial, self.clock, jitter=lambda: 1.0)
        self.running = asyncio.ensure_future(self.supervisor.run())
        await self.slack.connected()
        await self.until(lambda: self.supervisor is not None and self.supervisor.health().fresh)

    async def stop(self) -> None:
        """Do what SIGTERM does."""
        if self.running is not None:
            self.running.cancel()
            with suppress(asyncio.CancelledError, SlackIsDeaf):
                await self.running
        await self.tasks.drain(self.clock, limit=1)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Let clock time pass, half a second for each turn of the loop, until something holds."""
        for _ in range(4000):
            if holds():
                return
            self.clock.advance(0.5)
            await asyncio.sleep(0.001)
        raise AssertionError("it never came to hold")

    @property
    def opens(self) -> int:
        """How often apps.connections.open was called."""
        return len(self.slack.calls("apps.connections.open"))

    async def _gpu(self, ack: Any, body: dict[str, Any]) -> None:
        await ack()
        assert is_ours(person_of(body), self.slack.team_id)
        assert self.client.session is not None
        responder = Responder(body["response_url"], self.client.session, self.clock, api_url=self.client.base_url)
        self.tasks.spawn(self._answer(responder, body["text"]), name="answering /gpu")

    async def _answer(self, responder: Responder, text: str) -> None:
        self.heard.append(text)

        async def work() -> Message:
            return Message(f"you said {text}")

        self.outcomes.append(await answer(responder, work(), Message("looking…"), self.clock))


@asynccontextmanager
async def _bot(slack: SlackStandIn) -> AsyncIterator[Bot]:
    async with open_client(slack.bot_token, SandboxClock(START, rate=3600), api_url=slack.api_url) as client:
        bot = Bot(slack, client)
        try:
            await bot.start()
            yield bot
        finally:
            await bot.stop()


@pytest.fixture
async def slack() -> AsyncIterator[SlackStandIn]:
    """Run the stand-in Slack."""
    async with SlackStandIn() as running:
        yield running


@pytest.fixture
async def bot(slack: SlackStandIn) -> AsyncIterator[Bot]:
    """Run a bot in Socket Mode."""
    async with _bot(slack) as running:
        yield running


async def _asks(bot: Bot, text: str) -> bool:
    """Type a command, and tell whether it was acknowledged and answered."""
    before = len(bot.outcomes)
    delivery = await bot.slack.person("ada").types(f"/gpu {text}")
    if not delivery.acked:
        return False
    await bot.until(lambda: len(bot.outcomes) > before)
    return bot.outcomes[-1] is Outcome.SENT


async def test_a_command_is_acknowledged_empty_and_answered_to_the_person_alone(bot: Bot) -> None:
    """Websocket in, ack out, ephemeral answer by the response_url; the start took two calls."""
    assert bot.opens == 1
    assert await _asks(bot, "help")
    assert bot.slack.messages[-1].text == "you said help"
    assert bot.slack.messages[-1].only_for == bot.slack.person("ada").id
    assert bot.slack.refused == []


async def test_a_payload_delivered_twice_is_handled_once(bot: Bot) -> None:
    """Case f138: the same envelope twice."""
    bot.slack.faults.deliver_twice()
    assert await _asks(bot, "help")
    assert bot.heard == ["help"]


async def test_after_the_line_was_cut_commands_work_again(bot: Bot) -> None:
    """Case f148: TCP gone without a word; a new URL, a new link, well within two minutes."""
    await bot.until(lambda: bot.clock.monotonic() > 100)
    cut_at = bot.clock.monotonic()
    bot.slack.socket.drop()
    await bot.until(lambda: bot.opens == 2 and bot.slack.socket.hellos == 2)
    assert bot.clock.monotonic() - cut_at < 120
    assert await _asks(bot, "help")


async def test_a_stale_url_is_never_dialed_again(bot: Bot) -> None:
    """The SDK dials a refused URL for ever; here each try asks for a new one, with growing pauses."""
    bot.slack.faults.refuse_handshakes(3)
    bot.slack.socket.drop()
    await bot.until(lambda: bot.slack.socket.hellos == 2)
    assert bot.opens == 5
    assert await _asks(bot, "help")


async def test_a_deaf_connection_is_rebuilt(bot: Bot) -> None:
    """Case f149: open, silent, not even a pong; no flag tells, the age of the last frame does."""
    bot.slack.socket.go_deaf()
    await bot.until(lambda: bot.slack.socket.hellos == 2)
    assert bot.supervisor is not None
    await bot.until(lambda: bot.supervisor is not None and bot.supervisor.health().reconnects == 1)
    assert bot.supervisor.health().last_error == "Slack fell silent"
    assert await _asks(bot, "help")


async def test_a_refresh_loses_no_command(bot: Bot) -> None:
    """Slack warns; the new link is there before the old one goes, and only one remains."""
    await bot.until(lambda: bot.clock.monotonic() > 100)
    await bot.slack.socket.disconnect("warning")
    assert await _asks(bot, "before")
    await bot.until(lambda: bot.slack.socket.hellos == 2 and len(bot.slack.socket.connections) == 1)
    assert await _asks(bot, "after")
    assert bot.heard == ["before", "after"]


async def test_socket_mode_switched_off_makes_no_storm(bot: Bot) -> None:
    """The SDK opened 1,990 connections in 3 s; here it is ten in ten minutes, and an exit that names the switch."""
    await bot.slack.socket.disable_link()
    assert bot.running is not None
    await bot.until(bot.running.done)
    with pytest.raises(LinkDisabled, match="switch it on"):
        await bot.running
    assert bot.opens <= Patience().tries
    assert bot.clock.monotonic() > 300


async def test_stopping_leaves_no_connection_behind(slack: SlackStandIn) -> None:
    """A ghost connection would take every other click of the next process."""
    async with _bot(slack):
        assert len(slack.socket.connections) == 1
    async with asyncio.timeout(5):
        while slack.socket.connections:  # noqa: ASYNC110 - the far end notices over loopback
            await asyncio.sleep(0.001)


async def test_a_second_bot_on_the_same_token_is_noticed(bot: Bot) -> None:
    """Hello counts two where one was expected."""
    async with _bot(bot.slack) as second:
        assert second.supervisor is not None
        assert second.supervisor.health().crowded


async def test_bad_tokens_fail_the_start(slack: SlackStandIn) -> None:
    """The stand-in refuses as Slack does; each says which setting is wrong."""
    clock = SandboxClock(START, rate=3600)
    async with open_client("xoxb-wrong", clock, api_url=slack.api_url) as client:
        with pytest.raises(BadBotToken):
            await who_are_we(client)
        with pytest.raises(BadAppToken):
            await socket_url(client, "xapp-wrong")


async def test_http_mode_answers_the_same_command(slack: SlackStandIn) -> None:
    """Signed request in, 200 out, the same handler and answer."""
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(
            open_client(slack.bot_token, SandboxClock(START, rate=3600), api_url=slack.api_url)
        )
        bot = Bot(slack, client)
        seen = Seen(bot.clock)
        app = build_bolt(client, await who_are_we(client), seen)
        app.command("/gpu")(bot._gpu)
        inbound = HttpInbound(app, SignatureVerifier(slack.signing_secret), seen, bot.clock)
        port = await stack.enter_async_context(
            serving(build_web(inbound.health, bot.clock, routes=inbound.routes()), "127.0.0.1", 0)
        )
        slack.http.request_url = f"http://127.0.0.1:{port}{PATH}"
        assert await _asks(bot, "help")
        slack.faults.signature_age = 600
        assert not await _asks(bot, "late")
        assert bot.heard == ["help"]
        await bot.stop()
