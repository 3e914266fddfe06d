"""Whether an end stands still: one that moves to and fro is said once to do so, then where it stands in the end."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from bot.domain.deadlines.kinds import DeadlineKind
from bot.domain.deadlines.told import MOVED_BY, RECOVERY
from bot.domain.incidents.damper import QUIET, Flaps, count


@dataclass(frozen=True, slots=True)
class EndWatch:
    """How the end of one kind moved.

    `end` is where it stood when it last moved, `said` whether it was told that it flaps. `absent_since` is since when
    nothing makes it end, None while something does. `latest` is the latest of the ends between which it moves to and
    fro; since `beyond_since` it was beyond that at every look, at the latest at `beyond`. `moved_on`: at this look that
    has been so for ten minutes, and from now on it moves to and fro there.
    """

    kind: DeadlineKind
    end: datetime | None = None
    flaps: Flaps = field(default_factory=Flaps)
    said: bool = False
    absent_since: datetime | None = None
    latest: datetime | None = None
    beyond: datetime | None = None
    beyond_since: datetime | None = None
    moved_on: bool = False

    @property
    def held(self) -> bool:
        """Whether nothing that was told of it is to be forgotten now, as it only moves to and fro."""
        return self.flaps.flapping and not self.moved_on


def step_end(watch: EndWatch, end: datetime | None, now: datetime) -> EndWatch:
    """Take one clear look at an end; None is one that is absent, which is no move."""
    if end is None:
        flaps = count(watch.flaps, now, moved=False)
        return replace(watch, flaps=flaps, absent_since=watch.absent_since or now)
    before = watch.end or end
    moved = _moved(watch.kind, before, end, now)
    flaps = count(watch.flaps, now, moved=moved)
    return _reaching(replace(watch, end=end if moved else before, flaps=flaps, absent_since=None), end, now)


def _reaching(watch: EndWatch, end: datetime, now: datetime) -> EndWatch:
    """Take how late it was seen. An end that was put off is beyond all of that, however it goes on moving."""
    latest = (watch.latest or end) if watch.flaps.changed else end
    if not watch.flaps.flapping or end <= latest or not _moved(watch.kind, latest, end, now):
        latest = max(latest, end, watch.beyond or end)
        return replace(watch, latest=latest, beyond=None, beyond_since=None, moved_on=False)
    since, beyond = min(watch.beyond_since or now, now), max(watch.beyond or end, end)
    if now - since < QUIET:
        return replace(watch, beyond=beyond, beyond_since=since, moved_on=False)
    return replace(watch, latest=beyond, beyond=None, beyond_since=None, moved_on=True)


def is_absent(watch: EndWatch, now: datetime) -> bool:
    """Tell whether it has been absent for ten minutes: one look at which nothing burns money fills no purse."""
    return watch.absent_since is not None and now - watch.absent_since >= QUIET


def _moved(kind: DeadlineKind, before: datetime, end: datetime, now: datetime) -> bool:
    """Tell whether it is another end. One of money wanders: only half as long again, or as short, is a move."""
    if abs(end - before) <= MOVED_BY:
        return False
    narrow, wide = sorted((before - now, end - now))
    return not kind.is_money or wide > max(narrow, timedelta(0)) * RECOVERY
