"""What one person has before them, as JSON, whole or what changed since."""

from typing import TYPE_CHECKING

from bot.sandbox.slack import Channel, Message, Person, User, View
from bot.sandbox.slack.model import Json

if TYPE_CHECKING:
    from .page import Page


def state(page: "Page", person: Person, since: int = 0) -> Json:
    """Tell a person's state. `since` 0 is all; else messages and commands changed after that change alone.

    A message that was deleted is told once, as `{channel, ts, deleted}`. `now` is the sandbox's time in Unix seconds.
    """
    workspace = page.slack.workspace
    return {
        "run": page.run,
        "change": workspace.happenings.count,
        "whole": since == 0,
        "now": workspace.now().timestamp(),
        "channels": [_channel(one) for one in workspace.channels.values() if person.id in one.members],
        "messages": [_message(page, one) for one in _changed(page, person, since)],
        "typed": [one.to_json() for one in page.typed.of(person.id, since)],
        "modal": _modal(person.modal, len(workspace.modals.get(person.id, []))),
        "troubles": [{"error": one.error, "doing": one.doing} for one in person.troubles],
        "refused": [{"method": o.method, "error": o.error, "reasons": list(o.reasons)} for o in page.slack.refused],
    }


def workspace(page: "Page") -> Json:
    """Tell what stays: who can be played, names for mentions, the commands there are."""
    slack = page.slack
    return {
        "people": [_person(page, one) for one in slack.workspace.users.values() if not one.is_bot],
        "users": {one.id: one.real_name for one in slack.workspace.users.values()},
        "rooms": {one.id: one.name for one in slack.workspace.channels.values()},
        "bot": slack.bot_user_id,
        "channel": slack.channel_id,
        "commands": sorted(slack.commands),
    }


def _changed(page: "Page", person: Person, since: int) -> list[Message]:
    mine = (one for one in page.slack.workspace.channels.values() if person.id in one.members)
    every = (one for channel in mine for one in channel.messages)
    seen = (one for one in every if one.only_for in (None, person.id) and one.change > since)
    return sorted((one for one in seen if since or not one.deleted), key=lambda one: float(one.ts))


def _person(page: "Page", user: User) -> Json:
    told = {"id": user.id, "name": user.name, "real_name": user.real_name, "tz": user.tz}
    return told | {"is_guest": user.is_guest, "elsewhere": user.team_id != page.slack.team_id}


def _channel(channel: Channel) -> Json:
    told = {"id": channel.id, "name": channel.name, "kind": channel.kind}
    return told | {"is_archived": channel.is_archived, "is_shared": channel.is_shared}


def _message(page: "Page", message: Message) -> Json:
    told: Json = {"channel": message.channel_id, "ts": message.ts}
    if message.deleted:
        return told | {"deleted": True}
    return told | {
        "user": message.user_id,
        "by_bot": message.by_bot,
        "text": message.text,
        "blocks": [*(_pictured(page, one) for one in message.blocks), *(_shared(page, one) for one in message.files)],
        "thread_ts": message.thread_ts,
        "ephemeral": message.is_ephemeral,
        "edited": message.edited_ts is not None,
        "change": message.change,
    }


def _pictured(page: "Page", block: Json) -> Json:
    """Give a block that shows an uploaded file the address where the page finds it."""
    file = block.get("slack_file") if block.get("type") == "image" else None
    return block if not file else block | {"image_url": _address(page, file.get("id"))}


def _shared(page: "Page", file: Json) -> Json:
    """Show a file that was shared by itself as a picture below the message."""
    return {"type": "image", "block_id": file["id"], "image_url": _address(page, file["id"]), "alt_text": file["title"]}


def _address(page: "Page", file_id: str) -> str:
    return f"{page.slack.base_url}/files/{file_id}"


def _modal(view: View | None, depth: int) -> Json | None:
    if view is None:
        return None
    said = {key: view.body[key]["text"] for key in ("title", "submit", "close") if view.body.get(key)}
    told = {"id": view.id, "hash": view.hash, "blocks": view.blocks, "values": view.values, "errors": view.errors}
    return {**said, **told, "depth": depth}
