"""Instants are aware UTC: in any other zone the difference of two is one of wall clocks, an hour off twice a year."""

from datetime import UTC, datetime, timedelta

MICROSECOND = timedelta(microseconds=1)


def utc(at: datetime) -> datetime:
    """Give the same instant in UTC. Raises TypeError for a naive one, which is no instant (case a27)."""
    if at.tzinfo is UTC:  # nearly always, and ledgers ask a hundred times as they are read
        return at
    if at.utcoffset() is None:
        raise TypeError(f"{at} has no zone")
    return at.astimezone(UTC)


def micros(span: timedelta) -> int:
    """Give a span in whole microseconds, exactly."""
    return span // MICROSECOND
