import re
from datetime import UTC, datetime
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from bot.slack.errors import CannotListen, PortTaken
from bot.slack.http_mode import PATH
from bot.slack.inbound import InboundHealth
from bot.slack.metrics import Metric, render
from bot.slack.web import build_web, serving

FRESH = InboundHealth("socket", True, datetime(2026, 11, 30, tzinfo=UTC), 2.5, 3, 1)  # noqa: FBT003 - fresh


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


async def test_a_fault_of_ours_in_the_server_is_in_the_log(
    session: aiohttp.ClientSession, clock: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """What strangers send is left out of it, not this."""

    def broken() -> list[Metric]:
        raise ZeroDivisionError

    async with serving(build_web(lambda: FRESH, clock, more=broken), "127.0.0.1", 0) as port:
        assert 500 == (await _get(session, port, "/metrics"))[0]
    assert "ZeroDivisionError" in caplog.text


async def test_other_paths_are_not_served(session: aiohttp.ClientSession, clock: Any) -> None:
    """Without HTTP mode there is no route for Slack."""
    async with serving(build_web(lambda: FRESH, clock), "127.0.0.1", 0) as port:
        assert (await _get(session, port, PATH))[0] == web.HTTPNotFound.status_code
