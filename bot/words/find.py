"""`find`: what a run needs, in plain words in any order."""

from datetime import datetime
from zoneinfo import ZoneInfo

from bot.domain.need import Need
from bot.words.hear import Command, Gaps, Grammar
from bot.words.problem import Misread, Problem
from bot.words.refs import REF_ELSEWHERE
from bot.words.said import Said, draft_of
from bot.words.settings import RUN, filters

_QUESTIONS = {
    "gpu": Problem("", "Which GPU? For example `h100-sxm`."),
    "for": Problem("", "`for`: how long does it train? For example `for 72h`."),
    "disk": Problem("", "`disk`: how many GB? It can't be resized later. For example `disk 500GB`."),
}
_KEYS = {"gpu": "gpu", "for": "duration", "disk": "disk_gb"}


def missing(said: Said, names: tuple[str, ...] = tuple(_KEYS)) -> Gaps:
    """Ask back for what is required and was not said: by default the GPU, the duration and the disk."""
    return [(name, _QUESTIONS[name]) for name in names if _KEYS[name] not in said]


def read_find(text: str, zone: ZoneInfo, now: datetime) -> Need | Misread:
    """Read a need. What was not said takes the defaults of `Need`; local times are in `zone`."""
    settings = (*RUN, *filters(zone, now), REF_ELSEWHERE)
    return Command(Grammar(settings), missing, lambda said: Need(**draft_of(said))).read(text)
