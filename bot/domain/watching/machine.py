"""One instance of a run, as dated facts: what it was at the start, what it is, and all that its ledger needs."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import cache, cached_property

from bot.domain.instance import Instance
from bot.domain.ledger import Costs, CounterReading, Ledger, Level, RateFact, policy_of, timeline


@dataclass(frozen=True, kw_only=True)
class Machine:
    """An instance: `locked` as it was read when it was tracked, `seen` as it was last read, at `seen_at`.

    `deposit` is what the marketplace held for it then and would give back, in US dollars; None: nobody told.
    What follows from its facts is reckoned once, however much is said of it (hence no slots).
    """

    locked: Instance
    seen: Instance
    seen_at: datetime
    deposit: Decimal | None = None
    levels: tuple[Level, ...] = ()
    rates: tuple[RateFact, ...] = ()
    traffic: tuple[CounterReading, ...] = ()

    @cached_property
    def ledger(self) -> Ledger:
        """What it costs, from the dated facts."""
        return Ledger(
            policy=policy_of(self.seen.ref.market),
            spans=timeline(self.levels, self.locked.started_at),
            rates=self.rates,
            traffic=self.traffic,
        )

    @cached_property
    def cost(self) -> Callable[[datetime], Costs]:
        """What it had cost by an instant."""
        return cache(self.ledger.read)
