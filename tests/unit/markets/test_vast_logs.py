import json
import logging

import httpx
import pytest

from bot.domain.outside import Known, Why

URL = "https://s3.test/public.vast.ai/instance_logs/0123abcd.log"
REQUESTED = {"success": True, "result_url": URL, "msg": "log request sent"}


def upload(text, status=200):
    """Give what stands at the address."""
    content = text if isinstance(text, bytes) else text.encode()
    return httpx.Response(status, content=content, headers={"content-type": "text/plain"})


@pytest.fixture
def read(vast, provider):
    """Give a function that reads the last lines of a log."""

    async def read(text, lines=3):
        provider.says(REQUESTED, upload(text))
        fact = await vast.logs("4411", lines)
        assert isinstance(fact, Known), fact
        return fact.value

    return read


async def test_the_host_is_asked_for_the_last_lines_and_they_are_fetched_without_the_key(vast, provider):
    """Options are texts over there; the address is public."""
    provider.says(REQUESTED, upload("step 1\nstep 2\n"))
    fact = await vast.logs("4411", 50)
    assert ("step 1", "step 2") == fact.value
    asked, fetched = provider.requests
    assert ("PUT", "/api/v0/instances/request_logs/4411/") == (asked.method, asked.url.path)
    assert {"tail": "50"} == json.loads(asked.content)
    assert ("GET", URL) == (fetched.method, str(fetched.url))
    assert "Bearer vast-test-key" == asked.headers["authorization"]
    assert "authorization" not in fetched.headers
    assert "vast-test-key" not in repr(fetched.headers)


async def test_no_cookie_goes_along(vast, provider, client):
    """Wherever the address lies."""
    client.cookies.set("session", "token-fake", domain="s3.test")
    provider.says(REQUESTED, upload("a\n"))
    await vast.logs("4411", 50)
    assert "cookie" not in provider.requests[1].headers


@pytest.mark.parametrize("status", [403, 404])
async def test_the_upload_is_waited_for(vast, provider, clock, status):
    """Half a second a time, by the clock."""
    provider.says(REQUESTED, upload("denied", status), upload("denied", status), upload("here\n"))
    assert ("here",) == (await vast.logs("4411", 5)).value
    assert [0.5, 0.5] == clock.slept


async def test_an_upload_that_never_comes_is_given_up(vast, provider, clock):
    """After ten seconds; it may well be that the host is offline. The address is in no word of it."""
    provider.says(REQUESTED, upload("denied", 403))
    fact = await vast.logs("4411", 5)
    assert Why.SLOW is fact.why
    assert "offline" in fact.sentence
    assert 10.0 == sum(clock.slept)
    assert "s3.test" not in repr(fact)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\nb\nc\nd\n", ("b", "c", "d")),
        ("a\nb", ("a", "b")),
        ("a\r\nb\r\n", ("a", "b")),
        ("10%\r50%\r100%\ndone\n", ("100%", "done")),
        ("\n\n", ("", "")),
        ("", ()),
        ("No such container\n", ()),
        ("Error response from daemon: No such container: C.4411\n", ()),
        ("No such container\nstep 1\n", ("No such container", "step 1")),
        (b"caf\xe9\n", ("caf\ufffd",)),
    ],
    ids=range(10),
)
async def test_the_last_lines_come_oldest_first(read, text, expected):
    """A log that said nothing yet, a progress bar over one line, bytes that are no text."""
    assert expected == await read(text)


@pytest.mark.parametrize(("wanted", "tail"), [(0, "1"), (-5, "1"), (10**9, "1000")])
async def test_no_fewer_than_one_and_no_more_than_a_thousand_lines_are_asked_for(vast, provider, wanted, tail):
    """The host sends what it is asked for."""
    provider.says(REQUESTED, upload("a\n" * 2000))
    assert int(tail) == len((await vast.logs("4411", wanted)).value)
    assert tail == json.loads(provider.requests[0].content)["tail"]


async def test_of_a_huge_log_the_end_is_kept(read):
    """At most a MiB; the line in which it is cut is left out."""
    lines = await read("x" * 3 * 2**20 + "\n" + "y" * 100 + "\nlast\n", 1000)
    assert ("y" * 100, "last") == lines


async def test_a_log_without_end_is_not_read_on(vast, provider):
    """After 64 MiB the host is not believed any more."""

    async def endless():
        while True:
            yield b"x" * 2**20

    provider.says(REQUESTED, httpx.Response(200, content=endless()))
    fact = await vast.logs("4411", 5)
    assert Why.UNREADABLE is fact.why
    assert "64 MiB" in fact.sentence


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "ftp://s3.test/a.log",
        "/instance_logs/a.log",
        "s3.test/a.log",
        "https://",
        "https://user:secret-fake@s3.test/a.log",
        "https://s3.test:99999999/a.log",
        "http://[::1/a.log",
        "",
    ],
)
async def test_only_a_web_address_is_fetched(vast, provider, url):
    """And only one that takes no password of ours or theirs along."""
    provider.says(REQUESTED | {"result_url": url})
    fact = await vast.logs("4411", 5)
    assert Why.UNREADABLE is fact.why
    assert 1 == len(provider.requests)
    assert not url or url not in fact.sentence


async def test_a_redirect_is_not_followed(vast, provider):
    """It could lead anywhere."""
    provider.says(REQUESTED, httpx.Response(302, headers={"location": "http://169.254.169.254/"}))
    assert Why.SERVER_ERROR is (await vast.logs("4411", 5)).why
    assert 2 == len(provider.requests)


async def test_the_address_is_in_no_log(vast, provider, caplog):
    """Whoever has it can read what the machine wrote."""
    logging.getLogger("httpx").setLevel(logging.WARNING)
    caplog.set_level(logging.DEBUG, logger="bot")
    for last in (upload("step 1\n"), upload("no", 500), httpx.ConnectError(URL), httpx.ReadTimeout(URL)):
        provider.says(REQUESTED, last)
        assert "0123abcd" not in repr(await vast.logs("4411", 5))
    assert "0123abcd" not in caplog.text


@pytest.mark.parametrize(
    ("responses", "why"),
    [
        ([REQUESTED, upload("x", 500)], Why.SERVER_ERROR),
        ([REQUESTED, httpx.ConnectError("no")], Why.UNREACHABLE),
        ([REQUESTED, httpx.ReadTimeout("slow")], Why.SLOW),
        ([{"success": True, "msg": "later"}], Why.UNREADABLE),
        ([{"success": True, "result_url": None}], Why.UNREADABLE),
        ([{"success": False, "error": "odd"}], Why.REFUSED),
        ([[]], Why.UNREADABLE),
        ([(401, "")], Why.BAD_KEY),
        ([(404, {"success": False, "error": "auth_error", "msg": "Invalid user key"})], Why.BAD_KEY),
        ([(410, "")], Why.DEPRECATED),
        ([(429, "slow down")], Why.RATE_LIMITED),
        ([(503, "<html>")], Why.SERVER_ERROR),
    ],
    ids=range(12),
)
async def test_each_failure_is_told(vast, provider, responses, why):
    """Of the request, and of the place where the text should be."""
    provider.says(*responses)
    assert why is (await vast.logs("4411", 5)).why


async def test_an_instance_that_is_gone_has_no_log(vast, provider):
    """And the settings are not blamed for it."""
    provider.says((404, {"success": False, "error": "no_such_instance", "msg": "No such instance."}))
    fact = await vast.logs("4411", 5)
    assert (Why.REFUSED, False) == (fact.why, "VAST_URL" in fact.sentence)


async def test_what_is_no_id_is_not_asked_for(vast, provider):
    """It would go into a path."""
    assert Why.REFUSED is (await vast.logs("../4411", 5)).why
    assert [] == provider.requests
