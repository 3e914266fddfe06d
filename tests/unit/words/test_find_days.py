"""`by`: the ways to say a day, and the days that are asked back because they could be two."""

from collections.abc import Callable
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.domain.need import Need
from bot.words import Misread, read_find

TENTH = datetime(2026, 12, 11, 5, tzinfo=UTC)
AT_SIX = datetime(2026, 12, 10, 23, tzinfo=UTC)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("by dec 10", TENTH),
        ("by 10 dec", TENTH),
        ("by december 10", TENTH),
        ("by DECEMBER 10th", TENTH),
        ("by 10th of december", TENTH),
        ("by the 10th of december", TENTH),
        ("by december the 10th", TENTH),
        ("by 10 december 2026", TENTH),
        ("by december 10, 2026", TENTH),
        ("by dec 10,2026", TENTH),
        ("by 10-dec-2026", TENTH),
        ("by 10dec", TENTH),
        ("by=dec-10", TENTH),
        ("by thu 10 dec", TENTH),
        ("by thursday december 10th", TENTH),
        ("by dec 10 18:00", AT_SIX),
        ("by dec 10 at 18:00", AT_SIX),
        ("by 10 dec 2026 6pm", AT_SIX),
        ("by 10 dec 6 p.m.", AT_SIX),
        ("by 2026-12-10 6:00 pm", AT_SIX),
        ("by dec 10 11pm UTC", AT_SIX),
        ("by 10th of december 18:00-05:00", AT_SIX),
        ("by dec 10 12:30pm", datetime(2026, 12, 10, 17, 30, tzinfo=UTC)),
        ("by sept 1", datetime(2027, 9, 2, 4, tzinfo=UTC)),
        ("by nov 20", datetime(2026, 11, 21, 5, tzinfo=UTC)),
        ("by today", datetime(2026, 11, 21, 5, tzinfo=UTC)),
        ("by tomorrow", datetime(2026, 11, 22, 5, tzinfo=UTC)),
        ("by tomorrow 6pm", datetime(2026, 11, 21, 23, tzinfo=UTC)),
        ("by sat", datetime(2026, 11, 22, 5, tzinfo=UTC)),
        ("by thursday", datetime(2026, 11, 27, 5, tzinfo=UTC)),
        ("by tue 9:30", datetime(2026, 11, 24, 14, 30, tzinfo=UTC)),
    ],
)
def test_a_day_is_understood_as_people_say_it(find: Callable[[str], Need], typed: str, expected: datetime) -> None:
    """The next such day for the team, to its end unless a time is said; it is Friday, 20 November 2026."""
    assert expected == find(f"h100 for 3d disk 500GB {typed}").by


@pytest.mark.parametrize(
    ("typed", "word", "suggestions"),
    [
        ("by friday", "by friday", ("by 2026-11-20", "by 2026-11-27")),
        ("by fri 6:00", "by fri 6:00", ("by 2026-11-27T06:00",)),
        ("by next friday", "by next friday", ("by 2026-11-27", "by 2026-12-04")),
        ("by next tue 18:00", "by next tue 18:00", ("by 2026-11-24T18:00", "by 2026-12-01T18:00")),
        ("by 10.1.2027", "by 10.1.2027", ("by 2027-01-10", "by 2027-10-01")),
        ("by 10/12/2026", "by 10/12/2026", ("by 2026-12-10",)),
        ("by 12/05", "by 12/05", ("by 2027-05-12", "by 2026-12-05")),
        ("by 12-05", "by 12-05", ("by 2027-05-12", "by 2026-12-05")),
        ("by 10.12. 18:00", "by 10.12. 18:00", ("by 2026-12-10 18:00", "by 2027-10-12 18:00")),
        ("by 25/12/26", "by 25/12/26", ("by 2026-12-25",)),
        ("by 2026/12/10", "by 2026/12/10", ("by 2026-12-10",)),
        ("by 10 dec 26", "by 10 dec 26", ("by 10 dec 2026",)),
        ("by fri 10 dec", "by fri 10 dec", ("by 2026-12-10", "by 2026-12-11")),
        ("by nov 10", "by nov 10", ("by 2027-11-10",)),
        ("by dec 10 12am", "by dec 10 12am", ("by 2026-12-10T00:00", "by 2026-12-10T12:00", "by 2026-12-11T00:00")),
        ("by decmber 10th", "by decmber 10th", ("by december 10th",)),
        ("by 10 decembr 2026", "by 10 decembr 2026", ("by 10 december 2026",)),
        ("by tomorow", "by tomorow", ("by tomorrow",)),
        ("by dec", "by dec", ()),
        ("by dec 2026", "by dec 2026", ()),
        ("by the 10th", "by the 10th", ()),
        ("by 6pm friday", "by 6pm friday", ()),
        ("by end of the month", "by end of the month", ()),
        ("by saturday or sunday", "by saturday or sunday", ()),
        ("by saturday the 28th", "by saturday the 28th", ()),
        ("by dec 10 18:00 EST", "by dec 10 18:00 EST", ()),
        ("by tomorrow in the morning", "by tomorrow in the morning", ()),
        ("by dec 10 gpus", "by dec", ()),
    ],
)
def test_a_day_that_could_be_another_is_one_problem(
    misread: Callable[[str], Misread], typed: str, word: str, suggestions: tuple[str, ...]
) -> None:
    """Its parts make no problems of their own; the readings that lie ahead can be typed instead."""
    problems = misread(f"h100 for 3d disk 500GB {typed}").problems
    assert [(word, suggestions)] == [(problem.word, problem.suggestions) for problem in problems]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("tomorrow 23:00Z", ("by 2026-11-21T23:00Z", "by 2026-11-22T23:00Z")),
        ("mon 23:00Z", ("by 2026-11-23T23:00Z",)),
        ("sat 23:00Z", ("by 2026-11-21T23:00Z", "by 2026-11-28T23:00Z")),
    ],
)
def test_a_day_that_is_not_yet_the_same_in_both_zones_is_asked_back(typed: str, expected: tuple[str, ...]) -> None:
    """At 20:00 in New York it is tomorrow in Greenwich already."""
    zone, now = ZoneInfo("America/New_York"), datetime(2026, 11, 21, 1, tzinfo=UTC)
    found = read_find(f"h100 for 3d disk 500GB by {typed}", zone, now)
    if isinstance(found, Need):
        assert len(expected) == 1
        assert found == read_find(f"h100 for 3d disk 500GB {expected[0]}", zone, now)
    else:
        assert expected == found.problems[0].suggestions


@pytest.mark.parametrize("card", ["4090", "2060", "2080 ti", "5090 d", "a10", "rtx 2000 ada", "80gb a100"])
@pytest.mark.parametrize("count", ["8 gpus", "8x", "x 8", "x8"])
@pytest.mark.parametrize("day", ["dec 10", "10 dec", "10 dec 2026", "thu 10th of december"])
def test_a_card_or_a_count_after_a_day_is_no_part_of_it(
    find: Callable[[str], Need], day: str, count: str, card: str
) -> None:
    """RTX 2060 is no year, and eight GPUs are no 2008."""
    expected = find(f"{card} {count} for 3d disk 500GB by 2026-12-10")
    assert expected == find(f"for 3d disk 500GB by {day} {card} {count}")
    assert expected == find(f"for 3d disk 500GB by {day} {count} {card}")
