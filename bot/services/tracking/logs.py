"""The last lines of a run's log, as its marketplace gives them."""

from dataclasses import dataclass

from bot.domain.outside import Fact, Unknown, Why
from bot.domain.runs import Run
from bot.ports import Clock, Marketplace
from bot.services.tracking.reading import NoSuchRun, find_run
from bot.store.store import Store


@dataclass(frozen=True, slots=True)
class RunLog:
    """A run, and what its marketplace gave: lines from outside, oldest first."""

    run: Run
    fact: Fact[tuple[str, ...]]


async def last_lines(
    name: str, lines: int, store: Store, markets: dict[str, Marketplace], clock: Clock
) -> RunLog | NoSuchRun:
    """Ask for the last lines of a run's log."""
    run = await store.read(find_run, name)
    if isinstance(run, NoSuchRun):
        return run
    market = markets.get(run.ref.market)
    if market is None:
        sentence = "Nobody can be asked for the log of a machine that was typed in by hand; look at its console."
        return RunLog(run, Unknown(Why.NOT_OFFERED, sentence, clock.now(), run.ref.market))
    return RunLog(run, await market.logs(run.ref.id, lines))
