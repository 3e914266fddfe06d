"""views.*: modals and home tabs."""

from typing import TYPE_CHECKING

from bot.sandbox.slack.model import Json
from bot.sandbox.slack.refusal import Refusal
from bot.sandbox.slack.views import to_json

from .call import Call, Method

if TYPE_CHECKING:
    from bot.sandbox.slack.standin import SlackStandIn


def _open(slack: "SlackStandIn", call: Call) -> Json:
    return {"view": to_json(slack.views.open(call.need("trigger_id"), call.object("view")))}


def _push(slack: "SlackStandIn", call: Call) -> Json:
    return {"view": to_json(slack.views.push(call.need("trigger_id"), call.object("view")))}


def _update(slack: "SlackStandIn", call: Call) -> Json:
    return {"view": to_json(slack.views.update(call.args, call.object("view")))}


def _publish(slack: "SlackStandIn", call: Call) -> Json:
    user_id = call.need("user_id")
    if user_id not in slack.workspace.users:
        raise Refusal("invalid_arguments", "[ERROR] user_id is unknown")
    return {"view": to_json(slack.views.publish(user_id, call.args, call.object("view")))}


VIEWS = {
    "views.open": Method(_open, 100),
    "views.push": Method(_push, 100),
    "views.update": Method(_update, 100),
    "views.publish": Method(_publish, 100),
}
