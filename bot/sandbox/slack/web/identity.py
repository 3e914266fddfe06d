"""Who is who: auth.test, users, team, bots; and the door to Socket Mode."""

from typing import TYPE_CHECKING

from bot.sandbox.slack.model import Json
from bot.sandbox.slack.refusal import Refusal
from bot.sandbox.slack.workspace import APP_ID, BOT_ID, TEAM_DOMAIN

from .call import Call, Method, needs

if TYPE_CHECKING:
    from bot.sandbox.slack.standin import SlackStandIn


def _api_test(_slack: "SlackStandIn", call: Call) -> Json:
    if error := call.args.get("error"):
        raise Refusal(str(error))
    return {"args": call.args}


def _auth_test(slack: "SlackStandIn", _call: Call) -> Json:
    return {
        "url": f"https://{TEAM_DOMAIN}.slack.test/",
        "team": "Sandbox",
        "user": "runsitter",
        "team_id": slack.team_id,
        "user_id": slack.bot_user_id,
        "bot_id": BOT_ID,
        "is_enterprise_install": False,
    }


def _open_connection(slack: "SlackStandIn", _call: Call) -> Json:
    return {"url": slack.socket.new_url()}


def _user(slack: "SlackStandIn", call: Call) -> Json:
    user = slack.workspace.users.get(call.need("user"))
    if user is None:
        raise Refusal("user_not_found")
    told: Json = {
        "id": user.id,
        "team_id": user.team_id,
        "name": user.name,
        "real_name": user.real_name,
        "deleted": False,
        "is_bot": user.is_bot,
        "is_restricted": user.is_guest,
        "is_ultra_restricted": False,
        "is_stranger": user.team_id != slack.team_id,
        "tz": user.tz,
        "tz_offset": user.tz_offset,
        "profile": {"real_name": user.real_name, "display_name": user.name, "team": user.team_id},
    }
    return {"user": told}


def _team(slack: "SlackStandIn", _call: Call) -> Json:
    return {"team": {"id": slack.team_id, "name": "Sandbox", "domain": TEAM_DOMAIN}}


def _bot(slack: "SlackStandIn", call: Call) -> Json:
    if call.args.get("bot", BOT_ID) != BOT_ID:
        raise Refusal("bot_not_found")
    told = {"id": BOT_ID, "app_id": APP_ID, "user_id": slack.bot_user_id, "name": "runsitter", "deleted": False}
    return {"bot": told}


IDENTITY = {
    "api.test": Method(_api_test, 100, caller="anyone"),
    "auth.test": Method(_auth_test, 600),
    "apps.connections.open": Method(_open_connection, 1200, caller="app"),
    "users.info": Method(_user, 100, needs("users:read")),
    "team.info": Method(_team, 50, needs("team:read")),
    "bots.info": Method(_bot, 50, needs("users:read")),
}
