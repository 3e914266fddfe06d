from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.estimate import DiskParts
from bot.domain.filters import Filter
from bot.domain.fit import judge_fit
from bot.domain.gpu import Form, Gpu, GpuAsk
from bot.domain.listing import Listing, Pricing
from bot.domain.money import GpuRate, MachineRate
from bot.domain.need import Need
from bot.domain.search import judge
from bot.slack.views.check_form import check_errors, check_modal, check_words, typed_listing
from bot.slack.views.estimate_form import estimate_errors, estimate_modal, estimate_words
from bot.slack.views.find_form import find_errors, find_modal, find_words
from bot.words import CheckAsk, EstimateAsk, Misread, read_check, read_estimate, read_find
from handlers.check import check_form

if TYPE_CHECKING:
    from handlers.desk import Desk

Judge = Callable[[dict[str, Any]], str]
Make = Callable[..., Any]
View = dict[str, Any]

TYPED_IN = {
    "card": "H100 SXM",
    "memory": "80",
    "gpus": "8",
    "price": "0.0358",
    "per": "minute",
    "scope": "gpu",
    "storage": "0.20",
    "traffic": "0.01",
    "space": "2000",
    "reliability": "0.99",
    "days": "5",
    "country": "US",
    "for": "72",
    "unit": "h",
    "disk": "500",
}


def typed_in(now: datetime, changes: Mapping[str, str | None] | None = None) -> Listing:
    """Read the usual listing off the form, changed."""
    listing = typed_listing(submitted(check_modal(), {**TYPED_IN, **(changes or {})}), now)
    assert isinstance(listing, Listing)
    return listing


def submitted(view: View, typed: Mapping[str, str | int | None] | None = None) -> dict[str, Any]:
    """Submit a modal as Slack would: what it was filled with, and what is typed over it; None empties a field."""
    values: dict[str, Any] = {}
    for block in view["blocks"]:
        if block["type"] == "input":
            name = block["block_id"].rpartition(".")[2]
            values[block["block_id"]] = {block["element"]["action_id"]: _state(block["element"], name, typed or {})}
    return values


def _state(element: View, name: str, typed: Mapping[str, str | int | None]) -> View:
    if element["type"] == "static_select":
        value = typed.get(name) or element["initial_option"]["value"]
        assert value in {option["value"] for option in element["options"]}
        return {"type": "static_select", "selected_option": {"value": value}}
    key = "selected_date_time" if element["type"] == "datetimepicker" else "value"
    first = element.get("initial_date_time" if key == "selected_date_time" else "initial_value")
    return {"type": element["type"], key: typed.get(name, first)}


@pytest.mark.parametrize("modal", [find_modal, estimate_modal, check_modal])
def test_every_form_is_one_that_slack_takes(modal: Callable[[], View], formed: Judge):
    """With a submit button, and ids that begin with the bot's name."""
    view = modal()
    formed(view)
    ids = [block["block_id"] for block in view["blocks"] if block["type"] == "input"]
    assert all(one.startswith("runsitter.") for one in ids)
    assert all(block["element"]["action_id"] == block["block_id"] for block in view["blocks"] if "element" in block)


def test_the_find_form_writes_the_words_of_a_find(need: Make, zone: ZoneInfo, now: datetime):
    """Its defaults are those of the grammar."""
    typed = {"gpu": "h100 sxm", "gpus": "8", "for": "3", "unit": "d", "disk": "500", "in": "200", "out": "300"}
    words = find_words(submitted(find_modal(), typed))
    assert read_find(words, zone, now) == need()


def test_a_latest_finish_and_a_price_limit_become_words(zone: ZoneInfo, now: datetime):
    """The picker holds Unix seconds, the words an instant in UTC; the limit is for the whole machine."""
    until = int(datetime(2026, 12, 5, 18, tzinfo=UTC).timestamp())
    words = find_words(submitted(find_modal(), {"gpu": "h100", "for": "72", "disk": "500", "by": until, "max": "2.5"}))
    assert "by 2026-12-05T18:00Z max $2.5/h" in words
    read = read_find(words, zone, now)
    assert isinstance(read, Need)
    assert (read.by, read.max_rate) == (datetime(2026, 12, 5, 18, tzinfo=UTC), MachineRate(Decimal("2.5")))


def test_a_price_limit_per_gpu_is_filled_in_for_the_machine(need: Make, zone: ZoneInfo, now: datetime):
    """The field speaks of the whole machine."""
    read = read_find(find_words(submitted(find_modal(need(max_rate=GpuRate(Decimal("2.25")))))), zone, now)
    assert read == need(max_rate=MachineRate(Decimal(18)))


def test_a_latest_finish_that_is_past_is_told_at_its_field(zone: ZoneInfo, now: datetime):
    """And so is a limit of nothing."""
    yesterday = int((now - timedelta(days=1)).timestamp())
    values = submitted(find_modal(), {"gpu": "h100", "for": "72", "disk": "500", "by": yesterday, "max": "0"})
    read = read_find(find_words(values), zone, now)
    assert isinstance(read, Misread)
    assert set(find_errors(values, read)) == {"runsitter.find.by", "runsitter.find.max"}


@pytest.mark.parametrize(("typed", "meant"), [("95", "0.95"), ("0.95", "0.95"), ("1", "1"), ("100", "1")])
def test_a_reliability_above_one_is_percent(typed: str, meant: str, zone: ZoneInfo, now: datetime):
    """In both forms."""
    values = submitted(find_modal(), {"gpu": "h100", "for": "72", "disk": "500", "reliability": typed})
    read = read_find(find_words(values), zone, now)
    assert isinstance(read, Need)
    listing = typed_listing(submitted(check_modal(), {**TYPED_IN, "reliability": typed}), now)
    assert isinstance(listing, Listing)
    assert Decimal(meant) == read.reliability == listing.reliability


def test_an_emptied_country_is_anywhere(zone: ZoneInfo, now: datetime):
    """As in the marketplaces' own consoles."""
    typed = {"gpu": "rtx 4090", "for": "5", "disk": "100", "country": None, "reliability": None}
    read = read_find(find_words(submitted(find_modal(), typed)), zone, now)
    assert isinstance(read, Need)
    assert (read.countries, read.reliability) == (None, Decimal(0))


@given(
    st.builds(
        Need,
        gpu=st.sampled_from([GpuAsk("H100"), GpuAsk("A100", 80, Form.SXM), GpuAsk("RTX 4090")]),
        gpus=st.integers(1, 64),
        duration=st.integers(1, 2000).map(lambda h: timedelta(hours=h)),
        disk_gb=st.integers(1, 9000).map(Decimal),
        in_gb=st.integers(0, 9000).map(Decimal),
        out_gb=st.none() | st.integers(0, 9000).map(Decimal),
        countries=st.sampled_from([None, ("US",), ("US", "CA")]),
        reliability=st.decimals(0, 1, places=3),
        margin=st.decimals(0, 1, places=2),
        pricing=st.sampled_from(Pricing),
        by=st.none() | st.integers(1, 10**6).map(lambda s: datetime(2026, 12, 1, tzinfo=UTC) + timedelta(seconds=s)),
        max_rate=st.none() | st.decimals("0.01", 1000, places=3).map(MachineRate),
        checkpoint_every=st.none() | st.integers(1, 48).map(lambda h: timedelta(hours=h)),
    )
)
def test_a_prefilled_form_submits_what_it_was_filled_with(need: Need):
    """Opening and submitting changes nothing."""
    now, zone = datetime(2026, 11, 30, tzinfo=UTC), ZoneInfo("Europe/Berlin")
    assert need == read_find(find_words(submitted(find_modal(need))), zone, now)


def test_a_problem_is_told_at_its_field(zone: ZoneInfo, now: datetime):
    """`response_action: errors` by block id."""
    values = submitted(
        find_modal(), {"gpu": "h1oo", "for": "72", "disk": "0", "reliability": "700", "country": "Narnia"}
    )
    read = read_find(find_words(values), zone, now)
    assert isinstance(read, Misread)
    errors = find_errors(values, read)
    assert {"gpu", "disk", "reliability", "country"} == {name.rpartition(".")[2] for name in errors}
    assert "`" not in "".join(errors.values())


def test_what_is_missing_is_asked_at_its_field(zone: ZoneInfo, now: datetime):
    """Slack holds required fields back, but a submission may be anybody's."""
    values = submitted(find_modal(), {"gpu": "h100"})
    read = read_find(find_words(values), zone, now)
    assert isinstance(read, Misread)
    assert {"runsitter.find.for", "runsitter.find.disk"} == set(find_errors(values, read))


def test_the_estimate_form_writes_the_words_of_an_estimate(zone: ZoneInfo, now: datetime):
    """With the disk by its parts."""
    typed = {
        "steps": "300",
        "took": "7",
        "of": "50000",
        "warmup": "20",
        "margin": "10",
        "gpu": "h100-sxm",
        "gpus": "8",
        "dataset": "120",
        "image": "30",
        "checkpoint": "42",
        "keep": "5",
    }
    read = read_estimate(estimate_words(submitted(estimate_modal(), typed)), zone, now)
    assert isinstance(read, EstimateAsk)
    assert (read.test.steps, read.test.took, read.test.total_steps) == (300, timedelta(minutes=7), 50000)
    assert isinstance(read.disk, DiskParts)
    assert (read.disk.files_gb, read.margin) == (Decimal(444), Decimal("0.10"))
    assert read.draft.get("gpu") == GpuAsk("H100", None, Form.SXM)


def test_a_disk_can_be_told_as_a_whole_or_by_its_parts(zone: ZoneInfo, now: datetime):
    """Both together contradict each other, at the disk."""
    typed = {"steps": "300", "took": "7", "of": "50000", "gpu": "h100", "disk": "500"}
    read = read_estimate(estimate_words(submitted(estimate_modal(), typed)), zone, now)
    assert isinstance(read, EstimateAsk)
    assert read.disk_gb == Decimal(500)
    values = submitted(estimate_modal(), {**typed, "checkpoint": "42", "keep": "5"})
    both = read_estimate(estimate_words(values), zone, now)
    assert isinstance(both, Misread)
    assert set(estimate_errors(values, both)) == {"runsitter.estimate.disk"}


def test_a_checkpoint_size_that_is_missing_is_asked_at_its_field(zone: ZoneInfo, now: datetime):
    """A dataset alone is no disk."""
    values = submitted(estimate_modal(), {"steps": "300", "took": "7", "of": "50000", "dataset": "120", "keep": "5"})
    read = read_estimate(estimate_words(values), zone, now)
    assert isinstance(read, Misread)
    assert set(estimate_errors(values, read)) == {"runsitter.estimate.checkpoint"}


def test_a_listing_typed_in_is_judged_like_any_other(zone: ZoneInfo, now: datetime):
    """Price per minute and per GPU, an end from the max duration: case a19's scope is asked for, not guessed."""
    values = submitted(check_modal(), TYPED_IN)
    listing, read = typed_listing(values, now), read_check(check_words(values), zone, now)
    assert isinstance(listing, Listing)
    assert isinstance(read, CheckAsk)
    assert (listing.gpu, listing.gpus) == (Gpu("H100", 80, Form.SXM), 8)
    assert listing.compute == MachineRate(Decimal("17.184"))
    assert listing.ends_at == now + timedelta(days=5)
    need = read.need(GpuAsk("H100"), listing.gpus)
    fit = judge_fit(need, listing, now)
    assert fit is not None
    assert (need.duration, need.disk_gb, need.margin) == (timedelta(hours=72), Decimal(500), Decimal("0.15"))


def test_a_price_that_was_not_typed_is_not_known(now: datetime, need: Make):
    """Empty is no zero: without the storage price or a traffic price that is needed, there is no price to finish."""
    assert typed_in(now).disk_usd_per_gb_month == Decimal("0.20")
    for left_out in ("storage", "traffic"):
        judged = judge(need(), typed_in(now, {left_out: None}), now)
        assert judged.price is None
        assert Filter.PRICE_UNKNOWN in judged.fails
    assert judge(need(), typed_in(now, {"storage": "0", "traffic": "0"}), now).price is not None


def test_an_uplink_that_was_typed_is_reckoned_with(now: datetime, need: Make):
    """300 GB x 1.5 over 1 Gbit/s is an hour; without one 100 Mbit/s are assumed."""
    told, assumed = (judge_fit(need(), typed_in(now, {"uplink": mbps}), now) for mbps in ("1000", None))
    assert told is not None
    assert assumed is not None
    assert (told.schedule.copy_out, told.uplink_assumed) == (timedelta(hours=1), False)
    assert (assumed.schedule.copy_out, assumed.uplink_assumed) == (timedelta(hours=10), True)


@pytest.mark.parametrize(
    ("card", "sizes"), [("RTX 4090", "24 or 48 GB"), ("H100", "80 or 94 GB"), ("A100_SXM4", "40 or 80 GB")]
)
def test_a_card_of_several_sizes_is_asked_for_its_memory(card: str, sizes: str, now: datetime):
    """Where it is to be typed, with what there is."""
    errors = typed_listing(submitted(check_modal(), {**TYPED_IN, "card": card, "memory": None}), now)
    assert errors == {"runsitter.check.memory": f"it comes with {sizes}: which?"}


def test_the_earlier_of_two_ends_counts(now: datetime):
    """Available until, or the max duration from now."""
    until = int((now + timedelta(days=2)).timestamp())
    listing = typed_listing(submitted(check_modal(), {**TYPED_IN, "until": until}), now)
    assert isinstance(listing, Listing)
    assert listing.ends_at == now + timedelta(days=2)


def test_a_price_for_the_machine_per_hour_is_taken_as_it_is(now: datetime):
    """No factor of 60 or 8 too many."""
    typed = {**TYPED_IN, "per": "hour", "scope": "machine", "price": "18"}
    listing = typed_listing(submitted(check_modal(), typed), now)
    assert isinstance(listing, Listing)
    assert listing.compute == MachineRate(Decimal(18))


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"card": "H1000"}, "card"),
        ({"memory": "40"}, "memory"),
        ({"days": None}, "until"),
        ({"price": "0"}, "price"),
        ({"gpus": "0"}, "gpus"),
        ({"space": None}, "space"),
        ({"reliability": "101"}, "reliability"),
        ({"price": "1e400"}, "price"),
        ({"price": "NaN"}, "price"),
        ({"uplink": "-5"}, "uplink"),
        ({"uplink": "0"}, "uplink"),
        ({"uplink": "ten"}, "uplink"),
        ({"uplink": "1e400"}, "uplink"),
        ({"traffic": "-0.01"}, "traffic"),
        ({"storage": "0,2"}, "storage"),
        ({"days": "-1"}, "days"),
        ({"days": "1e9"}, "days"),
        ({"memory": "0"}, "memory"),
        ({"gpus": "0.5"}, "gpus"),
        ({"gpus": "999999999999"}, "gpus"),
        ({"until": "soon"}, "until"),
        ({"country": "Narnia"}, "country"),
    ],
)
def test_what_is_wrong_with_a_typed_listing_is_told_at_its_field(
    wrong: dict[str, str | None], field: str, now: datetime
):
    """A card that contradicts its memory is refused (case b38), and so is a listing without an end."""
    errors = typed_listing(submitted(check_modal(), {**TYPED_IN, **wrong}), now)
    assert isinstance(errors, dict)
    assert list(errors) == [f"runsitter.check.{field}"]


def test_a_choice_that_was_not_on_offer_is_told_at_its_field(now: datetime):
    """A payload may hold what no client of Slack's sends: a price per fortnight is none per minute."""
    values = submitted(check_modal(), TYPED_IN)
    values["runsitter.check.per"]["runsitter.check.per"] = {"selected_option": {"value": "fortnight"}}
    assert typed_listing(values, now) == {"runsitter.check.per": "one of those on offer, please"}


@pytest.mark.parametrize(
    ("typed", "mbps"),
    [("1.2345678", "1.2345678"), (".5", "0.5"), ("1e3", "1000"), ("12.", "12"), ("1.500", "1.5"), ("+7", "7")],
)
def test_any_decimal_number_is_read(typed: str, mbps: str, now: datetime):
    """However many decimals: what is dropped would be taken for not told, and 100 Mbit/s assumed in its place."""
    assert typed_in(now, {"uplink": typed}).uplink_mbps == Decimal(mbps)


def test_a_max_duration_with_many_decimals_still_ends_the_listing(now: datetime):
    """47 h, though the date alone would leave sixty days."""
    until = str(int((now + timedelta(days=60)).timestamp()))
    listing = typed_in(now, {"days": "1.9583333", "until": until})
    assert listing.ends_at is not None
    assert timedelta(hours=46) < listing.ends_at - now < timedelta(hours=47)
    assert typed_in(now, {"days": "0", "until": until}).ends_at == now


@pytest.mark.parametrize(
    ("typed", "gb"), [("1.2345678", "1.2345678"), ("1.500", "1.5"), (".5", "0.5"), ("1e3", "1000")]
)
def test_a_number_reads_alike_in_every_form(typed: str, gb: str, zone: ZoneInfo, now: datetime):
    """The grammar never sees a spelling that it takes for something else."""
    values = submitted(find_modal(), {"gpu": "h100", "for": typed, "disk": typed, "margin": "1.500"})
    need = read_find(find_words(values), zone, now)
    assert isinstance(need, Need)
    assert (need.disk_gb, need.margin) == (Decimal(gb), Decimal("0.015"))


def test_what_is_wrong_with_the_run_is_told_at_its_field(zone: ZoneInfo, now: datetime):
    """The grammar judges the run, here too."""
    values = submitted(check_modal(), {**TYPED_IN, "disk": "0"})
    read = read_check(check_words(values), zone, now)
    assert isinstance(read, Misread)
    assert set(check_errors(values, read)) == {"runsitter.check.disk"}


def test_a_form_of_odd_shape_is_an_empty_form(now: datetime):
    """What is no submission of ours fills nothing in."""
    odd = {"runsitter.check.card": "no object", "runsitter.check.price": {"runsitter.check.price": {"value": True}}}
    assert isinstance(typed_listing(odd, now), dict)
    assert find_words({"runsitter.find.gpu": {"other": {"value": "h100"}}}) == "anywhere reliability 0"


def test_a_need_with_odd_figures_still_makes_a_form(need: Make, formed: Judge):
    """A figure that a number field can't hold is left for the person to type."""
    formed(find_modal(replace(need(), disk_gb=Decimal("1e30"), margin=Decimal("0.1234567891"))))


def test_every_wrong_field_of_a_typed_check_is_told_at_once(zone: ZoneInfo, now: datetime):
    """Those of the run beside those of the listing."""
    desk = SimpleNamespace(zone=zone, clock=SimpleNamespace(now=lambda: now))
    errors = check_form(cast("Desk", desk), submitted(check_modal(), {**TYPED_IN, "disk": "0", "uplink": "-5"}))
    assert set(cast("dict[str, str]", errors)) == {"runsitter.check.disk", "runsitter.check.uplink"}
