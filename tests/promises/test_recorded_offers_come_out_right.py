"""Promise 8 on offers that were really made: recorded from Vast.ai on 2026-08-22, source in the data file's head."""

import json
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import httpx
import pytest

from bot.domain.filters import Filter
from bot.domain.need import Need
from bot.markets.vast import Vast
from bot.services.find import find_listings
from bot.services.offers import Offers
from bot.words import read_find

OFFERS = json.loads((Path(__file__).parents[1] / "data/vast_offers_datacentre_gpus_2026-08-22.json").read_text())
CAPTURED = datetime(2026, 8, 22, 18, 14, 42, tzinfo=UTC)


class AtCapture:
    """The instant at which the offers were recorded."""

    def now(self):
        """Give the instant."""
        return CAPTURED

    def monotonic(self):
        """Stand still."""
        return 0.0

    async def sleep(self, seconds):
        """Wait for nothing."""


async def found(words, offers=OFFERS):
    """Find among the recorded offers, or others, as if at the time of their recording."""

    def answer(request):
        return httpx.Response(200, json=offers if "bundles" in request.url.path else {"credit": 100.0})

    need = read_find(words, UTC, CAPTURED)
    assert isinstance(need, Need), need
    async with httpx.AsyncClient(transport=httpx.MockTransport(answer)) as client:
        market = Vast(client, key=None, clock=AtCapture())
        return await find_listings(need, Offers([market], AtCapture()), AtCapture())


@pytest.mark.parametrize("card", ["h100-sxm", "h200-nvl", "b300"])
@pytest.mark.parametrize("count", [1, 2, 4, 8])
@pytest.mark.parametrize("hours", [72, 200, 260, 600])
async def test_exactly_the_offers_with_enough_time_left_are_shown(card, count, hours):
    """For each offer: its recorded seconds left against the run, reckoned here from the raw figures."""
    answer = await found(f"{card} x{count} for {hours}h disk 100GB anywhere reliability 0 unverified")
    names = {"h100-sxm": "H100 SXM", "h200-nvl": "H200 NVL", "b300": "B300"}
    expected = {
        str(row["id"])
        for row in OFFERS["offers"]
        if row["gpu_name"] == names[card] and row["num_gpus"] == count and row["disk_space"] >= 100
        if row["duration"] > 1800 + hours * 3600 * 1.15 + 100 * 1.5 * 8000 / row["inet_up"] + 7200
    }
    assert expected == {c.listing.ref.id for c in answer.outcome.fits}
    assert len(OFFERS["offers"]) == len(answer.outcome.fits) + sum(answer.outcome.removed.values())


async def test_the_price_of_a_recorded_offer_is_its_own_total_for_every_hour():
    """Priced for the recorded 8 GB, an hour is the marketplace's own dph_total, and a run is hours times that."""
    answer = await found("h100-sxm x8 for 100h disk 8GB anywhere reliability 0 unverified in 0GB out 0GB")
    rows = {str(row["id"]): row for row in OFFERS["offers"]}
    assert 3 == len(answer.outcome.fits)
    for candidate in answer.outcome.fits:
        total = Decimal(repr(rows[candidate.listing.ref.id]["dph_total"]))
        assert abs(total * 100 - candidate.price.low.total) < Decimal("1e-9")


async def test_the_defaults_hide_what_they_say_they_hide():
    """Of eight-card H100 machines one is verified and reliable, and it is in Japan."""
    answer = await found("h100-sxm x8 for 72h disk 500GB")
    assert () == answer.outcome.fits
    assert 1 == answer.outcome.removed[Filter.COUNTRY]
    abroad = await found("h100-sxm x8 for 72h disk 500GB country JP")
    assert ["47905648"] == [c.listing.ref.id for c in abroad.outcome.fits]
    assert timedelta(days=26) < abroad.outcome.fits[0].fit.spare < timedelta(days=30)


async def test_the_marketplaces_own_score_sorts_nothing():
    """Case a22: 210 at $2.00/h comes after 190 at $1.20/h, in whatever order the marketplace tells them."""
    row = next(one for one in OFFERS["offers"] if one["id"] == 47905648)
    scored = [
        row | {"id": number, "ask_contract_id": number, "machine_id": number, "score": score, "dph_base": usd}
        for number, score, usd in ((1, 210.0, 2.0), (2, 190.0, 1.2))
    ]
    for rows in (scored, scored[::-1]):
        answer = await found("h100-sxm x8 for 72h disk 500GB country JP", {"offers": rows})
        assert ["2", "1"] == [c.listing.ref.id for c in answer.outcome.fits]


async def test_eight_cards_can_be_cheaper_each_than_one():
    """Machine 146215: what counts is the price of the machine that was asked for, and both are shown."""
    eight = await found("h100-sxm x8 for 72h disk 500GB anywhere reliability 0 unverified")
    rates = {c.listing.machine_id: c.listing.compute.per_gpu(8).usd_per_hour for c in eight.outcome.fits}
    assert Decimal("1.93") < rates["146215"] < Decimal("1.94")
