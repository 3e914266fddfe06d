"""`by`: the latest finish, in the team's zone, over changes of the clocks."""

from collections.abc import Callable
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.domain.need import Need
from bot.words import Misread, read_find

BEFORE = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("by 2026-12-05", datetime(2026, 12, 6, 5, tzinfo=UTC)),
        ("by=2026-12-5", datetime(2026, 12, 6, 5, tzinfo=UTC)),
        ("until 2026-12-05", datetime(2026, 12, 6, 5, tzinfo=UTC)),
        ("by 2026-12-05T18:00", datetime(2026, 12, 5, 23, tzinfo=UTC)),
        ('by "2026-12-05 18:00"', datetime(2026, 12, 5, 23, tzinfo=UTC)),
        ("by “2026‑12‑05 9:30”", datetime(2026, 12, 5, 14, 30, tzinfo=UTC)),  # noqa: RUF001 - a phone's hyphens
        ("by 2026-12-05T18:00Z", datetime(2026, 12, 5, 18, tzinfo=UTC)),
        ("by 2026-12-05 18:00 UTC", datetime(2026, 12, 5, 18, tzinfo=UTC)),
        ("by 2026-12-05T18:00:30.25+05:30", datetime(2026, 12, 5, 12, 30, 30, 250000, tzinfo=UTC)),
        ("by 2026-11-20", datetime(2026, 11, 21, 5, tzinfo=UTC)),
    ],
)
def test_a_latest_finish_is_the_end_of_its_day_or_the_time_that_was_said(
    find: Callable[[str], Need], typed: str, expected: datetime
) -> None:
    """A day ends at the team's next midnight; today still lies ahead."""
    assert expected == find(f"h100 for 3d disk 500GB {typed}").by


@pytest.mark.parametrize(
    ("zone", "typed", "expected"),
    [
        ("America/New_York", "2026-03-08", datetime(2026, 3, 9, 4, tzinfo=UTC)),
        ("America/New_York", "2026-11-01", datetime(2026, 11, 2, 5, tzinfo=UTC)),
        ("America/New_York", "2026-11-01T01:30", datetime(2026, 11, 1, 5, 30, tzinfo=UTC)),
        ("America/New_York", "2026-03-08T02:30", datetime(2026, 3, 8, 6, 30, tzinfo=UTC)),
        ("Africa/Cairo", "2026-04-23", datetime(2026, 4, 23, 22, tzinfo=UTC)),
        ("Pacific/Chatham", "2026-12-05", datetime(2026, 12, 5, 10, 15, tzinfo=UTC)),
    ],
)
def test_a_change_of_the_clocks_never_makes_a_latest_finish_later(zone: str, typed: str, expected: datetime) -> None:
    """Days of 23 and 25 hours end at midnight; of two readings of a time the earlier counts; Cairo skips midnight."""
    need = read_find(f"h100 for 3d disk 500GB by {typed}", ZoneInfo(zone), BEFORE)
    assert isinstance(need, Need)
    assert expected == need.by


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("by 2026-11-19", "is past"),
        ("by 2026-11-20T06:59", "is past"),
        ("by 0000-01-01", "no day or time"),
        ("by 0001-01-01", "is past"),
        ("by 9999-12-31", "more than ten years"),
        ("by 2026-02-30", "no day or time"),
        ("by 2026-12-05T25:00", "no day or time"),
        ("by 2026-12-05T18:00+99:00", "no day or time"),
        ("by 12/05/2025", "is not a day"),
        ("by xmas", "which day?"),
        ("by nov 10 2026", "is past"),
        ("by 31 feb", "no day or time"),
        ("by feb 29", "no day or time"),
        ("by dec 10 13pm", "no day or time"),
        ("by dec 10 24:00", "no day or time"),
    ],
)
def test_a_finish_that_cannot_be_says_why(misread: Callable[[str], Misread], typed: str, why: str) -> None:
    """With an example of how a day is written."""
    sentence = misread(f"h100 for 3d disk 500GB {typed}").problems[0].sentence
    assert why in sentence
    assert "`by 2026-12-05`" in sentence
