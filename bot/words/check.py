"""`check`: one listing, and what the run needs; its GPU and count are the listing's unless they are said."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.domain.gpu import GpuAsk
from bot.domain.listing import ListingRef
from bot.domain.need import Need
from bot.words.find import missing
from bot.words.hear import Command, Gaps, Grammar
from bot.words.problem import Misread
from bot.words.refs import LISTING, MACHINE
from bot.words.said import Draft, Said, draft_of
from bot.words.settings import RUN, filters


@dataclass(frozen=True, slots=True)
class CheckAsk:
    """What to judge. Without `ref` the listing is to be typed in by hand. `draft` has a duration and a disk."""

    ref: ListingRef | None
    draft: Draft

    def need(self, gpu: GpuAsk, gpus: int) -> Need:
        """Complete the need with the listing's card and count, where none were said."""
        draft: Draft = {"gpu": gpu, "gpus": gpus, **self.draft}
        return Need(**draft)


def read_check(text: str, zone: ZoneInfo, now: datetime) -> CheckAsk | Misread:
    """Read a listing's address and a need in any order."""
    settings = (*RUN, *filters(zone, now), MACHINE, LISTING)
    return Command(Grammar(settings), _gaps, lambda said: CheckAsk(said.get("ref"), draft_of(said))).read(text)


def _gaps(said: Said) -> Gaps:
    return missing(said, ("for", "disk"))
