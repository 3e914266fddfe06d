"""What the watchdog has noticed of the links to Slack, for `/gpu status`, health and metrics."""

import logging
from dataclasses import replace

from bot.ports import Clock
from bot.redact import redact
from bot.slack.inbound import InboundHealth
from bot.slack.link import Link

log = logging.getLogger(__name__)


class Pulse:
    """The latest of every sign. `fresh_for` is seconds without a sign after which Slack counts as not heard."""

    def __init__(self, clock: Clock, *, fresh_for: float, replicas: int) -> None:
        self._clock = clock
        self._fresh_for = fresh_for
        self._told = InboundHealth(mode="socket", fresh=False, expected=replicas)
        self._link: Link | None = None
        self._heard: float | None = None
        self._opened = 0

    def opened(self, link: Link) -> None:
        """Note a new link."""
        self._link = link
        self._told = replace(
            self._told,
            connected_since=self._clock.now(),
            connections=link.connections,
            reconnects=self._opened,
        )
        self._opened += 1
        log.info("connected to Slack")
        if self._told.crowded:
            counted, expected = link.connections, self._told.expected
            log.warning("Slack counts %s connections of this app, not %s: does another bot use it?", counted, expected)

    def closed(self) -> None:
        """Note that there is no link now."""
        self._listen()
        self._link = None
        self._told = replace(self._told, connected_since=None)

    def failed(self, why: str) -> str:
        """Note what went wrong, and give it without secrets; the same thing again is not logged again."""
        why = redact(why)
        if why != self._told.last_error:
            log.warning("the connection to Slack: %s", why)
        self._told = replace(self._told, last_error=why)
        return why

    def health(self) -> InboundHealth:
        """Say how well Slack is heard right now."""
        self._listen()
        age = None if self._heard is None else self._clock.monotonic() - self._heard
        return replace(self._told, fresh=age is not None and age <= self._fresh_for, heard_age=age)

    def _listen(self) -> None:
        if self._link is not None:
            self._heard = self._clock.monotonic() - self._link.silent_for()
