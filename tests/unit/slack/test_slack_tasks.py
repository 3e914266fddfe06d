import asyncio
import gc
import weakref
from typing import Any

import pytest

from bot.slack.tasks import TaskSet


async def test_work_outlives_the_handler_that_started_it(clock: Any) -> None:
    """The loop alone keeps no reference: work that waits on an object of its own would be collected with it."""
    tasks, done = TaskSet(), []
    gates: list[weakref.ref[asyncio.Future[None]]] = []

    async def work() -> None:
        gate: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        gates.append(weakref.ref(gate))
        await gate
        done.append("done")

    tasks.spawn(work(), name="searching")
    await asyncio.sleep(0)
    gc.collect()
    gate = gates[0]()
    assert gate is not None
    gate.set_result(None)
    assert await tasks.drain(clock, limit=1) == 0
    assert done == ["done"]


async def test_an_error_is_told_once_and_without_secrets(clock: Any, caplog: pytest.LogCaptureFixture) -> None:
    """The name of the work, the traceback, no token."""
    tasks = TaskSet()

    async def work() -> None:
        raise ValueError("refused xoxb-test-1234")

    tasks.spawn(work(), name="searching")
    await tasks.drain(clock, limit=1)
    (record,) = caplog.records
    assert "searching failed" in record.getMessage()
    assert "ValueError" in record.getMessage()
    assert "xoxb-test-1234" not in caplog.text


async def test_what_does_not_end_in_time_is_cancelled_on_stop(clock: Any, pass_time: Any) -> None:
    """Stopping takes as long as it was given, and says how much it had to cut."""
    tasks, ended = TaskSet(), []

    async def work(seconds: float) -> None:
        await clock.sleep(seconds)
        ended.append(seconds)

    tasks.spawn(work(1), name="short")
    tasks.spawn(work(60), name="long")
    draining = asyncio.ensure_future(tasks.drain(clock, limit=5))
    await pass_time(4.5)
    assert not draining.done()
    await pass_time(1)
    assert await draining == 1
    assert ended == [1]
    assert len(tasks) == 0


async def test_nothing_new_starts_while_stopping(clock: Any) -> None:
    """The caller learns it; the work is not left behind unawaited."""
    tasks = TaskSet()
    await tasks.drain(clock, limit=1)
    with pytest.raises(RuntimeError, match="late"):
        tasks.spawn(asyncio.sleep(0), name="late")


async def test_settling_lets_new_work_come(clock: Any) -> None:
    """It waits for the work of the moment and closes nothing."""
    tasks = TaskSet()
    tasks.spawn(asyncio.sleep(0), name="one")
    await tasks.settle(clock, limit=1)
    tasks.spawn(asyncio.sleep(0), name="two")
    assert await tasks.drain(clock, limit=1) == 0
