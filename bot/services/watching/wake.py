"""One wake: ask every marketplace that is due, judge every run, remind, sum the day up."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.domain.runs import Run
from bot.domain.watching.claim import Claim
from bot.domain.watching.poll import Poll
from bot.errors import RunsitterError
from bot.ports import Clock, Marketplace
from bot.services.watching.applying import CHUNK, apply_account, apply_runs, watched
from bot.services.watching.asking import PATIENCE, Turns, ask
from bot.services.watching.charging import Charging
from bot.services.watching.duty import Duty
from bot.services.watching.paces import Paces
from bot.services.watching.reminding import remind
from bot.services.watching.righting import TOLERANCE, set_right
from bot.services.watching.summing import sum_up
from bot.services.watching.superseding import supersede
from bot.store.store import Store
from bot.store.ticker import Guard
from bot.timing import cancelled, within

log = logging.getLogger(__name__)


_GLANCE = 1.0
"""Seconds that a wake waits for a list which an earlier one began: the other marketplaces are not to be late for it."""

_ENDLESS = "Its list goes on and on and does not end."

_PATIENCE = PATIENCE + _GLANCE
"""Seconds that a wake waits for its own question: long enough to hear that nothing came."""


@dataclass(frozen=True, slots=True)
class _Asking:
    """A poll on its way, and the monotonic second of the wake that began it."""

    task: asyncio.Task[Poll]
    begun: float


class Watch:
    """What a wake does. `markets` are those with a key; `nudge` tells the delivery that there may be letters."""

    def __init__(
        self,
        store: Store,
        markets: Sequence[Marketplace],
        clock: Clock,
        duty: Duty,
        nudge: Callable[[], None],
    ) -> None:
        self._store = store
        self._markets = {market.name: market for market in markets}
        self._clock = clock
        self._duty = duty
        self._nudge = nudge
        self._paces = Paces(duty.every, clock)
        self._charging = Charging(store, markets, clock)
        self._asking: dict[str, _Asking] = {}
        self._woke_at = clock.monotonic()
        self._turns = {market.name: Turns() for market in markets}

    def every(self) -> Mapping[str, timedelta]:
        """Give each marketplace's present time between polls."""
        return {name: self._paces.every(name) for name in self._markets}

    async def wake(self, guard: Guard) -> None:
        """Do all that is due at this instant. One marketplace that fails or hangs holds nothing else up (case c78).

        Raises what `guard` raises where another process has taken over.
        """
        now, self._woke_at = self._clock.now(), self._clock.monotonic()
        await set_right(self._store, self._duty, now, guard)
        by_market: dict[str, list[Run]] = defaultdict(list)
        for run in await self._store.read(watched, now):
            by_market[run.ref.market].append(run)
        await supersede(self._store, self._duty, now, guard)
        names = dict.fromkeys((*self._markets, *by_market))
        await self._all(self._market(name, by_market[name], now, guard) for name in names)
        await self._all(
            (
                remind(self._store, self._duty, now, guard),
                sum_up(self._store, self._duty, self.every(), now, guard),
                self._charging.read(self._answering(by_market), now, guard),
            )
        )
        self._nudge()

    def _answering(self, by_market: Mapping[str, Sequence[Run]]) -> Mapping[str, Sequence[Run]]:
        """Leave out who does not answer a poll, or is at it still: waiting for more would make the next wake late."""
        there = (name for name in by_market if self._paces.answers(name) and name not in self._asking)
        return {name: by_market[name] for name in there}

    async def _market(self, name: str, some: Sequence[Run], now: datetime, guard: Guard) -> None:
        market = self._markets.get(name)
        poll = None if market is None else await self._asked(market, some, now)
        if poll is not None:
            claims = [Claim(run.ref, run.name, run.owner, run.ended_at is None) for run in some]
            await self._store.transact(apply_account, poll, claims, self._duty, now, guard)
        seen = poll or Poll(market=name, at=now)
        every = self._paces.every(name)
        for start in range(0, len(some), CHUNK):
            chunk = some[start : start + CHUNK]
            await self._apply(chunk, seen, now, every, guard)
        self._nudge()

    async def _apply(self, some: Sequence[Run], seen: Poll, now: datetime, every: timedelta, guard: Guard) -> None:
        """Judge and keep some runs; where one of them breaks that, each by itself, so that it holds up no other."""
        try:
            await self._store.transact(apply_runs, some, seen.look, self._duty, now, every, guard)
        except RunsitterError:
            raise
        except Exception:
            if len(some) == 1:
                log.exception("run %s could not be judged; the others go on", some[0].id)
                return
            for run in some:
                await self._apply([run], seen, now, every, guard)

    async def _asked(self, market: Marketplace, some: Sequence[Run], now: datetime) -> Poll | None:
        """Ask a marketplace whose time has come; None where it has not, and then time alone goes on.

        What takes longer than a wake may, since its pages go on coming, is taken up by the wake in which it is whole.
        One that has no end is a failed poll in each wake until then: machines that nobody sees are to be told of.
        """
        asking, patience = self._asking.get(market.name), _GLANCE
        if asking is None:
            if not self._paces.due(market.name):
                return None
            self._paces.begun(market.name)
            live = [run.ref for run in some if run.ended_at is None]  # one that is gone need not be looked up again
            task = asyncio.create_task(ask(market, live, now, self._clock, self._turns[market.name]))
            asking = self._asking[market.name] = _Asking(task, self._woke_at)
            patience = _PATIENCE
        if not await within(self._clock, patience, asking.task):
            return Poll(market=market.name, at=now, refusal=_ENDLESS) if self._paces.endless(market.name) else None
        del self._asking[market.name]
        poll = asking.task.result()
        self._paces.told(market, poll)
        return poll if self._is_dated(poll, asking.begun, now) else None

    def _is_dated(self, poll: Poll, begun: float, now: datetime) -> bool:
        """Tell whether the wall clock went on as time did since a poll began; else its date is one of another clock."""
        asked_at = now - timedelta(seconds=self._woke_at - begun)
        if abs(poll.at - asked_at) <= TOLERANCE:
            return True
        log.warning("the clock was set while %s was asked; its answer is thrown away", poll.market)
        return False

    async def rest(self) -> None:
        """Ask nothing more until the next wake: another process watches now, or none does."""
        asking, self._asking = tuple(self._asking.values()), {}
        await cancelled(*(one.task for one in asking))

    async def _all(self, work: Iterable[Awaitable[None]]) -> None:
        """Do all of it side by side; the first error is raised when everything is over."""
        results = await asyncio.gather(*work, return_exceptions=True)
        errors = [result for result in results if isinstance(result, BaseException)]
        for error in errors[1:]:
            log.error("more went wrong in the same wake", exc_info=error)
        if errors:
            raise errors[0]
