"""The sign before a letter's first line: how soon somebody is needed. The words say it too."""

from datetime import timedelta
from enum import StrEnum

from bot.domain.incidents import IncidentKind
from bot.domain.watching.deadlines import URGENT as NEAR


class Sign(StrEnum):
    """NOW needs a person at once, OPEN can wait a little, OVER needs nobody."""

    NOW = "\U0001f534"
    OPEN = "\U0001f7e0"
    OVER = "\u2705"


URGENT = frozenset({IncidentKind.OFFLINE, IncidentKind.GONE, IncidentKind.SLACK_ROUTE})
"""What needs a person now, whatever letter tells it."""


def is_near(left: timedelta | None) -> bool:
    """Tell whether an end is so near that a person is needed now."""
    return left is not None and left <= NEAR
