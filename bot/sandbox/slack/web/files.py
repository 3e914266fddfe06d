"""files.*: an upload in three steps, and a look at a file (docs.slack.dev/messaging/working-with-files)."""

import json
from typing import TYPE_CHECKING

from bot.sandbox.slack.model import Channel, Json
from bot.sandbox.slack.refusal import Refusal

from .call import Call, Method, known_channel, needs

if TYPE_CHECKING:
    from bot.sandbox.slack.standin import SlackStandIn


def _reserve(slack: "SlackStandIn", call: Call) -> Json:
    length = str(call.args.get("length", ""))
    if not length.isdigit() or int(length) == 0:
        raise Refusal("invalid_arguments", "[ERROR] length must be a positive number of bytes")
    file = slack.files.reserve(call.need("filename"), int(length), str(call.args.get("alt_txt") or ""))
    return {"upload_url": f"{slack.base_url}/upload/v1/{file.token}", "file_id": file.id}


def _complete(slack: "SlackStandIn", call: Call) -> Json:
    channel = _channel(slack, call)
    thread = call.args.get("thread_ts")
    if thread and (channel is None or channel.find(str(thread)) is None):
        raise Refusal("invalid_arguments", "[ERROR] thread_ts is unknown")
    files = [slack.files.complete(str(one["id"]), str(one.get("title", "")), channel, thread) for one in _named(call)]
    return {"files": files}


def _info(slack: "SlackStandIn", call: Call) -> Json:
    return {"file": slack.files.look(call.need("file"))}


def _channel(slack: "SlackStandIn", call: Call) -> Channel | None:
    if not call.args.get("channel_id"):
        return None
    channel = known_channel(slack, call.need("channel_id"))
    if channel.is_archived or slack.bot_user_id not in channel.members:
        raise Refusal("is_archived" if channel.is_archived else "not_in_channel")
    return channel


def _named(call: Call) -> list[Json]:
    try:
        files = json.loads(call.need("files"))
    except ValueError:
        files = None
    if not isinstance(files, list) or not files or not all(isinstance(one, dict) and "id" in one for one in files):
        raise Refusal("invalid_arguments", "[ERROR] files must be a list of objects with an id")
    return files


FILES = {
    "files.getUploadURLExternal": Method(_reserve, 100, needs("files:write")),
    "files.completeUploadExternal": Method(_complete, 100, needs("files:write")),
    "files.info": Method(_info, 100, needs("files:read")),
}
