"""Posting, editing and deleting messages, and how they look on the wire."""

from .model import Channel, Json, Message
from .pings import pings_of
from .workspace import APP_ID, BOT_ID, BOT_USER_ID, TEAM_ID, Workspace


def post(
    workspace: Workspace, channel: Channel, payload: Json, *, user_id: str = BOT_USER_ID, only_for: str | None = None
) -> Message:
    """Put a message, already found to be right, into a channel."""
    message = Message(
        channel_id=channel.id,
        ts=workspace.ids.ts(),
        user_id=user_id,
        by_bot=user_id == BOT_USER_ID,
        text=payload.get("text") or "",
        blocks=workspace.ids.filled(payload.get("blocks") or []),
        metadata=payload.get("metadata"),
        thread_ts=payload.get("thread_ts"),
        broadcast=bool(payload.get("reply_broadcast")),
        only_for=only_for,
        pings=pings_of(payload),
        unfurls=payload.get("unfurl_links") is not False or payload.get("unfurl_media") is not False,
    )
    channel.messages.append(message)
    message.change = workspace.happenings.tell()
    return message


def edit(workspace: Workspace, message: Message, payload: Json) -> None:
    """Change a message: `blocks` left out keeps the old ones, an empty list removes them; the same for metadata."""
    message.text = payload.get("text") or ""
    if payload.get("blocks") is not None:
        message.blocks = workspace.ids.filled(payload["blocks"])
    if payload.get("metadata") is not None:
        message.metadata = payload["metadata"]
    message.pings = tuple(dict.fromkeys(message.pings + pings_of(payload)))
    message.edited_ts = workspace.ids.ts()
    message.change = workspace.happenings.tell()


def delete(workspace: Workspace, message: Message) -> None:
    """Take a message away; it stays in the channel's list, marked."""
    message.deleted = True
    message.change = workspace.happenings.tell()


def to_json(message: Message, *, with_metadata: bool = False) -> Json:
    """Write a message as the Web API and the payloads carry it."""
    told: Json = {"type": "message", "user": message.user_id, "ts": message.ts, "text": message.text, "team": TEAM_ID}
    if message.by_bot:
        profile = {"id": BOT_ID, "app_id": APP_ID, "name": "runsitter", "team_id": TEAM_ID, "deleted": False}
        told |= {"bot_id": BOT_ID, "app_id": APP_ID, "bot_profile": profile}
    if message.blocks:
        told["blocks"] = message.blocks
    if message.files:
        told["files"] = message.files
    if message.thread_ts:
        told["thread_ts"] = message.thread_ts
        if message.broadcast:
            told["subtype"] = "thread_broadcast"
    if message.edited_ts:
        told["edited"] = {"user": message.user_id, "ts": message.edited_ts}
    if with_metadata and message.metadata:
        told["metadata"] = message.metadata
    return told
