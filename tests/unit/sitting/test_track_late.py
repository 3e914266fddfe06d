"""A machine that is tracked near its end: its answer says what the card and the alert say."""

from datetime import timedelta

import pytest
from watched import NOW, an_instance

from bot.domain.letters import Kind
from handlers.track import track

HOUR = timedelta(hours=1)
WARNING = "The latest safe copy start has passed: start copying the results off now"


@pytest.mark.parametrize(("ends_in", "passed"), [(2 * HOUR, True), (50 * HOUR, False)])
async def test_that_the_latest_safe_copy_start_has_passed_is_said_in_the_answer_too(team, desk, ends_in, passed):
    """Case g173: who types it reads the answer first, at the top of it and beside the time."""
    team.shelf.put(an_instance(ends_at=NOW + ends_in))
    answer = await track(desk, "vast:4411 as llama-ft for 1h out 300GB")
    (alert,) = [one.facts for one in await team.said(Kind.DEADLINE) if one.to != "U0OWNER" and one.to[0] == "C"]
    assert alert.copy_missed is passed
    assert answer.text.startswith(WARNING) is passed
    assert ("it has passed" in str(answer.blocks)) is passed
    assert answer.text.count(WARNING) == passed


async def test_a_budget_that_ends_first_is_no_alarm_about_copies(desk):
    """It removes no disk."""
    answer = await track(desk, "vast:4411 as llama-ft for 72h out 300GB budget $20")
    assert "has passed" not in f"{answer.text} {answer.blocks}"
