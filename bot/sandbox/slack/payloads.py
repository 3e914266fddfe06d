"""What Slack sends a bot, shaped as Slack shapes it (docs.slack.dev/reference/interaction-payloads)."""

import re
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from . import messages, views
from .model import Channel, Json, Message, User, View
from .workspace import APP_ID, TEAM_DOMAIN, TEAM_ID, Workspace

if TYPE_CHECKING:
    from .standin import SlackStandIn

TOKEN = "sandbox-verification"  # noqa: S105 - the retired verification token, plainly made up
_ESCAPES = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"))
_NAME = re.compile(r"(?<!\S)([@#])([\w.-]*\w)")
_WHOLE_CHANNEL = ("channel", "here", "everyone")


def escaped(workspace: Workspace, text: str, *, names: bool) -> str:
    """Escape what a person typed as Slack does; with `names` (should_escape), @name and #name become ids."""
    for plain, code in _ESCAPES:
        text = text.replace(plain, code)

    def linked(found: re.Match[str]) -> str:
        mark, name = found.groups()
        if mark == "@" and name in _WHOLE_CHANNEL:
            return f"<!{name}>"
        try:
            return f"<@{workspace.user(name).id}|{name}>" if mark == "@" else f"<#{workspace.channel(name).id}|{name}>"
        except KeyError:
            return found.group()

    return _NAME.sub(linked, text) if names else text


def _team(user: User) -> Json:
    """Name the team of a slash command or action: for a person of another workspace, theirs."""
    return {"id": user.team_id, "domain": TEAM_DOMAIN if user.team_id == TEAM_ID else "elsewhere"}


def _common(user: User) -> Json:
    return {
        "user": {"id": user.id, "username": user.name, "name": user.name, "team_id": user.team_id},
        "team": {"id": TEAM_ID, "domain": TEAM_DOMAIN},
        "api_app_id": APP_ID,
        "token": TOKEN,
        "enterprise": None,
        "is_enterprise_install": False,
    }


def _channel_name(channel: Channel) -> str:
    return {"dm": "directmessage", "private": "privategroup"}.get(channel.kind, channel.name)


def slash_command(slack: "SlackStandIn", user: User, channel: Channel, command: str, text: str) -> Json:
    """Build a slash command's payload, with a fresh trigger_id and response_url."""
    team = _team(user)
    return {
        "token": TOKEN,
        "team_id": team["id"],
        "team_domain": team["domain"],
        "channel_id": channel.id,
        "channel_name": _channel_name(channel),
        "user_id": user.id,
        "user_name": user.name,
        "command": command,
        "text": escaped(slack.workspace, text, names=slack.commands[command]),
        "api_app_id": APP_ID,
        "is_enterprise_install": "false",
        "response_url": slack.response_url(user.id, channel.id),
        "trigger_id": slack.workspace.trigger(user.id),
    }


def action(workspace: Workspace, block: Json, element: Json, state: Json, aged: timedelta) -> Json:
    """Build the one entry of a block_actions payload's `actions`."""
    told: Json = {"block_id": block["block_id"], "action_id": element["action_id"], "type": element["type"]}
    told |= {key: element[key] for key in ("text", "value", "style", "url") if key in element}
    told |= state
    at: datetime = workspace.now() - aged
    return told | {"action_ts": f"{at.timestamp():.6f}"}


def on_message(slack: "SlackStandIn", user: User, message: Message, act: Json, state: Json) -> Json:
    """Build block_actions for a control of a message; an ephemeral one is not told, only named."""
    channel = slack.workspace.channels[message.channel_id]
    container: Json = {
        "type": "message",
        "message_ts": message.ts,
        "channel_id": channel.id,
        "is_ephemeral": message.is_ephemeral,
    }
    if message.thread_ts:
        container["thread_ts"] = message.thread_ts
    told = {
        "type": "block_actions",
        **_common(user),
        "container": container,
        "trigger_id": slack.workspace.trigger(user.id),
        "channel": {"id": channel.id, "name": _channel_name(channel)},
        "state": {"values": state},
        "response_url": slack.response_url(user.id, channel.id, message),
        "actions": [act],
    }
    return told if message.is_ephemeral else told | {"message": messages.to_json(message, with_metadata=True)}


def on_view(slack: "SlackStandIn", user: User, view: View, act: Json) -> Json:
    """Build block_actions for a control of a modal or home tab."""
    return {
        "type": "block_actions",
        **_common(user),
        "container": {"type": "view", "view_id": view.id},
        "trigger_id": slack.workspace.trigger(user.id, modal=view.body["type"] == "modal"),
        "view": views.to_json(view),
        "actions": [act],
    }


def view_submission(slack: "SlackStandIn", user: User, view: View) -> Json:
    """Build a submission of a modal with all that was typed."""
    return {
        "type": "view_submission",
        **_common(user),
        "trigger_id": slack.workspace.trigger(user.id, modal=True),
        "view": views.to_json(view),
        "response_urls": [],
    }


def view_closed(user: User, view: View, *, cleared: bool) -> Json:
    """Build the notice that a modal was closed unsubmitted."""
    return {"type": "view_closed", **_common(user), "view": views.to_json(view), "is_cleared": cleared}


def shortcut(slack: "SlackStandIn", user: User, callback_id: str) -> Json:
    """Build a global shortcut."""
    told = {"callback_id": callback_id, "action_ts": slack.workspace.ids.ts()}
    return {"type": "shortcut", **_common(user), **told, "trigger_id": slack.workspace.trigger(user.id)}


def message_shortcut(slack: "SlackStandIn", user: User, callback_id: str, message: Message) -> Json:
    """Build a shortcut on a message."""
    channel = slack.workspace.channels[message.channel_id]
    return {
        **shortcut(slack, user, callback_id),
        "type": "message_action",
        "channel": {"id": channel.id, "name": _channel_name(channel)},
        "message_ts": message.ts,
        "message": messages.to_json(message, with_metadata=True),
        "response_url": slack.response_url(user.id, channel.id),
    }


def event_callback(slack: "SlackStandIn", event: Json) -> Json:
    """Wrap an event as the Events API does."""
    told = {"event_ts": slack.workspace.ids.ts(), **event}
    bot = {"enterprise_id": None, "team_id": TEAM_ID, "user_id": slack.bot_user_id, "is_bot": True}
    return {
        "type": "event_callback",
        "token": TOKEN,
        "team_id": TEAM_ID,
        "api_app_id": APP_ID,
        "event": told,
        "event_id": slack.workspace.ids.new("Ev"),
        "event_time": int(slack.workspace.now().timestamp()),
        "authorizations": [bot | {"is_enterprise_install": False}],
        "is_ext_shared_channel": False,
    }
