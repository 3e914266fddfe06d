"""What the watch is to do, from the settings."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import time, timedelta
from uuid import uuid4
from zoneinfo import ZoneInfo


def new_id() -> str:
    """Make an id that nobody can guess and nothing else has."""
    return uuid4().hex


@dataclass(frozen=True, slots=True, kw_only=True)
class Duty:
    """Where what is said goes, how often marketplaces are asked, and when the team's day is summed up."""

    channel: str
    admin: str | None
    zone: ZoneInfo
    summary_at: time
    every: timedelta
    new_id: Callable[[], str] = new_id
