"""Uploads, charts and channels as the real AsyncWebClient meets them in the stand-in."""

from typing import Any

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError, SlackRequestError
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox.slack import SlackStandIn

PNG = b"\x89PNG\r\n\x1a\n and so on"
CHART = {
    "type": "data_visualization",
    "title": "Cost",
    "chart": {
        "type": "line",
        "series": [{"name": "llama-ft", "data": [{"label": "Nov 30", "value": 12.5}]}],
        "axis_config": {"categories": ["Nov 30"]},
    },
}


def image(file_id: str) -> dict[str, Any]:
    """Make a block that shows a file."""
    return {"type": "image", "slack_file": {"id": file_id}, "alt_text": "a chart"}


async def refused(call: Any) -> tuple[str, list[str]]:
    """Await a call that fails and return Slack's error code and reasons."""
    with pytest.raises(SlackApiError) as caught:
        await call
    answer = caught.value.response
    return str(answer["error"]), (answer.get("response_metadata") or {}).get("messages", [])


async def upload(client: AsyncWebClient) -> str:
    """Upload without a channel, as for a block."""
    told = await client.files_upload_v2(filename="chart.png", file=PNG, title="Cost")
    return str(told["file"]["id"])


async def test_an_upload_is_ready_only_a_while_after_it_was_completed(
    client: AsyncWebClient, slack: SlackStandIn
) -> None:
    """The answer lacks its kind; a block that names it too early is refused, and that was the bot's mistake."""
    file_id = await upload(client)
    early = client.chat_postMessage(channel=slack.channel_id, text="x", blocks=[image(file_id)])
    assert await refused(early) == (
        "invalid_blocks",
        ["[ERROR] invalid slack file [json-pointer:/blocks/0/slack_file]"],
    )
    looks = [(await client.files_info(file=file_id))["file"].get("mimetype") for _ in range(2)]
    assert looks == [None, "image/png"]
    await client.chat_postMessage(channel=slack.channel_id, text="x", blocks=[image(file_id)])
    assert [one.error for one in slack.refused] == ["invalid_blocks"]


async def test_an_upload_into_a_thread_is_a_message_there(client: AsyncWebClient, slack: SlackStandIn) -> None:
    """Without metadata: nobody can find it by a key."""
    opener = await client.chat_postMessage(channel=slack.channel_id, text="x")
    await client.files_upload_v2(
        filename="c.png", file=PNG, title="Cost", channel=slack.channel_id, thread_ts=opener["ts"]
    )
    replies = await client.conversations_replies(channel=slack.channel_id, ts=opener["ts"])
    assert [one["files"][0]["title"] for one in replies["messages"][1:]] == ["Cost"]
    assert slack.messages[1].metadata is None


async def test_an_upload_with_alt_txt_or_bad_luck_is_never_shared_though_the_answer_is_ok(
    client: AsyncWebClient, slack: SlackStandIn
) -> None:
    """slackapi/python-slack-sdk#1818, paradigmxyz/centaur#311."""
    share = {"filename": "c.png", "file": PNG, "channel": slack.channel_id}
    await client.files_upload_v2(**share, alt_txt="a chart")
    slack.files.lose_shares = 1
    await client.files_upload_v2(**share)
    assert slack.messages == []
    await client.files_upload_v2(**share)
    assert len(slack.messages) == 1


async def test_a_workspace_may_show_only_files_that_were_shared(client: AsyncWebClient, slack: SlackStandIn) -> None:
    """slackapi/python-slack-sdk#1658; no bot could know, so it is no mistake of its own."""
    slack.files.only_shared = True
    slack.files.ready_after = 0
    file_id = await upload(client)
    late = client.chat_postMessage(channel=slack.channel_id, text="x", blocks=[image(file_id)])
    assert (await refused(late))[0] == "invalid_blocks"
    assert slack.refused == []


async def test_an_upload_must_be_whole_and_known(client: AsyncWebClient, slack: SlackStandIn) -> None:
    """Another length than was said, an unknown file, one that never came, an unknown thread."""
    told = await client.files_getUploadURLExternal(filename="c.png", length=99)
    async with aiohttp.ClientSession() as session, session.post(told["upload_url"], data=PNG) as response:
        assert (response.status, await response.text()) == (400, "length_mismatch")
    unsent = client.files_completeUploadExternal(files=[{"id": told["file_id"]}])
    assert (await refused(unsent))[0] == "file_not_found"
    assert (await refused(client.files_info(file="F0NOTHERE1")))[0] == "file_not_found"
    assert (await refused(client.files_getUploadURLExternal(filename="c.png", length=0)))[0] == "invalid_arguments"
    assert (await refused(client.api_call("files.completeUploadExternal", params={"files": "x"})))[0] == (
        "invalid_arguments"
    )
    lost = {"channel_id": slack.channel_id, "thread_ts": "1.0"}
    assert (await refused(client.files_completeUploadExternal(files=[{"id": "F1"}], **lost)))[0] == "invalid_arguments"
    slack.faults.status("upload", 500)
    with pytest.raises(SlackRequestError):
        await upload(client)


async def test_uploads_need_their_scopes_and_a_channel_that_takes_them(
    client: AsyncWebClient, slack: SlackStandIn
) -> None:
    """files:write, files:read, and the bot in a live channel."""
    share = {"files": [{"id": "F1"}]}
    assert (await refused(client.files_completeUploadExternal(**share, channel_id="C0OLDRUNS1")))[0] == "is_archived"
    assert (await refused(client.files_completeUploadExternal(**share, channel_id="C0RANDOM01")))[0] == "not_in_channel"
    slack.scopes -= {"files:write", "files:read"}
    assert (await refused(upload(client)))[0] == "missing_scope"
    assert (await refused(client.files_info(file="F1")))[0] == "missing_scope"


async def test_a_workspace_may_refuse_slacks_own_charts(client: AsyncWebClient, slack: SlackStandIn) -> None:
    """They are new; no bot could know, so it is no mistake of its own."""
    await client.chat_postMessage(channel=slack.channel_id, text="x", blocks=[CHART])
    slack.accepts_data_visualization = False
    error, reasons = await refused(client.chat_postMessage(channel=slack.channel_id, text="x", blocks=[CHART]))
    assert (error, "data_visualization" in reasons[0]) == ("invalid_blocks", True)
    assert (len(slack.messages), slack.refused) == (1, [])


async def test_channels_come_and_go_behind_the_bots_back(client: AsyncWebClient, slack: SlackStandIn) -> None:
    """Cases f159 and f160: archived, thrown out, renamed; history stays readable as long as the bot is in."""

    async def state(channel: str = slack.channel_id) -> tuple[object, object, object]:
        found = (await client.conversations_info(channel=channel))["channel"]
        return found["name"], found["is_archived"], found["is_member"]

    sent = await client.chat_postMessage(channel=slack.channel_id, text="x")
    slack.rooms.rename("training", "trainings")
    slack.rooms.archive("trainings")
    assert await state() == ("trainings", True, True)
    edit = client.chat_update(channel=slack.channel_id, ts=sent["ts"], text="y")
    assert (await refused(edit))[0] == "is_inactive"
    assert len((await client.conversations_history(channel=slack.channel_id))["messages"]) == 1
    slack.rooms.unarchive("trainings")
    slack.rooms.kick("trainings")
    assert await state() == ("trainings", False, False)
    assert (await refused(client.conversations_history(channel=slack.channel_id)))[0] == "not_in_channel"
    slack.rooms.kick("admin")
    assert (await refused(client.conversations_info(channel="C0ADMIN001")))[0] == "channel_not_found"
    slack.rooms.invite("admin")
    assert await state("C0ADMIN001") == ("admin", False, True)


async def test_a_broadcast_answer_stands_in_the_thread_and_in_the_channel(
    client: AsyncWebClient, slack: SlackStandIn
) -> None:
    """With its metadata in both; other answers are in the thread alone."""
    key = {"event_type": "runsitter", "event_payload": {"key": "k1"}}
    thread = (await client.chat_postMessage(channel=slack.channel_id, text="one"))["ts"]
    told = {"channel": slack.channel_id, "thread_ts": thread, "metadata": key}
    await client.chat_postMessage(**told, text="two", reply_broadcast=True)
    await client.chat_postMessage(**told, text="three")
    history = await client.conversations_history(channel=slack.channel_id, include_all_metadata=True)
    replies = await client.conversations_replies(channel=slack.channel_id, ts=thread, include_all_metadata=True)
    assert [(one["text"], one.get("subtype")) for one in history["messages"]] == [
        ("two", "thread_broadcast"),
        ("one", None),
    ]
    assert [one.get("metadata") for one in replies["messages"]] == [None, key, key]


async def test_a_bot_has_no_direct_messages(client: AsyncWebClient, slack: SlackStandIn) -> None:
    """Nor has somebody who is not there."""
    assert (await refused(client.conversations_open(users=slack.bot_user_id)))[0] == "cannot_dm_bot"
    assert (await refused(client.conversations_open(users="U0NOBODY01")))[0] == "user_not_found"
