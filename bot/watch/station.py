"""The watch of one process: while it has its turn it wakes and delivers, else it waits for the turn."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Protocol

from bot.errors import AnotherRunsitter, LostTicker, WatchStuck
from bot.ports import Clock
from bot.services.delivering import Delivery
from bot.services.watching import Duty, Watch
from bot.services.watching.starting import began, tell_late, woke
from bot.store.store import Store
from bot.store.ticker import Guard
from bot.timing import cancelled, within
from bot.watch.waker import Waker

log = logging.getLogger(__name__)

LONGEST_WAKE = 90.0
"""Seconds after which a wake is ended, whatever it hangs on (case g172)."""

_LOOK_EVERY = 60.0
_LATE_AFTER = 5
_STUCK_AFTER = 15
"""So many looks in a row without a good wake between them, each a minute apart: told, then left to the supervisor."""

_PROBE_EVERY = timedelta(days=1)


class Turn(Protocol):
    """Whose turn it is to watch: of all processes on a database, one's."""

    @property
    def term(self) -> int | None:
        """The number of the present turn, another after each that somebody took; None while it is another's."""
        ...

    @property
    def guard(self) -> Guard:
        """What lets a transaction go on only as long as the turn lasts."""
        ...

    async def try_hold(self) -> bool:
        """Take the turn if nobody has it."""
        ...


class Station:
    """Watches until it is cancelled. `beat` is called after each good wake."""

    def __init__(
        self,
        store: Store,
        turn: Turn,
        watch: Watch,
        delivery: Delivery,
        clock: Clock,
        duty: Duty,
        beat: Callable[[], Awaitable[None]],
    ) -> None:
        self._store, self._turn, self._watch, self._delivery = store, turn, watch, delivery
        self._clock, self._duty, self._beat = clock, duty, beat
        self._waker = Waker(clock, min(duty.every.total_seconds(), _LOOK_EVERY), self._wake)
        self._delivering: asyncio.Task[None] | None = None
        self._term: int | None = None
        self._probed: float | None = None
        self._stop: asyncio.Future[None] | None = None

    @property
    def has_turn(self) -> bool:
        """Whether this process is the one that watches."""
        return self._delivering is not None

    def age(self) -> float:
        """Give seconds since the last good wake."""
        return self._waker.age()

    async def run(self) -> None:
        """Watch. Raises AnotherRunsitter where another process has the database, WatchStuck when nothing goes well."""
        self._stop = asyncio.get_running_loop().create_future()
        tasks = [asyncio.create_task(self._waker.run(), name="wakes"), asyncio.create_task(self._oversee())]
        try:
            await asyncio.wait((self._stop, *tasks), return_when=asyncio.FIRST_COMPLETED)
            for over in (self._stop, *tasks):
                if over.done():
                    over.result()
        finally:
            self._stop.cancel()
            await cancelled(*tasks, self._delivering)
            await self._watch.rest()

    async def _wake(self) -> None:
        try:
            if await self._turn.try_hold():
                await self._take_up()
                await self._within(self._watch.wake(self._turn.guard))
                await woke(self._store, self._clock.now(), self._turn.guard)
                await self._beat()
                await self._probe()
            else:
                await self._lay_down()
        except LostTicker:
            log.warning("another process has taken over the watch")
            await self._lay_down()
        except AnotherRunsitter as error:
            self._give_up(error)

    async def _take_up(self) -> None:
        """Begin to deliver with the first wake of a turn; should that ever end by itself, so does the process.

        A turn that was lost and taken again between two wakes is another: someone else may have had one meanwhile.
        """
        if self._term != self._turn.term:
            await self._lay_down()
        if self._delivering is None:
            self._term = self._turn.term
            await began(self._store, self._duty, self._clock.now(), self._turn.guard)
            self._delivering = asyncio.create_task(self._delivery.run(), name="delivery")
        elif self._delivering.done():
            self._give_up(self._delivering.exception() or RuntimeError("delivery ended"))

    async def _lay_down(self) -> None:
        delivering, self._delivering = self._delivering, None
        await cancelled(delivering)
        await self._watch.rest()

    async def _within(self, work: Awaitable[None]) -> None:
        doing = asyncio.ensure_future(work)
        try:
            if not await within(self._clock, LONGEST_WAKE, doing):
                raise TimeoutError(f"a wake was not over after {LONGEST_WAKE:.0f} s")
            doing.result()
        finally:
            await cancelled(doing)

    async def _probe(self) -> None:
        """Look once a day, and at the start, whether every channel would take a message (case f160)."""
        now = self._clock.monotonic()
        if self._probed is None or now - self._probed >= _PROBE_EVERY.total_seconds():
            self._probed = now
            await self._within(self._delivery.probe_routes())

    async def _oversee(self) -> None:
        """Look whether wakes go well: by looks in a row, since a clock that is moved makes any age look old."""
        late = 0
        while True:
            await self._clock.sleep(_LOOK_EVERY)
            late = late + 1 if self.age() > _LATE_AFTER * _LOOK_EVERY else 0
            if late == _LATE_AFTER:
                await self._tell_late()
            if late >= _STUCK_AFTER:
                raise WatchStuck(f"{self.age() / _LOOK_EVERY:.0f} minutes")

    async def _tell_late(self) -> None:
        log.error("no wake has gone well for %.0f s", self.age())
        since = self._clock.now() - timedelta(seconds=self.age())
        try:
            await tell_late(self._store, self._duty, since, self._turn.guard)
        except Exception:
            log.exception("it could not even be written down that the watch is late")

    def _give_up(self, error: BaseException) -> None:
        if self._stop is not None and not self._stop.done():
            self._stop.set_exception(error)
