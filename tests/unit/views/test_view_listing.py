from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from bot.slack.message import Message
from bot.slack.views.figures import date
from bot.slack.views.find import find_answer

Judge = Callable[[Message], str]
Make = Callable[..., Any]

TAKES = timedelta(hours=0.5 + 72 * 1.15 + 0.5)
"""Boot, the run with its margin, and 300 GB x 1.5 over 2 Gbit/s."""


def test_a_listing_says_by_when_the_run_is_finished_at_the_latest(
    found: Make, listing: Make, zone: ZoneInfo, now: datetime, shown: Judge
):
    """And when the machine ends, with what is left between the two after 2 h of slack."""
    text = shown(find_answer(found([listing()]), zone))
    ends = date(now + timedelta(days=10))
    assert (
        f"Finished by {date(now + TAKES)} at the latest \u00b7 machine ends {ends}, 6 d 10 h spare after 2 h of slack"
        in text
    )


def test_with_a_latest_finish_a_listing_says_how_long_before_it(
    found: Make, listing: Make, need: Make, zone: ZoneInfo, now: datetime, shown: Judge
):
    """What was asked for is what is answered."""
    text = shown(find_answer(found([listing()], need(by=now + TAKES + timedelta(hours=3))), zone))
    assert f"Finished by {date(now + TAKES)}, 3 h before your latest finish \u00b7 machine ends" in text


def test_the_copy_out_can_be_checked_by_hand(found: Make, listing: Make, zone: ZoneInfo, shown: Judge):
    """Its time stands beside the uplink that it goes over."""
    assert "uplink 2 Gbit/s, copy-out 30 min" in shown(find_answer(found([listing()]), zone))
    assert "uplink 800 Mbit/s, copy-out 1 h 15 min" in shown(
        find_answer(found([listing(uplink_mbps=Decimal(800))]), zone)
    )


def test_data_that_takes_longer_to_come_in_than_the_boot_is_warned_of(
    found: Make, listing: Make, need: Make, zone: ZoneInfo, shown: Judge
):
    """20 TB over 11 Gbit/s are four hours; 200 GB are not worth a word, and nor is a downlink that nobody knows."""

    def told(in_gb: int, downlink: int | None) -> str:
        row = listing(downlink_mbps=None if downlink is None else Decimal(downlink))
        return shown(find_answer(found([row], need(in_gb=Decimal(in_gb))), zone))

    assert "copying 20 TB in takes at least 4 h 2 min here; it is not in your hours" in told(20_000, 11_000)
    assert "Caution" not in told(200, 11_000)
    assert "Caution" not in told(20_000, None)
