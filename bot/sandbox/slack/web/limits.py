"""Rate limits (docs.slack.dev/apis/web-api/rate-limits): a minute's worth per method; posts per channel and second."""

import math
from collections import deque
from collections.abc import Callable
from datetime import datetime

from .call import Call, Method

_MINUTE = 60.0
_BURST = 3  # "short bursts" beyond one post a second


class RateLimits:
    """Counts calls. Off unless `on`, so that tests that are not about limits need not wait."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self.on = False
        self._now = now
        self._calls: dict[str, deque[float]] = {}

    def wait(self, call: Call, method: Method) -> int | None:
        """Count a call; if it is one too many, return after how many whole seconds to come again."""
        if not self.on:
            return None
        if call.method == "chat.postMessage":
            return self._count(f"{call.method} {call.args.get('channel')}", _BURST, float(_BURST))
        return self._count(call.method, method.tier, _MINUTE)

    def _count(self, key: str, most: int, window: float) -> int | None:
        at = self._now().timestamp()
        calls = self._calls.setdefault(key, deque())
        while calls and calls[0] <= at - window:
            calls.popleft()
        if len(calls) < most:
            calls.append(at)
            return None
        return max(1, math.ceil(calls[0] + window - at))
