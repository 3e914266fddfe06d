"""One call of a Web API method: its arguments, however they were sent, and who sent it."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from aiohttp import web

from bot.sandbox.slack.model import Channel, Json
from bot.sandbox.slack.refusal import Refusal

if TYPE_CHECKING:
    from bot.sandbox.slack.standin import SlackStandIn

_BOOLEANS = {"true": True, "1": True, "false": False, "0": False}
_JSON_ARGUMENTS = ("blocks", "attachments", "metadata", "view")
_BOOLEAN_ARGUMENTS = (
    *("reply_broadcast", "unfurl_links", "unfurl_media", "link_names", "mrkdwn", "as_user"),
    *("include_all_metadata", "inclusive", "return_im"),
)


@dataclass(slots=True)
class Call:
    """A method's name and arguments; `outcome` becomes `ok` or the error that was answered."""

    method: str
    args: Json
    outcome: str = ""

    def need(self, name: str) -> str:
        """Return a string argument; Refusal if it is missing or no string."""
        value = self.args.get(name)
        if not isinstance(value, str) or not value:
            raise Refusal("invalid_arguments", f"[ERROR] missing required field: {name}")
        return value

    def object(self, name: str) -> Json:
        """Return an object argument; Refusal if it is missing or no object."""
        value = self.args.get(name)
        if not isinstance(value, dict):
            raise Refusal("invalid_arguments", f"[ERROR] missing required field: {name}")
        return value


Answer = Callable[["SlackStandIn", Call], Json]


@dataclass(frozen=True, slots=True)
class Method:
    """How a method answers, what its token needs, and how often it may be called (calls a minute)."""

    answer: Answer
    tier: int
    scope: Callable[["SlackStandIn", Call], str | None] = lambda _slack, _call: None
    caller: Literal["bot", "app", "anyone"] = "bot"


def needs(scope: str) -> Callable[["SlackStandIn", Call], str | None]:
    """Say that a method always needs this scope."""
    return lambda _slack, _call: scope


_FAMILIES = {"public": "channels", "private": "groups", "dm": "im"}


def needs_for_channel(right: str) -> Callable[["SlackStandIn", Call], str | None]:
    """Say that a method needs `channels:…`, `groups:…` or `im:…`, by the kind of the channel it is about."""

    def scope(slack: "SlackStandIn", call: Call) -> str | None:
        channel = slack.workspace.channels.get(str(call.args.get("channel")))
        return f"{_FAMILIES[channel.kind]}:{right}" if channel else None

    return scope


def known_channel(slack: "SlackStandIn", channel_id: str) -> Channel:
    """Find a channel that the bot may know of; a private one without it does not exist for it."""
    channel = slack.workspace.channels.get(channel_id)
    if channel is None or (channel.kind != "public" and slack.bot_user_id not in channel.members):
        raise Refusal("channel_not_found")
    return channel


def _decoded(name: str, value: str) -> object:
    if name in _BOOLEAN_ARGUMENTS:
        return _BOOLEANS.get(value.lower(), value)
    if name in _JSON_ARGUMENTS:
        try:
            return json.loads(value)
        except ValueError:
            raise Refusal("invalid_arguments", f"[ERROR] {name} is not JSON") from None
    return value


async def arguments(request: web.Request) -> Json:
    """Read a call's arguments from the query and a form or JSON body. Refusal if they can't be read."""
    args: Json = {name: _decoded(name, value) for name, value in request.query.items()}
    if request.content_type == "application/json":
        try:
            body = json.loads(await request.text() or "{}")
        except ValueError:
            raise Refusal("invalid_json") from None
        if not isinstance(body, dict):
            raise Refusal("json_not_object")
        sent = body
    else:
        sent = {name: str(value) for name, value in (await request.post()).items()}
    return args | {name: _decoded(name, one) if isinstance(one, str) else one for name, one in sent.items()}
