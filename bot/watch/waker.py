"""Wakes: one at the start, then one every so many seconds of monotonic time; what is due, the woken decide.

APScheduler runs the wakes one at a time and keeps their errors to themselves. Its own triggers go by the wall clock,
which can be set, so here each job is due as soon as it is added, and our clock says when that is.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

from apscheduler.events import EVENT_JOB_ERROR, EVENT_JOB_MAX_INSTANCES, JobExecutionEvent, JobSubmissionEvent
from apscheduler.job import Job
from apscheduler.jobstores.memory import MemoryJobStore
from apscheduler.schedulers.asyncio import AsyncIOScheduler

from bot.ports import Clock
from bot.timing import cancelled

log = logging.getLogger(__name__)

_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
"""Any clock is past this, so that the job is due at once."""

_SETTINGS = {"misfire_grace_time": None, "coalesce": True, "max_instances": 1}
"""However late, a wake runs (cases g164, g165); never two at a time."""


class Waker:
    """Runs `wake` at the start and every `every` seconds of the clock's monotonic time, until cancelled.

    A wake that is still running when the next is due takes its place; `skipped` counts those in a row (case g172).
    """

    def __init__(self, clock: Clock, every: float, wake: Callable[[], Awaitable[None]]) -> None:
        self._clock = clock
        self._every = every
        self._wake = wake
        self._running: asyncio.Task[None] | None = None
        self._done_at: float | None = None
        self._began = clock.monotonic()
        self.skipped = 0

    async def run(self) -> None:
        """Wake, and wait for the next time."""
        scheduler = AsyncIOScheduler(jobstores={"default": MemoryJobStore()}, job_defaults=_SETTINGS, timezone=UTC)
        scheduler.add_listener(self._skip, EVENT_JOB_MAX_INSTANCES)
        scheduler.add_listener(_fail, EVENT_JOB_ERROR)
        scheduler.start()
        try:
            while True:
                _effective(scheduler.add_job(self._once, "date", run_date=_LONG_AGO, id="wake", replace_existing=True))
                await self._clock.sleep(self._every)
        finally:
            scheduler.shutdown(wait=False)
            await cancelled(self._running)  # the scheduler cancels it, but does not wait until it has let go

    def age(self) -> float:
        """Give seconds since the last wake ended well; before the first, since the start."""
        return self._clock.monotonic() - (self._began if self._done_at is None else self._done_at)

    async def _once(self) -> None:
        self._running = asyncio.current_task()
        try:
            await self._wake()
        except asyncio.CancelledError:
            return  # the end: APScheduler would log it as an error
        self._done_at = self._clock.monotonic()
        self.skipped = 0

    def _skip(self, _: JobSubmissionEvent) -> None:
        self.skipped += 1
        log.warning("the last wake is still running, so this one is left out (%d in a row)", self.skipped)


def _fail(event: JobExecutionEvent) -> None:
    log.error("a wake went wrong; the next comes as usual", exc_info=event.exception)


def _effective(job: Job) -> None:
    """Refuse to go on with other settings than meant: they have been known to be dropped silently (case g165)."""
    wrong = {name: getattr(job, name) for name, value in _SETTINGS.items() if getattr(job, name) != value}
    if wrong:
        raise RuntimeError(f"APScheduler does not keep to its settings: {wrong}")
