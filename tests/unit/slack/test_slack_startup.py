import json
from typing import Any

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.slack.client import open_client
from bot.slack.errors import (
    BadAppToken,
    BadBotToken,
    NoConnectionsWrite,
    SlackRefuses,
    SlackTrouble,
    SlackUnreachable,
)
from bot.slack.startup import Identity, socket_url, who_are_we

JSON = {"Content-Type": "application/json"}
WELL = {"ok": True, "team_id": "T0", "team": "Team", "user_id": "U0BOT", "bot_id": "B0", "enterprise_id": None}


async def test_the_bot_learns_who_it_is(client: AsyncWebClient, script: Any, answer_of: Any) -> None:
    """One auth.test gives the workspace, the bot's ids and the scopes that the token has."""
    script.queue("auth.test", answer_of(body=WELL, headers={"X-OAuth-Scopes": "chat:write, commands,"}))
    expected = Identity("T0", "Team", None, "U0BOT", "B0", frozenset({"chat:write", "commands"}))
    assert expected == await who_are_we(client)
    assert script.calls == ["auth.test"]


async def test_a_socket_url_comes_from_one_call(client: AsyncWebClient, script: Any, answer_of: Any) -> None:
    """One apps.connections.open, with the app token."""
    script.queue("apps.connections.open", answer_of(body={"ok": True, "url": "wss://wss.test/link?ticket=x"}))
    assert await socket_url(client, "xapp-test") == "wss://wss.test/link?ticket=x"
    assert script.calls == ["apps.connections.open"]


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("invalid_auth", BadBotToken),
        ("account_inactive", BadBotToken),
        ("token_revoked", BadBotToken),
        ("not_allowed_token_type", BadBotToken),
        ("org_login_required", SlackRefuses),
        ("team_added_to_org", SlackUnreachable),
    ],
)
async def test_a_bad_bot_token_fails_the_start_with_its_sentence(
    client: AsyncWebClient, script: Any, answer_of: Any, code: str, error: type[SlackTrouble]
) -> None:
    """One clear line that names the setting, one call, no retries."""
    script.queue("auth.test", answer_of(body={"ok": False, "error": code}))
    with pytest.raises(error, match=code):
        await who_are_we(client)
    assert script.calls == ["auth.test"]


@pytest.mark.parametrize(
    ("code", "error", "word"),
    [
        ("invalid_auth", BadAppToken, "SLACK_APP_TOKEN"),
        ("not_allowed_token_type", BadAppToken, "xapp-"),
        ("missing_scope", NoConnectionsWrite, "connections:write"),
        ("forbidden_team", SlackRefuses, "forbidden_team"),
    ],
)
async def test_a_bad_app_token_fails_the_start_with_its_sentence(
    client: AsyncWebClient, script: Any, answer_of: Any, code: str, error: type[SlackTrouble], word: str
) -> None:
    """The sentence names the setting, or the scope that is missing."""
    script.queue("apps.connections.open", answer_of(body={"ok": False, "error": code}))
    with pytest.raises(error, match=word):
        await socket_url(client, "xapp-test")


async def test_slack_that_stays_down_is_unreachable(client: AsyncWebClient, script: Any, answer_of: Any) -> None:
    """After the repeats it is told as such, and the exit code asks the supervisor to try again."""
    script.queue("auth.test", *(answer_of(status=503, body="") for _ in range(4)))
    with pytest.raises(SlackUnreachable, match="HTTP 503") as told:
        await who_are_we(client)
    assert told.value.exit_code == 75


async def test_a_wrong_base_url_is_told_with_the_setting(client: AsyncWebClient, script: Any, answer_of: Any) -> None:
    """A web page instead of an answer points at SLACK_API_URL."""
    script.queue("auth.test", answer_of(status=404, body="<html>not here</html>"))
    with pytest.raises(SlackUnreachable, match="SLACK_API_URL"):
        await who_are_we(client)


async def test_nobody_listening_is_unreachable(hasty: Any, free_port: int) -> None:
    """No connection at all ends in the same sentence."""
    async with open_client("xoxb-test", hasty, api_url=f"http://127.0.0.1:{free_port}/") as client:
        with pytest.raises(SlackUnreachable, match=str(free_port)):
            await who_are_we(client)
        with pytest.raises(SlackUnreachable):
            await socket_url(client, "xapp-test")


@pytest.mark.parametrize("error", [BadBotToken, BadAppToken, NoConnectionsWrite, SlackRefuses])
def test_a_wrong_setting_ends_with_exit_code_2(error: type[SlackTrouble]) -> None:
    """A supervisor can tell that starting again won't help."""
    assert error.exit_code == 2
    assert str(error("x")).endswith(": x")


@pytest.mark.parametrize("answer", ["ok", ["ok"], None, 1, {"ok": True}, {"ok": True, "url": 7}])
async def test_an_answer_that_is_none_of_slacks_is_told_in_one_line(
    client: AsyncWebClient, script: Any, answer_of: Any, answer: Any
) -> None:
    """JSON or not, whatever stands where Slack should."""
    script.queue("auth.test", answer_of(body=answer if isinstance(answer, dict) else json.dumps(answer), headers=JSON))
    script.queue(
        "apps.connections.open",
        answer_of(body=answer if isinstance(answer, dict) else json.dumps(answer), headers=JSON),
    )
    if not isinstance(answer, dict):
        with pytest.raises(SlackUnreachable):
            await who_are_we(client)
    with pytest.raises(SlackUnreachable):
        await socket_url(client, "xapp-test")


@pytest.mark.parametrize("url", ["wss://[bad", "wss://a..b/", "https://wss.test/", "wss://", "wss://host:99999/"])
async def test_an_address_that_can_not_be_connected_to_is_told_as_that(
    client: AsyncWebClient, script: Any, answer_of: Any, url: str
) -> None:
    """The watchdog then asks for another one, with its pauses."""
    script.queue("apps.connections.open", answer_of(body={"ok": True, "url": url}))
    with pytest.raises(SlackUnreachable, match="no address to connect to"):
        await socket_url(client, "xapp-test")
