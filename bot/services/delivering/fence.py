"""The store as a delivery has it: each of its transactions goes on only as long as it is this process's turn."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from bot.store.store import Store
from bot.store.ticker import Guard

P = ParamSpec("P")
T = TypeVar("T")


class FencedStore:
    """A store behind the ticker's term: what was claimed in a transaction of it, nobody of another term has claimed."""

    def __init__(self, store: Store, guard: Guard) -> None:
        self._store, self._guard = store, guard
        self.read = store.read

    async def transact(self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do it in a transaction of this turn. Raises LostTicker, and then nothing is done; DatabaseUnusable."""

        @wraps(work)  # whoever looks at what the store does sees the work
        def fenced(c: Connection) -> T:
            self._guard(c)
            return work(c, *args, **kwargs)

        return await self._store.transact(fenced)
