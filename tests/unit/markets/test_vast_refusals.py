import asyncio
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from bot.domain.listing import Pricing
from bot.domain.outside import Known, Unknown, Why
from bot.markets.vast import Vast

KEY = "vast-test-key"
BAD_GATEWAY = "<html><head><title>502 Bad Gateway</title></head><body>nginx <!channel></body></html>"

RECORDED = [
    ("bad_key", Why.BAD_KEY, "VAST_API_KEY"),
    ("no_key", Why.FORBIDDEN, "VAST_API_KEY"),
    ("v0_list_gone", Why.DEPRECATED, "VAST_URL"),
    ("bare_filter_value", Why.REFUSED, "bad_request"),
    ("charges_no_range", Why.REFUSED, "VAST_URL"),
    ("rate_plain", Why.RATE_LIMITED, "RUNSITTER_POLL_SECONDS"),
    ("rate_detail", Why.RATE_LIMITED, "RUNSITTER_POLL_SECONDS"),
    ("rate_json", Why.RATE_LIMITED, "RUNSITTER_POLL_SECONDS"),
    ("rate_retry_after", Why.RATE_LIMITED, "RUNSITTER_POLL_SECONDS"),
    ("search_quota", Why.QUOTA, "VAST_API_KEY"),
]

OTHERS = [
    ((401, {"success": False, "error": "unauthorized"}), Why.BAD_KEY, "VAST_API_KEY"),
    ((403, BAD_GATEWAY), Why.FORBIDDEN, "VAST_API_KEY"),
    ((404, BAD_GATEWAY), Why.REFUSED, "VAST_URL"),
    ((410, ""), Why.DEPRECATED, "VAST_URL"),
    ((308, "", {"location": "https://elsewhere.test/"}), Why.REFUSED, "VAST_URL"),
    ((483, {"success": False}), Why.REFUSED, "483"),
    ((400, {"error": {"code": "<!channel> @here"}}), Why.REFUSED, "(400)"),
    ((500, BAD_GATEWAY), Why.SERVER_ERROR, "500"),
    ((502, BAD_GATEWAY), Why.SERVER_ERROR, "502"),
    ((503, ""), Why.SERVER_ERROR, "503"),
    ((504, BAD_GATEWAY), Why.SERVER_ERROR, "504"),
    ({"success": False, "error": "auth_error", "msg": "Invalid user key"}, Why.BAD_KEY, "VAST_API_KEY"),
    ({"success": False, "error": "odd", "offers": []}, Why.REFUSED, "200 odd"),
    ({"success": False, "error": "rate_limit_exceeded", "offers": []}, Why.RATE_LIMITED, "in a minute"),
    ({"success": None, "offers": []}, Why.UNREADABLE, "$.success"),
    ({"error": "odd"}, Why.REFUSED, "odd"),
    ({"offers": None}, Why.UNREADABLE, "$.offers"),
    ({"offers": {}}, Why.UNREADABLE, "$.offers"),
    ([], Why.UNREADABLE, "VAST_URL"),
    ((200, "null"), Why.UNREADABLE, "VAST_URL"),
    ((200, "{'offers': []}"), Why.UNREADABLE, "not JSON"),
    ((200, b'{"offers\xff": []}'), Why.UNREADABLE, "VAST_URL"),
    ((200, '{"offers": [' + "[" * 100_000 + "]" * 100_000 + "]}"), Why.UNREADABLE, "nested"),
    ((200, BAD_GATEWAY, {"content-type": "text/html; charset=utf-8"}), Why.UNREADABLE, "a page"),
    ((200, ""), Why.HALF_READ, "try again"),
    ((200, '{"offers": [{"id": 1'), Why.HALF_READ, "try again"),
    ((200, '{"offers": [{"id": 1}'), Why.HALF_READ, "try again"),
    ((200, '{"offers": [{"rentable": tru'), Why.HALF_READ, "try again"),
    ((200, '{"offers": [{"id": -'), Why.HALF_READ, "try again"),
    ((200, '{"offers": []}', {"content-length": "99"}), Why.HALF_READ, "try again"),
    (httpx.ConnectError("no route for vast-test-key"), Why.UNREACHABLE, "VAST_URL"),
    (httpx.RemoteProtocolError("hung up"), Why.UNREACHABLE, "network"),
    (httpx.ProxyError("no"), Why.UNREACHABLE, "network"),
    (httpx.ReadTimeout("slow"), Why.SLOW, "30 s"),
    (httpx.ConnectTimeout("slow"), Why.SLOW, "30 s"),
]


def check(fact, why, words):
    """Say what every Unknown must be: typed, worded, and silent about keys and bodies."""
    assert isinstance(fact, Unknown)
    assert why is fact.why
    assert words in fact.sentence
    assert "vast" == fact.source
    for secret in (KEY, "<", "@here", "nginx", "Bearer"):
        assert secret not in fact.sentence


@pytest.mark.parametrize(("name", "why", "words"), RECORDED, ids=[row[0] for row in RECORDED])
async def test_each_recorded_refusal_is_told_with_its_remedy(vast, provider, recorded, name, why, words):
    """Bodies as others recorded them, among them the four forms of 429."""
    status, body = recorded["errors"][name]
    provider.says((status, body))
    check(await vast.listings(None, Pricing.ON_DEMAND), why, words)


@pytest.mark.parametrize(("response", "why", "words"), OTHERS, ids=[f"{row[1]}-{i}" for i, row in enumerate(OTHERS)])
async def test_each_other_failure_is_told_with_its_remedy(vast, provider, response, why, words):
    """Statuses, forms, broken bodies and broken lines."""
    provider.says(response)
    check(await vast.listings(None, Pricing.ON_DEMAND), why, words)


def broken(exception):
    """Give a response whose body breaks off."""

    async def body():
        yield b'{"offers": ['
        raise exception

    async def respond(_request):
        return httpx.Response(200, headers={"content-type": "application/json"}, content=body())

    return respond


async def test_a_compressed_body_that_is_none_is_half_an_answer(vast, provider):
    """A proxy cut it, or mislabelled it."""

    async def body():
        yield b"not gzip at all"

    async def respond(_request):
        headers = {"content-type": "application/json", "content-encoding": "gzip"}
        return httpx.Response(200, headers=headers, content=body())

    provider.says(respond)
    check(await vast.listings(None, Pricing.ON_DEMAND), Why.HALF_READ, "try again")


@pytest.mark.parametrize(
    ("exception", "why"),
    [
        (httpx.RemoteProtocolError("peer closed"), Why.HALF_READ),
        (httpx.ReadError(""), Why.HALF_READ),
        (httpx.ReadTimeout(""), Why.SLOW),
    ],
    ids=str,
)
async def test_a_line_that_breaks_in_the_body_is_half_an_answer(vast, provider, exception, why):
    """What came before the break counts for nothing."""
    provider.says(broken(exception))
    check(await vast.listings(None, Pricing.ON_DEMAND), why, "")


async def test_the_whole_question_has_one_patience(client, provider, clock):
    """A marketplace that never answers is slow, however alive the line is."""

    async def never(_request):
        await asyncio.Event().wait()

    provider.says(never)
    vast = Vast(client, key=None, clock=clock, patience=0.01)
    check(await vast.listings(None, Pricing.ON_DEMAND), Why.SLOW, "0.01 s")


async def test_a_body_without_end_is_cut_off(vast, provider, monkeypatch):
    """Memory is bounded whatever comes."""
    monkeypatch.setattr("bot.markets.line._MOST_BYTES", 100)
    provider.says({"offers": [], "more": "x" * 100})
    check(await vast.listings(None, Pricing.ON_DEMAND), Why.UNREADABLE, "512 MiB")


async def test_a_long_error_page_is_not_read_to_its_end(vast, provider):
    """Only its start is of interest."""
    chunks = []

    async def page():
        for _ in range(1000):
            chunks.append(1)
            yield b"x" * 1024

    async def respond(_request):
        return httpx.Response(500, content=page())

    provider.says(respond)
    check(await vast.listings(None, Pricing.ON_DEMAND), Why.SERVER_ERROR, "500")
    assert 65 == len(chunks)


@pytest.mark.parametrize(
    ("url", "why"),
    [("vast.test", Why.NOT_SET_UP), ("ftp://vast.test", Why.NOT_SET_UP), ("http://vast.test:port", Why.NOT_SET_UP)],
)
async def test_an_address_that_is_none_is_a_setting_to_correct(clock, url, why):
    """Over the real transport, which refuses before it connects."""
    async with httpx.AsyncClient() as client:
        check(await Vast(client, url=url, key=None, clock=clock).listings(None, Pricing.ON_DEMAND), why, "VAST_URL")


@pytest.mark.parametrize("key", ["vast\ntest", "väst", "vast\x00"])
async def test_a_key_that_cannot_be_sent_is_a_bad_key(client, provider, clock, key):
    """It was copied wrongly; nothing is sent."""
    fact = await Vast(client, key=key, clock=clock).account()
    check(fact, Why.BAD_KEY, "VAST_API_KEY")
    assert key not in fact.sentence
    assert [] == provider.requests


async def test_without_a_key_the_account_is_not_asked_for(keyless_vast, provider):
    """The answer is the setting's name."""
    for fact in (await keyless_vast.instances(), await keyless_vast.instance("1"), await keyless_vast.account()):
        check(fact, Why.NOT_SET_UP, "VAST_API_KEY")
    assert [] == provider.requests


async def test_a_login_asked_of_a_stranger_is_a_missing_key(keyless_vast, provider, recorded):
    """403 without a key means: set one."""
    provider.says(tuple(recorded["errors"]["no_key"]))
    check(await keyless_vast.listings(None, Pricing.ON_DEMAND), Why.NOT_SET_UP, "VAST_API_KEY")


@pytest.mark.parametrize("status", [429, 502, 503, 504])
async def test_a_passing_trouble_is_asked_again_once(vast, provider, clock, status):
    """After a polite second; then the answer stands."""
    provider.says((status, ""), {"offers": []})
    assert isinstance(await vast.listings(None, Pricing.ON_DEMAND), Known)
    assert [1.0] == clock.slept
    provider.requests.clear()
    provider.says((status, ""))
    assert isinstance(await vast.listings(None, Pricing.ON_DEMAND), Unknown)
    assert 2 == len(provider.requests)


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 500])
async def test_a_lasting_trouble_is_not_asked_again(vast, provider, status):
    """Asking again would not help, and counts against the limits."""
    provider.says((status, ""))
    assert isinstance(await vast.listings(None, Pricing.ON_DEMAND), Unknown)
    assert 1 == len(provider.requests)


WAITS = [
    ({}, {"retry_after": 1.5}, 1.5, None),
    ({"Retry-After": "2"}, {}, 2.0, None),
    ({}, {"detail": "API requests too frequent endpoint threshold=0.7"}, 0.7, None),
    ({"Retry-After": "30"}, {}, None, 30.0),
    ({}, {"msg": "API requests too frequent endpoint threshold=3.0"}, None, 3.0),
    ({"Retry-After": "61"}, {}, 1.0, None),
    ({"Retry-After": "Fri, 31 Dec 1999 23:59:59 GMT"}, {"retry_after": {}}, 1.0, None),
    ({}, {"retry_after": -1}, 1.0, None),
    ({}, {"retry_after": "9" * 5000}, 1.0, None),
]


@pytest.mark.parametrize(("headers", "body", "slept", "later"), WAITS, ids=range(len(WAITS)))
async def test_the_wait_that_is_asked_for_is_kept_or_told(vast, provider, clock, headers, body, slept, later):
    """Up to two seconds are waited out, up to a minute is told, more is not believed."""
    provider.says((429, {"success": False, "error": "rate_limit_exceeded", **body}, headers))
    fact = await vast.listings(None, Pricing.ON_DEMAND)
    assert ([] if slept is None else [slept]) == clock.slept
    if later is not None:
        assert clock.now() + timedelta(seconds=later) == fact.retry_at


MIDNIGHT = datetime(2026, 8, 23, tzinfo=UTC)


@pytest.mark.parametrize(
    ("header", "until"),
    [
        ({}, MIDNIGHT),
        ({"X-RateLimit-Reset": str(int(MIDNIGHT.timestamp()) - 3600)}, MIDNIGHT - timedelta(hours=1)),
        ({"X-RateLimit-Reset": "1"}, MIDNIGHT),
        ({"X-RateLimit-Reset": "9" * 50}, MIDNIGHT),
        ({"X-RateLimit-Reset": "soon"}, MIDNIGHT),
    ],
    ids=["no header", "an hour before", "past", "absurd", "no number"],
)
async def test_a_used_up_quota_stops_searches_until_it_starts_anew(vast, provider, clock, recorded, header, until):
    """The marketplace is not asked again before, neither for listings nor for one of them."""
    status, body = recorded["errors"]["search_quota"]
    provider.says((status, body, header), {"offers": []})
    for fact in (await vast.listings(None, Pricing.ON_DEMAND), await vast.listing("4411")):
        check(fact, Why.QUOTA, "00:00 UTC")
        assert until == fact.retry_at
    assert 1 == len(provider.requests)
    clock.advance((until - clock.now()).total_seconds())
    assert isinstance(await vast.listings(None, Pricing.ON_DEMAND), Known)


async def test_an_eleventh_search_in_a_minute_is_told_when_it_can_go(vast, provider, clock):
    """Ten a minute from one address are allowed; a short wait is waited, a long one is told."""
    provider.says({"offers": []})
    for _ in range(10):
        assert isinstance(await vast.listings(None, Pricing.ON_DEMAND), Known)
    fact = await vast.listings(None, Pricing.ON_DEMAND)
    check(fact, Why.RATE_LIMITED, "in 60 s")
    assert clock.now() + timedelta(seconds=60) == fact.retry_at
    clock.advance(58.5)
    assert isinstance(await vast.listings(None, Pricing.ON_DEMAND), Known)
    assert [1.5] == clock.slept
    assert 11 == len(provider.requests)
