from typing import Any

import aiohttp
import pytest

from bot.slack.message import Message
from bot.slack.responder import LIFETIME, USES, Outcome, Responder
from bot.slack.response_urls import is_slacks

CARD = Message("Two machines fit.", ({"type": "section", "text": {"type": "mrkdwn", "text": "*Two* machines fit."}},))


@pytest.fixture
def responder(script: Any, session: aiohttp.ClientSession, hasty: Any) -> Responder:
    """Give a responder for a command that came this instant."""
    return Responder(script.hook, session, hasty, api_url=script.url)


async def test_an_answer_is_for_the_person_alone(responder: Responder, script: Any) -> None:
    """Ephemeral by default, whole text beside the blocks, links not unfolded."""
    assert await responder.post(CARD) is Outcome.SENT
    (body,) = script.bodies
    assert body["response_type"] == "ephemeral"
    assert body["replace_original"] is False
    assert body["text"] == CARD.text
    assert body["blocks"] == list(CARD.blocks)
    assert (body["unfurl_links"], body["unfurl_media"]) == (False, False)


async def test_a_later_answer_replaces_the_earlier(responder: Responder, script: Any) -> None:
    """One command leaves one answer; blocks of the earlier one do not stay."""
    await responder.post(CARD)
    await responder.post(Message("Nothing fits any more."))
    assert [body["replace_original"] for body in script.bodies] == [False, True]
    assert script.bodies[1]["blocks"] == []


async def test_an_answer_may_be_public_and_may_replace_the_clicked_message(responder: Responder, script: Any) -> None:
    """Both are asked for by name."""
    await responder.post(CARD, replace=True, public=True)
    assert script.bodies[0]["response_type"] == "in_channel"
    assert script.bodies[0]["replace_original"] is True


async def test_the_sixth_use_is_not_tried(responder: Responder, script: Any) -> None:
    """Slack takes five; the sixth is told without asking Slack."""
    outcomes = [await responder.post(CARD) for _ in range(USES + 1)]
    assert outcomes == [Outcome.SENT] * USES + [Outcome.USED_UP]
    assert len(script.calls) == USES
    assert responder.uses_left == 0


async def test_after_thirty_minutes_nothing_is_tried(responder: Responder, script: Any, hasty: Any) -> None:
    """A response_url lives half an hour from when the command came."""
    hasty.skip(LIFETIME - 1)
    assert await responder.post(CARD) is Outcome.SENT
    hasty.skip(1)
    assert await responder.post(CARD) is Outcome.EXPIRED
    assert len(script.calls) == 1


@pytest.mark.parametrize(
    ("body", "outcome"),
    [
        ({"ok": False, "error": "expired_url"}, Outcome.EXPIRED),
        ("used_url", Outcome.USED_UP),
        ("no_service", Outcome.REFUSED),
    ],
)
async def test_slacks_refusals_are_read(
    responder: Responder, script: Any, answer_of: Any, body: Any, outcome: Outcome
) -> None:
    """The SDK never raises here, so the status and body are what tells."""
    script.queue("hook", answer_of(status=404, body=body))
    assert await responder.post(Message("hello")) is outcome
    assert len(script.calls) == 1


async def test_blocks_that_slack_refuses_do_not_cost_the_answer(
    responder: Responder, script: Any, answer_of: Any
) -> None:
    """Case f154: the plain text goes out in their place."""
    script.queue("hook", answer_of(status=400, body={"ok": False, "error": "invalid_blocks"}))
    assert await responder.post(CARD) is Outcome.SENT_PLAIN
    assert "blocks" not in script.bodies[1]
    assert script.bodies[1]["text"] == CARD.text


async def test_a_first_answer_is_never_resent_blindly(responder: Responder, script: Any, answer_of: Any) -> None:
    """A 500 or a dropped line may have been taken all the same; what comes next takes its place."""
    script.queue("hook", answer_of(status=500, body="oops"), answer_of(drop=True))
    assert await responder.post(CARD) is Outcome.UNCLEAR
    assert await responder.post(CARD) is Outcome.SENT
    assert [body["replace_original"] for body in script.bodies] == [False, True, True]


async def test_what_replaces_is_resent(responder: Responder, script: Any, answer_of: Any) -> None:
    """Replacing twice changes nothing more, so an unclear outcome is mended."""
    script.queue("hook", answer_of(), answer_of(status=503, body=""), answer_of(drop=True))
    await responder.post(Message("looking…"))
    assert await responder.post(CARD) is Outcome.SENT
    assert len(script.calls) == 4
    assert responder.uses_left == 1


async def test_a_429_is_waited_out_and_costs_no_use(
    responder: Responder, script: Any, answer_of: Any, hasty: Any
) -> None:
    """Slack did not take it, so it still has all five to give."""
    script.queue("hook", answer_of(status=429, body="", headers={"Retry-After": "2"}))
    assert await responder.post(CARD) is Outcome.SENT
    assert hasty.slept == [2.0]
    assert responder.uses_left == USES - 1


async def test_a_long_429_is_waited_out_too(responder: Responder, script: Any, answer_of: Any, hasty: Any) -> None:
    """A late answer is better than none; one that waits behind it says for how long it has patience."""
    script.queue("hook", *[answer_of(status=429, body="", headers={"Retry-After": "60"})] * 2)
    assert await responder.post(CARD, patience=5) is Outcome.FAILED
    assert len(script.calls) == 1
    assert await responder.post(CARD) is Outcome.SENT
    assert hasty.slept == [60.0]


async def test_a_429_beyond_the_half_hour_is_told_at_once(responder: Responder, script: Any, answer_of: Any) -> None:
    """There is another way to the person, and nothing to wait for on this one."""
    script.queue("hook", answer_of(status=429, body="", headers={"Retry-After": "1800"}))
    assert await responder.post(CARD) is Outcome.FAILED


async def test_a_line_that_is_down_is_tried_ever_less_often_for_half_an_hour(
    session: aiohttp.ClientSession, hasty: Any, free_port: int
) -> None:
    """A network is often back within a minute."""
    url = f"http://127.0.0.1:{free_port}/"
    assert await Responder(f"{url}hook", session, hasty, api_url=url).post(CARD) is Outcome.FAILED
    assert hasty.slept[:8] == [1, 2, 4, 8, 16, 32, 60, 60]
    assert LIFETIME - 60 <= sum(hasty.slept) < LIFETIME


async def test_nobody_listening_is_an_outcome_not_an_error(
    session: aiohttp.ClientSession, hasty: Any, free_port: int
) -> None:
    """The handler never sees an exception for what the network does."""
    url = f"http://127.0.0.1:{free_port}/"
    responder = Responder(f"{url}hook", session, hasty, api_url=url)
    assert await responder.post(CARD) is Outcome.FAILED
    assert responder.uses_left == USES


@pytest.mark.parametrize(
    "url",
    [
        "",
        "hook",
        "ftp://hooks.slack.com/1",
        "http://hooks.slack.com/1",
        "https://hooks.slack.com:8443/1",
        "https://me:too@hooks.slack.com/1",
        "https://slack.com@evil.test/1",
        "https://evil.test\\@slack.com/1",
        "https://slack.com.evil.test/1",
        "https://notslack.com/1",
        "https://slack.com./1",
        "https://[::1/1",
        "http://127.0.0.1:1/1",
        "http://169.254.169.254/latest/meta-data",
    ],
)
async def test_an_address_that_is_none_of_slacks_gets_nothing(
    session: aiohttp.ClientSession, hasty: Any, url: str
) -> None:
    """Whoever named it: a made-up form could have the bot post inside its own network."""
    responder = Responder(url, session, hasty, api_url="https://slack.com/api/")
    assert Outcome.FOREIGN is await responder.post(CARD)
    assert not Outcome.FOREIGN.arrived
    assert responder.uses_left == USES


@pytest.mark.parametrize(
    ("url", "api_url"),
    [
        ("https://hooks.slack.com/commands/T0/1/x", "https://slack.com/api/"),
        ("https://hooks.slack-gov.com/commands/T0/1/x", "https://slack-gov.com/api/"),
        ("https://HOOKS.SLACK.COM:443/actions/T0/1/x", "http://127.0.0.1:8000/api/"),
        ("http://127.0.0.1:8000/response/1", "http://127.0.0.1:8000/api/"),
    ],
)
def test_slacks_own_addresses_are_used(url: str, api_url: str) -> None:
    """Its two domains by https, and whatever stands in for its Web API."""
    assert is_slacks(url, api_url)


async def test_a_neighbour_of_the_web_api_is_not_slack(
    script: Any, session: aiohttp.ClientSession, hasty: Any, free_port: int
) -> None:
    """Another port of the same machine is another server."""
    responder = Responder(f"http://127.0.0.1:{free_port}/hook", session, hasty, api_url=script.url)
    assert Outcome.FOREIGN is await responder.post(CARD)


async def test_a_redirect_is_not_followed(responder: Responder, script: Any, answer_of: Any) -> None:
    """It would lead the answer to an address that nobody has looked at."""
    script.queue("hook", answer_of(status=307, body="", headers={"Location": f"{script.url}elsewhere"}))
    assert Outcome.FAILED is await responder.post(CARD)
    assert ["hook"] == script.calls


@pytest.mark.parametrize("page", ["<html>Log in to the guest network</html>", "", "okay", '{"ok": 1}', "[true]"])
async def test_a_200_that_slack_did_not_write_is_unclear(
    responder: Responder, script: Any, answer_of: Any, page: str
) -> None:
    """A proxy's page is no delivery: the caller has another way."""
    script.queue("hook", answer_of(body=page))
    assert Outcome.UNCLEAR is await responder.post(CARD)


@pytest.mark.parametrize("word", ["ok", "ok\n", {"ok": True}, '{ "ok" : true }'])
async def test_slacks_word_for_taken_is_read(responder: Responder, script: Any, answer_of: Any, word: Any) -> None:
    """Plain or JSON."""
    script.queue("hook", answer_of(body=word))
    assert Outcome.SENT is await responder.post(CARD)


async def test_a_proxy_that_is_unusable_is_an_outcome_too(
    session: aiohttp.ClientSession, hasty: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing goes out past it."""
    monkeypatch.setenv("HTTPS_PROXY", "socks5://proxy.test:1")
    assert Outcome.FAILED is await Responder("https://hooks.slack.com/1", session, hasty).post(CARD)


def test_only_what_the_person_sees_has_arrived() -> None:
    """Unclear is not arrived."""
    assert {outcome for outcome in Outcome if outcome.arrived} == {Outcome.SENT, Outcome.SENT_PLAIN}
