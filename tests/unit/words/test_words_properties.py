"""What holds for every need and every text."""

import unicodedata
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

from hypothesis import example, given
from hypothesis import strategies as st

from bot.domain.gpu.table import CARDS
from bot.domain.listing import Pricing
from bot.domain.money import GpuRate, MachineRate
from bot.domain.need import Need
from bot.words import CheckAsk, EstimateAsk, Misread, read_check, read_estimate, read_find, say_need

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
ZONES = st.sampled_from(["America/New_York", "Africa/Cairo", "Pacific/Chatham", "UTC"]).map(ZoneInfo)

ASKS = st.sampled_from([ask for card in CARDS for ask in card.asks()])
SPANS = st.timedeltas(timedelta(microseconds=1), timedelta(days=30))
WHOLE_MINUTES = st.integers(1, 366 * 24 * 60).map(lambda minutes: timedelta(minutes=minutes))
SIZES = st.decimals(Decimal("0.001"), 1_000_000, places=3)
USD = st.decimals(Decimal("0.0001"), 100_000, places=4)
RATES = st.one_of(USD.map(MachineRate), USD.map(GpuRate))
LOCAL_MIDNIGHTS = st.dates(NOW.date() + timedelta(days=2), datetime(2036, 12, 30, tzinfo=UTC).date())

NEEDS = st.builds(
    Need,
    gpu=ASKS,
    duration=WHOLE_MINUTES | SPANS,
    disk_gb=SIZES,
    gpus=st.integers(1, 64),
    in_gb=st.just(Decimal(0)) | SIZES,
    out_gb=st.none() | st.just(Decimal(0)) | SIZES,
    countries=st.none()
    | st.lists(st.sampled_from(["US", "CA", "IN", "BY", "DE", "NA"]), min_size=1, unique=True).map(tuple),
    reliability=st.decimals(0, 1, places=4),
    max_rate=st.none() | RATES,
    pricing=st.sampled_from(Pricing),
    margin=st.decimals(0, 2, places=4),
    boot=st.just(timedelta(0)) | SPANS,
    slack=st.just(timedelta(0)) | SPANS,
    by=st.none() | st.datetimes(datetime(2026, 11, 21), datetime(2036, 12, 30), timezones=st.just(UTC)),  # noqa: DTZ001 - hypothesis adds the zone
    unverified=st.booleans(),
    datacenter=st.booleans(),
    checkpoint_every=st.none() | SPANS,
)


@given(NEEDS, ZONES)
def test_what_is_said_of_a_need_reads_back_to_it(need: Need, zone: ZoneInfo) -> None:
    """So a button, a link and "type this instead" mean what they were made from."""
    assert need == read_find(say_need(need, zone), zone, NOW)


@given(LOCAL_MIDNIGHTS, ZONES)
def test_a_day_that_was_typed_is_said_as_a_day(day: datetime, zone: ZoneInfo) -> None:
    """People see the date that they typed, whatever the clocks did at its end."""
    need = read_find(f"h100 for 3d disk 500GB by {day}", zone, NOW)
    assert isinstance(need, Need)
    assert say_need(need, zone).endswith(f"by {day}")


SPELLINGS = (
    ("rtx 4090", "4090", "RTX-4090", "geforce rtx 4090", "a 4090", "an rtx 4090"),
    ("x8", "8x", "x 8", "8 gpus", "count=8"),
    ("for 2d 12h", "for 60h", "for: 2.5 days", "for 3600 min", "for two and a half days", "for two days and 12h"),
    ("disk 500GB", "disk=0.5TB", "disk: 500 gb", "500GB of disk"),
    ("in 200GB", "in=0.2 TB"),
    ("out 300GB", "out 300 g"),
    ("country US,CA", "country US CA", "country=united states and canada"),
    ("reliability 0.98", "reliability>=98%"),
    ("max $2.50/gpu/h", "max 2.50$ per gpu per hour", "max-price $2.5/h per gpu"),
    ("bid", "spot", "interruptible"),
    ("margin 20%", "margin=0.2"),
    ("every 1h", "checkpoint every 60 min", "checkpoints 1h"),
    ("by 2026-12-05 18:00Z", "by=2026-12-05T13:00-05:00", "by dec 5 1pm", "until sat 5th of december 2026 at 13:00"),
    ("unverified",),
    ("datacenter", "data center"),
    ("boot 45m", "boot 0.75h"),
)
CLAUSES = st.tuples(*map(st.sampled_from, SPELLINGS)).flatmap(st.permutations)


@given(CLAUSES, st.sampled_from([" ", ", ", "; ", "  ", "\u00a0"]))
def test_neither_order_nor_spelling_of_the_clauses_matters(clauses: list[str], between: str) -> None:
    """Every spelling of every setting, shuffled, is one need."""
    zone = ZoneInfo("America/New_York")
    expected = read_find(" ".join(spellings[0] for spellings in SPELLINGS), zone, NOW)
    assert isinstance(expected, Need)
    assert expected == read_find(between.join(clauses), zone, NOW)


WORDS = st.sampled_from(
    [word for spellings in SPELLINGS for spelling in spellings for word in spelling.split()]
    + ["of", "steps", "warmup", "keep", "headroom", "weights", "vast:4411", "vast:", "=", ":", "$", "-", "/", "%"]
    + ["nan", "inf", "-1", "1e9", "9" * 50, "1,5", "0", "x", "diks", "h10", "6000", "<@U1|x>", "US", "in", "by", "a"]
    + ["dec", "10th", "of", "the", "friday", "next", "6pm", "12/05", "2026", "or", "/", "half", "one", "EU", "germny"]
)
TEXTS = st.one_of(
    st.text(max_size=300),
    st.lists(WORDS, max_size=40).map(" ".join),
    st.lists(WORDS | st.text(max_size=12), max_size=40).map(" ".join),
    st.lists(st.sampled_from("x8.5$/%=:, hdgb-1\u202e\x00`'"), max_size=200).map("".join),
)


@given(TEXTS)
@example("x" * 300)
@example("by 0001-01-01 for 99999999999999999999999999999999999999w")
@example("\ud800 \U000e0001 \u0130")
def test_any_text_is_understood_or_gets_a_short_answer(text: str) -> None:
    """No text raises, none is answered at length, nothing that was quoted can break a line or turn it around."""
    zone = ZoneInfo("America/New_York")
    for read, takes in ((read_find, Need), (read_check, CheckAsk), (read_estimate, EstimateAsk)):
        found = read(text, zone, NOW)
        if isinstance(found, Misread):
            _assert_short(found)
            assert found.instead is None or isinstance(read(found.instead, zone, NOW), takes)
        else:
            assert isinstance(found, takes)


def _assert_short(found: Misread) -> None:
    assert 1 <= len(found.problems) <= 5
    for problem in found.problems:
        assert len(problem.word) <= 40
        assert 10 < len(problem.sentence) <= 320
        assert len(problem.suggestions) <= (6 if "which card?" in problem.sentence else 3)
        assert not any(unicodedata.category(char) in {"Cc", "Cf", "Cs"} for char in problem.sentence)


UNITS = (("GB", Decimal(1)), ("TB", Decimal(1000)), ("MB", Decimal("0.001")))
TIMES = (("d", 86400), ("h", 3600), ("m", 60), ("s", 1))


@given(st.integers(1, 1000), st.sampled_from(UNITS), st.integers(1, 300), st.sampled_from(TIMES))
def test_units_mean_what_they_say(size: int, unit: tuple[str, Decimal], span: int, time: tuple[str, int]) -> None:
    """A number times its unit, exactly."""
    zone = ZoneInfo("UTC")
    need = read_find(f"h100 for {span}{time[0]} disk {size}{unit[0]}", zone, NOW)
    assert isinstance(need, Need)
    assert (timedelta(seconds=span * time[1]), size * unit[1]) == (need.duration, need.disk_gb)


def test_every_card_is_found_by_every_name_that_is_said_of_it() -> None:
    """No name of a card is taken for a setting, a size (5070 Ti), days (5090 D) or a count (Titan X 12 GB)."""
    zone = ZoneInfo("UTC")
    asks = [ask for card in CARDS for ask in card.asks()]
    needs = {ask: Need(gpu=ask, duration=timedelta(days=3), disk_gb=Decimal(500), gpus=8) for ask in asks}
    texts = ("{label} x8 for 3d disk 500GB", "disk 500GB 8x {slug} for 3d", "x8 for 3d {label} disk 500GB")
    wrong = [
        text.format(label=ask.label, slug=ask.slug)
        for ask, need in needs.items()
        for text in texts
        if read_find(text.format(label=ask.label, slug=ask.slug), zone, NOW) != need
    ]
    assert [] == wrong
