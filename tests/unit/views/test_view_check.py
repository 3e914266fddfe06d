from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.domain.filters import Filter
from bot.domain.gpu import Form, Gpu, GpuAsk
from bot.domain.listing import ListingRef, Pricing, Verification
from bot.domain.money import GpuRate, MachineRate
from bot.domain.outside import Unknown
from bot.domain.search import Judged, judge
from bot.slack.message import Message
from bot.slack.views.check import check_answer, could_not_check, no_such_listing

Judge = Callable[[Message], str]
Make = Callable[..., Any]


@pytest.fixture
def verdict(need: Make, listing: Make, now: datetime, zone: ZoneInfo) -> Make:
    """Give the answer to a check of the usual listing, changed, for the usual need, changed."""

    def give(changes: dict[str, Any], **needs: Any) -> Message:
        wanted = need(**needs)
        judged = judge(wanted, listing(**changes), now)
        return check_answer(wanted, judged, None, zone, read_at=now - timedelta(seconds=9), now=now)

    return give


def test_a_listing_that_fits_is_shown_whole(verdict: Make, shown: Judge):
    """The same lines as in a find."""
    message = verdict({})
    text = shown(message)
    assert message.text == "Fits: your 72 h run can finish on vast:4411 for $1,313 to $1,527"
    assert "Listing read 9 s ago." in text
    assert "defaults: `country US" in text


def test_every_reason_is_told_with_by_how_much(verdict: Make, now: datetime, shown: Judge):
    """Not only the first."""
    message = verdict(
        {
            "gpu": Gpu("H100", 80, Form.PCIE),
            "gpu_name": "H100 PCIE",
            "gpus": 4,
            "pricing": Pricing.BID,
            "rentable": False,
            "verification": Verification.DEVERIFIED,
            "country": "CA",
            "reliability": None,
            "disk_gb": None,
            "ends_at": now + timedelta(hours=80),
            "datacenter": False,
        },
        max_rate=GpuRate(Decimal(2)),
        datacenter=True,
        by=now + timedelta(hours=70),
    )
    text = shown(message)
    assert message.text.startswith("Does not fit: vast:4411 for your 72 h run: H100 PCIe 80 GB, not H100 SXM; ")
    for reason in (
        "4 GPUs, 8 asked",
        "not rentable now",
        "bid price, on-demand asked",
        "host not verified (deverified)",
        "not a datacenter",
        "in CA, not US",
        "reliability not told, 0.95 asked",
        "disk not told",
        "$18.14/h machine is $10.14/h over the limit",
        "short by 5.8 h",
        "would finish 13 h 48 min after 2026-12-03 10:00 UTC",
    ):
        assert f"\u2022 {reason}" in text


def test_every_filter_has_a_sentence(need: Make, listing: Make, now: datetime, zone: ZoneInfo, shown: Judge):
    """Whatever a listing fails, the reader is told."""
    for failed in Filter:
        judged = Judged(listing(mixed=True), (failed,), None, None)
        answer = check_answer(need(), judged, None, zone, read_at=now, now=now)
        assert "Does not fit" in shown(answer)
        assert not answer.text.endswith(": ")


def test_a_price_that_is_not_known_is_not_a_price(verdict: Make, shown: Judge):
    """Unknown is said as unknown."""
    text = shown(verdict({"compute": None}))
    assert "price not fully known" in text
    assert "Price to finish not known" in text


def test_a_listing_that_is_gone_is_no_error(shown: Judge):
    """The marketplace answered well: it has no such listing."""
    assert "Vast.ai has no listing 4411 now" in shown(no_such_listing(ListingRef("vast", "4411")))


def test_a_marketplace_that_could_not_be_asked_says_nothing_of_the_listing(failed: Unknown, shown: Judge):
    """Unknown is not gone."""
    text = shown(could_not_check(ListingRef("vast", "4411"), failed))
    assert "Vast.ai answered 502" in text
    assert "says nothing about the listing" in text


def test_a_listing_of_another_card_asked_for_by_machine_price(verdict: Make, shown: Judge):
    """The limit is compared in its own scope."""
    assert "over the limit" not in shown(verdict({}, max_rate=MachineRate(Decimal(19)), gpu=GpuAsk("H100")))
