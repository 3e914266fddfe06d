"""What people answered to an alert, so that its message shows it and asks nobody twice."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Answerable:
    """An alert that can be acknowledged and snoozed; who did is a Slack user's id."""

    acknowledged_by: str | None = None
    snoozed_by: str | None = None
    snoozed_until: datetime | None = None
