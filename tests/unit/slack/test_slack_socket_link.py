import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from slack_sdk.socket_mode.request import SocketModeRequest

from bot.slack.client import open_client
from bot.slack.errors import LinkDisabled, NoHello
from bot.slack.link import Goodbye
from bot.slack.socket_link import PING_EVERY, SocketLink
from bot.slack.socket_mode import dialer, open_link

HELLO = {"type": "hello", "num_connections": 1}


class Server:
    """The far end of a websocket: sends what it is told, keeps what it gets."""

    def __init__(self) -> None:
        self.url = ""
        self.greeting: list[Any] = [HELLO]
        self.got: asyncio.Queue[aiohttp.WSMessage] = asyncio.Queue()
        self.sockets: list[web.WebSocketResponse] = []
        self.requests: list[web.Request] = []

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one websocket."""
        ws = web.WebSocketResponse(autoping=False)
        await ws.prepare(request)
        self.sockets.append(ws)
        self.requests.append(request)
        for message in self.greeting:
            await ws.send_json(message)
        async for frame in ws:
            self.got.put_nowait(frame)
        return ws

    async def next_ack(self) -> Any:
        """Give the next text frame."""
        while True:
            frame = await self.got.get()
            if frame.type is aiohttp.WSMsgType.TEXT:
                return json.loads(frame.data)


def envelope(number: int) -> dict[str, Any]:
    """Make a command's envelope."""
    return {"type": "slash_commands", "envelope_id": f"e-{number}", "payload": {"command": "/gpu"}}


async def acked(request: SocketModeRequest) -> dict[str, Any]:
    """Acknowledge."""
    return {"envelope_id": request.envelope_id}


@pytest.fixture
async def server(serve: Any) -> Server:
    """Run the far end."""
    far = Server()
    far.url = await serve([web.get("/link", far.handle)]) + "link?ticket=made-up"
    return far


@pytest.fixture
async def link(server: Server, session: aiohttp.ClientSession, clock: Any) -> AsyncIterator[SocketLink]:
    """Give an open link that acknowledges everything."""
    opened = await open_link(server.url, session, acked, clock)
    yield opened
    await opened.close()


async def test_an_envelope_is_acknowledged(server: Server, link: SocketLink) -> None:
    """Each with its own id."""
    for number in (1, 2):
        await server.sockets[0].send_json(envelope(number))
    acks = [await server.next_ack() for _ in range(2)]
    assert acks == [{"envelope_id": "e-1"}, {"envelope_id": "e-2"}]
    assert link.connections == 1


async def test_a_slow_envelope_holds_up_no_other(server: Server, session: aiohttp.ClientSession, clock: Any) -> None:
    """A handler that hangs delays its own ack alone."""
    gate = asyncio.Event()

    async def first_hangs(request: SocketModeRequest) -> dict[str, Any]:
        if request.envelope_id == "e-1":
            await gate.wait()
        return {"envelope_id": request.envelope_id}

    link = await open_link(server.url, session, first_hangs, clock)
    for number in (1, 2):
        await server.sockets[0].send_json(envelope(number))
    assert await server.next_ack() == {"envelope_id": "e-2"}
    gate.set()
    assert await server.next_ack() == {"envelope_id": "e-1"}
    await link.close()


@pytest.mark.parametrize("frame", ["", "null", "[]", "{", '{"type": 3}', '{"type":"x","envelope_id":"e","payload":[]}'])
async def test_a_frame_that_makes_no_sense_is_passed_over(server: Server, link: SocketLink, frame: str) -> None:
    """The link lives on and the next envelope is answered."""
    await server.sockets[0].send_str(frame)
    await server.sockets[0].send_json(envelope(1))
    assert await server.next_ack() == {"envelope_id": "e-1"}
    assert not link.ended.done()


async def test_slacks_pings_are_answered(server: Server, link: SocketLink) -> None:
    """With the same content."""
    await server.sockets[0].ping(b"Ping from applink")
    frame = await server.got.get()
    assert (frame.type, frame.data) == (aiohttp.WSMsgType.PONG, b"Ping from applink")
    assert link.silent_for() == 0


async def test_we_ping_and_a_pong_is_a_sign_of_life(
    server: Server, link: SocketLink, clock: Any, pass_time: Any
) -> None:
    """Every ten seconds; what comes back sets the age to nothing."""
    await pass_time(PING_EVERY)
    assert (await server.got.get()).type is aiohttp.WSMsgType.PING
    assert link.silent_for() == PING_EVERY
    await server.sockets[0].pong()
    while link.silent_for():  # noqa: ASYNC110 - real loopback traffic, watched from outside
        await asyncio.sleep(0.001)
    clock.advance(3)
    assert link.silent_for() == 3


@pytest.mark.parametrize(
    ("reason", "why"), [("refresh_requested", Goodbye.REFRESH), ("link_disabled", Goodbye.DISABLED)]
)
async def test_a_disconnect_ends_the_link_but_what_comes_after_is_still_acknowledged(
    server: Server, link: SocketLink, reason: str, why: Goodbye
) -> None:
    """Slack warns seconds before it closes; until then it may deliver. Nothing reconnects by itself."""
    await server.sockets[0].send_json({"type": "disconnect", "reason": reason})
    assert await link.ended is why
    await server.sockets[0].send_json(envelope(1))
    assert await server.next_ack() == {"envelope_id": "e-1"}
    assert len(server.sockets) == 1


async def test_a_line_that_breaks_ends_the_link(server: Server, link: SocketLink) -> None:
    """Cut without a word."""
    transport = server.requests[0].transport
    assert transport is not None
    transport.abort()
    assert await link.ended is Goodbye.CLOSED


async def test_a_server_that_closes_ends_the_link(server: Server, link: SocketLink) -> None:
    """Closed in good order."""
    closing = asyncio.ensure_future(server.sockets[0].close())
    assert await link.ended is Goodbye.CLOSED
    await closing


async def test_closing_lets_what_has_arrived_be_acknowledged(
    server: Server, session: aiohttp.ClientSession, clock: Any
) -> None:
    """On stop a click that came this instant still gets its ack."""
    gate, taken = asyncio.Event(), asyncio.Event()

    async def slowly(request: SocketModeRequest) -> dict[str, Any]:
        taken.set()
        await gate.wait()
        return {"envelope_id": request.envelope_id}

    link = await open_link(server.url, session, slowly, clock)
    await server.sockets[0].send_json(envelope(1))
    await taken.wait()
    closing = asyncio.ensure_future(link.close())
    await asyncio.sleep(0)
    gate.set()
    assert await server.next_ack() == {"envelope_id": "e-1"}
    await closing


async def test_an_ack_for_a_line_that_broke_is_told_not_raised(
    server: Server, session: aiohttp.ClientSession, clock: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """Slack will say so to the person or send the event again."""
    gate, taken = asyncio.Event(), asyncio.Event()

    async def slowly(request: SocketModeRequest) -> dict[str, Any]:
        taken.set()
        await gate.wait()
        return {"envelope_id": request.envelope_id}

    link = await open_link(server.url, session, slowly, clock)
    await server.sockets[0].send_json(envelope(1))
    await taken.wait()
    transport = server.requests[0].transport
    assert transport is not None
    transport.abort()
    await link.ended
    gate.set()
    await link.close()
    assert [record.levelname for record in caplog.records if "ack" in record.getMessage()] == ["WARNING"]


async def test_a_handler_that_raises_costs_nothing_but_its_ack(
    server: Server, session: aiohttp.ClientSession, clock: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """It is told once; the next envelope is answered."""

    async def fails_once(request: SocketModeRequest) -> dict[str, Any]:
        if request.envelope_id == "e-1":
            raise ValueError("no")
        return {"envelope_id": request.envelope_id}

    link = await open_link(server.url, session, fails_once, clock)
    for number in (1, 2):
        await server.sockets[0].send_json(envelope(number))
    assert await server.next_ack() == {"envelope_id": "e-2"}
    await link.close()
    assert caplog.text.count("answering a slash_commands envelope failed") == 1


async def test_without_hello_no_link_is_opened(
    server: Server, session: aiohttp.ClientSession, clock: Any, pass_time: Any
) -> None:
    """Ten seconds, then the attempt counts as failed and leaves nothing open."""
    server.greeting = []
    opening = asyncio.ensure_future(open_link(server.url, session, acked, clock))
    while not server.sockets:  # noqa: ASYNC110 - real loopback traffic, watched from outside
        await asyncio.sleep(0.001)
    while not opening.done():
        await pass_time(1)
    with pytest.raises(NoHello, match="within 10 s"):
        await opening


async def test_a_switched_off_socket_mode_is_told_apart_before_hello(
    server: Server, session: aiohttp.ClientSession, clock: Any
) -> None:
    """Slack may say it in place of hello."""
    server.greeting = [{"type": "disconnect", "reason": "link_disabled"}]
    with pytest.raises(LinkDisabled):
        await open_link(server.url, session, acked, clock)


async def test_each_dial_takes_a_url_of_its_own(server: Server, script: Any, answer_of: Any, clock: Any) -> None:
    """The start's URL serves once; every later link asks apps.connections.open again."""
    script.queue("apps.connections.open", answer_of(body={"ok": True, "url": server.url.replace("http", "ws") + "-2"}))
    async with open_client("xoxb-test", clock, api_url=script.url) as client:
        dial = dialer(client, "xapp-test", acked, clock, first_url=server.url)
        links = [await dial()]
        assert script.calls == []
        links.append(await dial())
        assert script.calls == ["apps.connections.open"]
        assert [request.query["ticket"] for request in server.requests] == ["made-up", "made-up-2"]
        for link in links:
            await link.close()


async def test_a_refused_handshake_is_an_error_of_that_one_attempt(
    serve: Any, session: aiohttp.ClientSession, clock: Any
) -> None:
    """The SDK would dial the same stale URL for ever; here the caller decides."""
    asked = []

    async def stale(request: web.Request) -> web.Response:
        asked.append(request.query_string)
        return web.Response(status=408)

    url = await serve([web.get("/link", stale)])
    with pytest.raises(aiohttp.WSServerHandshakeError):
        await open_link(f"{url}link?ticket=old", session, acked, clock)
    assert asked == ["ticket=old"]


async def test_a_link_outlives_the_sessions_time_limit(server: Server, clock: Any) -> None:
    """The limit is for answers of the Web API; a websocket stays open for hours."""
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=0.05)) as session:
        link = await open_link(server.url, session, acked, clock)
        await asyncio.sleep(0.1)  # longer than the limit, which is real time inside aiohttp
        await server.sockets[0].send_json(envelope(1))
        assert await server.next_ack() == {"envelope_id": "e-1"}
        await link.close()


async def test_a_frame_that_is_nested_too_deeply_is_dropped_and_the_link_lives(
    server: Server, session: aiohttp.ClientSession, clock: Any
) -> None:
    """Reading it takes more than the stack has; the next envelope is acknowledged."""
    link = await open_link(server.url, session, acked, clock)
    await server.sockets[0].send_str("[" * 100_000)
    await server.sockets[0].send_json(envelope(1))
    assert {"envelope_id": "e-1"} == await server.next_ack()
    assert not link.ended.done()
    await link.close()
