"""Cards share Slack's pace for edits: how many there are counts, not how many are judged at once."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.services.watching.applying import card_pace
from bot.store import runs


@pytest.mark.parametrize(("live", "every"), [(0, 600), (300, 600), (301, 602), (1000, 2000)])
def test_a_card_is_drawn_anew_every_ten_minutes_or_as_slack_allows(live, every):
    """Half of what Slack takes in a minute is left for what matters more."""
    assert timedelta(seconds=every) == card_pace(live)


def test_runs_of_every_marketplace_count_as_long_as_they_live(engine, a_standing, now):
    """One that is over is edited no more."""
    ended = a_standing(3)
    with engine.begin() as c:
        runs.add(c, a_standing(1))
        runs.add(c, a_standing(2, market="cloudj"))
        runs.add(c, replace(ended, run=replace(ended.run, ended_at=now)))
        assert 2 == runs.count_live(c)
