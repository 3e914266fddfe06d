"""The ends of one machine, which of them binds, and by when its copy must have begun."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from bot.domain.deadlines.kinds import DeadlineKind
from bot.domain.outside import Unknown


@dataclass(frozen=True, slots=True)
class Deadline:
    """One end, kept in UTC, or why it is unknown. A naive datetime is a TypeError (a27)."""

    kind: DeadlineKind
    end: datetime | Unknown

    def __post_init__(self) -> None:
        if isinstance(self.end, Unknown):
            return
        if self.end.utcoffset() is None:
            raise TypeError(f"a naive {self.kind}: {self.end}")
        object.__setattr__(self, "end", self.end.astimezone(UTC))


@dataclass(frozen=True, slots=True)
class Deadlines:
    """All ends of one machine, at most one of a kind.

    A kind that is absent doesn't end as it is now (no budget set, nothing burns the balance); what nobody could read is
    there as Unknown. `copy_lead` is how long before an end its copy must begin, None when that is unknown.
    """

    all: tuple[Deadline, ...]
    copy_lead: timedelta | None = None

    @property
    def unknown(self) -> tuple[tuple[DeadlineKind, Unknown], ...]:
        """The ends that are unknown, and why: any of them may be the earliest."""
        return tuple((one.kind, one.end) for one in self.all if isinstance(one.end, Unknown))

    def binding(self, now: datetime) -> tuple[DeadlineKind, datetime] | None:
        """Give the earliest known end; None when none is known.

        A budget that is spent ends nothing by itself, so it does not hide the end that comes after it.
        """
        known = [(one.end, one.kind) for one in self.all if not isinstance(one.end, Unknown)]
        live = [(end, kind) for end, kind in known if kind is not DeadlineKind.BUDGET_END or end > now]
        if not known:
            return None
        end, kind = min(live or known)
        return kind, end

    def copy_start(self, now: datetime) -> datetime | None:
        """Give the latest safe copy start, before the binding end (a1); None when either is unknown."""
        binding = self.binding(now)
        return None if binding is None or self.copy_lead is None else binding[1] - self.copy_lead
