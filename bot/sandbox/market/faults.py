"""What can be made to go wrong with a stand-in marketplace, one switch each."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from bot.sandbox.market.wire import Canned


class Fault(StrEnum):
    """A way in which a marketplace fails its clients."""

    UNAUTHORIZED = "401"
    FORBIDDEN = "403"
    BAD_KEY = "a bad key, told as 404"
    ACCOUNT_LEVEL = "403, the class is not available at this account level"
    CONFLICT = "409"
    GONE = "410"
    RATE_PLAIN = "429, plain text"
    RATE_DETAIL = "429, JSON with detail"
    RATE_JSON = "429, JSON with error and msg"
    RATE_BODY = "429, JSON with retry_after in the body"
    RATE_HEADER = "429 with a Retry-After header"
    QUOTA = "429, the day's search quota is used up"
    ERROR_500 = "500 with HTML"
    ERROR_502 = "502 with HTML"
    ERROR_503 = "503 with HTML"
    HTML = "200 with HTML"
    SUCCESS_FALSE = "200 with success false"
    SLOW = "an answer that takes its time"
    DROPPED = "a connection closed without an answer"
    CUT = "a connection closed in the middle of the body"
    TRUNCATED = "a body that ends in the middle of its JSON"
    LIST = "the bare list in place of the object"
    EMPTY = "no rows"
    HALF = "half of the rows, as if that were all"
    STRAY = "one more row that the filter excludes"
    ODD = "rows with missing fields, numbers as strings, or nothing at all"


@dataclass(slots=True)
class Switched:
    """A fault that is on: for paths that contain `path`, so many more `times` (None: until switched off)."""

    fault: Fault
    path: str
    times: int | None
    seconds: float


class Faults:
    """The switches of one dialect; `canned` are the answers that this dialect gives for some of them."""

    def __init__(self, canned: Mapping[Fault, Canned]) -> None:
        self.canned = {**_ANY_SERVER, **canned}
        self._on: list[Switched] = []

    def on(self, fault: Fault, *, path: str = "", times: int | None = None, seconds: float = 10.0) -> None:
        """Switch a fault on. `seconds` is real time, of SLOW alone. ValueError if this dialect has no such fault."""
        if fault not in self.canned and fault not in _WORKED:
            raise ValueError(f"this marketplace never answers {fault.value!r}")
        self._on.append(Switched(fault, path, times, seconds))

    def off(self, fault: Fault | None = None) -> None:
        """Switch one fault off, or all."""
        self._on = [each for each in self._on if fault is not None and each.fault is not fault]

    def due(self, path: str) -> list[Switched]:
        """Return the faults that strike a request for this path, and count them down."""
        struck = [each for each in self._on if each.path in path and each.times != 0]
        for each in struck:
            if each.times is not None:
                each.times -= 1
        return struck


_WORKED = frozenset(
    {
        Fault.SLOW,
        Fault.DROPPED,
        Fault.CUT,
        Fault.TRUNCATED,
        Fault.LIST,
        Fault.EMPTY,
        Fault.HALF,
        Fault.STRAY,
        Fault.ODD,
    }
)
"""Faults that are worked on the wire or on a good answer; all others are canned answers."""

_HTML = "<!DOCTYPE html><html><head><title>{0}</title></head><body><center><h1>{0}</h1></center></body></html>"


def _page(status: int, title: str) -> Canned:
    return Canned(status, _HTML.format(title), content_type="text/html")


_ANY_SERVER = {
    Fault.ERROR_500: _page(500, "500 Internal Server Error"),
    Fault.ERROR_502: _page(502, "502 Bad Gateway"),
    Fault.ERROR_503: _page(503, "503 Service Temporarily Unavailable"),
    Fault.HTML: _page(200, "Just a moment..."),
}
