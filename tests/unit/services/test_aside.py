import asyncio
import threading

import pytest

from bot.services.aside import aside


async def test_sums_are_done_off_the_loop_and_one_after_the_other():
    """Sums asked for at once all run in the same one thread, which is not the loop's."""

    def sum_up(number: int) -> tuple[int, threading.Thread]:
        return number + 1, threading.current_thread()

    done = await asyncio.gather(*(aside(sum_up, number=number) for number in range(20)))
    assert list(range(1, 21)) == [number for number, _ in done]
    threads = {thread for _, thread in done}
    assert len(threads) == 1
    assert threading.current_thread() not in threads


async def test_an_error_in_a_sum_reaches_whoever_asked():
    """What goes wrong aside is raised where it was awaited, and the next sum is done all the same."""
    with pytest.raises(ZeroDivisionError):
        await aside(lambda: 1 // 0)
    assert await aside(divmod, 7, 2) == (3, 1)
