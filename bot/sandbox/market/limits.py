"""Vast.ai's rate limits, on the sandbox clock.

Thresholds are seconds between two calls of one identity, from the `x-rate-limit` of the public API description;
searches are counted, ten a minute. A refusal comes in the forms seen in the wild, one after the other.
"""

from collections import defaultdict, deque
from datetime import timedelta
from itertools import cycle

from bot.sandbox.clock import SandboxClock
from bot.sandbox.market.wire import Canned

THRESHOLDS = {
    "list": 1.0,
    "show": 2.0,
    "destroy": 3.0,
    "manage": 1.0,
    "create": 4.5,
    "charges": 1.0,
    "deposit": 3.0,
}
SEARCHES_A_MINUTE = 10

_MINUTE = 60.0


def too_frequent(threshold: float) -> tuple[Canned, ...]:
    """Return the four forms of a 429."""
    text = f"API requests too frequent endpoint threshold={threshold:.1f}"
    return (
        Canned(429, f"API requests too frequent: endpoint threshold={threshold:.1f}", content_type="text/plain"),
        Canned(429, {"detail": text}),
        Canned(429, {"success": False, "error": "rate_limit_exceeded", "msg": text}),
        Canned(429, {"success": False, "error": "rate_limit_exceeded", "msg": text, "retry_after": threshold}),
    )


def quota_exceeded(clock: SandboxClock) -> Canned:
    """Return the refusal of a client that used up its searches; it lasts until midnight UTC."""
    midnight = clock.now().replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
    body = {"success": False, "error": "search_quota_exceeded", "msg": "Daily search quota exceeded."}
    return Canned(429, body, headers={"X-RateLimit-Reset": str(int(midnight.timestamp()))})


class Limits:
    """Refuses calls that come too often; off unless `enabled`. `search_quota` is searches a UTC day, None: any."""

    def __init__(self, clock: SandboxClock, *, enabled: bool = False) -> None:
        self.enabled = enabled
        self.search_quota: int | None = None
        self._clock = clock
        self._last: dict[tuple[str, str], float] = {}
        self._searches: dict[str, deque[float]] = defaultdict(deque)
        self._of_the_day: dict[tuple[str, object], int] = defaultdict(int)
        self._form = cycle(range(4))

    def refusal(self, endpoint: str, identity: str) -> Canned | None:
        """Return how a call is refused, or None; `endpoint` is "search" or a key of THRESHOLDS."""
        if endpoint == "search":
            return self._over_quota(identity) or (self._too_many(identity) if self.enabled else None)
        if not self.enabled or endpoint not in THRESHOLDS:
            return None
        now, key = self._clock.monotonic(), (endpoint, identity)
        if now - self._last.get(key, -_MINUTE) < THRESHOLDS[endpoint]:
            return too_frequent(THRESHOLDS[endpoint])[next(self._form)]
        self._last[key] = now
        return None

    def _over_quota(self, identity: str) -> Canned | None:
        if self.search_quota is None:
            return None
        today = (identity, self._clock.now().date())
        if self._of_the_day[today] >= self.search_quota:
            return quota_exceeded(self._clock)
        self._of_the_day[today] += 1
        return None

    def _too_many(self, identity: str) -> Canned | None:
        now, recent = self._clock.monotonic(), self._searches[identity]
        while recent and now - recent[0] >= _MINUTE:
            recent.popleft()
        if len(recent) >= SEARCHES_A_MINUTE:
            return too_frequent(_MINUTE / SEARCHES_A_MINUTE)[next(self._form)]
        recent.append(now)
        return None
