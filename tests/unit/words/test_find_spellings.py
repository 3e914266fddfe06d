"""Every spelling that `find` understands, and what it reads."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal

import pytest

from bot.domain.gpu import Form, GpuAsk
from bot.domain.listing import Pricing
from bot.domain.money import GpuRate, MachineRate
from bot.domain.need import Need

Find = Callable[[str], Need]


def test_the_command_of_the_manual_reads_as_it_says(find: Find) -> None:
    """The first example of the help, whole."""
    expected = Need(
        gpu=GpuAsk("H100", form=Form.SXM),
        gpus=8,
        duration=timedelta(hours=72),
        disk_gb=Decimal(500),
        in_gb=Decimal(200),
        out_gb=Decimal(300),
    )
    assert expected == find("h100-sxm x8 for 72h disk 500GB in 200GB out 300GB")


def test_what_is_not_said_takes_the_defaults_of_a_need(find: Find) -> None:
    """Case b53: no default hides in the grammar; all stand in `Need`, where the answer names them."""
    assert Need(gpu=GpuAsk("H100"), duration=timedelta(days=3), disk_gb=Decimal(500)) == find("h100 for 3d disk 500GB")


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("h100-sxm", GpuAsk("H100", form=Form.SXM)),
        ("H100 SXM", GpuAsk("H100", form=Form.SXM)),
        ("a100 80gb", GpuAsk("A100", 80)),
        ("A100 80 GB", GpuAsk("A100", 80)),
        ("80GB a100", GpuAsk("A100", 80)),
        ("rtx 4090", GpuAsk("RTX 4090")),
        ("4090", GpuAsk("RTX 4090")),
        ("rtx 5090 d", GpuAsk("RTX 5090 D")),
        ("gpu=h100", GpuAsk("H100")),
        ("an h100", GpuAsk("H100")),
        ("titan x", GpuAsk("Titan X")),
        ("a 4090", GpuAsk("RTX 4090")),
        ("a a100", GpuAsk("A100")),
        ("a 100", GpuAsk("A100")),
        ("a 100 80gb", GpuAsk("A100", 80)),
        ("a 80gb a100", GpuAsk("A100", 80)),
        ("an 80 GB a100", GpuAsk("A100", 80)),
        ("a 16 GB t4", GpuAsk("T4", 16)),
        ("a 1x h100", GpuAsk("H100")),
        ("rtx a 6000", GpuAsk("RTX A6000")),
    ],
)
def test_a_gpu_is_what_no_setting_claims(find: Find, typed: str, expected: GpuAsk) -> None:
    """A size without a name of its own is the card's memory."""
    assert expected == find(f"{typed} for 3d disk 500GB").gpu


@pytest.mark.parametrize(
    "typed",
    [
        "h100 x8",
        "h100 8x",
        "8x h100",
        "8xh100",
        "h100x8",
        "h100:8",
        "h100 x 8",
        "8 x h100",
        "h100 8 gpus",
        "8-gpu h100",
        "h100 count 8",
        "h100 count=8",
        "h100 gpus 8",
        "h100 gpus=8",
        "8\u00d7 h100",
        "8\u00d7h100",
        "h100 gpus x8",
        "X8 H100",
        "h100 x8 8 gpus",
    ],
)
def test_eight_gpus_are_eight_however_they_are_counted(find: Find, typed: str) -> None:
    """Said twice alike is said once."""
    need = find(f"{typed} for 3d disk 500GB")
    assert (GpuAsk("H100"), 8) == (need.gpu, need.gpus)


@pytest.mark.parametrize(
    ("typed", "gpu", "gpus"),
    [
        ("rtx 4090 x 2", "RTX 4090", 2),
        ("2 x 4090", "RTX 4090", 2),
        ("4090x2", "RTX 4090", 2),
        ("rtx4090 x3", "RTX 4090", 3),
        ("titan x x2", "Titan X", 2),
        ("mi300x x8", "MI300X", 8),
        ("mi300xx8", "MI300X", 8),
    ],
)
def test_the_x_of_a_count_is_told_from_the_x_of_a_name(find: Find, typed: str, gpu: str, gpus: int) -> None:
    """Four digits are a card, an x after a name is its own, and odd counts exist."""
    need = find(f"{typed} for 3d disk 500GB")
    assert (gpu, gpus) == (need.gpu.family, need.gpus)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("for 3d", timedelta(days=3)),
        ("for 72h", timedelta(hours=72)),
        ("for 72hrs", timedelta(hours=72)),
        ("for 3 days", timedelta(days=3)),
        ("for 2d 12h", timedelta(hours=60)),
        ("for 2d12h", timedelta(hours=60)),
        ("for 2 days and 12 hours", timedelta(hours=60)),
        ("for 1.5d", timedelta(hours=36)),
        ("for .5d", timedelta(hours=12)),
        ("for 90m", timedelta(minutes=90)),
        ("for 90 min", timedelta(minutes=90)),
        ("for 1 week", timedelta(days=7)),
        ("for a week", timedelta(days=7)),
        ("for one week", timedelta(days=7)),
        ("for an hour", timedelta(hours=1)),
        ("for three days", timedelta(days=3)),
        ("for twelve hours", timedelta(hours=12)),
        ("for half a day", timedelta(hours=12)),
        ("for half an hour", timedelta(minutes=30)),
        ("for two and a half days", timedelta(hours=60)),
        ("for two days and twelve hours", timedelta(hours=60)),
        ("for a week and a day", timedelta(days=8)),
        ("for 2 days twelve hours", timedelta(hours=60)),
        ("for=72h", timedelta(hours=72)),
        ("for: 72h", timedelta(hours=72)),
        ("for72h", timedelta(hours=72)),
        ("FOR 3 DAYS", timedelta(days=3)),
        ("--for 3d", timedelta(days=3)),
        ("—for 3d", timedelta(days=3)),
    ],
)
def test_a_duration_reads_in_any_unit(find: Find, typed: str, expected: timedelta) -> None:
    """Weeks, days, hours, minutes, glued, apart or added up."""
    assert expected == find(f"h100 {typed} disk 500GB").duration


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("disk 500GB", "500"),
        ("disk 500 gb", "500"),
        ("disk=500GB", "500"),
        ("disk:500GB", "500"),
        ("disk = 500G", "500"),
        ("disk >= 500GB", "500"),
        ("disk ≥500GB", "500"),
        ("disk &gt;= 500GB", "500"),
        ("disk 0.5TB", "500"),
        ("disk 1 TB", "1000"),
        ("disk 500GiB", "536.8709120"),
        ("disk 1TiB", "1099.511627776"),
        ("storage 500GB", "500"),
        ("500GB disk", "500"),
        ("500GB of disk", "500"),
        ("Disk 500GB", "500"),
    ],
)
def test_a_size_reads_into_gb_of_ten_to_the_ninth(find: Find, typed: str, expected: str) -> None:
    """Binary units are converted exactly."""
    assert Decimal(expected) == find(f"h100 for 3d {typed}").disk_gb


def test_nothing_to_copy_out_is_not_the_same_as_not_saying(find: Find) -> None:
    """`out 0` copies nothing, no `out` copies the disk."""
    assert (Decimal(0), None) == (
        find("h100 for 3d disk 500GB out 0").out_gb,
        find("h100 for 3d disk 500GB").out_gb,
    )


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("country US,CA", ("US", "CA")),
        ("country US, CA", ("US", "CA")),
        ("country us ca", ("US", "CA")),
        ("country=US", ("US",)),
        ("country: US and CA", ("US", "CA")),
        ("in Canada", ("CA",)),
        ("country united states or germany", ("US", "DE")),
        ("country us or ca or us", ("US", "CA")),
        ("country united kingdom france", ("GB", "FR")),
        ("country trinidad and tobago", ("TT",)),
        ("country south africa niger", ("ZA", "NE")),
        ("country guinea bissau", ("GW",)),
        ("country US in 0GB", ("US",)),
        ("country US,IN", ("US", "IN")),
        ("country US by 2026-12-24", ("US",)),
        ("country US by dec 24", ("US",)),
        ("country US by 24 dec", ("US",)),
        ("in the united states by tuesday", ("US",)),
        ("country US,BY by tomorrow", ("US", "BY")),
        ("anywhere", None),
        ("any country", None),
        ("country any", None),
    ],
)
def test_countries_read_by_code_and_by_name(find: Find, typed: str, expected: tuple[str, ...] | None) -> None:
    """India is a country and `in 200GB` is traffic."""
    assert expected == find(f"h100 for 3d disk 500GB {typed}").countries


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("max $20/h", MachineRate(Decimal(20))),
        ("max 20$/h", MachineRate(Decimal(20))),
        ("max 20/h", MachineRate(Decimal(20))),
        ("max $20 / hour", MachineRate(Decimal(20))),
        ("max $20 per hour", MachineRate(Decimal(20))),
        ("max 20 $/h", MachineRate(Decimal(20))),
        ("max 20 dollars an hour", MachineRate(Decimal(20))),
        ("max $.50/h", MachineRate(Decimal("0.5"))),
        ("max 20 usd an hour", MachineRate(Decimal(20))),
        ("max <= $20/hr", MachineRate(Decimal(20))),
        ("max $0.33/min", MachineRate(Decimal("19.80"))),
        ("max $480/day", MachineRate(Decimal(20))),
        ("max $2.50/gpu/h", GpuRate(Decimal("2.5"))),
        ("max $2.50 per gpu per hour", GpuRate(Decimal("2.5"))),
        ("max $2.50 per gpu hour", GpuRate(Decimal("2.5"))),
        ("max $2.50/gpu-hour", GpuRate(Decimal("2.5"))),
        ("max $2.50/h per gpu", GpuRate(Decimal("2.5"))),
    ],
)
def test_a_price_keeps_its_scope(find: Find, typed: str, expected: MachineRate | GpuRate) -> None:
    """Case a19: a price for the machine and one for each GPU are different things."""
    assert expected == find(f"h100 for 3d disk 500GB {typed}").max_rate


@pytest.mark.parametrize(
    ("typed", "field", "expected"),
    [
        ("reliability 0.98", "reliability", Decimal("0.98")),
        ("reliability 98%", "reliability", Decimal("0.98")),
        ("reliability>=98%", "reliability", Decimal("0.98")),
        ("reliability at least 99.5 %", "reliability", Decimal("0.995")),
        ("reliability 0", "reliability", Decimal(0)),
        ("margin 15%", "margin", Decimal("0.15")),
        ("margin 0.2", "margin", Decimal("0.2")),
        ("margin of 20%", "margin", Decimal("0.2")),
        ("margin 0%", "margin", Decimal(0)),
        ("bid", "pricing", Pricing.BID),
        ("interruptible", "pricing", Pricing.BID),
        ("spot", "pricing", Pricing.BID),
        ("on-demand", "pricing", Pricing.ON_DEMAND),
        ("on demand", "pricing", Pricing.ON_DEMAND),
        ("on\u2013demand", "pricing", Pricing.ON_DEMAND),
        ("ondemand", "pricing", Pricing.ON_DEMAND),
        ("unverified", "unverified", True),
        ("verified", "unverified", False),
        ("datacenter", "datacenter", True),
        ("data center", "datacenter", True),
        ("every 1h", "checkpoint_every", timedelta(hours=1)),
        ("checkpoint 1h", "checkpoint_every", timedelta(hours=1)),
        ("checkpoints every 30m", "checkpoint_every", timedelta(minutes=30)),
        ("boot 45m", "boot", timedelta(minutes=45)),
        ("boot 0m", "boot", timedelta(0)),
        ("slack 4h", "slack", timedelta(hours=4)),
        ("in 200GB", "in_gb", Decimal(200)),
        ("in: 0.2TB", "in_gb", Decimal(200)),
    ],
)
def test_the_other_settings_read(find: Find, typed: str, field: str, expected: object) -> None:
    """One line for each spelling."""
    assert expected == getattr(find(f"h100 for 3d disk 500GB {typed}"), field)


@pytest.mark.parametrize(
    "typed",
    [
        "h100, x8, for 72h, disk 500GB",
        "“h100” x8 for “72h” disk 500GB",
        "h100\u00a0x8\u00a0for\u00a072h\u202fdisk\u00a0500GB",
        "\u202eh100\u202c x8 for 72h\u200b disk 500GB",
        "*h100* `x8` for 72h disk 500GB",
        "h100 - x8 \u2013 for 72h; disk 500GB",
        "h100 x8\r\nfor 72h\tdisk 500GB\x00",
        "\uff28\uff11\uff10\uff10 x8 for \uff17\uff12h disk 500GB",
        "please find me an h100 x8 for 72h and with 500GB disk",
    ],
)
def test_what_phones_and_chat_do_to_a_text_changes_nothing(find: Find, typed: str) -> None:
    """Quotes, dashes, spaces, marks and controls are no part of the words."""
    assert find("h100 x8 for 72h disk 500GB") == find(typed)


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ("eight h100 for 72h", "h100 x8 for 72h"),
        ("two 4090s for two days", "4090 x2 for 48h"),
        ("sixteen rtx 4090 for 72h", "4090 x16 for 72h"),
        ("h100 four gpus for 72h", "h100 x4 for 72h"),
        ("one a100 80gb for 72h", "a100 80gb for 72h"),
        ("l40s for 72h", "l40s x1 for 72h"),
        ("4080s for 72h", "4080 super for 72h"),
    ],
)
def test_a_count_in_words_and_a_plural_are_read(find: Callable[[str], Need], typed: str, asked: str):
    """Before a card or the word for it; an S that is part of a card's name stays."""
    assert find(f"{typed} disk 100GB") == find(f"{asked} disk 100GB")
