import json
import os
import signal
import sys
from datetime import UTC, datetime, timedelta
from numbers import Real
from pathlib import Path

import pytest

from bot.sandbox.market import Fault

NEED = ["h100-sxm", "x8", "for", "72h", "disk", "500GB", "in", "200GB", "out", "300GB"]
TOP = {"listings", "removed", "examined", "as_of", "asked", "marketplaces"}
LISTING = {
    "marketplace": str,
    "id": str,
    "machine_id": str,
    "gpu": str,
    "gpu_name": str,
    "gpus": int,
    "country": str,
    "hourly": Real,
    "finish": dict,
    "ends_at": str,
    "spare_hours": Real,
    "reliability": Real | None,
    "uplink_assumed": bool,
    "url": str | None,
}
PARTS = {"compute", "disk", "traffic_in", "traffic_out"}


def is_utc(text):
    """Tell whether a text is an instant in ISO 8601 that says that it is UTC."""
    return datetime.fromisoformat(text).utcoffset() == timedelta(0)


async def test_find_prints_what_slack_shows(runs, market_environ):
    """The same answer for a terminal, however narrow: point first, no marks of Slack's."""
    done = await runs("find", *NEED, environ=market_environ | {"COLUMNS": "20"})
    assert (0, "") == (done.code, done.err)
    assert "can finish your 72 h run; cheapest $" in done.out.splitlines()[0]
    assert "vast:" in done.out
    assert "cloudj:" in done.out
    assert not set("*`<>") & set(done.out)
    assert max(map(len, done.out.splitlines())) > 80


async def test_the_json_has_the_documented_keys_and_adds_up(runs, market_environ):
    """design.md's stable interface: keys, types, order, sums, UTC."""
    done = await runs("find", *NEED, "--json", environ=market_environ | {"RUNSITTER_TIMEZONE": "Asia/Tokyo"})
    assert (0, "") == (done.code, done.err)
    told = json.loads(done.out)
    assert TOP == set(told)
    assert told["listings"]
    assert told["examined"] == len(told["listings"]) + sum(told["removed"].values())
    assert is_utc(told["as_of"])
    for listing in told["listings"]:
        assert set(LISTING) == set(listing)
        assert [] == [key for key, kind in LISTING.items() if not isinstance(listing[key], kind)]
        assert ("h100-sxm", 8, "US") == (listing["gpu"].rpartition("-")[0], listing["gpus"], listing["country"])
        assert is_utc(listing["ends_at"])
        assert datetime.fromisoformat(listing["ends_at"]) > datetime.now(UTC) + timedelta(hours=72)
        assert listing["spare_hours"] >= 0
        assert {"low", "high", "parts"} == set(listing["finish"])
        assert PARTS == set(listing["finish"]["parts"])
        for end in ("low", "high"):
            parts = sum(part[end] for part in listing["finish"]["parts"].values())
            assert listing["finish"][end] == pytest.approx(parts, abs=1e-5)
        assert listing["finish"]["low"] == pytest.approx(
            listing["hourly"] * 72 + sum(listing["finish"]["parts"][t]["low"] for t in ("traffic_in", "traffic_out")),
            abs=1e-3,
        )
    highs = [listing["finish"]["high"] for listing in told["listings"]]
    assert sorted(highs) == highs


async def test_nothing_fits_is_an_answer(runs, market_environ):
    """Exit code 0, and what would help."""
    done = await runs("find", "h100-sxm", "x8", "for", "8000h", "disk", "500GB", "--json", environ=market_environ)
    told = json.loads(done.out)
    assert (0, []) == (done.code, told["listings"])
    assert TOP | {"near_misses", "relax", "longest_hours"} == set(told)
    assert told["examined"] == sum(told["removed"].values())
    assert 0 < told["longest_hours"] < 8000


async def test_one_marketplace_that_fails_is_named_and_the_answer_stands(runs, market, market_environ):
    """Exit code 0: something was read."""
    market.faults.vast.on(Fault.FORBIDDEN)
    told = json.loads((done := await runs("find", *NEED, "--json", environ=market_environ)).out)
    assert 0 == done.code
    assert [False, True] == [each["answered"] for each in told["marketplaces"]]
    assert {"cloudj"} == {listing["marketplace"] for listing in told["listings"]}


async def test_no_marketplace_could_be_read_is_exit_code_1(runs, market, market_environ):
    """Said on standard output, with why."""
    for dialect in (market.faults.vast, market.faults.cloudj):
        dialect.on(Fault.ERROR_500)
    done = await runs("find", *NEED, environ=market_environ)
    assert (1, "") == (done.code, done.err)
    assert "Could not ask any marketplace" in done.out


async def test_words_that_are_not_understood_are_exit_code_2(runs, market, market_environ):
    """Asked back on standard error; nobody was asked anything."""
    done = await runs("find", *["h100", "x8", "for", "72h", "disk", "500GB", "max", "2"], environ=market_environ)
    assert (2, "") == (done.code, done.out)
    assert "per hour or per minute" in done.err
    assert 0 == len(market.requests)


async def test_a_bad_setting_is_exit_code_2_and_one_line(runs, market_environ):
    """Which, why and what would be right."""
    done = await runs("find", *NEED, environ=market_environ | {"RUNSITTER_TIMEZONE": "Mars/Olympus"})
    assert (2, "", 1) == (done.code, done.out, len(done.err.splitlines()))
    assert "RUNSITTER_TIMEZONE" in done.err


async def test_a_reader_that_leaves_is_no_error(runs, market_environ):
    """`runsitter find … | true`: nobody listens any more, and nothing is said to nobody."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = await runs("find", *NEED, environ=market_environ, stdout=writer)
    finally:
        os.close(writer)
    assert (128 + signal.SIGPIPE, "") == (done.code, done.err)


@pytest.fixture
def full():
    """Give a file on a disk that is full."""
    with Path("/dev/full").open("w") as file:
        yield file


async def test_a_full_disk_is_one_line(runs, market_environ, full):
    """`runsitter find … > file`: the answer is lost, and that is said once."""
    done = await runs("find", *NEED, environ=market_environ, stdout=full)
    assert (1, 1) == (done.code, len(done.err.splitlines()))
    assert "No space left on device" in done.err


async def test_help_on_a_full_disk_ends_quietly(runs, full):
    """The interpreter would complain at its end."""
    assert "" == (await runs("find", "--help", environ={}, stdout=full)).err


async def test_a_closed_standard_output_is_one_line(runs, market_environ):
    """`runsitter find … >&-`."""
    done = await runs("find", *NEED, environ=market_environ, through=("sh", "-c", 'exec "$@" >&-', "sh"))
    assert (1, "runsitter: Standard output cannot be written to, so the answer is lost.\n") == (done.code, done.err)


async def test_nobody_to_complain_to_is_no_error_of_its_own(runs, market_environ):
    """Both are closed: the exit code alone tells."""
    closed = ("sh", "-c", 'exec "$@" >&- 2>&-', "sh")
    assert 1 == (await runs("find", *NEED, environ=market_environ, through=closed)).code
    assert 2 == (await runs("find", *NEED, environ={"RUNSITTER_TIMEZONE": "Mars"}, through=closed)).code


async def test_a_word_that_looks_like_an_option_is_the_grammars(runs, market, market_environ):
    """The words are read as in Slack: what is wrong with them is said in the same words."""
    done = await runs("find", *NEED, "margin", "-15%", environ=market_environ)
    assert (2, "") == (done.code, done.out)
    assert "usage:" not in done.err
    assert "-15%" in done.err
    assert 0 == len(market.requests)


async def test_options_may_stand_among_the_words(runs, market_environ):
    """Before, between or after."""
    done = await runs("find", *NEED[:2], "--json", *NEED[2:], environ=market_environ)
    assert TOP == set(json.loads(done.out))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ALL_PROXY", "socks5://u:hunter2@proxy.test:1"),
        ("HTTPS_PROXY", "ht tp://u:hunter2@proxy.test"),
        ("HTTP_PROXY", "ftp://u:hunter2@proxy.test"),
        ("NO_PROXY", "::1/128"),
        ("SSL_CERT_FILE", "/nowhere/hunter2.pem"),
        ("SSL_CERT_FILE", "/dev/null"),
    ],
)
@pytest.mark.parametrize("command", [["find", *NEED], ["run"]])
async def test_an_unusable_proxy_or_certificate_is_one_line(runs, environ, name, value, command):
    """It names the variables to look at, not what stands in them."""
    more = {"HTTPS_PROXY": "http://127.0.0.1:9"} if name == "NO_PROXY" else {}
    done = await runs(*command, environ=environ | more | {name: value})
    lines = [line for line in done.err.splitlines() if line.startswith("runsitter: ")]
    assert (2, "", 1) == (done.code, done.out, len(lines))
    assert name in lines[0]
    assert "hunter2" not in done.err


@pytest.mark.parametrize(("text", "encoding"), [("RUNSITTER_TIMEZONE=UTC", "utf-16"), ("# naïve", "latin-1")])
async def test_settings_in_another_encoding_are_one_line(runs, market_environ, tmp_path, text, encoding):
    """The file and the remedy are named."""
    (tmp_path / ".env").write_text(text, encoding)
    done = await runs("find", *NEED, environ=market_environ)
    assert (2, "", 1) == (done.code, done.out, len(done.err.splitlines()))
    assert ".env is not in UTF-8; save it as UTF-8" in done.err


async def test_without_docstrings_an_error_is_still_named(runs, market_environ):
    """`python -OO` strips them."""
    done = await runs(
        "find", *NEED, environ=market_environ | {"HTTPS_PROXY": "socks5://x:1"}, through=(sys.executable, "-OO")
    )
    assert (2, "") == (done.code, done.out)
    assert done.err.startswith("runsitter: Bad network: ")


async def test_a_terminal_that_lacks_letters_gets_the_answer_all_the_same(runs, market_environ):
    """Latin-1 has no ellipsis and no bullet."""
    done = await runs("find", *NEED, environ=market_environ | {"PYTHONIOENCODING": "ascii"})
    assert (0, "") == (done.code, done.err)
    assert "can finish your 72 h run" in done.out


async def test_ctrl_c_ends_it_quietly(starts, market, market_environ, until):
    """In the middle of a slow search."""
    market.faults.vast.on(Fault.SLOW, seconds=20)
    async with starts("find", *NEED, environ=market_environ) as process:
        await until(lambda: market.requests.of("POST", "bundles"))
        process.told(signal.SIGINT)
        done = await process.ended()
    assert (128 + signal.SIGINT, "", "") == (done.code, done.out, done.err)


async def test_words_that_are_not_understood_are_exit_code_2_with_nobody_to_tell(runs, market_environ):
    """Standard error is closed, and that is no fault of ours."""
    closed = ("sh", "-c", 'exec "$@" 2>&-', "sh")
    assert 2 == (await runs("find", "xyz", environ=market_environ, through=closed)).code
