"""A machine that was typed in with its GPUs' price alone: what is known of it counts, and is said to be a part."""

from datetime import date, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from tracking import sent

from bot.domain.letters.card import Check, Tick
from bot.domain.watching.summary import chart_of, summaries_of
from bot.slack.views.letters.chart import chart
from bot.slack.views.letters.summary import summary
from bot.slack.views.run import History, run_answer
from bot.store import standings
from handlers.cost import show_cost
from handlers.runs import show_runs
from handlers.track import track_view

HOUR = timedelta(hours=1)
WORDS = "by-hand as lab-box for 48h h100-sxm x8 rate $18/h disk 500GB until 2026-12-04T12:00Z"


@pytest.fixture
async def box(team, desk):
    """Have such a machine for ten hours."""
    answer = await sent(desk, await track_view(desk, WORDS, ""))
    team.clock.advance(10 * HOUR)
    await team.wakes(2)
    return answer


async def test_its_cost_is_in_the_card_and_in_every_sum_as_a_least(team, desk, box):
    """$18 an hour for 48 hours; what the disk costs nobody told."""
    card = (await team.runs.one("lab-box")).card
    assert (card.title.hourly, card.title.or_more) == (Decimal(18), True)
    assert (round(card.money.at_completion), card.money.or_more) == (864, True)
    assert "locked at $18.00/h machine, $2.25/h per GPU, without its disk" in box.text
    assert "at least $18.00/h together" in (await show_runs(desk, "")).text
    assert "at completion at least $864" in str((await show_cost(desk, "")).blocks)


@pytest.mark.usefixtures("box")
async def test_it_is_in_the_summary_and_its_chart(team):
    """Ten hours are $180; the chart draws them, and says whose price is lacking."""
    now = team.clock.now()
    all_ = await team.store.read(standings.load)
    (told,) = summaries_of([date(2026, 11, 30)], all_, [], {}, {}, now)
    text = summary(told)
    assert "at least $864 at completion" in f"{text.text}"
    assert "At completion at least $864, no estimate" in str(text.blocks)
    drawn = chart_of(date(2026, 11, 30), all_, ZoneInfo("UTC"), now)
    assert ((), ("lab-box",)) == (drawn.unpriced, drawn.partly)
    assert drawn.series[0].cost[-1][1] == told.rows[0].so_far > 180
    assert "Drawn without the disk, whose price is not known: lab-box." in chart(drawn).text


async def test_a_budget_below_the_known_part_is_said_at_once(desk):
    """$864 and more of $500, though no estimate is known."""
    told = await sent(desk, await track_view(desk, f"{WORDS} budget $500", ""))
    assert "Budget $500 is $364 less than the run will have cost." in str(told.blocks)


@pytest.mark.usefixtures("box")
async def test_a_machine_whose_typed_end_has_passed_is_not_called_destroyed(team):
    """Nobody saw that it is: it may stand there and cost."""
    await team.wakes(5, 24 * HOUR)
    card = (await team.runs.one("lab-box")).card
    assert card.ended_at is not None
    assert Tick.UNKNOWN is next(line.tick for line in card.checklist if line.check is Check.DESTROYED)
    assert "*lab-box* \u00b7 ended" in str(run_answer(card, History(), team.clock.now()).blocks[0])
