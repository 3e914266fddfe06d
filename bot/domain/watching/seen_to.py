"""What becomes of a click on `Acknowledge` or `Snooze`."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

SNOOZE_FOR = timedelta(hours=2)
"""After so long a snoozed alert is said again, if it still holds."""


class Answer(StrEnum):
    """What became of a click."""

    TAKEN = "taken"
    BEFORE = "somebody did before"
    OVER = "it is over"
    UNKNOWN = "it is not known any more"


@dataclass(frozen=True, slots=True)
class SeenTo:
    """The answer to a click; `by` and `at` are the ones who did, and when."""

    answer: Answer
    by: str | None = None
    at: datetime | None = None
