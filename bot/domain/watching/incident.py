"""An incident: one open fact that needs a person. A store keeps it as a row, unique while it is open."""

from dataclasses import dataclass, replace
from datetime import datetime

from bot.domain.incidents import IncidentKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Incident:
    """One fact about a `subject`: a run's id, `account:vast`, `unclaimed:vast:4411` or `route:C0123`.

    What is told began between `not_before` and `since`. Who acknowledged or snoozed it is a Slack user's id.
    """

    id: str
    subject: str
    kind: IncidentKind
    since: datetime
    not_before: datetime | None
    opened_at: datetime
    closed_at: datetime | None = None
    acknowledged_by: str | None = None
    acknowledged_at: datetime | None = None
    snoozed_by: str | None = None
    snoozed_until: datetime | None = None

    def closed(self, at: datetime) -> "Incident":
        """Give the same, over."""
        return replace(self, closed_at=at)
