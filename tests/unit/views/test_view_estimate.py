from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from bot.domain.outside import Unknown
from bot.services.find import Found
from bot.slack.message import Message
from bot.slack.views.estimate import estimate_answer
from bot.words import EstimateAsk, read_estimate, read_find

Judge = Callable[[Message], str]
Make = Callable[..., Any]

TEST = "300 steps in 7m of 50000 warmup 20"
PARTS = "dataset 120GB image 30GB checkpoint 42GB keep 5"


def ask(words: str, zone: ZoneInfo, now: datetime) -> EstimateAsk:
    """Read the words of an estimate."""
    read = read_estimate(words, zone, now)
    assert isinstance(read, EstimateAsk)
    return read


def found_for(asked: EstimateAsk, found: Make, listing: Make) -> Found:
    """Search the usual listing for what an estimate needs."""
    result = found([listing()], asked.need())
    assert isinstance(result, Found)
    return result


def test_hours_are_a_range_and_the_warm_up_is_left_out(zone: ZoneInfo, now: datetime, shown: Judge):
    """420 s over 280 steps is 1.5 s a step; 50,000 of them are 20 h 50 min, and 15 % more at the most."""
    message = estimate_answer(ask(TEST, zone, now), None, zone)
    text = shown(message)
    assert message.text == "The run trains 20.8 h to 24 h"
    assert "1.5 s per step over 280 steps in 7 min, 20 left out as warm-up; 50,000 steps to go" in text
    assert (
        "Reckoned as if the 7 min were for the 280 steps after the warm-up alone, which errs on the long side; if they"
        " hold the warm-up too, say how long that took: `warmup 20 in 1m`."
    ) in text
    assert "margin of 15 %" in text


def test_a_warm_up_with_its_own_time_is_taken_off(zone: ZoneInfo, now: datetime, shown: Judge):
    """6 of the 7 minutes are for the 280 steps, and nothing is left to ask; nor without any warm-up."""
    text = shown(estimate_answer(ask("300 steps in 7m of 50000 warmup 20 in 1m", zone, now), None, zone))
    assert "1.286 s per step over 280 steps in 6 min, 20 left out as warm-up" in text
    assert "Reckoned as if" not in text
    assert "warm-up" not in shown(estimate_answer(ask("300 steps in 7m of 50000", zone, now), None, zone))


def test_the_disk_is_told_by_its_parts(zone: ZoneInfo, now: datetime, shown: Judge):
    """Case a34: dataset + image + (kept + 2) x checkpoint, and it can't be resized."""
    text = shown(estimate_answer(ask(f"{TEST} {PARTS} headroom 0GB", zone, now), None, zone))
    assert "*Disk: 444 GB*; the disk can't be resized after deploy." in text
    assert (
        "dataset 120 GB + image 30 GB + 7 checkpoints of 42 GB (kept 5, one being written, one being deleted)" in text
    )


def test_without_a_disk_it_is_asked_for_by_example(zone: ZoneInfo, now: datetime, shown: Judge):
    """What is missing is named with what to type."""
    text = shown(estimate_answer(ask(TEST, zone, now), None, zone))
    assert "`weights 14GB dataset 120GB image 30GB checkpoint 42GB keep 5`" in text
    assert "Add a GPU and a disk for a price" in text


def test_the_price_on_the_best_listing_and_a_button_that_finds_the_same(
    found: Make, listing: Make, zone: ZoneInfo, now: datetime, shown: Judge
):
    """The button carries exactly the need that was priced."""
    asked = ask(f"{TEST} {PARTS} h100-sxm x8", zone, now)
    message = estimate_answer(asked, found_for(asked, found, listing), zone)
    text = shown(message)
    assert message.text.startswith("The run trains 20.8 h to 24 h; $382 to $4")
    assert message.text.endswith(" on vast:4411, the best that fits")
    assert "$18.14/h machine, $2.27/h per GPU with 488.4 GB disk" in text
    assert "Finished by <!date^" in text
    assert "defaults: `in 0GB country US reliability 0.95 verified on-demand margin 15% boot 30m slack 2h`" in text
    (button,) = message.blocks[-1]["elements"]
    assert button["text"]["text"] == "Find with exactly these"
    assert button["action_id"] == "runsitter.find.again"
    assert read_find(button["value"], zone, now) == asked.need()


def test_the_kept_checkpoints_are_what_is_copied_out(zone: ZoneInfo, now: datetime, shown: Judge):
    """Not the whole disk with dataset and image, unless it is said."""
    asked = ask(f"{TEST} {PARTS} h100-sxm x8", zone, now)
    need = asked.need()
    assert need is not None
    assert need.out_gb == Decimal(210)
    text = shown(estimate_answer(asked, None, zone))
    assert "Copied out: 210 GB, the 5 kept checkpoints in the end; for more or less say `out 210GB`." in text
    said = ask(f"{TEST} {PARTS} h100-sxm x8 out 90GB", zone, now)
    assert "Copied out" not in shown(estimate_answer(said, None, zone))
    assert "Copied out: 42 GB, the 1 kept checkpoint" in shown(
        estimate_answer(ask(f"{TEST} checkpoint 42GB keep 0", zone, now), None, zone)
    )


def test_a_gpu_that_was_said_is_not_asked_for_again(zone: ZoneInfo, now: datetime, shown: Judge):
    """Only what is missing is, and what was said is repeated."""
    text = shown(estimate_answer(ask(f"{TEST} h100-sxm x8", zone, now), None, zone))
    assert "For a price on H100 SXM x8 add the disk alone, for example `disk 500GB`, or its parts." in text
    assert "Add a GPU for a price" in shown(estimate_answer(ask(f"{TEST} disk 500GB", zone, now), None, zone))


def test_no_listing_that_fits_is_said_and_the_button_stays(
    found: Make, listing: Make, zone: ZoneInfo, now: datetime, shown: Judge
):
    """The find tells what would help."""
    asked = ask(f"{TEST} disk 500GB h100-sxm x8", zone, now)
    message = estimate_answer(asked, found([listing(ends_at=now + timedelta(hours=3))], asked.need()), zone)
    assert "No listing fits this run now" in shown(message)
    assert message.text == "The run trains 20.8 h to 24 h"
    assert message.blocks[-1]["type"] == "actions"


def test_a_marketplace_that_failed_is_named(
    found: Make, listing: Make, zone: ZoneInfo, now: datetime, failed: Unknown, shown: Judge
):
    """A price from one marketplace alone is said to be so."""
    asked = ask(f"{TEST} disk 500GB h100-sxm x8", zone, now)
    text = shown(estimate_answer(asked, found([listing()], asked.need(), failures={"cloudj": failed}), zone))
    assert "*Cloudj* could not be read" in text


def test_small_paces_keep_their_digits(zone: ZoneInfo, now: datetime, shown: Judge):
    """Milliseconds a step are told too."""
    assert "0.07 s per step" in shown(estimate_answer(ask("300 steps in 21s of 50000", zone, now), None, zone))
    assert Decimal("0.07") == ask("300 steps in 21s of 50000", zone, now).test.seconds_per_step
