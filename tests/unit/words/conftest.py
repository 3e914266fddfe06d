"""One zone and one present for every reader."""

from collections.abc import Callable
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.domain.need import Need
from bot.words import Misread, read_find


@pytest.fixture(scope="session")
def zone() -> ZoneInfo:
    """Give a team's zone west of Greenwich, so that its midnight is not UTC's."""
    return ZoneInfo("America/New_York")


@pytest.fixture(scope="session")
def now() -> datetime:
    """Give the present of these tests."""
    return datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.fixture(scope="session")
def find(zone: ZoneInfo, now: datetime) -> Callable[[str], Need]:
    """Read a text that must be understood."""

    def read(text: str) -> Need:
        found = read_find(text, zone, now)
        assert isinstance(found, Need), found
        return found

    return read


@pytest.fixture(scope="session")
def misread(zone: ZoneInfo, now: datetime) -> Callable[[str], Misread]:
    """Read a text that must not be understood."""

    def read(text: str) -> Misread:
        found = read_find(text, zone, now)
        assert isinstance(found, Misread), found
        return found

    return read
