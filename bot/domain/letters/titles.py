"""What every letter about a run names first."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from bot.domain.listing import ListingRef


@dataclass(frozen=True, slots=True)
class Title:
    """A run and its machine, as a message names them.

    `hourly` is what it costs now in US dollars per hour, None when unknown; `or_more` tells that the GPUs' price is
    known and another one that bills is not.
    """

    id: str
    name: str
    owner: str
    ref: ListingRef
    gpus: int
    gpu: str
    hourly: Decimal | None
    or_more: bool = False


@dataclass(frozen=True, slots=True)
class Resume:
    """What would be looked for to go on elsewhere: the card in words that a find takes, the training still to do.

    GB of 10^9 bytes; None was not said and is asked back.
    """

    gpu: str
    gpus: int
    remaining: timedelta
    disk_gb: Decimal | None
    in_gb: Decimal = Decimal(0)
    out_gb: Decimal | None = None


@dataclass(frozen=True, slots=True)
class Outlook:
    """How a run will end: its forecast finish, its machine's end, and what is then left for the copy and the slack.

    `spare` is what remains after the copy out and two hours; None where an end or a size is unknown. `beyond`: it will
    finish later than can be told, at `finish_at` at the earliest. `done`: its training is done, since `finish_at`.
    """

    finish_at: datetime | None
    ends_at: datetime | None
    spare: timedelta | None
    beyond: bool = False
    done: bool = False

    @property
    def fits(self) -> bool | None:
        """Whether it still fits; the very same instant is too late. What is done has fitted."""
        if self.done:
            return True
        return None if self.spare is None else self.spare > timedelta(0)
