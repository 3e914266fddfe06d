"""Identifiers in Slack's shapes, and timestamps that never repeat."""

from collections.abc import Callable
from copy import deepcopy
from datetime import UTC, datetime
from itertools import count

from .model import Json, controls

_MICROSECOND = 1_000_000


def real_now() -> datetime:
    """Read the machine's clock, aware UTC."""
    return datetime.now(UTC)


class Ids:
    """Makes ids by counting, so that a test's run reads the same each time."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._count = count(1)
        self._last = 0

    def new(self, prefix: str) -> str:
        """Make the next id, such as `V00000007`."""
        return f"{prefix}{next(self._count):08d}"

    def ts(self) -> str:
        """Make a message timestamp: now in seconds and microseconds, after every earlier one."""
        self._last = max(int(self._now().timestamp() * _MICROSECOND), self._last + 1)
        return f"{self._last // _MICROSECOND}.{self._last % _MICROSECOND:06d}"

    def filled(self, blocks: list[Json]) -> list[Json]:
        """Copy blocks and give each block and control the id that its author left out, as Slack does."""
        copy = deepcopy(blocks)
        for block in copy:
            block.setdefault("block_id", self.new("b"))
        for block, control in controls(copy):
            block.setdefault("block_id", self.new("b"))
            control.setdefault("action_id", self.new("a"))
        return copy
