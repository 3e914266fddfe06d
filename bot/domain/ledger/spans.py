"""Spans of a machine's life, each in one state."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.domain.instance import InstanceState


@dataclass(frozen=True, slots=True)
class StateSpan:
    """[start, end) in a state; `end` None is still so, `state` None is gone.

    `perhaps` are the states that it may have been in instead, from any moment on: nobody saw it. `assumed` marks the
    time before tracking.
    """

    start: datetime
    end: datetime | None
    state: InstanceState | None
    assumed: bool = False
    perhaps: tuple[InstanceState | None, ...] = ()

    def until(self, at: datetime) -> datetime:
        """Give the span's end as far as it lies before an instant; never before its start."""
        return max(self.start, at if self.end is None else min(self.end, at))


def time_in(spans: Sequence[StateSpan], state: InstanceState, until: datetime) -> timedelta:
    """Give how long the machine was in a state, up to an instant."""
    return sum((span.until(until) - span.start for span in spans if span.state is state), timedelta(0))


def state_at(spans: Sequence[StateSpan], at: datetime) -> InstanceState | None:
    """Give the state at an instant; None before the first span, after the last, and where it is gone."""
    return next((span.state for span in spans if span.start <= at and (span.end is None or at < span.end)), None)
