"""Progress: how far a run's training is, as somebody or something told it."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """So many of `total` steps were done `at` an instant, after `running` of the machine's running time.

    `base_done` steps of them were done after `base_running`, when a machine's progress was first told: that much may
    have been done elsewhere. None for the first word itself.

    Raises ValueError for steps that can't be: below zero, or beyond the total.
    """

    done: int
    total: int
    at: datetime
    running: timedelta
    by: str | None = None
    base_done: int | None = None
    base_running: timedelta | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.done <= self.total or self.total < 1:
            raise ValueError(f"{self.done} of {self.total} steps can't be.")

    @property
    def finished(self) -> bool:
        """Whether the training is done."""
        return self.done == self.total

    @property
    def since_base(self) -> tuple[int, timedelta] | None:
        """How many steps were done in how much running time since the first word; None for the first word itself."""
        if self.base_done is None or self.base_running is None:
            return None
        return self.done - self.base_done, self.running - self.base_running

    def after(self, last: "Progress | None") -> "Progress":
        """Give this word as the one that follows `last`: with the base of that, else that as the base.

        Steps that went back, another total or another machine's time begin anew.
        """
        if last is None or self.total != last.total or self.done < last.done or self.running < last.running:
            return replace(self, base_done=None, base_running=None)
        if last.base_done is None:
            return replace(self, base_done=last.done, base_running=last.running)
        return replace(self, base_done=last.base_done, base_running=last.base_running)
