"""The loop that delivers: what is due goes out, lane by lane, and each step is kept before the next."""

import asyncio
import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from math import inf

from sqlalchemy import Connection

from bot.errors import LostTicker
from bot.ports import Clock, Later, Messenger, Outcome, Sent, Unclear
from bot.services.delivering.fence import FencedStore
from bot.services.delivering.gates import Gates
from bot.services.delivering.health import DeliveryHealth, Pulse
from bot.services.delivering.job import Found, Job, look
from bot.services.delivering.probing import probe
from bot.services.delivering.settling import settle
from bot.store import letters
from bot.store.store import Store
from bot.store.ticker import Guard
from bot.timing import cancelled, within

log = logging.getLogger(__name__)

LOOK_EVERY = 60.0
"""Seconds between two looks when nobody nudges."""
LOOK_EVERY_SHARED = 1.0
"""The same where another process may write letters."""
AFTER_TROUBLE = 5.0
"""Seconds until the next look after the database or our own code failed."""
GRACE = timedelta(seconds=5)
"""What another process had in hand when it lost the ticker may still arrive for so long."""
PROMPT = 30.0
"""Seconds after which our clock no longer tells when Slack took a message: the process may have been paused."""
JUMP = timedelta(seconds=5)
"""The wall clock was set back when it lags so far behind the monotonic one."""


class Delivery:
    """Delivers the letters of a store. Only one process may run it: the one that has the ticker, as `guard` tells.

    `admin` is the admin channel, `channels` are looked at each day besides those of runs. `shared`: other processes
    write letters too.
    """

    def __init__(
        self,
        store: Store,
        messenger: Messenger,
        clock: Clock,
        *,
        admin: str | None = None,
        channels: Sequence[str] = (),
        shared: bool = False,
        guard: Guard = lambda _: None,
    ) -> None:
        self._store, self._messenger, self._clock = FencedStore(store, guard), messenger, clock
        self._admin, self._shared = admin, shared
        self._channels = tuple(dict.fromkeys((*channels, *filter(None, (admin,)))))
        self._gates, self._pulse = Gates(clock), Pulse(clock)
        self._lanes: dict[str, asyncio.Task[None]] = {}
        self._nudged = asyncio.Event()
        self._clocks: tuple[datetime, float] | None = None
        self._has_lost = False

    def nudge(self) -> None:
        """Say that there may be something to deliver."""
        self._nudged.set()

    async def run(self) -> None:
        """Deliver until cancelled. What is in hand then is looked up at the next start."""
        self.begins_anew()
        try:
            while True:
                self._nudged.clear()
                pause = await self._look_and_start()
                nudged = asyncio.ensure_future(self._nudged.wait())
                try:
                    await within(self._clock, pause, nudged)
                finally:
                    await cancelled(nudged)
        finally:
            await cancelled(*self._lanes.values())

    def begins_anew(self) -> None:
        """Begin a turn: what others had in hand before it may still arrive."""
        self._clocks, self._has_lost = None, False
        self._pulse.begins()

    async def pass_once(self, now: datetime) -> int:
        """Deliver what can go at this instant, one letter a lane, and tell how many lanes had one."""
        await self._release(now)
        jobs, _ = await self._store.transact(look, now)
        self._start(jobs)
        started = list(self._lanes.values())
        await asyncio.gather(*started)
        return len(started)

    async def probe_routes(self) -> None:
        """Ask Slack whether each channel would take a message, and tell those that broke or are mended."""
        await probe(self._store, self._messenger, self._clock, channels=self._channels, admin=self._admin)
        self.nudge()

    def looked_age(self) -> timedelta | None:
        """Tell how long ago the loop last looked through the letters; None where it has not since its turn began."""
        return self._pulse.age()

    async def health(self) -> DeliveryHealth:
        """Tell how delivery stands."""
        now = self._clock.now()
        backlog, ahead = await self._store.read(_standing, now)
        return self._pulse.health(backlog, ahead, now)

    async def _look_and_start(self) -> float:
        """Start what is due, and give the seconds until the next look."""
        now, began = self._clock.now(), self._clock.monotonic()
        try:
            await self._release(now)
            jobs, then = await self._store.transact(look, now)
        except LostTicker as error:
            self._lost(error)
            return LOOK_EVERY
        except Exception as error:
            log.exception("the letters could not be looked at")
            self._pulse.error = type(error).__name__
            return AFTER_TROUBLE
        self._pulse.looked(began)
        gate = self._start(jobs)
        next_due = inf if then is None else (then - now).total_seconds()
        return min(gate, next_due, LOOK_EVERY_SHARED if self._shared else LOOK_EVERY)

    def _start(self, jobs: Sequence[Job]) -> float:
        """Start the most pressing job of each idle lane whose gate is open; give the seconds until another opens."""
        soonest = inf
        for job in jobs:
            if job.lane in self._lanes:
                continue
            if wait := self._gates.opens_in(job.gate):
                soonest = min(soonest, wait)
                continue
            task = asyncio.create_task(self._do(job), name=f"letter {job.waiting.letter.key}")
            self._lanes[job.lane] = task
            task.add_done_callback(partial(self._finished, job.lane))
        return soonest

    def _finished(self, lane: str, _: asyncio.Task[None]) -> None:
        del self._lanes[lane]
        self.nudge()

    async def _do(self, job: Job) -> None:
        """Deliver one letter; whatever breaks, the others go on."""
        try:
            await self._deliver(job)
        except LostTicker as error:
            self._lost(error)  # whoever has the turn now looks up what became of it
        except Exception as error:
            log.exception("letter %s broke on its way", job.waiting.letter.key)
            self._gates.close(job.gate, AFTER_TROUBLE)
            await self._stumbled(job, type(error).__name__)

    async def _deliver(self, job: Job) -> None:
        begun = self._clock.monotonic()
        outcome = await self._called(job)
        if outcome is None:
            return
        now, took = self._clock.now(), self._clock.monotonic() - begun
        self._gates.passed(job.gate)
        if isinstance(outcome, Later):
            self._gates.close(job.gate, outcome.seconds)
        self._note(job, outcome)
        await self._store.transact(settle, job, outcome, self._admin, now, prompt=took <= PROMPT)

    async def _called(self, job: Job) -> Outcome | None:
        """Find it in Slack or say it there; None: somebody else has it in hand. An edit can simply be repeated.

        Whether it is ours to say is asked last before it is said: another may have taken over during the search.
        """
        if job.is_in_doubt and job.edits is None and (found := await self._found(job)) is not None:
            return found
        take = letters.resume if job.is_in_doubt else letters.begin
        is_ours = await self._store.transact(take, job.waiting.id, self._clock.now())
        return await self._say(job) if is_ours else None

    async def _found(self, job: Job) -> Found | Unclear | None:
        """Look up what may be in Slack already (cases f158, g174), however far ahead the clock was that posted it."""
        waiting = job.waiting
        known = await self._store.read(letters.slack_time)
        since = min(filter(None, (waiting.sending_since or waiting.created_at, known, self._clock.now())))
        thread = None if job.opener is None else job.opener[1]
        found = await self._messenger.find(waiting.letter.key, job.target, since, thread)
        return Found(found.channel, found.ts) if isinstance(found, Sent) else found

    async def _say(self, job: Job) -> Outcome:
        if job.edits is None:
            return await self._messenger.post(job.waiting.letter, job.target, job.opener)
        return await self._messenger.edit(job.waiting.letter, *job.edits)

    async def _stumbled(self, job: Job, why: str) -> None:
        """Put off what broke on our own side, as something of which nobody knows whether it arrived."""
        self._pulse.error = why
        try:
            await self._store.transact(settle, job, Unclear(why), self._admin, self._clock.now())
        except LostTicker as error:
            self._lost(error)
        except Exception:
            log.exception("letter %s could not even be put off; it is looked up later", job.waiting.letter.key)

    def _lost(self, error: LostTicker) -> None:
        """Send nothing more; the loop waits to be ended by whoever began it."""
        if not self._has_lost:
            log.warning("another process delivers now: %s", error)
        self._has_lost = True

    def _note(self, job: Job, outcome: Outcome) -> None:
        if isinstance(outcome, Sent):
            self._pulse.error = None
            return
        self._pulse.error = str(outcome)
        log.warning("letter %s: %s", job.waiting.letter.key, outcome)

    async def _release(self, now: datetime) -> None:
        """Let everything that was put off go at the start, and when the wall clock was set back: it would never end."""
        before, self._clocks = self._clocks, (now, self._clock.monotonic())
        if before is None:
            await self._store.transact(letters.released, now, grace=GRACE if self._shared else timedelta(0))
        elif (now - before[0]) - timedelta(seconds=self._clocks[1] - before[1]) < -JUMP:
            await self._store.transact(letters.released, now)


def _standing(c: Connection, now: datetime) -> tuple[letters.Backlog, timedelta | None]:
    return letters.backlog(c, now), letters.ahead_of_slack(c, now)
