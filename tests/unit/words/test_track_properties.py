"""`track`: any spelling, any order and any text; what is said of a run reads back to it."""

import unicodedata
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

from hypothesis import example, given
from hypothesis import strategies as st

from bot.domain.gpu.table import CARDS
from bot.domain.listing import ListingRef
from bot.domain.money import MachineRate
from bot.domain.runs import Ask, BadName, Keeping, run_name
from bot.words import TrackAsk, read_track, say_track

ZONE = ZoneInfo("America/New_York")
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
RUN = "vast:4411 as llama-ft for 72h"
SPELLINGS = (
    ("vast:4411", "vast 4411", "Vast.ai#4411", "instance vast:4411"),
    ("as Llama_FT_", "as=Llama_FT_", "name: Llama_FT_", 'named "Llama_FT_"', "AS Llama_FT_", "as “Llama_FT_”"),
    ("for 72h", "for=3 days"),
    ("margin 20%", "margin=0.2"),
    ("out 300GB", "out: 0.3 TB"),
    ("budget $1200", "budget=1,200", "budget 1.2k", "budget 1200 dollars", "budget us$1200.00", "budget $1,200.00"),
    ("keep /a,/b_", "keep=/a/, /b_", "keep '/a' , \"/b_\"", "path /a,//b_", "keeps /a,/./b_,/a", "KEEP /a,/b_"),
    ("every 1h", "checkpoint every 60m"),
    ("to s3://my-bucket/x", "to=S3://my-bucket//x/", "to <s3://my-bucket/x>", "destination 's3://my-bucket/x'"),
    ("ssh root@ssh5.vast.ai:41", "ssh=root@ssh5.vast.ai:41", "ssh <mailto:root@ssh5.vast.ai|root@ssh5.vast.ai>:41"),
    ("owner <@U123|ann>", "owner <@U123>", "owner @U123", "owner=U123", "owner &lt;@U123&gt;"),
    ("rtx 4090", "4090"),
    ("x8", "8 gpus"),
)


@given(
    st.tuples(*map(st.sampled_from, SPELLINGS)).flatmap(st.permutations), st.sampled_from([" ", ", ", "; ", "\u00a0"])
)
def test_neither_order_nor_spelling_matters(clauses, between):
    """Every spelling of every setting, shuffled, is one run."""
    expected = read_track(" ".join(spellings[0] for spellings in SPELLINGS), ZONE, NOW)
    assert isinstance(expected, TrackAsk)
    assert expected == read_track(between.join(clauses), ZONE, NOW)


def _is_name(text: str) -> bool:
    try:
        return run_name(text) == text and "\ufffd" not in text
    except BadName:
        return False


VISIBLE = st.characters(exclude_categories=["C", "Z"], exclude_characters='"`\ufffd')
NAMES = st.text(VISIBLE, min_size=1, max_size=40) | st.sampled_from(
    [
        "for",
        "as",
        "by-hand",
        "<!channel>",
        "&lt;",
        "<http://x|x>",
        "“x”",
        "a,b",
        "-x",
        "vast:1",
        "a://b:c@d",
        ",",
        "=x",
        ":",
    ]
)
SEGMENTS = st.text(VISIBLE | st.sampled_from(" ,;*$&<>"), min_size=1, max_size=12).filter(
    lambda text: "/" not in text and text not in {".", ".."}
)
FOLDERS = st.lists(SEGMENTS, min_size=1, max_size=4).map(lambda parts: "/" + "/".join(parts))


def _without_nested(paths: list[str]) -> tuple[str, ...]:
    kept = dict.fromkeys(paths)
    return tuple(path for path in kept if not any(path.startswith(f"{other}/") for other in kept))


HOSTS = st.sampled_from(["host", "none", "ssh5.vast.ai", "1.2.3.4", "[2001:db8::1]", "max", "for"])
ADDRESSES = st.tuples(
    st.sampled_from(["", "root@", "a.b-c_1@"]), HOSTS, st.just("") | st.integers(1, 65535).map(lambda port: f":{port}")
).map("".join)
PLACES = (
    FOLDERS
    | FOLDERS.map(lambda path: f"s3://my-bucket{path}")
    | st.tuples(ADDRESSES, FOLDERS).map(lambda parts: "ssh://" + "".join(parts))
)
SPANS = st.timedeltas(timedelta(microseconds=1), timedelta(days=30))
SIZES = st.decimals(Decimal("0.001"), 1_000_000, places=3)
RATES = st.decimals(Decimal("0.0001"), 100_000, places=4).map(MachineRate)
TRACKED = st.builds(
    TrackAsk,
    ref=st.none()
    | st.from_regex(r"(vast|cloudj):[A-Za-z0-9_.-]{0,20}[A-Za-z0-9]", fullmatch=True).map(
        lambda text: ListingRef(*text.split(":"))
    ),
    name=st.none() | NAMES.filter(_is_name),
    duration=st.none() | SPANS,
    margin=st.decimals(0, 2, places=4),
    in_gb=st.just(Decimal(0)) | SIZES,
    out_gb=st.none() | st.just(Decimal(0)) | SIZES,
    budget=st.none() | st.decimals(Decimal("0.001"), 10_000_000, places=3),
    keeping=st.builds(
        Keeping,
        paths=st.lists(FOLDERS, max_size=5).map(_without_nested),
        every=st.none() | SPANS,
        to=st.none() | PLACES,
        ssh=st.none() | ADDRESSES,
    ),
    owner=st.none() | st.from_regex(r"[UW][A-Z0-9]{1,11}", fullmatch=True),
    ask=st.builds(
        Ask,
        gpu=st.none() | st.sampled_from([ask for card in CARDS for ask in card.asks()]),
        gpus=st.none() | st.integers(1, 64),
        countries=st.none()
        | st.lists(st.sampled_from(["US", "CA", "IN", "AS", "TO"]), min_size=1, unique=True).map(tuple),
        rate=st.none() | RATES,
        machine_id=st.sampled_from([None, "none"]) | st.from_regex(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,20}", fullmatch=True),
    ),
)

SAID_BY_HAND = st.builds(
    lambda ask, disk_gb, ends_at: replace(ask, ref=None, disk_gb=disk_gb, ends_at=ends_at),
    TRACKED,
    st.none() | SIZES,
    st.none() | st.datetimes(datetime(2026, 11, 21), datetime(2035, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001 - the strategy gives them their zone
)


TAKEN_BACK = st.builds(
    lambda none: TrackAsk(ref=ListingRef("vast", "4411"), none=frozenset(none)),
    st.sets(
        st.sampled_from(
            ["budget", "out_gb", "paths", "every", "to", "ssh", "gpu", "gpus", "countries", "rate", "machine_id"]
        )
    ),
)


@given(TRACKED | SAID_BY_HAND | TAKEN_BACK)
def test_what_is_said_of_a_run_reads_back_to_it(ask):
    """So a button, a form and "type this instead" mean what they were made from."""
    assert ask == read_track(say_track(ask), ZONE, NOW)


WORDS = st.sampled_from(
    [word for spellings in SPELLINGS for spelling in spellings for word in spelling.split()]
    + ["as", "keep", "to", "ssh", "owner", "budget", "by-hand", "=", ":", ",", ";", '"', "'", "“", "”", "`", "-p", "-L"]
    + [
        "/",
        "//",
        "..",
        "/a,",
        ",/b",
        "@",
        "<@",
        "<@U1",
        ">",
        "<!channel>",
        "s3://",
        "ssh://",
        "[::1]",
        "\u202e",
        "\x00",
    ]
    + ["none", "nothing", "gpu", "gpus", "rate", "machine-id", "until", "anywhere", "country", "every", "out"]
    + ["nan", "-1", "9" * 50, "$", "%", "&lt;", "&amp;amp;", "kep", "ownr", "budgt", "disk", "500GB", "72", "in", "US"]
)
TEXTS = st.one_of(
    st.text(max_size=300),
    st.lists(WORDS, max_size=40).map(" ".join),
    st.lists(WORDS | st.text(max_size=12), max_size=40).map(" ".join),
    st.lists(WORDS, max_size=40).map("".join),
)


@given(TEXTS)
@example("keep “" * 2000)
@example('keep " ' * 1700)
@example("as " + "," * 11_000)
@example("x" * 100_000)
@example("to ssh://" + "a:" * 5000 + "@")
def test_any_text_is_understood_or_gets_a_short_answer(text):
    """No text raises, none is answered at length, nothing that was quoted can break a line or turn it around."""
    found = read_track(text, ZONE, NOW)
    if isinstance(found, TrackAsk):
        assert found == read_track(say_track(found), ZONE, NOW)
        return
    assert 1 <= len(found.problems) <= 5
    for problem in found.problems:
        assert len(problem.word) <= 40
        assert 10 < len(problem.sentence) <= 320
        assert not any(unicodedata.category(char) in {"Cc", "Cf", "Cs"} for char in problem.sentence)
        assert problem.sentence.count("`") % 2 == 0
    assert found.instead is None or isinstance(read_track(found.instead, ZONE, NOW), TrackAsk)


@given(TEXTS)
def test_what_is_read_is_never_an_option_or_a_way_out(text):
    """What later becomes a command's argument or a path holds what its reader promises."""
    found = read_track(f"{RUN} {text}", ZONE, NOW)
    if isinstance(found, TrackAsk):
        keeping = found.keeping
        assert all(path.startswith("/") and ".." not in path.split("/") for path in keeping.paths)
        assert not (keeping.ssh or "").startswith("-")
        assert (keeping.to or "/").startswith(("/", "ssh://", "s3://"))
