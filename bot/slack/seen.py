"""What was already delivered, so that a redelivery does nothing twice (case f138). In memory: a restart forgets."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from slack_bolt.response import BoltResponse

from bot.ports import Clock

Middleware = Callable[..., Awaitable[BoltResponse | None]]


class Seen:
    """Ids of envelopes and events. `keep` is seconds; Slack's last retry comes about 6 minutes after the first."""

    def __init__(self, clock: Clock, *, keep: float = 3600.0, most: int = 20_000) -> None:
        self._clock = clock
        self._keep = keep
        self._most = most
        self._when: OrderedDict[str, float] = OrderedDict()

    def __len__(self) -> int:
        return len(self._when)

    def first(self, key: str) -> bool:
        """Remember a key, and tell whether it was new."""
        self._forget_old()
        if key in self._when:
            return False
        if len(self._when) >= self._most:
            self._when.popitem(last=False)
        self._when[key] = self._clock.monotonic()
        return True

    def forget(self, key: str) -> None:
        """Forget a key whose handling came to nothing, so that its redelivery is handled."""
        self._when.pop(key, None)

    def _forget_old(self) -> None:
        oldest_kept = self._clock.monotonic() - self._keep
        while self._when and next(iter(self._when.values())) <= oldest_kept:
            self._when.popitem(last=False)


def once_only(seen: Seen) -> Middleware:
    """Give Bolt middleware that answers a redelivered event 200 and hands it to nobody."""

    async def once(body: Mapping[str, Any], next_: Callable[[], Awaitable[None]]) -> BoltResponse | None:
        event_id = body.get("event_id")
        if isinstance(event_id, str) and not seen.first(f"event {event_id}"):
            return BoltResponse(status=200)
        await next_()
        return None

    return once
