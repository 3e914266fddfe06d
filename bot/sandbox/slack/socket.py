"""Socket Mode: one-use tickets, hello, pings, disconnects, each payload to one connection, acks by envelope."""

import asyncio
import contextlib
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from aiohttp import WSCloseCode, WSMsgType, web

from .delivery import Delivery
from .model import Json
from .workspace import APP_ID

if TYPE_CHECKING:
    from .standin import SlackStandIn

MOST_CONNECTIONS = 10
HOST = "applink-sandbox"
Reason = Literal["warning", "refresh_requested", "link_disabled", "too_many_websockets"]


@dataclass(slots=True, eq=False)
class Connection:
    """One open websocket. A deaf one stays open, but nothing is sent on it; it may still answer pings."""

    ws: web.WebSocketResponse
    request: web.Request
    deaf: bool = False
    pongs: bool = True
    delivered: list[str] = field(default_factory=list)


class SocketMode:
    """The server's side of Socket Mode, and what goes wrong with it."""

    def __init__(self, slack: "SlackStandIn") -> None:
        self._slack = slack
        self._tickets: set[str] = set()
        self._waiting: dict[str, asyncio.Future[Json]] = {}
        self._turn = 0
        self.connections: list[Connection] = []
        self.hellos = 0
        """How many connections were ever greeted."""
        self.late: list[str] = []
        """Envelopes that were acknowledged too late, twice, or never sent."""
        self.link_disabled = False

    def new_url(self) -> str:
        """Make a websocket URL that is good for one connection."""
        ticket = self._slack.workspace.ids.new("ticket-")
        self._tickets.add(ticket)
        return f"{self._slack.base_url.replace('http', 'ws', 1)}/link/?ticket={ticket}&app_id={APP_ID}"

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve one websocket from handshake to close; 408 for a ticket that is unknown or spent."""
        if self._slack.faults.handshakes:
            self._slack.faults.handshakes -= 1
            return web.Response(status=408)
        if (ticket := request.query.get("ticket", "")) not in self._tickets:
            return web.Response(status=408)
        self._tickets.discard(ticket)
        ws = web.WebSocketResponse(autoping=False, timeout=1.0)
        await ws.prepare(request)
        connection = Connection(ws, request)
        self.connections.append(connection)
        try:
            await self._serve(connection)
        finally:
            self.connections.remove(connection)
            self._slack.workspace.happenings.tell()
        return ws

    async def send(self, delivery: Delivery, patience: float) -> None:
        """Send a payload to the next connection in turn, and wait for its ack."""
        if not self.connections:
            delivery.outcome = "dispatch_failed"
            return
        self._turn += 1
        connection = self.connections[self._turn % len(self.connections)]
        ack = self._waiting.setdefault(delivery.envelope_id, asyncio.get_running_loop().create_future())
        if not connection.deaf:
            connection.delivered.append(delivery.envelope_id)
            with contextlib.suppress(ConnectionError):
                await connection.ws.send_json(delivery.envelope())
        try:
            answer = await asyncio.wait_for(asyncio.shield(ack), patience)
        except TimeoutError:
            delivery.outcome = "operation_timeout"
        else:
            delivery.outcome, delivery.answer = "acked", answer or None
        self._waiting.pop(delivery.envelope_id, None)

    async def disconnect(self, reason: Reason) -> None:
        """Tell every connection to go; all but a warning are closed after it."""
        for connection in list(self.connections):
            await self._dismiss(connection, reason)

    async def disable_link(self) -> None:
        """Switch Socket Mode off: every connection, now and later, is told `link_disabled`."""
        self.link_disabled = True
        await self.disconnect("link_disabled")

    def drop(self) -> None:
        """Cut the TCP connections without a word."""
        for connection in self.connections:
            if connection.request.transport is not None:
                connection.request.transport.abort()

    def go_deaf(self, *, pongs: bool = False) -> None:
        """Keep every connection open but send nothing on it any more, with `pongs` at least answers to pings."""
        for connection in self.connections:
            connection.deaf, connection.pongs = True, pongs

    async def close(self) -> None:
        """Close every connection in order."""
        for connection in list(self.connections):
            await connection.ws.close(code=WSCloseCode.GOING_AWAY)

    async def _serve(self, connection: Connection) -> None:
        if len(self.connections) > MOST_CONNECTIONS:
            await self._dismiss(connection, "too_many_websockets")
            return
        if self.link_disabled:
            await self._dismiss(connection, "link_disabled")
            return
        await connection.ws.send_json(self._hello())
        self.hellos += 1
        self._slack.workspace.happenings.tell()
        pinging = asyncio.create_task(self._ping(connection))
        try:
            async for frame in connection.ws:
                if frame.type is WSMsgType.TEXT:
                    self._take(frame.data)
                elif frame.type is WSMsgType.PING and connection.pongs:
                    await connection.ws.pong(frame.data)
        finally:
            pinging.cancel()
            await asyncio.gather(pinging, return_exceptions=True)

    def _hello(self) -> Json:
        return {
            "type": "hello",
            "num_connections": len(self.connections),
            "debug_info": {"host": HOST, "build_number": 1, "approximate_connection_time": 3600},
            "connection_info": {"app_id": APP_ID},
        }

    async def _ping(self, connection: Connection) -> None:
        while True:
            await asyncio.sleep(self._slack.ping_interval)
            if not connection.deaf:
                await connection.ws.ping(f"Ping from {HOST}".encode())

    async def _dismiss(self, connection: Connection, reason: Reason) -> None:
        notice = {"type": "disconnect", "reason": reason, "debug_info": {"host": HOST}}
        await connection.ws.send_json(notice)
        if reason != "warning":
            await connection.ws.close()

    def _take(self, frame: str) -> None:
        """Take an ack; whoever waits for its envelope gets the payload that it carries."""
        told = json.loads(frame)
        envelope_id = str(told.get("envelope_id"))
        ack = self._waiting.get(envelope_id)
        if ack is None or ack.done():
            self.late.append(envelope_id)
        else:
            ack.set_result(told.get("payload") or {})
        self._slack.workspace.happenings.tell()
