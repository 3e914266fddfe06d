"""One look at a run's machine: what its marketplace says of it, as one poll gathered it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.domain.account import PriceIncrease
from bot.domain.incidents import Sighting, sighting
from bot.domain.instance import Instance
from bot.domain.listing import ListingRef

_SIDE_BY_SIDE = timedelta(minutes=1)
"""So far ahead of a wake a command may have seen a machine while it went on; what is further is another clock's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What was seen `at` an instant. `instance` is its row where it is listed.

    `asked` are the pending wishes of hosts for more money, None where that could not be read.
    """

    at: datetime
    sighting: Sighting = Sighting.UNKNOWN
    instance: Instance | None = None
    asked: tuple[PriceIncrease, ...] | None = None

    def after(self, seen_at: datetime, now: datetime) -> "Look":
        """Give what it tells of a machine that was seen at an instant already: nothing where that was later.

        So it is with a long list that was begun before somebody read the machine by its id.
        """
        is_older = self.at < seen_at <= now + _SIDE_BY_SIDE
        return Look(at=self.at) if is_older else self


def look_at(
    ref: ListingRef,
    at: datetime,
    *,
    listed: Mapping[ListingRef, Instance] | None,
    absent: Collection[ListingRef],
    asked: Sequence[PriceIncrease] | None,
) -> Look:
    """Read one machine out of a poll. `listed` None: no list that was whole; `absent`: by id there surely is none."""
    if listed is None:
        return Look(at=at)
    mine = None if asked is None else tuple(one for one in asked if one.ref == ref)
    row = listed.get(ref)
    if row is not None:
        return Look(at=at, sighting=sighting(row.state), instance=row, asked=mine)
    return Look(at=at, sighting=Sighting.ABSENT if ref in absent else Sighting.UNLISTED, asked=mine)
