"""A rate is compared without the disk on both sides: as the `Track` button fills it in, and as the message says."""

import re
from datetime import timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from tracking import sent
from watched import NOW, REF, an_instance

from bot.domain.gpu import Form, Gpu, GpuAsk
from bot.domain.letters import Kind
from bot.domain.letters.card import Check, Tick
from bot.domain.listing import Listing, Verification
from bot.domain.money import MachineRate
from bot.domain.need import Need
from bot.slack.views.letters.terms import unlike
from bot.slack.views.listing import track_button
from bot.words.track import read_track
from handlers.track import track_view

SHOWN = Decimal("15.3611111")


@pytest.fixture
def ask():
    """Give what the button under a listing asks of the machine, whose disk costs another $0.10 an hour."""
    card = Gpu("H100", 80, Form.SXM)
    hours = {"duration": timedelta(hours=72), "disk_gb": Decimal(500)}
    need = Need(gpu=GpuAsk("H100", None, Form.SXM), gpus=8, **hours)
    listing = Listing(
        ref=REF,
        machine_id="811",
        gpu=card,
        gpu_name="H100 SXM",
        gpus=8,
        country="US",
        compute=MachineRate(SHOWN),
        disk_usd_per_gb_month=Decimal("0.144"),
        in_usd_per_gb=None,
        out_usd_per_gb=None,
        disk_gb=Decimal(2000),
        uplink_mbps=Decimal(1000),
        reliability=Decimal("0.99"),
        ends_at=NOW + timedelta(days=9),
        verification=Verification.VERIFIED,
        url="https://cloud.vast.ai/",
    )
    return read_track(track_button(need, listing)["value"], ZoneInfo("UTC"), NOW).ask


@pytest.mark.parametrize(
    ("dearer", "said"),
    [
        ("1", []),
        ("1.0099", []),
        ("1.011", ["rate without disk $15.5301/h instead of $15.3611/h"]),
    ],
)
async def test_a_listing_rented_as_it_was_shown_is_as_asked_and_one_percent_dearer_is_not(team, ask, dearer, said):
    """Case a18: the disk that every shown price includes is on neither side, and the message says so."""
    team.shelf.put(an_instance(compute=MachineRate(SHOWN * Decimal(dearer))))
    outcome = await team.track(ask=ask)
    assert [str(unlike(one)) for one in outcome.changes] == said


async def test_the_rate_of_a_machine_by_hand_is_without_its_disk_wherever_it_is_compared(team, desk):
    """$10.00, and a disk of $0.139: the answer tells both together and says so.

    Neither it nor the card finds that dearer, also when the same is typed again; and one typed anew is what was agreed.
    """
    words = "by-hand as lab-box for 48h h100-sxm x8 rate $10/h disk 500GB until 2026-12-04T12:00Z"
    first = await sent(desk, await track_view(desk, words, ""), storage="0.2")
    again = await sent(desk, await track_view(desk, words, ""))
    dearer = await sent(desk, await track_view(desk, words.replace("$10", "$12"), ""))
    told = [re.search(r"locked at (\S+).*?, (\w+ \w+ \w+);", one.text).groups() for one in (first, again, dearer)]
    assert told == [("$10.14/h", "disk in it"), ("$10.14/h", "disk in it"), ("$12.14/h", "disk in it")]
    assert not any("Not as asked" in f"{one.text} {one.blocks}" for one in (first, again, dearer))
    card = (await team.runs.one("lab-box")).card
    (locked,) = [line for line in card.checklist if line.check is Check.PRICE_LOCKED]
    assert (locked.tick, locked.note) == (Tick.DONE, "")
    assert await team.said(Kind.HARDWARE) == []
