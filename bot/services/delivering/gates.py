"""Pace: about one post a second in a channel, 45 edits a minute in all, and what a 429 asks for."""

from bot.ports import Clock
from bot.services.delivering.job import EDITS

POST_EVERY = 1.0
"""Seconds between two posts into one channel (docs.slack.dev/apis/web-api/rate-limits)."""
EDIT_EVERY = 60.0 / 45
"""Seconds between two edits; Slack takes 50 a minute."""


class Gates:
    """Each gate is open, or opens after a while; by the monotonic clock, which nobody sets."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._opens: dict[str, float] = {}

    def opens_in(self, gate: str) -> float:
        """Give the seconds until a gate opens; 0: it is open."""
        return max(self._opens.get(gate, 0.0) - self._clock.monotonic(), 0.0)

    def passed(self, gate: str) -> None:
        """Close a gate for as long as the pace asks for."""
        self.close(gate, EDIT_EVERY if gate == EDITS else POST_EVERY)

    def close(self, gate: str, seconds: float) -> None:
        """Close a gate for at least so many seconds."""
        until = self._clock.monotonic() + seconds
        self._opens[gate] = max(until, self._opens.get(gate, until))
