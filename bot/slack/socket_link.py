"""One websocket to Slack, from hello to goodbye. It never reconnects by itself; that is the watchdog's.

The SDK's client is not used here: it dials a stale URL for ever, answers every `disconnect` by an instant new
connection, takes ages from the wall clock, and keeps no reference to the tasks that handle envelopes.
"""

import asyncio
import contextlib
import json
import logging
from typing import Any

import aiohttp
from slack_sdk.socket_mode.request import SocketModeRequest

from bot.ports import Clock
from bot.slack.dispatch import Dispatch
from bot.slack.errors import LinkDisabled, NoHello
from bot.slack.link import Goodbye
from bot.slack.tasks import TaskSet
from bot.timing import cancelled, within

log = logging.getLogger(__name__)

PING_EVERY = 10.0
HELLO_WITHIN = 10.0
ACK_WITHIN = 3.0
_OVER = {aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSING, aiohttp.WSMsgType.CLOSED, aiohttp.WSMsgType.ERROR}


class SocketLink:
    """One connection. `ended` is done when Slack says goodbye or the line breaks; `connections` is hello's count."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse, dispatch: Dispatch, clock: Clock) -> None:
        loop = asyncio.get_running_loop()
        self.ended: asyncio.Future[Goodbye] = loop.create_future()
        self.connections: int | None = None
        self._ws = ws
        self._dispatch = dispatch
        self._clock = clock
        self._heard = clock.monotonic()
        self._greeted: asyncio.Future[None] = loop.create_future()
        self._answers = TaskSet()
        self._reader = loop.create_task(self._read(), name="reading from Slack")
        self._pinger = loop.create_task(self._ping(), name="pinging Slack")

    async def hello(self, patience: float = HELLO_WITHIN) -> None:
        """Wait for Slack's hello; raises NoHello after so many seconds or if the line breaks first, or LinkDisabled."""
        either: list[asyncio.Future[Any]] = [self._greeted, self.ended]
        first = asyncio.ensure_future(asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED))
        try:
            await within(self._clock, patience, first)
        finally:
            await cancelled(first)
        if self._greeted.done():
            return
        why = self.ended.result() if self.ended.done() else None
        if why is Goodbye.DISABLED:
            raise LinkDisabled
        raise NoHello(str(why) if why is not None else f"within {patience:g} s")

    def silent_for(self) -> float:
        """Give the seconds since the last frame of any kind: message, ping or pong."""
        return self._clock.monotonic() - self._heard

    async def close(self) -> None:
        """Let what has arrived be acknowledged, say goodbye, and leave no task behind."""
        with contextlib.suppress(aiohttp.ClientError, OSError):
            await self._answers.settle(self._clock, limit=0.0 if self._ws.closed else ACK_WITHIN)
            await cancelled(self._pinger, self._reader)
            await self._answers.drain(self._clock, limit=0.0 if self._ws.closed else ACK_WITHIN)
            await self._ws.close()
        self._end(Goodbye.CLOSED)

    async def _read(self) -> None:
        try:
            while (frame := await self._ws.receive()).type not in _OVER:
                self._heard = self._clock.monotonic()
                if frame.type is aiohttp.WSMsgType.PING:
                    await self._ws.pong(frame.data)
                elif frame.type is aiohttp.WSMsgType.TEXT:
                    self._take(frame.data)
        except (aiohttp.ClientError, OSError):
            log.info("the line to Slack broke")
        finally:
            self._end(Goodbye.CLOSED)

    async def _ping(self) -> None:
        with contextlib.suppress(aiohttp.ClientError, OSError):
            while True:
                await self._clock.sleep(PING_EVERY)
                await self._ws.ping()
        self._end(Goodbye.CLOSED)

    def _take(self, text: str) -> None:
        try:
            message = json.loads(text)
            kind = message.get("type")
            request = SocketModeRequest.from_dict(message)
        except (ValueError, AttributeError, RecursionError):
            log.warning("Slack sent a frame that can't be read, of %d characters", len(text))
            return
        if kind == "hello":
            self.connections = _count(message.get("num_connections"))
            self._greet()
        elif kind == "disconnect":
            self._end(Goodbye.of(message.get("reason")))
        elif request is not None:
            self._answers.spawn(self._answer(request), name=f"answering a {request.type} envelope")

    async def _answer(self, request: SocketModeRequest) -> None:
        ack = await self._dispatch(request)
        if ack is None:
            return
        try:
            await self._ws.send_str(json.dumps(ack))
        except (aiohttp.ClientError, OSError):
            log.warning("an ack for a %s envelope was lost with the line", request.type)

    def _greet(self) -> None:
        if not self._greeted.done():
            self._greeted.set_result(None)

    def _end(self, why: Goodbye) -> None:
        if not self.ended.done():
            self.ended.set_result(why)


def _count(told: Any) -> int | None:
    return told if isinstance(told, int) else None
