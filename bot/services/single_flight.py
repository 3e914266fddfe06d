"""One request in flight per key, its answer kept for a while by the injected clock."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from bot.ports import Clock

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Kept(Generic[T]):
    answer: T
    at: datetime
    mono: float
    keep: timedelta


class SingleFlight(Generic[T]):
    """Shares one running request among all who ask for the same, then keeps its answer if it is worth keeping.

    An answer serves while both clocks say so: the wall clock can be set, and the monotonic one stands still while the
    machine sleeps.
    No library does this with a clock of the caller's: async-lru and aiocache read the loop's or the system's.
    """

    def __init__(self, clock: Clock, worth_keeping: Callable[[T], bool], most: int = 64) -> None:
        self._clock = clock
        self._worth_keeping = worth_keeping
        self._most = most
        self._kept: dict[Hashable, _Kept[T]] = {}
        self._flying: dict[Hashable, asyncio.Task[T]] = {}

    def __len__(self) -> int:
        return sum(map(self._serves, self._kept.values()))

    async def get(self, key: Hashable, keep: timedelta, fetch: Callable[[], Awaitable[T]]) -> T:
        """Give the kept answer, or join the request in flight, or start one."""
        kept = self._kept.get(key)
        if kept is not None and self._serves(kept):
            return kept.answer
        task = self._flying.get(key)
        if task is None:
            task = self._flying[key] = asyncio.create_task(self._fly(key, keep, fetch))
            task.add_done_callback(lambda _: self._flying.pop(key))
        # one who gives up must not take the request from the others
        return await asyncio.shield(task)

    def forget(self, key: Hashable) -> None:
        """Drop what is kept, so that the next who asks gets a fresh answer."""
        self._kept.pop(key, None)

    async def _fly(self, key: Hashable, keep: timedelta, fetch: Callable[[], Awaitable[T]]) -> T:
        answer = await fetch()
        if self._worth_keeping(answer):
            self._kept.pop(key, None)  # the newest stands last
            self._kept[key] = _Kept(answer, self._clock.now(), self._clock.monotonic(), keep)
            self._drop_old()
        return answer

    def _serves(self, kept: _Kept[T]) -> bool:
        by_monotonic = timedelta(seconds=self._clock.monotonic() - kept.mono)
        by_wall = self._clock.now() - kept.at
        return by_monotonic < kept.keep and timedelta(0) <= by_wall < kept.keep

    def _drop_old(self) -> None:
        for key in [k for k, kept in self._kept.items() if not self._serves(kept)]:
            del self._kept[key]
        while len(self._kept) > self._most:
            del self._kept[next(iter(self._kept))]
