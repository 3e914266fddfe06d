"""The Web API as the real AsyncWebClient meets it: scopes, channels, limits, faults."""

from typing import Any

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler, AsyncServerErrorRetryHandler
from slack_sdk.http_retry.builtin_interval_calculators import FixedValueRetryIntervalCalculator
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.webhook.async_client import AsyncWebhookClient

from bot.sandbox.slack import SlackStandIn

SECTION = {"type": "section", "text": {"type": "mrkdwn", "text": "words"}}


async def error_of(call: Any) -> str:
    """Await a call that fails and return Slack's error code."""
    with pytest.raises(SlackApiError) as caught:
        await call
    return str(caught.value.response["error"])


async def test_auth_test_names_the_bot_and_its_scopes(client: AsyncWebClient, slack: SlackStandIn) -> None:
    """The start-up check reads ids from the body and scopes from a header."""
    told = await client.auth_test()
    assert (told["team_id"], told["user_id"]) == (slack.team_id, slack.bot_user_id)
    assert "chat:write" in told.headers["x-oauth-scopes"].split(",")


async def test_tokens_are_checked(client: AsyncWebClient, slack: SlackStandIn) -> None:
    """No token, a wrong one, the app's where the bot's belongs, a revoked one."""
    assert await error_of(client.auth_test(token="")) == "not_authed"
    assert await error_of(client.auth_test(token="xoxb-wrong")) == "invalid_auth"
    assert await error_of(client.auth_test(token=slack.app_token)) == "not_allowed_token_type"
    assert await error_of(client.apps_connections_open(app_token="xapp-wrong")) == "invalid_auth"
    slack.revoked.add(slack.bot_token)
    assert await error_of(client.auth_test()) == "token_revoked"


async def test_a_missing_scope_is_named(client: AsyncWebClient, slack: SlackStandIn) -> None:
    """The answer tells what is needed and what there is."""
    slack.scopes.discard("groups:read")
    with pytest.raises(SlackApiError) as caught:
        await client.conversations_info(channel="C0ADMIN001")
    assert caught.value.response["error"] == "missing_scope"
    assert caught.value.response["needed"] == "groups:read"
    assert "groups:read" not in caught.value.response["provided"]


@pytest.mark.parametrize(
    ("channel", "error"),
    [
        ("C0NOWHERE1", "channel_not_found"),
        ("C0SECRET01", "channel_not_found"),
        ("C0RANDOM01", "not_in_channel"),
        ("C0OLDRUNS1", "is_archived"),
    ],
)
async def test_a_post_fails_where_the_bot_can_not_speak(client: AsyncWebClient, channel: str, error: str) -> None:
    """Case f159: archived, unknown and foreign channels each have their error."""
    assert await error_of(client.chat_postMessage(channel=channel, text="hello")) == error


async def test_a_post_can_be_read_back_by_its_metadata(client: AsyncWebClient, slack: SlackStandIn) -> None:
    """An unclear outcome is looked up in the history (case f158); threads are apart."""
    key = {"event_type": "runsitter", "event_payload": {"key": "k1"}}
    first = await client.chat_postMessage(channel=slack.channel_id, text="one", metadata=key, blocks=[SECTION])
    await client.chat_postMessage(channel=slack.channel_id, text="two", thread_ts=first["ts"])
    history = await client.conversations_history(channel=slack.channel_id, include_all_metadata=True)
    replies = await client.conversations_replies(channel=slack.channel_id, ts=first["ts"])
    assert [one["metadata"] for one in history["messages"]] == [key]
    assert [one["text"] for one in replies["messages"]] == ["one", "two"]
    assert "metadata" not in replies["messages"][0]


async def test_history_comes_in_pages_newest_first(client: AsyncWebClient, slack: SlackStandIn) -> None:
    """A cursor leads to the next page."""
    for text in ("one", "two", "three"):
        await client.chat_postMessage(channel=slack.channel_id, text=text)
    page = await client.conversations_history(channel=slack.channel_id, limit=2)
    cursor = page["response_metadata"]["next_cursor"]
    rest = await client.conversations_history(channel=slack.channel_id, limit=2, cursor=cursor)
    assert [one["text"] for one in [*page["messages"], *rest["messages"]]] == ["three", "two", "one"]
    assert (page["has_more"], rest["has_more"]) == (True, False)


async def test_an_update_without_blocks_keeps_the_old_ones(client: AsyncWebClient, slack: SlackStandIn) -> None:
    """Leaving `blocks` out keeps a Stop button alive; an empty list takes it away."""
    ts = (await client.chat_postMessage(channel=slack.channel_id, text="one", blocks=[SECTION]))["ts"]
    kept = await client.chat_update(channel=slack.channel_id, ts=ts, text="two")
    gone = await client.chat_update(channel=slack.channel_id, ts=ts, text="three", blocks=[])
    assert kept["message"]["blocks"][0]["text"] == SECTION["text"]
    assert "blocks" not in gone["message"]


async def test_only_own_messages_are_edited(client: AsyncWebClient, slack: SlackStandIn) -> None:
    """Neither a person's message, nor an ephemeral one, nor one by a user id."""
    said = await slack.person("ada").says("mine")
    seen = await client.chat_postEphemeral(channel=slack.channel_id, user="U0ADA00001", text="psst")
    assert await error_of(client.chat_update(channel=slack.channel_id, ts=said.ts, text="x")) == "cant_update_message"
    ephemeral = client.chat_update(channel=slack.channel_id, ts=seen["message_ts"], text="x")
    assert await error_of(ephemeral) == "message_not_found"
    assert await error_of(client.chat_update(channel="U0ADA00001", ts=said.ts, text="x")) == "channel_not_found"


async def test_a_direct_message_is_opened_by_a_user_id(client: AsyncWebClient, slack: SlackStandIn) -> None:
    """Posting to a user id and opening the conversation lead to the same place."""
    posted = await client.chat_postMessage(channel="U0BEN00001", text="hello")
    opened = await client.conversations_open(users="U0BEN00001")
    assert posted["channel"] == opened["channel"]["id"]
    assert [one.text for one in slack.person("ben").reads()] == ["hello"]
    assert slack.person("ada").reads() == []


async def test_bad_blocks_are_refused_as_slack_refuses_them_and_recorded(
    client: AsyncWebClient, slack: SlackStandIn
) -> None:
    """Case f154: 3,001 characters in a section; the answer points at them."""
    long = {"type": "section", "text": {"type": "mrkdwn", "text": "x" * 3001}}
    with pytest.raises(SlackApiError) as caught:
        await client.chat_postMessage(channel=slack.channel_id, text="in short", blocks=[long])
    answer = caught.value.response
    assert answer["error"] == "invalid_blocks"
    assert "json-pointer:/blocks/0/text/text" in answer["response_metadata"]["messages"][0]
    assert [(one.method, one.error) for one in slack.refused] == [("chat.postMessage", "invalid_blocks")]
    assert slack.messages == []


async def test_too_many_letters_and_no_text_have_their_own_errors(client: AsyncWebClient, slack: SlackStandIn) -> None:
    """msg_blocks_too_long above 11,000 characters; no_text for a message without any."""
    many = [{"type": "section", "text": {"type": "mrkdwn", "text": "x" * 3000}}] * 4
    post = client.chat_postMessage(channel=slack.channel_id, text="in short", blocks=many)
    assert await error_of(post) == "msg_blocks_too_long"
    bare = client.api_call("chat.postMessage", json={"channel": slack.channel_id})
    assert await error_of(bare) == "no_text"


async def test_pings_are_recorded(client: AsyncWebClient, slack: SlackStandIn) -> None:
    """Case f161: who would be notified can be asserted; escaped text notifies nobody."""
    mention = {"type": "rich_text_section", "elements": [{"type": "user", "user_id": "U0BEN00001"}]}
    rich = {"type": "rich_text", "elements": [mention]}
    await client.chat_postMessage(channel=slack.channel_id, text="<!channel> and <@U0ADA00001>", blocks=[rich])
    await client.chat_postMessage(channel=slack.channel_id, text="&lt;!channel&gt; @here", mrkdwn=True)
    assert [one.pings for one in slack.messages] == [("channel", "U0ADA00001", "U0BEN00001"), ()]


async def test_people_and_the_bot_can_be_looked_up(client: AsyncWebClient) -> None:
    """Zones, guests and people of other workspaces show in users.info."""
    guest = (await client.users_info(user="U0GUEST001"))["user"]
    other = (await client.users_info(user="U0OTHER001"))["user"]
    assert (guest["is_restricted"], other["is_stranger"], other["team_id"]) == (True, True, "T0OTHER001")
    assert (await client.team_info())["team"]["id"] == "T0RUNS0001"
    assert (await client.bots_info(bot="B0RUNS0001"))["bot"]["user_id"] == "U0RUNS0001"
    assert "U0GUEST001" in (await client.conversations_members(channel="C0TRAINING"))["members"]
    assert await error_of(client.users_info(user="U0NOBODY01")) == "user_not_found"
    assert await error_of(client.api_call("chat.sing")) == "unknown_method"


async def test_a_rate_limit_is_waited_out_by_the_retry_handler(client: AsyncWebClient, slack: SlackStandIn) -> None:
    """Case f157: 429 with Retry-After, then the post goes through."""
    at_once = FixedValueRetryIntervalCalculator(fixed_internal=0)
    slack.faults.rate_limit("chat.postMessage", retry_after=0)
    slack.faults.status("chat.postMessage", 503)
    client.retry_handlers += [AsyncRateLimitErrorRetryHandler(2), AsyncServerErrorRetryHandler(2, at_once)]
    await client.chat_postMessage(channel=slack.channel_id, text="hello")
    assert [call.outcome for call in slack.api.calls] == ["ratelimited", "status", "ok"]
    assert [one.text for one in slack.messages] == ["hello"]


async def test_posts_beyond_a_short_burst_are_limited_to_one_a_second(
    client: AsyncWebClient, slack: SlackStandIn, clock: Any
) -> None:
    """Three at once, then 429 until a second has passed for each; other methods have their tiers."""
    slack.api.limits.on = True
    for _ in range(3):
        await client.chat_postMessage(channel=slack.channel_id, text="hello")
    with pytest.raises(SlackApiError) as caught:
        await client.chat_postMessage(channel=slack.channel_id, text="hello")
    assert caught.value.response.headers["Retry-After"] == "3"
    clock.advance(seconds=3)
    await client.chat_postMessage(channel=slack.channel_id, text="hello")
    for _ in range(50):
        await client.team_info()
    assert await error_of(client.team_info()) == "ratelimited"


async def test_errors_inside_a_200_are_served_on_request(client: AsyncWebClient, slack: SlackStandIn) -> None:
    """internal_error and fatal_error come with HTTP 200; the second was carried out all the same."""
    slack.faults.error("chat.postMessage", "internal_error")
    slack.faults.error("*", "fatal_error", accepted=True)
    assert await error_of(client.chat_postMessage(channel=slack.channel_id, text="one")) == "internal_error"
    assert await error_of(client.chat_postMessage(channel=slack.channel_id, text="two")) == "fatal_error"
    assert [one.text for one in slack.messages] == ["two"]


async def test_a_post_may_be_accepted_and_its_answer_lost(client: AsyncWebClient, slack: SlackStandIn) -> None:
    """Case f158: the connection is cut after the message stands."""
    client.retry_handlers = []
    slack.faults.drop("chat.postMessage", accepted=True)
    with pytest.raises(aiohttp.ClientError):
        await client.chat_postMessage(channel=slack.channel_id, text="hello")
    slack.faults.drop("chat.postMessage")
    with pytest.raises(aiohttp.ClientError):
        await client.chat_postMessage(channel=slack.channel_id, text="again")
    assert [one.text for one in slack.messages] == ["hello"]


async def test_a_hanging_call_outlasts_its_callers_patience(slack: SlackStandIn) -> None:
    """A call that is never answered ends when the client gives up."""
    slack.faults.hang("auth.test")
    timeout = aiohttp.ClientTimeout(total=0.1)
    async with aiohttp.ClientSession(timeout=timeout) as session:
        client = AsyncWebClient(token=slack.bot_token, base_url=slack.api_url, session=session)
        client.retry_handlers = []
        with pytest.raises(TimeoutError):
            await client.auth_test()


async def test_a_response_url_is_good_five_times_in_thirty_minutes(slack: SlackStandIn, clock: Any) -> None:
    """The sixth use and the thirty-first minute are refused; bad blocks are too."""
    url = slack.response_url("U0ADA00001", slack.channel_id)
    webhook = AsyncWebhookClient(url)
    bad = await webhook.send(text="x", blocks=[{"type": "fireworks"}])
    answers = [(await webhook.send(text=f"{n}", response_type="in_channel")).body for n in range(6)]
    clock.advance(minutes=31)
    late = await AsyncWebhookClient(url).send(text="late")
    assert (bad.status_code, bad.body) == (400, "invalid_blocks")
    assert answers == ["ok"] * 5 + ["used_url"]
    assert (late.status_code, late.body) == (404, "expired_url")
    assert len(slack.person("ben").reads()) == 5


async def test_a_stale_hash_is_a_conflict_and_typed_text_survives_an_update(
    client: AsyncWebClient, slack: SlackStandIn
) -> None:
    """views.update with an old hash is refused; the same block_id and action_id keep what was typed."""
    ada = slack.person("ada")
    element = {"type": "plain_text_input", "action_id": "typed"}
    block = {"type": "input", "block_id": "name", "label": {"type": "plain_text", "text": "Name"}, "element": element}
    words = {"type": "plain_text", "text": "Form"}
    view = {"type": "modal", "title": words, "submit": words, "blocks": [block]}
    opened = (await client.views_open(trigger_id=slack.workspace.trigger(ada.id), view=view))["view"]
    await ada.fills({"Name": "llama-ft"})
    more = view | {"blocks": [SECTION, block]}
    updated = (await client.views_update(view_id=opened["id"], hash=opened["hash"], view=more))["view"]
    stale = client.views_update(view_id=opened["id"], hash=opened["hash"], view=view)
    assert await error_of(stale) == "hash_conflict"
    assert updated["state"]["values"]["name"]["typed"]["value"] == "llama-ft"
    assert await error_of(client.views_update(view_id="V0", view=view)) == "not_found"


async def test_a_pushed_view_knows_the_one_below(client: AsyncWebClient, slack: SlackStandIn) -> None:
    """root_view_id and previous_view_id; a push needs a trigger from a modal."""
    ada = slack.person("ada")
    view = {"type": "modal", "title": {"type": "plain_text", "text": "Form"}, "blocks": [SECTION]}
    opened = (await client.views_open(trigger_id=slack.workspace.trigger(ada.id), view=view))["view"]
    outside = client.views_push(trigger_id=slack.workspace.trigger(ada.id), view=view)
    assert await error_of(outside) == "invalid_arguments"
    inside = slack.workspace.trigger(ada.id, modal=True)
    pushed = (await client.views_push(trigger_id=inside, view=view))["view"]
    assert (pushed["root_view_id"], pushed["previous_view_id"]) == (opened["id"], opened["id"])
    await ada.closes()
    assert ada.modal is not None
    assert ada.modal.id == opened["id"]
