import logging
from typing import Any

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.errors import BadNetwork
from bot.slack.client import build_client, open_client
from bot.slack.errors import NotSent, RateLimited, Refused, Unclear
from bot.slack.posts import posted
from bot.slack.proxies import proxy_for
from bot.slack.reach import open_view
from bot.slack.retries import HARMLESS, LONGEST_WAIT, method_of, seconds_of

INNER = {"ok": False, "error": "internal_error"}
FATAL = {"ok": False, "error": "fatal_error"}


async def _post(client: AsyncWebClient) -> Any:
    return await posted(client.chat_postMessage(channel="C0", text="hello"))


@pytest.mark.parametrize(
    "trouble",
    [
        {"status": 503, "body": "<html>down</html>"},
        {"status": 500, "body": {"ok": False}},
        {"status": 502, "body": ""},
        {"body": INNER},
        {"body": FATAL},
        {"drop": True},
    ],
)
async def test_a_harmless_method_is_repeated_until_it_works(
    client: AsyncWebClient, script: Any, answer_of: Any, hasty: Any, trouble: dict[str, Any]
) -> None:
    """5xx, an inner error in a 200 and a dropped line are repeated with growing waits where a repeat harms nothing."""
    script.queue("chat.update", answer_of(**trouble), answer_of(**trouble))
    told = await client.chat_update(channel="C0", ts="1.2", text="hello")
    assert told["ok"]
    assert script.calls == ["chat.update"] * 3
    assert hasty.slept[1] > hasty.slept[0] > 0


async def test_a_harmless_method_is_not_repeated_for_ever(client: AsyncWebClient, script: Any, answer_of: Any) -> None:
    """After three repeats Slack's error reaches the caller."""
    script.queue("auth.test", *(answer_of(body=INNER) for _ in range(9)))
    with pytest.raises(SlackApiError, match="internal_error"):
        await client.auth_test()
    assert len(script.calls) == 4


@pytest.mark.parametrize(
    "trouble",
    [{"status": 503, "body": ""}, {"status": 500, "body": {}}, {"body": INNER}, {"body": FATAL}, {"drop": True}],
)
async def test_a_post_is_never_repeated_when_it_may_have_arrived(
    client: AsyncWebClient, script: Any, answer_of: Any, hasty: Any, trouble: dict[str, Any]
) -> None:
    """Case f158: an unclear outcome of a post is raised as such, after one single request."""
    script.queue("chat.postMessage", answer_of(**trouble))
    with pytest.raises(Unclear):
        await _post(client)
    assert script.calls == ["chat.postMessage"]
    assert hasty.slept == []


async def test_a_garbled_answer_to_a_post_is_unclear(client: AsyncWebClient, serve: Any) -> None:
    """A 200 whose JSON breaks off says nothing about the message."""

    async def half(_: aiohttp.web.Request) -> aiohttp.web.Response:
        return aiohttp.web.Response(text='{"ok": tr', content_type="application/json")

    client.base_url = await serve([aiohttp.web.post("/chat.postMessage", half)])
    with pytest.raises(Unclear):
        await _post(client)


async def test_a_garbled_answer_to_a_harmless_method_is_asked_for_again(client: AsyncWebClient, serve: Any) -> None:
    """Half a JSON, then a whole one."""
    texts = ['{"ok": tr', '{"ok": true}']

    async def half_then_whole(_: aiohttp.web.Request) -> aiohttp.web.Response:
        return aiohttp.web.Response(text=texts.pop(0), content_type="application/json")

    client.base_url = await serve([aiohttp.web.post("/auth.test", half_then_whole)])
    assert (await client.auth_test())["ok"]


async def test_a_429_is_waited_out_also_for_a_post(
    client: AsyncWebClient, script: Any, answer_of: Any, hasty: Any
) -> None:
    """Case f157: a 429 has done nothing, so the same post goes out when Slack says it may."""
    script.queue("chat.postMessage", answer_of(status=429, body=INNER, headers={"Retry-After": "30"}))
    assert (await _post(client))["ok"]
    assert hasty.slept == [30.0]
    assert len(script.calls) == 2


async def test_a_long_429_goes_back_to_the_caller(client: AsyncWebClient, script: Any, answer_of: Any) -> None:
    """The caller has a queue; it is told how long to wait instead of being held."""
    long = str(int(LONGEST_WAIT) + 1)
    script.queue("chat.postMessage", answer_of(status=429, body={"ok": False}, headers={"Retry-After": long}))
    with pytest.raises(RateLimited) as told:
        await _post(client)
    assert told.value.retry_after == LONGEST_WAIT + 1
    assert len(script.calls) == 1


@pytest.mark.parametrize("asked", ["3", "30"])
async def test_a_form_is_not_held_back_beyond_its_trigger(
    client: AsyncWebClient, script: Any, answer_of: Any, hasty: Any, asked: str
) -> None:
    """A trigger_id lives three seconds; the person gets another way at once."""
    script.queue("views.open", answer_of(status=429, body={"ok": False}, headers={"Retry-After": asked}))
    assert not await open_view(client, "trigger", {"type": "modal"})
    assert [] == hasty.slept


@pytest.mark.parametrize(
    "trouble", [{"status": 429, "body": {"ok": False}, "headers": {"Retry-After": "1"}}, {"status": 503, "body": ""}]
)
async def test_a_form_is_tried_once_more_while_its_trigger_lives(
    client: AsyncWebClient, script: Any, answer_of: Any, hasty: Any, trouble: dict[str, Any]
) -> None:
    """Once, after two seconds at most; then it is given up."""
    script.queue("views.open", answer_of(**trouble))
    assert await open_view(client, "trigger", {"type": "modal"})
    script.queue("views.open", *(answer_of(**trouble) for _ in range(9)))
    assert not await open_view(client, "trigger", {"type": "modal"})
    assert ["views.open"] * 4 == script.calls
    assert max(hasty.slept) <= 2


async def test_a_form_for_which_no_connection_could_be_made_is_given_up_soon(hasty: Any, free_port: int) -> None:
    """The same three seconds."""
    async with open_client("xoxb-test", hasty, api_url=f"http://127.0.0.1:{free_port}/") as client:
        assert not await open_view(client, "trigger", {"type": "modal"})
    assert sum(hasty.slept) <= 2


async def test_a_refused_post_is_told_with_slacks_code(client: AsyncWebClient, script: Any, answer_of: Any) -> None:
    """`not_in_channel` is final; another route must be taken."""
    script.queue("chat.postMessage", answer_of(body={"ok": False, "error": "not_in_channel"}))
    with pytest.raises(Refused, match="not_in_channel"):
        await _post(client)
    assert len(script.calls) == 1


async def test_a_post_for_which_no_connection_could_be_made_was_not_sent(hasty: Any, free_port: int) -> None:
    """Nobody listens: the post is tried again by itself, and then certainly counts as not sent."""
    async with open_client("xoxb-test", hasty, api_url=f"http://127.0.0.1:{free_port}/") as client:
        with pytest.raises(NotSent):
            await _post(client)
    assert len(hasty.slept) == 3


async def test_bolts_copy_of_the_client_keeps_our_rules(client: AsyncWebClient, script: Any, answer_of: Any) -> None:
    """Bolt builds a plain client per request out of ours; what may be repeated must survive that."""
    copy = AsyncWebClient(
        token="xoxb-test",
        base_url=client.base_url,
        session=client.session,
        retry_handlers=client.retry_handlers.copy(),
    )
    script.queue("views.publish", answer_of(body=INNER))
    script.queue("chat.postMessage", answer_of(body=INNER))
    assert (await copy.views_publish(user_id="U0", view={"type": "home"}))["ok"]
    with pytest.raises(Unclear):
        await _post(copy)
    assert script.calls == ["views.publish", "views.publish", "chat.postMessage"]


async def test_the_session_is_closed_with_the_client(hasty: Any) -> None:
    """No socket is left open when the bot stops."""
    async with open_client("xoxb-test", hasty) as client:
        assert client.session is not None
        assert not client.session.closed
    assert client.session.closed


async def test_an_answer_that_never_comes_ends(hasty: Any, serve: Any) -> None:
    """The time limit holds on the shared session too, where the SDK's own is ignored."""

    async def never(request: aiohttp.web.Request) -> aiohttp.web.Response:
        await request.content.read()
        await hasty.forever()
        raise AssertionError

    url = await serve([aiohttp.web.post("/chat.postMessage", never)])
    async with open_client("xoxb-test", hasty, api_url=url, answer_within=0.05) as client:
        with pytest.raises(Unclear):
            await _post(client)


async def test_payloads_are_not_logged_even_at_debug(client: AsyncWebClient, caplog: pytest.LogCaptureFixture) -> None:
    """The SDK writes whole bodies below WARNING; ours must not."""
    with caplog.at_level(logging.DEBUG):
        await client.chat_postMessage(channel="C0", text="the secret of the run")
    assert "the secret of the run" not in caplog.text
    assert "xoxb-test" not in caplog.text


async def test_loopback_is_never_sent_through_a_proxy(
    monkeypatch: pytest.MonkeyPatch, hasty: Any, session: aiohttp.ClientSession
) -> None:
    """The SDK takes HTTPS_PROXY for everything; the sandbox on loopback goes straight."""
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.test:3128")
    monkeypatch.setenv("NO_PROXY", "slack.internal.test")
    assert build_client("xoxb-test", hasty, session, api_url="http://127.0.0.1:1/").proxy is None
    assert build_client("xoxb-test", hasty, session, api_url="http://localhost:1/").proxy is None
    assert build_client("xoxb-test", hasty, session, api_url="https://slack.internal.test/api/").proxy is None
    assert build_client("xoxb-test", hasty, session).proxy == "http://proxy.test:3128"


def test_no_method_that_posts_counts_as_harmless() -> None:
    """A repeat of these would be a second message or file."""
    posts = {"chat.postMessage", "chat.postEphemeral", "chat.scheduleMessage", "files.completeUploadExternal"}
    assert not posts & HARMLESS


@pytest.mark.parametrize(
    "odd", ["socks5://u:hunter2@h:1", "ht tp://u:hunter2@h", "u:hunter2@h", "http://u:hunter2@h:99999"]
)
def test_a_proxy_that_is_no_web_address_is_told_without_it(monkeypatch: pytest.MonkeyPatch, odd: str) -> None:
    """The sentence names the variables; a password may stand in their value."""
    monkeypatch.setenv("HTTPS_PROXY", odd)
    with pytest.raises(BadNetwork, match="HTTPS_PROXY") as told:
        proxy_for("https://slack.com/api/")
    assert "hunter2" not in str(told.value)
    assert told.value.exit_code == 2


@pytest.mark.parametrize(
    ("url", "method"),
    [
        ("https://slack.com/api/chat.update", "chat.update"),
        ("http://127.0.0.1:8000/api/auth.test?pretty=1", "auth.test"),
        ("https://files.slack.com/upload/v1/auth", "auth"),
    ],
)
def test_the_method_is_read_from_the_url(url: str, method: str) -> None:
    """The last part of the path names it, whatever the base."""
    assert method_of(url) == method


@pytest.mark.parametrize(("text", "seconds"), [("30", 30.0), ("", 1.0), ("soon", 1.0), ("-1", 1.0), ("²", 1.0)])
def test_an_odd_retry_after_is_a_second(text: str, seconds: float) -> None:
    """The SDK's own reading raises on these."""
    assert seconds_of(text) == seconds
