from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from bot.domain.incidents import IncidentKind
from bot.domain.letters import Outlook
from bot.domain.letters.machine import Changed, DiskFull, Hardware, Idle, Late, Over, PriceAsked
from bot.slack.views.figures import date
from bot.slack.views.letters.phrases import INCIDENTS

Said = Callable[..., str]
Make = Callable[..., Any]


def test_idle_cards_are_told_with_their_cost_and_the_usual_cause(sample: Make, said: Said):
    """Case a15."""
    facts = sample(Idle)
    text = said(facts)
    assert f"Vast.ai says that the GPUs are idle (2 % used) since {date(facts.since)}, $18.14 so far." in text
    assert "Low use usually means that data loading is too slow" in text
    assert "so far" not in said(sample(Idle, usd=None))


def test_a_finish_beyond_all_time_is_told_without_date_span_or_sum(sample: Make, said: Said, now: Any):
    """What ten years stand for is no figure."""
    outlook = Outlook(now + timedelta(days=3652), now + timedelta(days=2), -timedelta(days=3650), beyond=True)
    text = said(sample(Late, outlook=outlook, at_completion=None))
    assert "it will finish later than planned: later than can be told instead of" in text
    assert "Finish later than can be told, *does not fit in time*: short by more than can be told" in text
    assert "That is" not in text
    assert "What it will have cost is not known" in text


def test_a_later_finish_is_told_with_its_cost_and_whether_it_fits(sample: Make, said: Said):
    """Past the estimate with its margin."""
    facts = sample(Late)
    text = said(facts)
    assert (
        f"it will finish later than planned: {date(facts.outlook.finish_at)} instead of {date(facts.planned)}"
        " with its margin of 15 %." in text
    )
    assert "That is 11 h more" in text
    assert "At completion $1,700, estimated $1,313 (+29.5 %)" in text
    assert "*does not fit in time*: short by 4 h" in text
    assert "What it will have cost is not known" in said(sample(Late, at_completion=None))


def test_a_price_that_is_asked_is_shown_per_machine_and_per_gpu_and_never_accepted(sample: Make, said: Said):
    """Case a20; a human decides at the marketplace."""
    text = said(sample(PriceAsked))
    assert "$19.95/h machine, $2.49/h per GPU instead of $18.14/h machine, $2.27/h per GPU." in text
    assert "Nothing is accepted by itself." in text
    assert "That is +10 % per hour" in text
    assert "another price: price not told instead of" in said(sample(PriceAsked, then=None))


def test_a_disk_that_fills_up_says_what_is_free_and_what_is_needed(sample: Make, said: Said):
    """A checkpoint's size is the largest rise that was seen."""
    text = said(sample(DiskFull))
    assert "the disk may not take the next checkpoint: 30 GB free of 500 GB." in text
    assert "Largest rise between two looks, which a checkpoint may need again: 42 GB" in text


def test_a_machine_that_is_not_as_asked_names_each_difference(sample: Make, said: Said):
    """Cases a18, b55: at once, with the way out while little is spent."""
    text = said(sample(Hardware))
    assert (
        "llama-ft: the machine is not as asked for: rate without disk $18.14/h instead of $17.20/h; also country."
        in text
    )
    assert "country CA instead of US" in text
    assert "end the rental at Vast.ai now, while little is spent" in text


def test_a_machine_that_moved_voids_what_was_verified(sample: Make, said: Said):
    """Case a11."""
    text = said(sample(Hardware, changes=(Changed("machine", "811", "977"),), moved=True))
    assert "the machine is no longer the one that was rented: machine 977 instead of 811." in text
    assert "Copies verified before no longer speak for this machine" in text


def test_more_changes_than_anybody_reads_are_counted(sample: Make, said: Said):
    """Case f154: cut with a count."""
    many = tuple(Changed(f"thing {n}", "a", "b") for n in range(13))
    assert "\u2026 and 3 more" in said(sample(Hardware, changes=many))


def test_what_is_over_says_what_came_in_its_place(sample: Make, said: Said):
    """An outage that became a loss is no return."""
    assert "over since" in said(sample(Over))
    text = said(sample(Over, kind=IncidentKind.OFFLINE, became=IncidentKind.GONE, outlook=None))
    assert "host offline. In its place: machine gone, which is told by itself." in text
    text = said(sample(Over, kind=IncidentKind.GONE, taken_by="next-run", outlook=None))
    assert "machine gone. The run next-run sits on this machine now" in text


def test_a_meter_that_is_not_known_is_not_called_nothing(sample: Make, said: Said):
    """The rate of the title, for one."""
    facts = sample(Idle)
    title = replace(facts.title, hourly=None)
    assert "what it costs now is not known" in said(sample(Idle, title=title, usd=Decimal(0)))


def test_money_comes_before_place_and_the_machines_number_last(sample: Make, said: Said):
    """What was asked for and what is dearer interests more than which machine it is."""
    whats = ("machine", "country", "GPUs", "uplink", "locked rate", "GPU")
    text = said(sample(Hardware, changes=tuple(Changed(what, "a", "b") for what in whats)))
    lines = [
        f"\u2022 {what} b instead of a"
        for what in ("locked rate without disk", "GPUs", "GPU", "country", "uplink", "machine")
    ]
    assert (
        "not as asked for: locked rate without disk b instead of a; also GPUs, GPU, country, uplink and 1 more." in text
    )
    assert "\n".join(lines) in text


OVER = (IncidentKind.IDLE, IncidentKind.FORECAST, IncidentKind.PRICE_INCREASE, IncidentKind.DISK, IncidentKind.HARDWARE)


@pytest.mark.parametrize("kind", OVER)
@pytest.mark.parametrize("how", [{"became": IncidentKind.GONE}, {"taken_by": "next"}, {"unwatched": True}])
def test_what_ends_with_its_machine_is_not_said_to_be_well_again(sample: Make, said: Said, kind: Any, how: Any):
    """No next checkpoint fits on a disk that is gone, and it is no more as it was asked for."""
    plain = {"became": None, "taken_by": None, "unwatched": False, "outlook": None}
    text = said(sample(Over, kind=kind, **(plain | how)))
    assert f": {INCIDENTS[kind]}." in text
    assert f": {INCIDENTS[kind]}." not in said(sample(Over, kind=kind, **plain))


def test_idle_cards_are_over_also_where_the_machine_runs_no_more(sample: Make, said: Said):
    """Nobody says that they are busy then."""
    text = said(sample(Over, kind=IncidentKind.IDLE, became=None, outlook=None))
    assert "GPUs idle; they are busy again, or the machine runs no more." in text


def test_a_price_of_which_a_part_is_not_known_is_at_least_what_is(sample: Make, said: Said):
    """Of a machine that was typed in with its GPUs' price alone."""
    title = replace(sample(Late).title, hourly=Decimal(18), or_more=True)
    text = said(sample(Late, title=title, at_completion=Decimal(864), or_more=True))
    assert "at least $18.00/h machine" in text
    assert "At completion at least $864, estimated" in text


def test_a_late_finish_tells_what_it_means_for_the_budget(sample: Make, said: Said):
    """By how much more it is; nothing where the budget lasts."""
    assert "That is $213 more than its budget" in said(sample(Late, budget_short=Decimal(213)))
    assert "budget" not in said(sample(Late))
