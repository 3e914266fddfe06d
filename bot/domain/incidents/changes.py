"""What can be an incident, and what can be told of one."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class IncidentKind(StrEnum):
    """A fact that needs a person while it holds."""

    OFFLINE = "offline"
    GONE = "gone"
    NOT_VISIBLE = "not_visible"
    IDLE = "idle"
    FORECAST = "forecast"
    BALANCE_LOW = "balance_low"
    PRICE_INCREASE = "price_increase"
    DISK = "disk"
    HARDWARE = "hardware"
    UNCLAIMED = "unclaimed"
    SLACK_ROUTE = "slack_route"


class What(StrEnum):
    """What is told of an incident."""

    OPENED = "opened"
    CLOSED = "closed"
    FLAPPING = "flapping"
    """It comes and goes. Where it is not open, it is from now on, until it settles."""
    SETTLED = "settled"
    """The coming and going is over, and it still holds."""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing to tell of one incident.

    `since` is the first observation that said so, `not_before` the last that said otherwise: what is told happened
    between the two (c74). `became` names the incident that took the place of a closed one.
    """

    kind: IncidentKind
    what: What
    since: datetime
    not_before: datetime | None = None
    became: IncidentKind | None = None

    @property
    def opens(self) -> bool:
        """Whether this makes sure that the incident is open."""
        return self.what is not What.CLOSED
