"""Waiting for something to be so: woken by each change, bounded by a timeout, never polling."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class NotSeenError(AssertionError):
    """What was waited for did not come in time; the message tells what was there instead."""


class Happenings:
    """Counts changes and wakes whoever waits for one."""

    def __init__(self) -> None:
        self.count = 0
        self._waiting: set[asyncio.Future[None]] = set()

    def tell(self) -> int:
        """Count a change, wake all who wait, and return the change's number."""
        self.count += 1
        for waiting in self._waiting:
            if not waiting.done():
                waiting.set_result(None)
        return self.count

    async def until(self, look: Callable[[], T | None], within: float, otherwise: Callable[[], str]) -> T:
        """Return what `look` finds, looking again at each change, for at most `within` seconds.

        Raises NotSeenError with `otherwise()`.
        """
        try:
            async with asyncio.timeout(within):
                while (found := look()) is None:
                    await self._next()
        except TimeoutError:
            raise NotSeenError(otherwise()) from None
        return found

    async def _next(self) -> None:
        waiting = asyncio.get_running_loop().create_future()
        self._waiting.add(waiting)
        try:
            await waiting
        finally:
            self._waiting.discard(waiting)
