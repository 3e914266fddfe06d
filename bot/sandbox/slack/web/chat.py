"""chat.*: posting, editing, deleting."""

from typing import TYPE_CHECKING

from bot.sandbox.slack import messages
from bot.sandbox.slack.blockkit import check_message
from bot.sandbox.slack.model import Channel, Json, Message
from bot.sandbox.slack.refusal import Refusal, demand

from .call import Call, Method, known_channel, needs

if TYPE_CHECKING:
    from bot.sandbox.slack.standin import SlackStandIn


def _target(slack: "SlackStandIn", call: Call) -> Channel:
    """Find where a post goes: a channel, or a person's direct messages by user id."""
    wanted = call.need("channel")
    if wanted in slack.workspace.users and wanted != slack.bot_user_id:
        return slack.workspace.dm(wanted)
    channel = known_channel(slack, wanted)
    if channel.is_archived:
        raise Refusal("is_archived")
    if slack.bot_user_id not in channel.members and "chat:write.public" not in slack.scopes:
        raise Refusal("not_in_channel")
    return channel


def _content(slack: "SlackStandIn", call: Call) -> Json:
    """Check a message's content; what is wrong with it is recorded by the caller."""
    if not call.args.get("text") and not call.args.get("blocks"):
        raise Refusal("no_text")
    demand(check_message(call.args))
    if not slack.accepts_data_visualization:
        _refuse_charts(call.args.get("blocks") or [])
    slack.files.demand_for(call.args)
    return call.args


def _refuse_charts(blocks: list[Json]) -> None:
    """Refuse Slack's own charts as a workspace without them does."""
    for index, block in enumerate(blocks):
        if block.get("type") == "data_visualization":
            why = f"[ERROR] unsupported type: data_visualization [json-pointer:/blocks/{index}/type]"
            raise Refusal("invalid_blocks", why, is_mistake=False)


def _own(slack: "SlackStandIn", call: Call, error: str) -> Message:
    message = known_channel(slack, call.need("channel")).find(call.need("ts"))
    if message is None:
        raise Refusal("message_not_found")
    if not message.by_bot:
        raise Refusal(error)
    return message


def _post(slack: "SlackStandIn", call: Call) -> Json:
    channel = _target(slack, call)
    payload = _content(slack, call)
    if (thread := payload.get("thread_ts")) and channel.find(thread) is None:
        raise Refusal("thread_not_found")
    message = messages.post(slack.workspace, channel, payload)
    told = messages.to_json(message, with_metadata=True)
    return {"channel": channel.id, "ts": message.ts, "message": told}


def _post_ephemeral(slack: "SlackStandIn", call: Call) -> Json:
    channel = _target(slack, call)
    user = call.need("user")
    if user not in channel.members:
        raise Refusal("user_not_in_channel")
    return {"message_ts": messages.post(slack.workspace, channel, _content(slack, call), only_for=user).ts}


def _update(slack: "SlackStandIn", call: Call) -> Json:
    message = _own(slack, call, "cant_update_message")
    if slack.workspace.channels[message.channel_id].is_archived:
        raise Refusal("is_inactive")
    messages.edit(slack.workspace, message, _content(slack, call))
    told = messages.to_json(message, with_metadata=True)
    return {"channel": message.channel_id, "ts": message.ts, "text": message.text, "message": told}


def _delete(slack: "SlackStandIn", call: Call) -> Json:
    message = _own(slack, call, "cant_delete_message")
    messages.delete(slack.workspace, message)
    return {"channel": message.channel_id, "ts": message.ts}


CHAT = {
    "chat.postMessage": Method(_post, 0, needs("chat:write")),
    "chat.postEphemeral": Method(_post_ephemeral, 100, needs("chat:write")),
    "chat.update": Method(_update, 50, needs("chat:write")),
    "chat.delete": Method(_delete, 50, needs("chat:write")),
}
