"""Keeps one good link to Slack: listens for signs of life, rebuilds calmly, and gives up when it can't.

Freshness is the age of the last frame, never a flag that says "connected" (cases f148, f149).
"""

import random
from collections.abc import Awaitable, Callable

import aiohttp

from bot.ports import Clock
from bot.slack.backoff import CALM, OpenBudget, Patience
from bot.slack.errors import LinkDisabled, SlackIsDeaf, SlackTrouble
from bot.slack.inbound import InboundHealth
from bot.slack.link import Goodbye, Link
from bot.slack.pulse import Pulse
from bot.timing import within

_CANNOT_OPEN = (SlackTrouble, aiohttp.ClientError, OSError, TimeoutError, ValueError)
"""ValueError: what the libraries say of an address that they can't read; it may quote it, so its words are not told."""


class SocketSupervisor:
    """Hears Slack in Socket Mode. `dial` opens one link that has said hello, or raises."""

    def __init__(
        self,
        dial: Callable[[], Awaitable[Link]],
        clock: Clock,
        *,
        patience: Patience = CALM,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self._dial = dial
        self._clock = clock
        self._patience = patience
        self._jitter = jitter
        self._budget = OpenBudget(clock, patience.opens_per_minute)
        self._pulse = Pulse(clock, fresh_for=patience.fresh_for, replicas=patience.replicas)
        self._links: list[Link] = []
        self._failures = 0
        self._least_delay = 0.0

    async def run(self) -> None:
        """Hear Slack until cancelled. Raises SlackIsDeaf (LinkDisabled) when rebuilding failed too often."""
        try:
            while True:
                link = await self._open()
                old, opened_at = tuple(self._links), self._clock.monotonic()
                self._links.append(link)
                self._pulse.opened(link)
                await self._close(old)
                why = await self._watch(link)
                lived = self._clock.monotonic() - opened_at
                if why is not Goodbye.REFRESH:  # else the old link serves until the new one has said hello
                    await self._close((link,))
                self._judge(why, lived)
        finally:
            await self._close(tuple(self._links))

    def health(self) -> InboundHealth:
        """Say how well Slack is heard right now."""
        return self._pulse.health()

    async def _open(self) -> Link:
        while True:
            delay = self._patience.delay(self._failures, self._jitter)
            await self._clock.sleep(max(delay, self._least_delay))
            await self._budget.spend()
            try:
                return await self._dial()
            except _CANNOT_OPEN as error:
                self._fail(_told(error), disabled=isinstance(error, LinkDisabled), cause=error)

    async def _watch(self, link: Link) -> Goodbye:
        while not await within(self._clock, self._patience.look_every, link.ended):
            if link.silent_for() > self._patience.silent_after:
                return Goodbye.SILENT
        return link.ended.result()

    def _judge(self, why: Goodbye, lived: float) -> None:
        """Decide how long to wait before the next link. One that lived long and was only refreshed costs nothing."""
        if lived >= self._patience.stable_after:
            self._failures = 0
            if why is Goodbye.REFRESH:
                self._least_delay = 0.0
                return
        self._fail(str(why), disabled=why is Goodbye.DISABLED)

    def _fail(self, why: str, *, disabled: bool = False, cause: BaseException | None = None) -> None:
        self._failures += 1
        self._least_delay = self._patience.longest_delay if disabled else 0.0
        told = self._pulse.failed(why)
        if self._failures >= self._patience.tries:
            raise (LinkDisabled if disabled else SlackIsDeaf)(told) from cause

    async def _close(self, links: tuple[Link, ...]) -> None:
        """Close links; one whose closing is cut short stays known, so that the end closes it again."""
        for link in links:
            await link.close()
            self._links.remove(link)
        if not self._links:
            self._pulse.closed()


def _told(error: Exception) -> str:
    """Say what kept a link from opening; some of aiohttp's and asyncio's errors have no words of their own."""
    if isinstance(error, LinkDisabled):
        return str(Goodbye.DISABLED)
    if isinstance(error, ValueError):
        return "an address that can't be read"
    return str(error) if isinstance(error, SlackTrouble) else f"{type(error).__name__} {error}".strip()
