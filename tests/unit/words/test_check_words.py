"""`check`: one listing by its address."""

from datetime import datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest

from bot.domain.gpu import GpuAsk
from bot.domain.listing import ListingRef
from bot.domain.need import Need
from bot.words import CheckAsk, Misread, read_check


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("vast:4411", ListingRef("vast", "4411")),
        ("Vast:4411", ListingRef("vast", "4411")),
        ("vast: 4411", ListingRef("vast", "4411")),
        ("vast 4411", ListingRef("vast", "4411")),
        ("vast.ai#4411", ListingRef("vast", "4411")),
        ("cloudj:Ab_c-9.X", ListingRef("cloudj", "Ab_c-9.X")),
        ("", None),
    ],
)
def test_a_listing_is_addressed_by_marketplace_and_id(
    zone: ZoneInfo, now: datetime, typed: str, expected: ListingRef | None
) -> None:
    """An id keeps its case. Without one the listing will be typed in by hand."""
    for text in (f"{typed} for 72h disk 500GB", f"for 72h disk 500GB {typed}"):
        ask = read_check(text, zone, now)
        assert isinstance(ask, CheckAsk)
        assert expected == ask.ref


def test_card_and_count_are_the_listings_where_none_are_said(zone: ZoneInfo, now: datetime) -> None:
    """What was said stands, the rest comes from the listing and from `Need`."""
    ask = read_check("vast:4411 for 72h disk 500GB margin 20%", zone, now)
    assert isinstance(ask, CheckAsk)
    expected = Need(gpu=GpuAsk("L40S"), gpus=4, duration=timedelta(days=3), disk_gb=Decimal(500), margin=Decimal("0.2"))
    assert expected == ask.need(GpuAsk("L40S"), 4)


def test_a_card_and_a_count_that_are_said_stand(zone: ZoneInfo, now: datetime) -> None:
    """So that the verdict can say that the listing has another card."""
    ask = read_check("vast:4411 h100 x8 for 72h disk 500GB", zone, now)
    assert isinstance(ask, CheckAsk)
    need = ask.need(GpuAsk("L40S"), 4)
    assert (GpuAsk("H100"), 8) == (need.gpu, need.gpus)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("12345678 for 72h disk 500GB", "`12345678`: on which marketplace? Type `vast:12345678` or `cloudj:12345678`."),
        ("lambda:44 for 72h disk 500GB", "`lambda:44`: which marketplace? For example `vast:4411`."),
        ("vast:4411 vast:4412 for 72h disk 500GB", "`vast:4411` and `vast:4412`: which of the two?"),
        ("vast:4411 for 72h", "`disk`: how many GB? It can't be resized later. For example `disk 500GB`."),
        ("vast:4411 for 72 disk 500GB", "`for 72`: hours or days? Type `for 72h` or `for 72d`."),
    ],
)
def test_what_is_not_clear_of_a_check_is_asked_back(zone: ZoneInfo, now: datetime, typed: str, sentence: str) -> None:
    """One problem each; the card is never called missing."""
    found = read_check(typed, zone, now)
    assert isinstance(found, Misread)
    assert [sentence] == [problem.sentence for problem in found.problems]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("4411", "`4411`: on which marketplace? Type `vast:4411` or `cloudj:4411`."),
        ("#4090", "`#4090`: on which marketplace? Type `vast:4090` or `cloudj:4090`."),
        ("machine 1226", "`machine 1226` is a machine; a listing's id is needed"),
        ("vast:abc", "`vast:abc` is no id of Vast.ai's: that is a whole number. For example `vast:4411`."),
    ],
)
def test_what_is_no_listings_address_is_told_with_one_that_is(
    zone: ZoneInfo, now: datetime, typed: str, sentence: str
) -> None:
    """An id without its marketplace, a machine's, or one that can't be."""
    read = read_check(f"{typed} for 72h disk 500GB", zone, now)
    assert isinstance(read, Misread)
    assert read.problems[0].sentence.startswith(sentence)
    assert len(read.problems) == 1


@pytest.mark.parametrize("typed", ["4090", "3090 x8", "a6000", "h100 by dec 5 2026", "5000GB disk 4090"])
def test_a_number_that_is_a_card_a_year_or_a_size_is_no_id(zone: ZoneInfo, now: datetime, typed: str) -> None:
    """The listing is then to be typed in by hand."""
    disk = "" if "disk" in typed else "disk 500GB"
    ask = read_check(f"{typed} for 72h {disk}", zone, now)
    assert isinstance(ask, CheckAsk)
    assert ask.ref is None
