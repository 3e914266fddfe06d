"""What goes wrong on request: the next calls of a method, the next deliveries, the next handshakes."""

from collections import deque
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One broken call. `accepted` calls are carried out before their answer is lost."""

    name: str
    figure: int = 0
    accepted: bool = False


class Faults:
    """Faults in waiting; each is used up by one call. The method `*` stands for any."""

    def __init__(self) -> None:
        self._calls: dict[str, deque[Fault]] = {}
        self.twice = 0
        """So many of the next payloads go out twice, in the same envelope."""
        self.handshakes = 0
        """So many of the next websocket handshakes are refused with 408."""
        self.signature_age = 0.0
        """Seconds by which the next signed requests are too old (HTTP mode)."""

    def rate_limit(self, method: str, *, retry_after: int = 1, times: int = 1) -> None:
        """Answer 429 with Retry-After in seconds."""
        self._add(method, Fault("ratelimited", retry_after), times)

    def status(self, method: str, status: int, *, times: int = 1, accepted: bool = False) -> None:
        """Answer a bare HTTP status with an HTML page, such as 500 or 503."""
        self._add(method, Fault("status", status, accepted), times)

    def error(self, method: str, error: str, *, times: int = 1, accepted: bool = False) -> None:
        """Answer 200 with an error, such as `internal_error` or `fatal_error`."""
        self._add(method, Fault(error, accepted=accepted), times)

    def hang(self, method: str, *, times: int = 1, accepted: bool = False) -> None:
        """Answer nothing, until the stand-in closes."""
        self._add(method, Fault("hang", accepted=accepted), times)

    def drop(self, method: str, *, times: int = 1, accepted: bool = False) -> None:
        """Cut the connection; `accepted` after doing what was asked: the caller can't know."""
        self._add(method, Fault("drop", accepted=accepted), times)

    def deliver_twice(self, times: int = 1) -> None:
        """Deliver the next payloads twice, same envelope_id."""
        self.twice += times

    def refuse_handshakes(self, times: int = 1) -> None:
        """Refuse the next websocket handshakes with 408."""
        self.handshakes += times

    def clear(self) -> None:
        """Forget every fault that has not happened yet."""
        self._calls.clear()
        self.twice = self.handshakes = 0
        self.signature_age = 0.0

    def next_for(self, method: str) -> Fault | None:
        """Take the next fault for a call of this method, if any waits."""
        for key in (method, "*"):
            if waiting := self._calls.get(key):
                return waiting.popleft()
        return None

    def _add(self, method: str, fault: Fault, times: int) -> None:
        self._calls.setdefault(method, deque()).extend([fault] * times)
