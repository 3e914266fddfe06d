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
from bot.domain.purse import Purse
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
        return check_answer(wanted, judged, Purse(None), zone, read_at=now - timedelta(seconds=9), now=now)

    return give


def test_a_listing_that_fits_is_shown_whole(verdict: Make, shown: Judge):
    """The same lines as in a find."""
    message = verdict({})
    text = shown(message)
    assert message.text == "Fits: your 72 h run can finish on vast:4411 for $1,313 to $1,527"
    assert "Listing read 9 s ago." in text
    assert "defaults: `country US" in text
    assert "Deposit: about an hour of GPU" in text
    assert "H100 SXM 80 GB is a datacenter card" in text


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
        "$18.14/h machine is over the limit of $8.00/h",
        "short by 5.8 h",
        "would finish 13 h 48 min after <!date^1796292000^",
    ):
        assert f"\u2022 {reason}" in text
    assert "Not known: reliability, disk size." in text
    assert message.text.endswith("; not known: reliability, disk size")


def test_every_filter_has_a_sentence(need: Make, listing: Make, now: datetime, zone: ZoneInfo, shown: Judge):
    """Whatever a listing fails, the reader is told."""
    for failed in Filter:
        judged = Judged(listing(mixed=True, datacenter=True), (failed,), None, None)
        answer = check_answer(need(), judged, Purse(None), zone, read_at=now, now=now)
        unknown = failed in {Filter.PRICE_UNKNOWN, Filter.END_UNKNOWN}
        assert ("Not known whether" if unknown else "Does not fit") in shown(answer)
        assert not answer.text.endswith(": ")


def test_a_price_that_is_not_known_is_not_a_price(verdict: Make, shown: Judge):
    """Unknown is said as unknown, and what is known of it is said too."""
    text = shown(
        verdict({"disk_usd_per_gb_month": None, "in_usd_per_gb": None, "out_usd_per_gb": None}, in_gb=Decimal(0))
    )
    assert "Not known: storage price, price of traffic out." in text
    assert "$18.00/h machine, $2.25/h per GPU without disk, whose price is not told" in text
    text = shown(verdict({"compute": None}))
    assert "Not known: compute price." in text
    assert "Price to finish not known" in text


@pytest.mark.parametrize(
    ("untold", "name"),
    [
        ({"reliability": None}, "reliability"),
        ({"country": None}, "country"),
        ({"disk_gb": None}, "disk size"),
        ({"verification": Verification.UNKNOWN}, "whether the host is verified"),
        ({"disk_usd_per_gb_month": None}, "storage price"),
        ({"reliability": None, "in_usd_per_gb": None}, "reliability, price of traffic in"),
    ],
    ids=str,
)
def test_what_is_not_told_is_no_reason_against_a_listing(
    verdict: Make, shown: Judge, untold: dict[str, Any], name: str
):
    """Whoever typed it in left fields empty that its console does not show; the find stays strict."""
    message = verdict(untold)
    assert message.text == f"Your 72 h run can finish in time on vast:4411: not known: {name}"
    text = shown(message)
    assert "Does not fit" not in text
    assert f"Not known: {name}." in text
    assert "Finished by <!date^" in text


def test_a_real_reason_is_told_beside_what_is_not_known(verdict: Make, now: datetime, shown: Judge):
    """It does not fit for its time; the reliability is still to be asked for."""
    message = verdict({"reliability": None, "ends_at": now + timedelta(hours=80)})
    assert message.text == "Does not fit: vast:4411 for your 72 h run: short by 5.8 h; not known: reliability"
    assert "reliability not told" not in shown(message)


def test_an_end_that_is_not_told_leaves_the_verdict_open(verdict: Make, shown: Judge):
    """Neither fits nor does not fit."""
    assert shown(verdict({"ends_at": None})).startswith(
        "Not known whether your 72 h run can finish on vast:4411: not known: when it ends"
    )


def test_a_run_that_is_too_long_is_told_what_it_takes_and_what_would_fit(verdict: Make, now: datetime, shown: Judge):
    """72 h with their margin, boot, copy-out and slack are 85 h 48 min, against 80 h."""
    text = shown(verdict({"ends_at": now + timedelta(hours=80)}))
    assert "With boot, margin, copy-out and slack it takes 3 d 13 h; the machine ends in 3 d 8 h." in text
    assert "The longest run that would fit is 66.9 h." in text
    assert "No run would fit." in shown(verdict({"ends_at": now + timedelta(hours=1)}))


def test_a_bid_that_fits_is_no_promise(verdict: Make, shown: Judge):
    """Somebody may bid more while it trains."""
    text = shown(verdict({"pricing": Pricing.BID}, pricing=Pricing.BID, checkpoint_every=timedelta(hours=1)))
    assert (
        "can finish on vast:4411 for $1,313 to $1,527, unless somebody bids more, which ends it at any moment" in text
    )


def test_a_latest_finish_is_shown_in_the_readers_own_time_too(verdict: Make, now: datetime, shown: Judge):
    """It was read in the team's zone, and the reader may live in another."""
    text = shown(verdict({}, by=now + timedelta(days=6)))
    assert "(by Dec 6 13:00 team time, Europe/Berlin = <!date^1796558400^" in text


def test_a_listing_that_is_gone_is_no_error(shown: Judge):
    """The marketplace answered well: it has no such listing."""
    assert "Vast.ai has no listing 4411 now: it was rented, withdrawn, or never there." in shown(
        no_such_listing(ListingRef("vast", "4411"))
    )


def test_a_listing_that_was_typed_in_has_no_id_and_no_age(verdict: Make, now: datetime, shown: Judge):
    """Whoever typed it knows both."""
    by_hand = {"market": "by-hand", "id": "typed", "machine_id": "typed in", "url": None}
    fits, fails = verdict(by_hand), verdict({**by_hand, "ends_at": now + timedelta(hours=20)})
    assert fits.text.startswith("Fits: your 72 h run can finish on the listing you typed for $")
    assert fails.text.startswith("Does not fit: the listing you typed for your 72 h run: short by ")
    for text in (shown(fits), shown(fails)):
        assert "The listing you typed" in text
        assert not any(odd in text for odd in ("by-hand", "typed in", "Listing read"))


def test_data_that_can_not_come_in_is_a_reason(verdict: Make, now: datetime, shown: Judge):
    """20 TB over 1 Gbit/s take 44.4 h, 43.9 of them beyond the boot; 20 h are to spare."""
    text = shown(
        verdict({"downlink_mbps": Decimal(1000), "ends_at": now + timedelta(hours=105.9)}, in_gb=Decimal(20000))
    )
    assert "\u2022 short by 1 d with the time to copy in" in text


def test_a_marketplace_that_could_not_be_asked_says_nothing_of_the_listing(failed: Unknown, shown: Judge):
    """Unknown is not gone."""
    text = shown(could_not_check(ListingRef("vast", "4411"), failed))
    assert "Vast.ai answered 502" in text
    assert "says nothing about the listing" in text


def test_a_listing_of_another_card_asked_for_by_machine_price(verdict: Make, shown: Judge):
    """The limit is compared in its own scope."""
    assert "over the limit" not in shown(verdict({}, max_rate=MachineRate(Decimal(19)), gpu=GpuAsk("H100")))
