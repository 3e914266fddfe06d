"""The four ways in which a machine's time ends, and how long before each the team is told."""

from datetime import timedelta
from enum import StrEnum


class DeadlineKind(StrEnum):
    """What ends a machine's time. A balance or a budget ends when money does: its end is a forecast that wanders."""

    CONTRACT_END = "contract end"
    MAX_DURATION = "max duration"
    BALANCE_END = "balance end"
    BUDGET_END = "budget end"

    @property
    def is_money(self) -> bool:
        """Whether the end is a forecast from money and burn, not a date that somebody fixed."""
        return self in {DeadlineKind.BALANCE_END, DeadlineKind.BUDGET_END}


def _hours(*numbers: int) -> tuple[timedelta, ...]:
    return tuple(timedelta(hours=number) for number in numbers)


_OF_DATES = _hours(72, 24, 12, 6, 2, 1)
_OF_MONEY = _hours(48, 24, 6)

THRESHOLDS = {kind: _OF_MONEY if kind.is_money else _OF_DATES for kind in DeadlineKind}
"""How long before its end each kind is told of, widest first."""

COPY_START = None
"""Stands for the latest safe copy start where a threshold is asked for: its distance from the end varies."""
