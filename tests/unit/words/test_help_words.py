"""The table of verbs, and the verb that a command begins with."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import get_type_hints
from zoneinfo import ZoneInfo

import pytest

from bot.domain.need import Need
from bot.words import (
    CLAUSES,
    VERBS,
    Draft,
    Misread,
    nearest_verb,
    read_check,
    read_estimate,
    read_find,
    read_logs,
    read_progress,
    read_run_name,
    read_track,
    split_command,
    verbs,
)

READERS: dict[str, Callable[[str, ZoneInfo, datetime], object]] = {
    "find": read_find,
    "check": read_check,
    "estimate": read_estimate,
    "track": read_track,
    "run": lambda words, _zone, _now: read_run_name(words, optional=False),
    "cost": lambda words, _zone, _now: read_run_name(words, optional=True),
    "logs": lambda words, _zone, _now: read_logs(words),
    "progress": lambda words, _zone, _now: read_progress(words),
}


@pytest.mark.parametrize("example", [example for verb in VERBS for example in verb.examples])
def test_every_example_of_the_help_is_understood(example: str, zone: ZoneInfo, now: datetime) -> None:
    """What the help tells people to type works."""
    verb, rest = split_command(example)
    if verb in READERS:
        assert not isinstance(READERS[verb](rest, zone, now), Misread)
    else:
        assert (verb in verbs(), "") == (True, rest)


@pytest.mark.parametrize("spelled", [spelled for clause in CLAUSES for spelled in clause.spelled])
def test_every_clause_of_the_help_is_understood(spelled: str, zone: ZoneInfo, now: datetime) -> None:
    """Each spelling alone is a part of a need, none a mistake."""
    found = read_find(spelled, zone, now)
    assert isinstance(found, Misread)
    assert all(not problem.word for problem in found.problems)


def test_a_usage_line_begins_with_its_verb() -> None:
    """And no verb is told twice."""
    assert [verb.name for verb in VERBS] == [verb.usage.split()[0] for verb in VERBS]
    assert len(VERBS) == len(set(verbs()))


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("fnd", "find"),
        ("finnd", "find"),
        ("chekc", "check"),
        ("estimat", "estimate"),
        ("estm", None),
        ("hepl", "help"),
        ("stauts", "status"),
        ("cards", "cards"),
        ("banana", None),
        ("", None),
        ("h", None),
        ("x" * 5000, None),
    ],
)
def test_a_misspelt_verb_gets_the_nearest(typed: str, expected: str | None) -> None:
    """Where one is near."""
    assert expected == nearest_verb(typed)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("find h100 x8", ("find", "h100 x8")),
        ("  Find\u00a0h100  x8\n", ("find", "h100  x8")),
        ("/gpu find h100", ("find", "h100")),
        ("“find” h100", ("find", "h100")),
        ("find, h100", ("find", "h100")),
        ("\u200bhelp", ("help", "")),
        ("track vast:4411 as Llama-FT", ("track", "vast:4411 as Llama-FT")),
        ("/gpu", ("", "")),
        ("", ("", "")),
        ("x" * 5000, ("x" * 40, "")),
    ],
)
def test_a_command_parts_into_its_verb_and_the_rest(typed: str, expected: tuple[str, str]) -> None:
    """The rest is as it was typed."""
    assert expected == split_command(typed)


def test_a_draft_has_the_fields_of_a_need() -> None:
    """A field that is added to `Need` is added here, or this says so."""
    assert get_type_hints(Need) == get_type_hints(Draft)


@pytest.mark.parametrize("now", [datetime(2026, 12, 1, 12, tzinfo=UTC) + timedelta(days=37) * n for n in range(12)])
def test_no_example_of_the_help_is_ever_past(now: datetime) -> None:
    """Whoever copies one next year gets an answer, not "is past"."""
    for verb, read in (("find", read_find), ("track", read_track)):
        for example in next(one for one in VERBS if one.name == verb).examples:
            assert not isinstance(read(example.partition(" ")[2], ZoneInfo("Europe/Berlin"), now), Misread), example
    spelled = next(one.spelled[0] for one in CLAUSES if one.spelled[0].startswith("by"))
    asked = read_find(f"h100 x8 for 1h disk 500GB {spelled}", ZoneInfo("Europe/Berlin"), now)
    assert not isinstance(asked, Misread)
    wrong = read_track("by-hand as x for 1h until 2020-01-01", ZoneInfo("UTC"), now)
    assert f"For example `until {(now + timedelta(days=15)).date()}`." in wrong.problems[0].sentence
