import re
import time
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

import aiohttp
import pytest
from aiohttp import web
from slack_sdk.signature import SignatureVerifier

from bot.slack.dispatch import build_bolt
from bot.slack.errors import CannotListen, PortTaken
from bot.slack.http_mode import PATH, HttpInbound
from bot.slack.inbound import InboundHealth
from bot.slack.metrics import Metric, render
from bot.slack.seen import Seen
from bot.slack.startup import Identity
from bot.slack.web import build_web, serving

WHO = Identity("T0", "Team", None, "U0BOT", "B0", frozenset())
FRESH = InboundHealth("socket", True, datetime(2026, 11, 30, tzinfo=UTC), 2.5, 3, 1)  # noqa: FBT003 - fresh
SECRET = "made-up-signing-secret"
SLASH = "command=%2Fgpu&text=find&user_id=U0&team_id=T0"


async def _get(session: aiohttp.ClientSession, port: int, path: str) -> tuple[int, str]:
    async with session.get(f"http://127.0.0.1:{port}{path}") as response:
        return response.status, await response.text()


async def test_health_is_200_while_slack_is_heard(session: aiohttp.ClientSession, clock: Any) -> None:
    """And says ok."""
    async with serving(build_web(lambda: FRESH, clock), "127.0.0.1", 0) as port:
        assert await _get(session, port, "/healthz") == (200, "ok\n")


@pytest.mark.parametrize(
    ("health", "words"),
    [
        (InboundHealth("socket", False, None, 75.0), "no sign of Slack for 75 s"),  # noqa: FBT003 - not fresh
        (InboundHealth("socket", False), "not been heard yet"),  # noqa: FBT003 - not fresh
    ],
)
async def test_health_is_503_while_slack_is_not_heard(
    session: aiohttp.ClientSession, clock: Any, health: InboundHealth, words: str
) -> None:
    """And says for how long, so that a probe's log is enough."""
    async with serving(build_web(lambda: health, clock), "127.0.0.1", 0) as port:
        status, text = await _get(session, port, "/healthz")
    assert status == 503
    assert words in text


async def test_metrics_read_as_prometheus_wants_them(session: aiohttp.ClientSession, clock: Any) -> None:
    """Each number with help and type; uptime by the injected clock; others' metrics beside ours."""
    more = [Metric("runsitter_polls_total", 7, 'Polls, with \\ and "\n" in it.', "counter")]
    app = build_web(lambda: FRESH, clock, more=lambda: more)
    clock.advance(90)
    async with serving(app, "127.0.0.1", 0) as port:
        status, text = await _get(session, port, "/metrics")
    assert status == 200
    lines = text.splitlines()
    assert "runsitter_uptime_seconds 90.0" in lines
    assert "runsitter_slack_fresh 1.0" in lines
    assert "runsitter_slack_heard_age_seconds 2.5" in lines
    assert "runsitter_slack_reconnects_total 3.0" in lines
    assert "# TYPE runsitter_polls_total counter" in lines
    assert '# HELP runsitter_polls_total Polls, with \\\\ and "\\n" in it.' in lines
    assert all(re.fullmatch(r"# (HELP|TYPE) \w+ .+|\w+ \S+", line) for line in lines)


def test_nothing_unknown_becomes_a_number() -> None:
    """A gauge that isn't known is left out, not zero."""
    assert render([]) == ""


async def test_a_taken_port_is_told_with_the_remedy(clock: Any) -> None:
    """The sentence names the setting, the particular the address; the exit code is that of a wrong setting."""
    app = build_web(lambda: FRESH, clock)
    async with serving(app, "127.0.0.1", 0) as port:
        with pytest.raises(PortTaken, match=f"RUNSITTER_HTTP.*127.0.0.1:{port}") as told:
            async with serving(build_web(lambda: FRESH, clock), "127.0.0.1", port):
                pass
    assert told.value.exit_code == 2


async def test_an_address_that_is_not_ours_is_told(clock: Any) -> None:
    """An address from the documentation's range is on no machine."""
    with pytest.raises(CannotListen, match=r"192\.0\.2\.1:8080"):
        async with serving(build_web(lambda: FRESH, clock), "192.0.2.1", 8080):
            pass


class _Http:
    """HTTP mode with one command, served."""

    def __init__(self, client: Any, clock: Any) -> None:
        self.heard: list[str] = []
        self.app = build_bolt(client, WHO, Seen(clock), signing_secret=SECRET)
        self.app.command("/gpu")(self._gpu)
        self.app.event("app_home_opened")(self._home)
        self.inbound = HttpInbound(self.app, clock)

    async def _gpu(self, ack: Any, command: Any) -> None:
        await ack()
        self.heard.append(command["text"])

    async def _home(self) -> None:
        self.heard.append("home")


@pytest.fixture
def http(client: Any, clock: Any) -> _Http:
    """Give a bot in HTTP mode."""
    return _Http(client, clock)


def _signed(body: str, *, age: float = 0, secret: str = SECRET) -> dict[str, str]:
    """Sign as Slack does; Bolt checks the age by the real time."""
    stamp = str(int(time.time() - age))
    signature = SignatureVerifier(secret).generate_signature(timestamp=stamp, body=body)
    return {
        "X-Slack-Request-Timestamp": stamp,
        "X-Slack-Signature": str(signature),
        "Content-Type": "application/x-www-form-urlencoded",
    }


async def _send(
    session: aiohttp.ClientSession, http: _Http, clock: Any, body: str | bytes, headers: dict[str, str]
) -> tuple[int, str]:
    app = build_web(http.inbound.health, clock, routes=http.inbound.routes())
    async with (
        serving(app, "127.0.0.1", 0) as port,
        session.post(f"http://127.0.0.1:{port}{PATH}", data=body, headers=headers) as response,
    ):
        return response.status, await response.text()


async def test_a_signed_command_is_acknowledged(session: aiohttp.ClientSession, http: _Http, clock: Any) -> None:
    """Empty ack, handler called, sign of life noted."""
    assert http.inbound.health().heard_age is None
    assert await _send(session, http, clock, SLASH, _signed(SLASH)) == (200, "")
    assert http.heard == ["find"]
    assert http.inbound.health().heard_age == 0


@pytest.mark.parametrize(
    "headers",
    [
        {},
        _signed(SLASH, secret="another-secret"),
        _signed(SLASH, age=301),
        _signed(SLASH) | {"X-Slack-Request-Timestamp": "soon"},
        _signed(SLASH) | {"X-Slack-Request-Timestamp": "-1"},
        _signed(SLASH) | {"X-Slack-Signature": ""},
        _signed(SLASH) | {"X-Slack-Signature": "v0=é"},
        _signed(SLASH + "x"),
    ],
)
async def test_an_unsigned_request_reaches_nobody(
    session: aiohttp.ClientSession,
    http: _Http,
    clock: Any,
    headers: dict[str, str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Missing, wrong, old or odd signatures are 401, never a 500, and the body is not logged."""
    headers = headers | {"Content-Type": "application/x-www-form-urlencoded"}
    with caplog.at_level("DEBUG"):
        status, _ = await _send(session, http, clock, SLASH, headers)
    assert status == 401
    assert http.heard == []
    assert http.inbound.health().heard_age is None
    assert SLASH not in caplog.text


async def test_bytes_that_are_no_text_are_a_400(session: aiohttp.ClientSession, http: _Http, clock: Any) -> None:
    """Not a traceback."""
    headers = _signed(SLASH) | {"Content-Type": "application/json"}
    status, _ = await _send(session, http, clock, b"\xff\xfe", headers)
    assert status == 400


async def test_slacks_url_check_is_answered(session: aiohttp.ClientSession, http: _Http, clock: Any) -> None:
    """Slack sends a challenge when the URL is entered in the app's settings."""
    body = '{"type":"url_verification","challenge":"made-up"}'
    headers = _signed(body) | {"Content-Type": "application/json"}
    status, text = await _send(session, http, clock, body, headers)
    assert status == 200
    assert "made-up" in text


async def test_a_retried_event_is_handled_once_over_http(
    session: aiohttp.ClientSession, http: _Http, clock: Any
) -> None:
    """Case f138: Slack retries after 3 s, a minute and five minutes, with the same event_id."""
    body = '{"type":"event_callback","event_id":"Ev1","team_id":"T0","event":{"type":"app_home_opened","user":"U0"}}'
    for retry in ("", "1"):
        headers = _signed(body) | {"Content-Type": "application/json"} | ({"X-Slack-Retry-Num": retry} if retry else {})
        status, _ = await _send(session, http, clock, body, headers)
        assert status == 200
    assert http.heard == ["home"]


async def test_a_click_over_http_reaches_bolt_as_a_payload(
    session: aiohttp.ClientSession, http: _Http, clock: Any
) -> None:
    """Interactions come as a form field; a click nobody handles is a 404, which catch-alls prevent."""
    body = "payload=" + quote('{"type":"block_actions","user":{"id":"U0"},"actions":[{"action_id":"old"}]}')
    status, _ = await _send(session, http, clock, body, _signed(body))
    assert status == 404


async def test_other_paths_are_not_served(session: aiohttp.ClientSession, clock: Any) -> None:
    """Without HTTP mode there is no route for Slack."""
    async with serving(build_web(lambda: FRESH, clock), "127.0.0.1", 0) as port:
        assert (await _get(session, port, PATH))[0] == web.HTTPNotFound.status_code
