"""Bringing payloads to the bot: over Socket Mode, or signed over HTTP; events again if nobody acknowledges."""

import asyncio
from collections.abc import Coroutine
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from .model import Json
from .payloads import event_callback

if TYPE_CHECKING:
    from .standin import SlackStandIn

Kind = Literal["slash_commands", "interactive", "events_api"]
RETRY_DELAYS = (0.0, 60.0, 300.0)
"""Seconds before each retry of an event (docs.slack.dev/apis/events-api)."""


@dataclass(slots=True, eq=False)
class Delivery:
    """One payload on its way. `outcome` becomes `acked`, `operation_timeout` or `dispatch_failed`.

    `answer` is what the acknowledgement carried, `status` the HTTP status (0 in Socket Mode).
    """

    kind: Kind
    payload: Json
    envelope_id: str
    attempt: int = 0
    reason: str = ""
    outcome: str = ""
    answer: Json | None = None
    status: int = 0
    no_retry: bool = False

    @property
    def acked(self) -> bool:
        """Tell whether the bot acknowledged in time."""
        return self.outcome == "acked"

    def envelope(self) -> Json:
        """Wrap the payload for Socket Mode."""
        told: Json = {
            "envelope_id": self.envelope_id,
            "type": self.kind,
            "payload": self.payload,
            "accepts_response_payload": self.kind != "events_api",
        }
        if self.kind == "events_api":
            told |= {"retry_attempt": self.attempt, "retry_reason": self.reason}
        return told


class Transport(Protocol):
    """A way to the bot."""

    async def send(self, delivery: Delivery, patience: float) -> None:
        """Bring a payload and wait at most `patience` seconds for the ack; sets the delivery's outcome."""


class Courier:
    """Chooses the way, keeps the log, retries events."""

    def __init__(self, slack: "SlackStandIn") -> None:
        self._slack = slack
        self._tasks: set[asyncio.Task[object]] = set()
        self.log: list[Delivery] = []

    async def deliver(self, kind: Kind, payload: Json) -> Delivery:
        """Bring one payload, once (or twice, if that fault waits); interactive ones are never brought again."""
        delivery = Delivery(kind, payload, self._slack.workspace.ids.new("E"))
        await self._send(delivery)
        return delivery

    async def redeliver(self, delivery: Delivery) -> Delivery:
        """Bring an earlier payload again, in the same envelope, as a retry."""
        payload, attempt = deepcopy(delivery.payload), delivery.attempt + 1
        again = Delivery(delivery.kind, payload, delivery.envelope_id, attempt, "timeout")
        await self._send(again)
        return again

    async def event(self, event: Json) -> list[Delivery]:
        """Bring an event, again after each delay while it stays unacknowledged; every attempt is returned."""
        payload = event_callback(self._slack, event)
        attempts: list[Delivery] = []
        reason = ""
        for attempt, delay in enumerate((0.0, *self._slack.retry_delays)):
            await asyncio.sleep(delay)
            envelope_id = self._slack.workspace.ids.new("E")
            delivery = Delivery("events_api", deepcopy(payload), envelope_id, attempt, reason)
            await self._send(delivery)
            attempts.append(delivery)
            if delivery.acked or delivery.no_retry:
                break
            reason = "http_error" if delivery.outcome == "dispatch_failed" else "timeout"
        return attempts

    def spawn(self, work: Coroutine[object, object, object]) -> None:
        """Run a delivery that nobody waits for; it ends with the stand-in at the latest."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Give up every delivery under way."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _send(self, delivery: Delivery) -> None:
        self.log.append(delivery)
        transport: Transport = self._slack.http if self._slack.http.request_url else self._slack.socket
        times = 1
        if self._slack.faults.twice:
            self._slack.faults.twice -= 1
            times = 2
        await asyncio.gather(*[transport.send(delivery, self._slack.patience) for _ in range(times)])
        self._slack.workspace.happenings.tell()
