"""What is under watch is dated by the right clock, once that is right: it may not wait for a time long to come."""

from datetime import timedelta
from decimal import Decimal

import pytest
from databases import BACKENDS
from watched import NOW, an_instance

from bot.domain.instance import InstanceState
from bot.domain.letters import Kind
from bot.domain.letters.account import BalanceRecovered
from bot.services.watching.starting import began
from bot.store import standings

HOUR, DAY, MINUTE = (timedelta(seconds=n) for n in (3600, 86400, 60))
AWAY = {"state": InstanceState.OFFLINE, "state_text": "offline", "gpu_use": None}
BOTH = pytest.mark.parametrize("backend", BACKENDS, indirect=True)


def row(**how):
    """Make a machine that ends in a month."""
    return an_instance(started_at=NOW - HOUR, ends_at=NOW + 30 * DAY, **how)


@pytest.fixture
async def sitting(team):
    """Sit with a machine whose balance lasts for 40 hours, which is told."""
    await began(team.store, team.duty, team.clock.now(), lambda _: None)
    team.shelf.put(row())
    team.shelf.balance = Decimal(16 * 40)
    await team.track()
    await team.wakes(3)
    return team


@pytest.fixture
def ahead(sitting):
    """Have one wake under a clock that is three days ahead, with Slack showing what was said."""

    async def ahead():
        right = sitting.clock.now()
        sitting.clock.set(right + 3 * DAY)
        await sitting.wakes(1)
        await sitting.all_shown(right)
        sitting.clock.set(right)

    return ahead


@BOTH
async def test_a_balance_that_nothing_burns_any_more_recovers_ten_minutes_after(sitting, ahead):
    """The one machine was destroyed while the clock was ahead."""
    sitting.shelf.rows.clear()
    sitting.shelf.balance = Decimal(5000)
    await ahead()
    await sitting.wakes(12)
    assert type((await sitting.said(Kind.BALANCE))[-1].facts) is BalanceRecovered


@BOTH
async def test_an_outage_of_which_a_clock_ahead_saw_the_first_sign_is_dated_by_the_right_one(sitting, ahead):
    """The first of the two polls was under the wrong clock. Two hours away are told as two hours."""
    sitting.shelf.put(row(**AWAY))
    await ahead()
    await sitting.wakes(2)
    (standing,) = await sitting.store.read(standings.load)
    assert [one.since <= sitting.clock.now() for one in standing.open] == [True]
    await sitting.wakes(2, HOUR)
    sitting.shelf.put(row())
    await sitting.wakes(2)
    (back,) = await sitting.said(Kind.BACK)
    assert 2 * HOUR <= back.facts.away <= 2 * HOUR + 5 * MINUTE
