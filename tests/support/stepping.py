"""Time that only a test moves, and a loop that can tell when all is done that can be done without time."""

import asyncio
import math
import selectors
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from bot.sandbox.clock import SandboxClock

QUIET = 0.001
"""Real seconds without a byte from any socket, twice in a row, after which nothing is on its way any more."""

_SOON = 0.05
"""A timer of real time that is this near is waited for; those farther off are patience, which nothing here runs out."""

_TINY = 1e-5
"""Seconds in which nobody can tell two instants apart that were reckoned in different ways."""


class _Selector(selectors.DefaultSelector):
    """Tells whoever waits for it that nothing happens any more."""

    def __init__(self) -> None:
        super().__init__()
        self.working = 0
        self.waiting: list[asyncio.Future[None]] = []

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Wait for sockets; where that would be long, and nobody works, tell that all is quiet."""
        if not self.waiting or self.working or (timeout is not None and timeout < _SOON):
            return super().select(timeout)
        ready = super().select(QUIET) or super().select(QUIET)
        if not ready:
            for one in self.waiting:
                if not one.done():
                    one.set_result(None)
            self.waiting.clear()
        return ready


class QuietLoop(asyncio.SelectorEventLoop):
    """An event loop whose `quiet` comes when no task can go on, nobody works elsewhere, and all sockets are empty."""

    def __init__(self) -> None:
        self._sockets = _Selector()
        super().__init__(self._sockets)
        self._pool = ThreadPoolExecutor()
        self.set_default_executor(self._pool)

    async def quiet(self) -> None:
        """Wait for it."""
        waiting = self.create_future()
        self._sockets.waiting.append(waiting)
        await waiting

    def run_in_executor(self, executor: Executor | None, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
        """Run it in a thread, which is counted as long as it works, also where nobody waits for it any more."""
        self._sockets.working += 1
        work = (executor or self._pool).submit(func, *args)
        future = asyncio.wrap_future(work, loop=self)
        work.add_done_callback(lambda _: self._worked())
        return future

    async def subprocess_exec(
        self, protocol_factory: Callable[[], asyncio.BaseProtocol], *args: Any, **kwargs: Any
    ) -> tuple[asyncio.SubprocessTransport, asyncio.BaseProtocol]:
        """Run a program, which is counted until it ends."""
        self._sockets.working += 1
        transport, protocol = await super().subprocess_exec(protocol_factory, *args, **kwargs)
        exited = protocol.process_exited

        def over() -> None:
            self._count_down()
            exited()

        protocol.process_exited = over
        if transport.get_returncode() is not None:
            self._count_down()
        return transport, protocol

    def _worked(self) -> None:
        with suppress(RuntimeError):  # the loop is closed
            self.call_soon_threadsafe(self._count_down)

    def _count_down(self) -> None:
        self._sockets.working -= 1


class SteppedClock(SandboxClock):
    """Stands still until it is moved, and knows when the next sleeper is to wake."""

    def __init__(self, start: datetime) -> None:
        super().__init__(start, rate=0)
        self._sleepers: dict[object, float] = {}

    async def sleep(self, seconds: float) -> None:
        """Wait for so much time to be let pass."""
        sleeper = object()
        self._sleepers[sleeper] = self.monotonic() + seconds
        try:
            await super().sleep(seconds)
        finally:
            del self._sleepers[sleeper]

    async def passes(self, seconds: float) -> None:
        """Let time pass, from one sleeper's waking to the next; between two all is done that there is to do."""
        loop = asyncio.get_running_loop()
        assert isinstance(loop, QuietLoop)
        end = self._mono + seconds
        while True:
            await loop.quiet()
            following = min(self._sleepers.values(), default=math.inf)
            if end - self._mono < _TINY < following - self._mono:
                return
            self._pass_until(min(following, max(end, self._mono)))

    def _pass_until(self, instant: float) -> None:
        """Let time pass until an instant of the monotonic clock, to the last bit, so that no beat drifts."""
        self._wall += timedelta(seconds=instant - self._mono)
        self._mono = instant
        self._wake()


class HostClock:
    """The clock of the bot's own machine: it goes as time does, but somebody may have set it wrong, by `wrong_by`."""

    def __init__(self, time: SteppedClock) -> None:
        self._time = time
        self.wrong_by = timedelta(0)
        self.monotonic = time.monotonic
        self.sleep = time.sleep

    def now(self) -> datetime:
        """Tell what it shows, aware, in UTC."""
        return self._time.now() + self.wrong_by
