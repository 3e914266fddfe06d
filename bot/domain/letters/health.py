"""The letter about the bot itself."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class HealthMatter(StrEnum):
    """What of the bot itself is told."""

    GAP = "gap"
    """It did not run for a while; what was typed meanwhile may be lost (case f150)."""
    LATE_LOOP = "late loop"
    """A loop of its own is late (cases c80, g172)."""
    CLOCK_WENT_BACK = "clock went back"
    """The machine's clock showed `start`, and shows `end` after that. Which was right is not known."""
    CLOCK_WAS_AHEAD = "clock was ahead"
    """The machine's clock showed `start`, and shows `end` after that, which is right."""
    CLOCK_IS_AHEAD = "clock is ahead"
    """The machine's clock shows `start`, when Slack's shows `end`."""
    CLOCK_IS_BEHIND = "clock is behind"
    """The machine's clock shows `start`, after Slack's has shown `end`."""
    CLOCK_IS_RIGHT = "clock is right"
    """It was wrong, and is not any more: it shows `start`."""


@dataclass(frozen=True, slots=True)
class HealthNote:
    """Something of the bot itself, from `start` to `end` (None: still so); of a clock, what it showed."""

    matter: HealthMatter
    start: datetime
    end: datetime | None
    particular: str = ""
