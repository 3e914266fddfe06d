"""The time that a copy needs before a run's end, and whether the run still fits."""

from datetime import timedelta
from decimal import Decimal

import pytest
from watched import DAY, HOUR, MINUTE, NOW, Watched, a_standing, an_instance, deadlines

from bot.domain.letters.deadline import Copying
from bot.domain.runs import Progress
from bot.domain.watching.card import card_of
from bot.domain.watching.ends import outlook_of
from bot.domain.watching.leads import copying_of, lead_of, uplink_assumed
from bot.domain.watching.terms import Terms

LEAD = timedelta(hours=3)
END = NOW + 8 * DAY


def test_the_lead_is_reckoned_by_the_slow_side_of_what_is_known():
    """Case a1: what goes out, else the whole disk; at the told uplink, else at 100 Mbit/s; else nobody knows."""
    hours = timedelta(hours=1)
    assert LEAD == lead_of(a_standing())
    assert 2 * hours + 10 * hours == lead_of(a_standing(an_instance(uplink_mbps=None)))
    assert 2 * hours + 1.5 * timedelta(seconds=4000) == lead_of(a_standing(plan={"out_gb": None}))
    assert None is lead_of(a_standing(an_instance(disk_gb=None), plan={"out_gb": None}))


@pytest.mark.parametrize("uplink", [None, Decimal(1000)])
def test_where_nothing_goes_out_only_the_slack_is_left_before_an_end(uplink):
    """`out 0` is nothing to copy, not the whole disk, however fast; the uplink needs no assuming."""
    standing = a_standing(an_instance(uplink_mbps=uplink), plan={"out_gb": Decimal(0)})
    assert (2 * HOUR, False) == (lead_of(standing), uplink_assumed(standing))


@pytest.mark.parametrize(
    ("row", "plan", "assumed"),
    [
        ({}, {}, False),
        ({"uplink_mbps": None}, {}, True),
        ({"uplink_mbps": None}, {"out_gb": None}, True),
        ({"uplink_mbps": None, "disk_gb": None}, {"out_gb": None}, False),
    ],
)
def test_an_uplink_that_nobody_told_is_said_to_be_assumed(row, plan, assumed):
    """In a warning and on the card, wherever a copy is reckoned by it."""
    run = Watched(a_standing(an_instance(ends_at=NOW + 30 * HOUR, **row), plan=plan))
    assert {assumed} == {one.facts.uplink_assumed for one in deadlines(run.up())}
    card = card_of(run.standing, Terms(now=run.now, every=MINUTE, admin=None, new_id=str))
    assert assumed == card.uplink_assumed


def test_a_copy_is_told_with_what_it_is_reckoned_with():
    """What was said to go out, else the whole disk; a link nobody told is assumed; half as much again for the time."""
    assert Copying(Decimal(300), Decimal(1000), HOUR, whole_disk=False, assumed=False) == copying_of(a_standing())
    disk = a_standing(an_instance(uplink_mbps=None, disk_gb=Decimal(1000)), plan={"out_gb": None})
    takes = 1.5 * timedelta(seconds=80_000)
    assert Copying(Decimal(1000), Decimal(100), takes, whole_disk=True, assumed=True) == copying_of(disk)
    assert None is copying_of(a_standing(plan={"out_gb": Decimal(0)}))
    assert None is copying_of(a_standing(an_instance(disk_gb=None), plan={"out_gb": None}))


def test_a_warning_tells_whether_only_the_copy_is_short():
    """72 h of training and 3 h for the copy: 74 h are too few for the copy, 71 h for the training."""
    for hours, only in ((74, True), (71, False), (100, False)):
        letters = Watched(a_standing(an_instance(ends_at=NOW + hours * HOUR))).up(wait=(hours - 70) * HOUR)
        assert {only} == {one.facts.lacks_only_the_copy for one in deadlines(letters)}


def test_the_outlook_leaves_room_for_the_copy():
    """72 h of training from now, 192 h to the end, 3 h for the copy: 117 h are spare; nothing known, nothing said."""
    standing = a_standing()
    outlook = outlook_of(standing, NOW)
    assert (NOW + 72 * HOUR, END, 117 * HOUR, True) == (
        outlook.finish_at,
        outlook.ends_at,
        outlook.spare,
        outlook.fits,
    )
    assert None is outlook_of(a_standing(an_instance(ends_at=None)), NOW).fits
    late = outlook_of(a_standing(an_instance(ends_at=NOW + 75 * HOUR)), NOW)
    assert (timedelta(0), False) == (late.spare, late.fits)


def test_a_finished_training_needs_only_its_copy():
    """It finished when that was told; the room for the copy shrinks with every hour."""
    standing = a_standing(progress=Progress(done=5, total=5, at=NOW + HOUR, running=HOUR))
    outlook = outlook_of(standing, NOW + 100 * HOUR)
    assert (NOW + HOUR, 89 * HOUR) == (outlook.finish_at, outlook.spare)
