"""How often each marketplace is asked: as set, more rarely where its own pace or its refusals ask for that."""

from dataclasses import dataclass
from datetime import timedelta

from bot.domain.watching.poll import Poll
from bot.ports import Clock, Marketplace

LONGEST = timedelta(minutes=5)
"""A marketplace that keeps refusing is asked at least so often."""

ENDLESS = timedelta(minutes=15)
"""A list that takes longer than this, and than three polls or three such lists, is no sight of the marketplace."""

_GENTLY = 2
"""A list takes at most half of the interval."""

_JUST_BEFORE = timedelta(milliseconds=500)
"""A wake that comes this much early still counts: wakes and polls go by the same beat."""


@dataclass(slots=True)
class _Pace:
    every: timedelta
    asked: float | None = None
    answered: bool = True
    refused: int = 0
    took: timedelta = timedelta(0)


class Paces:
    """The pace of each marketplace, in this process: a restart asks at once."""

    def __init__(self, every: timedelta, clock: Clock) -> None:
        self._every = every
        self._clock = clock
        self._paces: dict[str, _Pace] = {}

    def due(self, market: str) -> bool:
        """Tell whether it is time to ask."""
        pace = self._of(market)
        if pace.asked is None:
            return True
        return self._since(pace.asked) + _JUST_BEFORE >= self.every(market)

    def every(self, market: str) -> timedelta:
        """Give the time between two polls as it is now; after refusals it doubles, up to five minutes.

        A poll whose pages still come has stretched it by then.
        """
        pace = self._of(market)
        doublings = max(0, min(pace.refused, _MOST_DOUBLINGS) - _FREE_REFUSALS)
        slower: timedelta = pace.every * (1 << doublings)
        lasts = timedelta(0) if pace.answered or pace.asked is None else self._since(pace.asked)
        return max(pace.every, min(slower, LONGEST), lasts)

    def endless(self, market: str) -> bool:
        """Tell whether the list that still comes takes so long that it counts as none, whatever comes of it."""
        pace = self._of(market)
        if pace.answered or pace.asked is None:
            return False
        return self._since(pace.asked) > max(ENDLESS, _ENDLESS_AFTER * max(pace.every, pace.took))

    def answers(self, market: str) -> bool:
        """Tell whether the last poll was answered, as far as one came."""
        return self._of(market).refused == 0

    def begun(self, market: str) -> None:
        """Remember that it is being asked."""
        pace = self._of(market)
        pace.asked, pace.answered = self._clock.monotonic(), False

    def told(self, market: Marketplace, poll: Poll) -> None:
        """Take the pace from an answer: what a whole list takes at the marketplace's own pace, at least."""
        pace = self._of(market.name)
        pace.answered = True
        if poll.listed is None:
            pace.refused += 1
            return
        pace.refused = 0
        pace.took = timedelta(0) if pace.asked is None else self._since(pace.asked)
        needed = timedelta(seconds=market.list_seconds(len(poll.listed)) * _GENTLY)
        pace.every = max(self._every, needed)

    def _since(self, instant: float) -> timedelta:
        return timedelta(seconds=self._clock.monotonic() - instant)

    def _of(self, market: str) -> _Pace:
        return self._paces.setdefault(market, _Pace(self._every))


_ENDLESS_AFTER = 3

_FREE_REFUSALS = 3
"""So many in a row are asked again at the usual pace: three make a marketplace not visible."""

_MOST_DOUBLINGS = 10
