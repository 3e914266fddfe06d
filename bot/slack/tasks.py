"""Work that goes on after the ack: kept alive, its errors told once, drained on stop."""

import asyncio
import logging
import traceback
from collections.abc import Coroutine
from typing import Any

from bot.ports import Clock
from bot.redact import redact
from bot.timing import cancelled, within

log = logging.getLogger(__name__)


class TaskSet:
    """Running tasks. It keeps the only reference that asyncio itself does not keep."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()
        self._stopping = False

    def __len__(self) -> int:
        return len(self._running)

    def spawn(self, work: Coroutine[Any, Any, Any], *, name: str) -> None:
        """Run the work by itself; `name` is what the log calls it. Raises RuntimeError once draining has begun."""
        if self._stopping:
            work.close()
            raise RuntimeError(f"no new work while stopping: {name}")
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._running.add(task)
        task.add_done_callback(self._ended)

    async def settle(self, clock: Clock, *, limit: float) -> None:
        """Wait at most so many seconds until the work of this moment is over; new work may still come."""
        if self._running:
            over = asyncio.ensure_future(asyncio.wait(set(self._running)))
            await within(clock, limit, over)
            await cancelled(over)

    async def drain(self, clock: Clock, *, limit: float) -> int:
        """Let the work end within so many seconds, cancel the rest, and give how many were cancelled."""
        self._stopping = True
        await self.settle(clock, limit=limit)
        late = tuple(self._running)
        await cancelled(*late)
        return len(late)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s failed: %s", task.get_name(), redact("".join(traceback.format_exception(error))))
