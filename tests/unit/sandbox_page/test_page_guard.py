"""The page serves this machine's own browser and nobody else."""

import re

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient
from hypothesis import given
from hypothesis import strategies as st

from bot.sandbox.page.files import STATIC
from bot.sandbox.page.guard import stranger

Browser = TestClient[web.Request, web.Application]


@pytest.mark.parametrize("host", ["localhost", "localhost:8099", "127.0.0.1:8099", "[::1]:8099", "LOCALHOST:8099"])
def test_the_names_of_this_machine_are_let_in(host: str) -> None:
    """With or without a port, also through a forwarded one; a page's own origin goes with it."""
    assert stranger(host, None) is None
    assert stranger(host, f"http://{host}") is None


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "localhost.evil.example:8099",
        "127.0.0.1.evil.example",
        "127.0.0.1@evil.example",
        "[::1",
        "192.168.1.7:8099",
    ],
)
def test_a_foreign_host_is_refused(host: str) -> None:
    """A name that was made to point here (DNS rebinding) is not ours."""
    assert stranger(host, None) is not None


@pytest.mark.parametrize("origin", ["null", "https://evil.example", "http://localhost:3000", "https://localhost:8099"])
def test_another_origin_is_refused(origin: str) -> None:
    """Another site, another port of this machine, another scheme."""
    assert stranger("localhost:8099", origin) is not None


@given(st.text(max_size=40))
def test_no_host_whatever_gets_past_by_being_odd(host: str) -> None:
    """Only what names loopback passes, and nothing raises."""
    named = re.fullmatch(r"(localhost|127\.0\.0\.1|\[::1\])(:\d*)?", host.strip(), re.IGNORECASE | re.ASCII)
    assert named or stranger(host, None) is not None


@pytest.mark.parametrize(
    "path",
    ["/", "/static/page.js", "/sandbox/api/workspace", "/sandbox/api/state?user=ada", "/sandbox/api/events?user=ada"],
)
async def test_every_route_refuses_a_rebound_name(browser: Browser, path: str) -> None:
    """The guard stands before each of them, with a sentence."""
    response = await browser.get(path, headers={"Host": "evil.example"})
    assert response.status == 403
    assert "localhost" in (await response.json())["error"]


async def test_a_post_of_another_site_does_nothing(browser: Browser) -> None:
    """Its Origin gives it away."""
    body = {"user": "ada", "channel": "training", "text": "hello"}
    refused = await browser.post("/sandbox/api/type", json=body, headers={"Origin": "https://evil.example"})
    told = await (await browser.get("/sandbox/api/state?user=ada")).json()
    assert refused.status == 403
    assert told["messages"] == []


async def test_the_page_and_each_of_its_files_are_served_with_their_types(browser: Browser) -> None:
    """A browser refuses a module with a wrong type; the policy keeps everything from elsewhere out."""
    types = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
    for path in STATIC.iterdir():
        response = await browser.get(f"/static/{path.name}")
        assert (response.status, response.content_type) == (200, types[path.suffix])
        assert "default-src 'none'" in response.headers["Content-Security-Policy"]
    assert (await browser.get("/")).content_type == "text/html"


@pytest.mark.parametrize("name", ["nothing.js", "..%2Fpage.py", "%2e%2e%2fpage.py"])
async def test_no_other_file_is_served(browser: Browser, name: str) -> None:
    """Only the names in the folder."""
    assert (await browser.get(f"/static/{name}")).status == 404


def test_the_files_name_nothing_from_elsewhere() -> None:
    """Nothing is loaded from another host: the only addresses are namespaces and loopback."""
    for path in STATIC.iterdir():
        addresses = re.findall(r"https?://[\w.-]+", path.read_text())
        assert set(addresses) <= {"http://www.w3.org"}, path.name


def test_no_script_writes_markup() -> None:
    """Text becomes text nodes; nothing that parses markup is used anywhere."""
    for path in STATIC.glob("*.js"):
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", path.read_text()), (
            path.name
        )
