"""Asking several marketplaces at once, so that one that is slow doesn't hold up what the others have said."""

import asyncio
from collections.abc import Awaitable, Mapping
from typing import TypeVar

from bot.domain.outside import Fact, Known, Unknown, Why
from bot.ports import Clock
from bot.timing import cancelled, within

PATIENCE = 8.0
"""Seconds that all marketplaces get. Whoever takes longer is waited for only while no other has answered."""

T = TypeVar("T")


async def side_by_side(
    asks: Mapping[str, Awaitable[Fact[T]]], clock: Clock, *, patience: float = PATIENCE, insist: bool = True
) -> dict[str, Fact[T]]:
    """Give each marketplace's answer by its name; Unknown(SLOW) for one that is not waited for any longer.

    With `insist` the wait goes on past `patience` until there is one answer, or none is to come. The asks themselves
    must survive being given up, as those of a single flight do: their answer then serves the next who asks.
    """
    tasks = {name: asyncio.ensure_future(ask) for name, ask in asks.items()}
    try:
        if tasks:
            await within(clock, patience, asyncio.ensure_future(asyncio.wait(tasks.values())))
        while insist and not any(map(_answered, tasks.values())) and not all(t.done() for t in tasks.values()):
            open_tasks = [task for task in tasks.values() if not task.done()]
            await asyncio.wait(open_tasks, return_when=asyncio.FIRST_COMPLETED)
        return {name: task.result() if task.done() else _slow(name, clock, patience) for name, task in tasks.items()}
    finally:
        await cancelled(*(task for task in tasks.values() if not task.done()))


def _answered(task: "asyncio.Future[Fact[T]]") -> bool:
    return task.done() and isinstance(task.result(), Known)


def _slow(market: str, clock: Clock, patience: float) -> Unknown:
    sentence = f"No answer within {patience:g} s; ask again in a moment, for what comes late is kept."
    return Unknown(Why.SLOW, sentence, clock.now(), market)
