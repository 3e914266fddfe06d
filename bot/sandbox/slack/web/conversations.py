"""conversations.*: channels, their members and their messages."""

from typing import TYPE_CHECKING

from bot.sandbox.slack import messages
from bot.sandbox.slack.model import Channel, Json, Message
from bot.sandbox.slack.refusal import Refusal

from .call import Call, Method, known_channel, needs, needs_for_channel

if TYPE_CHECKING:
    from bot.sandbox.slack.standin import SlackStandIn

_MOST = 999
_USUAL = 100


def _to_json(slack: "SlackStandIn", channel: Channel) -> Json:
    if channel.kind == "dm":
        other = next(iter(channel.members - {slack.bot_user_id}))
        return {"id": channel.id, "is_im": True, "is_channel": False, "user": other, "is_archived": False}
    return {
        "id": channel.id,
        "name": channel.name,
        "is_channel": channel.kind == "public",
        "is_group": channel.kind == "private",
        "is_im": False,
        "is_private": channel.kind == "private",
        "is_archived": channel.is_archived,
        "is_ext_shared": channel.is_shared,
        "is_shared": channel.is_shared,
        "is_member": slack.bot_user_id in channel.members,
        "context_team_id": slack.team_id,
    }


def _info(slack: "SlackStandIn", call: Call) -> Json:
    return {"channel": _to_json(slack, known_channel(slack, call.need("channel")))}


def _open(slack: "SlackStandIn", call: Call) -> Json:
    user_id = call.need("users")
    if user_id not in slack.workspace.users:
        raise Refusal("user_not_found")
    if slack.workspace.users[user_id].is_bot:
        raise Refusal("cannot_dm_bot")
    return {"channel": {"id": slack.workspace.dm(user_id).id}}


def _members(slack: "SlackStandIn", call: Call) -> Json:
    members = sorted(known_channel(slack, call.need("channel")).members)
    return {"members": members, "response_metadata": {"next_cursor": ""}}


def _readable(slack: "SlackStandIn", call: Call) -> Channel:
    channel = known_channel(slack, call.need("channel"))
    if slack.bot_user_id not in channel.members:
        raise Refusal("not_in_channel")
    return channel


def _page(call: Call, found: list[Message]) -> Json:
    """Cut a page by `oldest`, `latest`, `inclusive`, `limit` and `cursor` (an offset here)."""
    oldest, latest = float(call.args.get("oldest") or 0), float(call.args.get("latest") or "inf")
    inclusive = call.args.get("inclusive") is True
    wanted = [
        one for one in found if oldest < float(one.ts) < latest or (inclusive and float(one.ts) in (oldest, latest))
    ]
    start, limit = int(call.args.get("cursor") or 0), min(int(call.args.get("limit") or _USUAL), _MOST)
    rest = wanted[start + limit :]
    told = [
        messages.to_json(one, with_metadata=call.args.get("include_all_metadata") is True)
        for one in wanted[start : start + limit]
    ]
    cursor = str(start + limit) if rest else ""
    return {"messages": told, "has_more": bool(rest), "response_metadata": {"next_cursor": cursor}}


def _lasting(channel: Channel) -> list[Message]:
    return [one for one in channel.messages if not one.deleted and not one.is_ephemeral]


def _history(slack: "SlackStandIn", call: Call) -> Json:
    """List newest first, without the replies of threads unless they were broadcast."""
    top = [one for one in _lasting(_readable(slack, call)) if one.thread_ts in (None, one.ts) or one.broadcast]
    return _page(call, top[::-1])


def _replies(slack: "SlackStandIn", call: Call) -> Json:
    """List a thread oldest first, its parent ahead."""
    ts = call.need("ts")
    thread = [one for one in _lasting(_readable(slack, call)) if ts in (one.ts, one.thread_ts)]
    if not thread:
        raise Refusal("thread_not_found")
    return _page(call, thread)


CONVERSATIONS = {
    "conversations.info": Method(_info, 50, needs_for_channel("read")),
    "conversations.open": Method(_open, 50, needs("im:write")),
    "conversations.members": Method(_members, 100, needs_for_channel("read")),
    "conversations.history": Method(_history, 50, needs_for_channel("history")),
    "conversations.replies": Method(_replies, 50, needs_for_channel("history")),
}
