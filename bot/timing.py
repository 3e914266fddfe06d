"""Waiting by an injected clock, so that no test waits."""

import asyncio
from typing import Any

from bot.ports import Clock


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


async def cancelled(*tasks: asyncio.Future[Any] | None) -> None:
    """Cancel these and wait until they are over; their errors are dropped."""
    live = [task for task in tasks if task is not None]
    for task in live:
        task.cancel()
    await asyncio.gather(*live, return_exceptions=True)
