import asyncio
from io import BytesIO
from typing import Any
from urllib.parse import quote

import aiohttp
import pytest
from slack_sdk.signature import SignatureVerifier

from bot.slack.dispatch import build_bolt
from bot.slack.http_mode import PATH, HttpInbound
from bot.slack.seen import Seen
from bot.slack.startup import Identity
from bot.slack.web import build_web, serving

WHO = Identity("T0", "Team", None, "U0BOT", "B0", frozenset())
NOW = 1_800_000_000
SECRET = "made-up-signing-secret"
SLASH = "command=%2Fgpu&text=find&user_id=U0&team_id=T0"
FORM, JSON = "application/x-www-form-urlencoded", "application/json"
MIB = 1024 * 1024


class _Stopped:
    """Slack's time, as the verifier sees it."""

    def now(self) -> float:
        return float(NOW)


class _Http:
    """HTTP mode with one command."""

    def __init__(self, client: Any, clock: Any) -> None:
        self.heard: list[str] = []
        seen = Seen(clock)
        self.app = build_bolt(client, WHO, seen)
        self.app.command("/gpu")(self._gpu)
        self.app.event("app_home_opened")(self._home)
        self.inbound = HttpInbound(self.app, SignatureVerifier(SECRET, _Stopped()), seen, clock)
        self.port = 0

    async def _gpu(self, ack: Any, command: Any) -> None:
        await ack()
        self.heard.append(command["text"])

    async def _home(self) -> None:
        self.heard.append("home")


@pytest.fixture
async def http(client: Any, clock: Any) -> Any:
    """Serve a bot in HTTP mode."""
    bot = _Http(client, clock)
    async with serving(build_web(bot.inbound.health, clock, routes=bot.inbound.routes()), "127.0.0.1", 0) as bot.port:
        yield bot


@pytest.fixture
def send(session: aiohttp.ClientSession, http: _Http) -> Any:
    """Send a body to the bot; give the status and the text of its answer."""

    async def sending(body: Any, headers: dict[str, str]) -> tuple[int, str]:
        where = f"http://127.0.0.1:{http.port}{PATH}"
        async with session.post(where, data=body, headers=headers) as response:
            return response.status, await response.text()

    return sending


def signed(body: str, *, age: float = 0, secret: str = SECRET, kind: str = FORM) -> dict[str, str]:
    """Sign as Slack does."""
    stamp = str(int(NOW - age))
    signature = SignatureVerifier(secret).generate_signature(timestamp=stamp, body=body)
    return {"X-Slack-Request-Timestamp": stamp, "X-Slack-Signature": str(signature), "Content-Type": kind}


async def test_a_signed_command_is_acknowledged(http: _Http, send: Any) -> None:
    """Empty ack, handler called, sign of life noted."""
    assert http.inbound.health().heard_age is None
    assert (200, "") == await send(SLASH, signed(SLASH))
    assert http.heard == ["find"]
    assert http.inbound.health().heard_age == 0


@pytest.mark.parametrize(
    "headers",
    [
        {},
        signed(SLASH, secret="another-secret"),
        signed(SLASH, age=301),
        signed(SLASH, age=-301),
        signed(SLASH) | {"X-Slack-Request-Timestamp": "soon"},
        signed(SLASH) | {"X-Slack-Request-Timestamp": "-1"},
        signed(SLASH) | {"X-Slack-Request-Timestamp": "9" * 400},
        signed(SLASH) | {"X-Slack-Request-Timestamp": "\u00b2"},
        signed(SLASH) | {"X-Slack-Signature": ""},
        signed(SLASH) | {"X-Slack-Signature": "v0=é"},
        signed(SLASH + "x"),
    ],
)
@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (SLASH, FORM),
        ("{bad", JSON),
        ("[]", JSON),
        ("NaN", JSON),
        ("[" * 100_000, JSON),
        ("9" * 5000, JSON),
        (b"\xff\xfe", JSON),
        ("payload={bad", FORM),
        ("", FORM),
    ],
    ids=["command", "broken", "list", "NaN", "deep", "long number", "no text", "broken payload", "nothing"],
)
async def test_what_slack_did_not_sign_is_not_even_read(
    http: _Http, send: Any, headers: dict[str, str], body: str | bytes, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Missing, wrong, old or odd signatures are 401, whatever the body; a stranger can't fill the log."""
    with caplog.at_level("INFO"):
        status, _ = await send(body, headers | {"Content-Type": kind})
    assert status == 401
    assert http.heard == []
    assert http.inbound.health().heard_age is None
    assert caplog.text == ""


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("{bad", JSON),
        ("[]", JSON),
        ("NaN", JSON),
        ("7", JSON),
        ("[" * 100_000, JSON),
        ("payload={bad", FORM),
        ("payload=[]", FORM),
        ('{"user": 5}', JSON),
    ],
)
async def test_a_signed_body_that_can_not_be_read_is_a_400(
    send: Any, body: str, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    """No traceback."""
    status, _ = await send(body, signed(body, kind=kind))
    assert status == 400
    assert "Traceback" not in caplog.text


async def test_a_body_of_more_than_a_mebibyte_is_not_taken(
    http: _Http, send: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """Slack's own are a small part of that; a stranger's are not kept in memory."""
    status, _ = await send(BytesIO(b"x" * (MIB + 1)), signed(""))
    assert status == 413
    assert http.heard == []
    assert "Traceback" not in caplog.text


async def test_bytes_that_claim_to_be_packed_are_a_400(send: Any, caplog: pytest.LogCaptureFixture) -> None:
    """Unpacking comes before the signature, so anybody can get there."""
    status, _ = await send(b"not gzip", signed("not gzip") | {"Content-Encoding": "gzip"})
    assert status == 400
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize(
    "junk",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"POST /slack/events HTTP/9.9\r\n\r\n",
        b"POST /slack/events HTTP/1.1\r\nHost: x\r\nContent-Length: soon\r\n\r\n",
        b"POST /slack/events HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"POST /slack/events HTTP/1.1\r\nHost: x\r\nX-Long: " + b"y" * 20_000 + b"\r\n\r\n",
        b"POST /slack/events HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf",
    ],
    ids=["TLS", "version", "length", "chunks", "long header", "half"],
)
async def test_bytes_that_are_no_request_leave_no_traceback(
    http: _Http, junk: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """Ports are scanned all day."""
    reader, writer = await asyncio.open_connection("127.0.0.1", http.port)
    writer.write(junk)
    writer.write_eof()
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    assert b"500" not in answer.partition(b"\r\n")[0]
    assert caplog.text == ""


async def test_the_same_signed_request_is_handled_once(http: _Http, send: Any) -> None:
    """A replay within the five minutes of its signature; the same words typed again are signed anew."""
    assert [(200, "")] * 2 == [await send(SLASH, signed(SLASH)) for _ in range(2)]
    assert http.heard == ["find"]
    assert (200, "") == await send(SLASH, signed(SLASH, age=1))
    assert http.heard == ["find", "find"]


@pytest.mark.parametrize(
    "payload",
    [
        '{"type":"block_actions","user":{"id":"U0"},"actions":[]}',
        '{"type":"block_actions","user":{"id":"U0"},"actions":null}',
        '{"type":"view_submission","user":{"id":"U0"}}',
        '{"type":"of tomorrow"}',
        "{}",
    ],
)
async def test_a_payload_that_lacks_what_it_needs_is_acknowledged(
    send: Any, payload: str, caplog: pytest.LogCaptureFixture
) -> None:
    """And dropped."""
    body = "payload=" + quote(payload)
    assert (200, "") == await send(body, signed(body))
    assert "Traceback" not in caplog.text


async def test_slacks_url_check_is_answered(send: Any) -> None:
    """Slack sends a challenge when the URL is entered in the app's settings."""
    body = '{"type":"url_verification","challenge":"made-up"}'
    status, text = await send(body, signed(body, kind=JSON))
    assert status == 200
    assert "made-up" in text


async def test_a_retried_event_is_handled_once_over_http(http: _Http, send: Any) -> None:
    """Case f138: Slack retries after 3 s, a minute and five minutes, with the same event_id."""
    body = '{"type":"event_callback","event_id":"Ev1","team_id":"T0","event":{"type":"app_home_opened","user":"U0"}}'
    for age, retry in ((4, {}), (1, {"X-Slack-Retry-Num": "1"})):
        status, _ = await send(body, signed(body, age=age, kind=JSON) | retry)
        assert status == 200
    assert http.heard == ["home"]


async def test_a_click_over_http_reaches_bolt_as_a_payload(send: Any) -> None:
    """Interactions come as a form field; a click nobody handles is a 404, which catch-alls prevent."""
    body = "payload=" + quote('{"type":"block_actions","user":{"id":"U0"},"actions":[{"action_id":"old"}]}')
    for _ in range(2):  # what came to nothing is not taken for handled
        assert 404 == (await send(body, signed(body)))[0]
