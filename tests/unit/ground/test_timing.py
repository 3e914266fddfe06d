"""Waiting for what must come to its end."""

import asyncio

import pytest

from bot.timing import seen_through


async def _begun(work):
    """Start to see work through, and let it begin."""
    waiting = asyncio.create_task(seen_through(work))
    for _ in range(3):
        await asyncio.sleep(0)
    return waiting


async def test_what_is_seen_through_ends_before_whoever_waits_is_cancelled():
    """However often that is asked for."""
    go, done = asyncio.Event(), []

    async def work():
        await go.wait()
        done.append(True)

    waiting = await _begun(work())
    for _ in range(3):
        waiting.cancel()
        await asyncio.sleep(0)
    assert (waiting.done(), done) == (False, [])
    go.set()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert done == [True]


@pytest.mark.parametrize("is_stopped", [True, False])
async def test_what_breaks_on_the_way_is_told(is_stopped):
    """An error matters more than that somebody was in a hurry."""
    go = asyncio.Event()

    async def work():
        await go.wait()
        raise OSError("the disk is gone")

    waiting = await _begun(work())
    if is_stopped:
        waiting.cancel()
    await asyncio.sleep(0)
    go.set()
    with pytest.raises(OSError, match="the disk is gone"):
        await waiting


async def test_what_ends_well_gives_its_result():
    """As if it had been awaited."""

    async def work():
        return 7

    assert await seen_through(work()) == 7
