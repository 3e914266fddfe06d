"""Figures from outside may lead beyond every calendar: that is later than can be told, and breaks nothing."""

from datetime import timedelta
from decimal import Decimal

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from watched import DAY, HOUR, MINUTE, NOW, Watched, a_standing, an_instance

from bot.domain.incidents import IncidentKind
from bot.domain.runs import Progress
from bot.domain.watching.ends import deadlines_of, outlook_of
from bot.domain.watching.money import cost_at_completion, told_usd
from bot.domain.watching.progress import BEYOND, from_the_start, remaining

STEPS = st.integers(1, 10**12)
SPANS = st.timedeltas(min_value=timedelta(0), max_value=3652 * DAY)


def told(done, total, running, base=None):
    """Make a word of progress, maybe with an earlier one."""
    done_then, running_then = base or (None, None)
    return Progress(done=done, total=total, at=NOW, running=running, base_done=done_then, base_running=running_then)


def test_a_run_at_its_first_step_of_a_trillion_finishes_later_than_can_be_told():
    """It is late, it fits in no machine's time, and nobody is told a sum or a date that means nothing."""
    standing = a_standing(progress=told(1, 10**12, 60 * HOUR))
    outlook = outlook_of(standing, NOW)
    assert remaining(standing, NOW) == from_the_start(standing) == BEYOND
    assert outlook.beyond
    assert not outlook.fits
    assert told_usd(cost_at_completion(standing, NOW)) is None


def test_such_a_run_is_judged_and_told_late_like_any_other():
    """Its wake breaks for nobody."""
    watched = Watched(a_standing(progress=told(1, 10**12, 2 * HOUR)))
    letters = watched.poll(3)
    assert [IncidentKind.FORECAST] == [one.kind for one in watched.standing.open]
    assert [one.facts.outlook.beyond for one in letters if one.kind == "forecast"] == [True]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    steps=st.lists(STEPS, min_size=2, max_size=3).map(sorted),
    running=SPANS,
    base=SPANS | st.none(),
    duration=st.timedeltas(min_value=MINUTE, max_value=366 * DAY),
    uplink=st.sampled_from([None, Decimal(0), Decimal("1e-18"), Decimal(10**9)]),
    ends=st.none() | st.timedeltas(min_value=-9000 * DAY, max_value=60_000 * DAY),
    budget=st.none() | st.decimals("1e-6", "1e9", places=6),
    max_duration=st.none() | SPANS,
)
def test_whatever_the_figures_a_run_can_be_judged(steps, running, base, duration, uplink, ends, budget, max_duration):
    """A first step of a trillion, a line without speed, a contract beyond all years, a budget of a cent."""
    first = (min(steps[0], steps[-2]), min(base, running)) if base is not None else None
    row = an_instance(uplink_mbps=uplink, ends_at=None if ends is None else NOW + ends)
    progress = told(steps[-2], steps[-1], running, first)
    plan = {"duration": duration, "budget": budget}
    standing = a_standing(row, plan=plan, progress=progress, max_duration=max_duration)
    watched = Watched(standing)
    watched.poll(2)
    outlook = outlook_of(watched.standing, watched.now)
    assert outlook.finish_at is None or outlook.finish_at <= max(watched.now, NOW) + BEYOND
    assert deadlines_of(watched.standing, watched.now).all
