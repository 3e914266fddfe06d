"""Deadlines: when a machine ends, when its copy must have begun, and what of it is to be said now."""

from bot.domain.deadlines.copying import copy_lead, copy_time
from bot.domain.deadlines.due import Due, DueWarning, due_warnings
from bot.domain.deadlines.ends import Deadline, Deadlines
from bot.domain.deadlines.kinds import COPY_START, THRESHOLDS, DeadlineKind
from bot.domain.deadlines.lasting import lasts, money_end
from bot.domain.deadlines.steady import EndWatch, is_absent, step_end
from bot.domain.deadlines.told import Mark, Told

__all__ = [
    "COPY_START",
    "THRESHOLDS",
    "Deadline",
    "DeadlineKind",
    "Deadlines",
    "Due",
    "DueWarning",
    "EndWatch",
    "Mark",
    "Told",
    "copy_lead",
    "copy_time",
    "due_warnings",
    "is_absent",
    "lasts",
    "money_end",
    "step_end",
]
