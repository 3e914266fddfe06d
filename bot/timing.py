"""Waiting by an injected clock, so that no test waits."""

import asyncio
from collections.abc import Awaitable
from typing import Any, TypeVar

from bot.ports import Clock

T = TypeVar("T")


async def within(clock: Clock, seconds: float, work: asyncio.Future[Any]) -> bool:
    """Wait for `work` at most so many seconds, and tell whether it is done. It is neither cancelled nor asked."""
    if work.done():
        return True
    timer = asyncio.ensure_future(clock.sleep(seconds))
    try:
        await asyncio.wait({work, timer}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await cancelled(timer)
    return work.done()


async def in_time(clock: Clock, seconds: float, work: Awaitable[T]) -> T | None:
    """Give what `work` gives within so many seconds; None where that takes longer, and it is cancelled."""
    doing = asyncio.ensure_future(work)
    try:
        return doing.result() if await within(clock, seconds, doing) else None
    finally:
        await cancelled(doing)


async def cancelled(*tasks: asyncio.Future[Any] | None) -> None:
    """Cancel these and wait until they are over; their errors are dropped."""
    live = [task for task in tasks if task is not None]
    for task in live:
        task.cancel()
    await asyncio.gather(*live, return_exceptions=True)


async def seen_through(work: Awaitable[T]) -> T:
    """Do `work` to its end, however often we are cancelled meanwhile; only then be cancelled."""
    doing = asyncio.ensure_future(work)
    told: asyncio.CancelledError | None = None
    while not doing.done():
        try:
            await asyncio.shield(doing)
        except asyncio.CancelledError as error:
            told = error
        except Exception:  # noqa: BLE001 - it is raised below, where it is asked for the result
            break
    if told is not None and not doing.cancelled() and doing.exception() is None:
        raise told
    return doing.result()
