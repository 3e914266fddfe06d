"""All that people do with runs, over one store: what handlers are given."""

from collections.abc import Callable, Sequence

from bot.domain.instance import Instance
from bot.domain.letters.card import Card
from bot.domain.letters.summary import AccountRow
from bot.domain.listing import ListingRef
from bot.domain.watching.seen_to import SeenTo
from bot.ports import Clock, Marketplace
from bot.services.tracking import logs, progress, reading, sat_with, seen_to, track
from bot.services.tracking.logs import RunLog
from bot.services.tracking.progress import Steps
from bot.services.tracking.reading import AllRuns, Every, NoSuchRun, OneCost, OneRun
from bot.services.tracking.sat_with import SatWith
from bot.services.tracking.track import Outcome
from bot.services.tracking.wanted import Wanted
from bot.services.watching.duty import Duty
from bot.store.store import Store


class Runs:
    """Tracks, tells, answers. Whatever it keeps, it nudges the delivery, which says it."""

    def __init__(
        self,
        store: Store,
        markets: Sequence[Marketplace],
        clock: Clock,
        duty: Duty,
        every: Callable[[], Every],
        nudge: Callable[[], None],
    ) -> None:
        self._store = store
        self._markets = {market.name: market for market in markets}
        self._clock = clock
        self._duty = duty
        self._every = every
        self._nudge = nudge

    async def track(self, wanted: Wanted) -> Outcome:
        """Sit with an instance."""
        market = self._markets.get(wanted.ref.market)
        outcome = await track.track(wanted, market, self._store, self._clock, self._duty)
        self._nudge()
        return outcome

    async def sat_with(self, ref: ListingRef | None, name: str | None) -> SatWith | None:
        """Find the run that a track would change."""
        return await sat_with.sat_with(ref, name, self._store, self._clock.now())

    async def track_typed(self, wanted: Wanted, typed: Instance) -> Outcome:
        """Sit with a machine that was typed in."""
        outcome = await track.track_typed(wanted, typed, self._store, self._clock, self._duty)
        self._nudge()
        return outcome

    async def tell_progress(self, name: str, steps: Steps, by: str) -> Card | NoSuchRun:
        """Keep how far a run is."""
        told = await progress.tell_progress(name, steps, by, self._store, self._clock, self._duty)
        self._nudge()
        return told

    async def acknowledge(self, subject: str, by: str) -> SeenTo:
        """Note who sees to an alert."""
        answer = await seen_to.acknowledge(subject, by, self._store, self._clock)
        self._nudge()
        return answer

    async def snooze(self, subject: str, by: str) -> SeenTo:
        """Have an alert said again later."""
        answer = await seen_to.snooze(subject, by, self._store, self._clock)
        self._nudge()
        return answer

    async def all(self) -> AllRuns:
        """Read how all runs stand."""
        return await reading.all_runs(self._store, self._duty, self._every(), self._clock)

    async def one(self, name: str) -> OneRun | NoSuchRun:
        """Read one run in full."""
        return await reading.one_run(name, self._store, self._duty, self._clock)

    async def cost(self, name: str) -> OneCost | NoSuchRun:
        """Read what one run costs."""
        return await reading.one_cost(name, self._store, self._every(), self._clock)

    async def accounts(self) -> tuple[AccountRow, ...]:
        """Read how the accounts stand."""
        return await reading.account_rows(self._store, self._every(), self._clock)

    async def log(self, name: str, lines: int) -> RunLog | NoSuchRun:
        """Read the last lines of a run's log."""
        return await logs.last_lines(name, lines, self._store, self._markets, self._clock)
