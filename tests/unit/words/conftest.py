"""One zone and one present for every reader."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.domain.need import Need
from bot.words import Misread, TrackAsk, read_find, read_track


@pytest.fixture(scope="session")
def zone() -> ZoneInfo:
    """Give a team's zone west of Greenwich, so that its midnight is not UTC's."""
    return ZoneInfo("America/New_York")


@pytest.fixture(scope="session")
def now() -> datetime:
    """Give the present of these tests."""
    return datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.fixture(scope="session")
def reader(zone: ZoneInfo, now: datetime) -> Callable[..., Callable[[str], Any]]:
    """Give, for a reader and what it must make of a text, what reads a text so."""

    def reader(read: Callable[[str, ZoneInfo, datetime], object], sort: type) -> Callable[[str], Any]:
        def must(text: str) -> Any:
            found = read(text, zone, now)
            assert isinstance(found, sort), found
            return found

        return must

    return reader


@pytest.fixture(scope="session")
def find(reader: Callable[..., Callable[[str], Need]]) -> Callable[[str], Need]:
    """Read a text that must be understood."""
    return reader(read_find, Need)


@pytest.fixture(scope="session")
def track(reader: Callable[..., Callable[[str], TrackAsk]]) -> Callable[[str], TrackAsk]:
    """Read a `track` that must be understood."""
    return reader(read_track, TrackAsk)


@pytest.fixture(scope="session")
def misread(reader: Callable[..., Callable[[str], Misread]]) -> Callable[[str], Misread]:
    """Read a text that must not be understood."""
    return reader(read_find, Misread)
