"""Long sums, aside from the event loop and one after the other.

Threads share one interpreter: several that reckon at once take it from each other and from the loop, which then waits
for its turn at every read and write. One at a time, the loop waits for one at most, and each is done sooner.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="sums")


async def aside(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do the work in the one thread for it, and give what it gives."""
    return await asyncio.get_running_loop().run_in_executor(_thread, partial(work, *args, **kwargs))
