"""The door of the Web API: faults, tokens, scopes, limits, then the method itself."""

import asyncio
from typing import TYPE_CHECKING

from aiohttp import web

from bot.sandbox.slack.faults import Fault
from bot.sandbox.slack.refusal import Refusal

from .call import Call, Method, arguments
from .chat import CHAT
from .conversations import CONVERSATIONS
from .files import FILES
from .identity import IDENTITY
from .limits import RateLimits
from .views import VIEWS

if TYPE_CHECKING:
    from bot.sandbox.slack.model import Json
    from bot.sandbox.slack.standin import SlackStandIn

METHODS: dict[str, Method] = {**CHAT, **CONVERSATIONS, **FILES, **IDENTITY, **VIEWS}
_FAULTS_OF_THE_BOT = ("no_text", "msg_too_long", "msg_blocks_too_long", "only_one_table_allowed", "push_limit_reached")


def is_a_mistake(error: str) -> bool:
    """Tell the bot's own mistakes in a payload from refusals that belong to the world, such as is_archived."""
    return error.startswith("invalid_") or error in _FAULTS_OF_THE_BOT


class WebApi:
    """Answers `POST` and `GET /api/{method}`."""

    def __init__(self, slack: "SlackStandIn") -> None:
        self._slack = slack
        self.limits = RateLimits(slack.workspace.now)
        self.calls: list[Call] = []

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer one call, or break it as the next fault for its method says."""
        call = Call(request.match_info["method"], {})
        self.calls.append(call)
        fault = self._slack.faults.next_for(call.method)
        try:
            call.args = await arguments(request)
            response = None if fault and not fault.accepted else self._answered(call, request)
        except Refusal as refusal:
            response = self._refused(call, refusal)
        if fault is not None:
            response = await self._broken(call, fault, request)
        self._slack.workspace.happenings.tell()
        return response or web.Response(status=500)

    def _answered(self, call: Call, request: web.Request) -> web.Response:
        method = METHODS.get(call.method)
        if method is None:
            raise Refusal("unknown_method", req_method=call.method)
        self._authorize(call, method, request)
        if (seconds := self.limits.wait(call, method)) is not None:
            return self._limited(call, seconds)
        told = method.answer(self._slack, call)
        call.outcome = "ok"
        headers = {"x-oauth-scopes": ",".join(sorted(self._slack.scopes))}
        return web.json_response({"ok": True, **told}, headers=headers)

    def _authorize(self, call: Call, method: Method, request: web.Request) -> None:
        given = call.args.pop("token", None) or request.headers.get("Authorization", "").removeprefix("Bearer ")
        if method.caller == "anyone":
            return
        if not given:
            raise Refusal("not_authed")
        if given in self._slack.revoked:
            raise Refusal("token_revoked")
        tokens = {"bot": self._slack.bot_token, "app": self._slack.app_token}
        if given != tokens[method.caller]:
            raise Refusal("not_allowed_token_type" if given in tokens.values() else "invalid_auth")
        needed = method.scope(self._slack, call)
        if needed is not None and needed not in self._slack.scopes:
            provided = ",".join(sorted(self._slack.scopes))
            raise Refusal("missing_scope", needed=needed, provided=provided)

    def _refused(self, call: Call, refusal: Refusal) -> web.Response:
        call.outcome = refusal.error
        if refusal.is_mistake and is_a_mistake(refusal.error) and refusal.error != "invalid_auth":
            self._slack.workspace.refuse(call.method, refusal.error, refusal.reasons, call.args)
        return web.json_response(refusal.to_json())

    def _limited(self, call: Call, seconds: int) -> web.Response:
        call.outcome = "ratelimited"
        body: Json = {"ok": False, "error": "ratelimited"}
        return web.json_response(body, status=429, headers={"Retry-After": str(seconds)})

    async def _broken(self, call: Call, fault: Fault, request: web.Request) -> web.Response:
        """Break a call; the outcome says how, after what the call itself came to."""
        call.outcome = f"{call.outcome} {fault.name}".strip()
        match fault.name:
            case "hang":
                await self._slack.closing.wait()
            case "drop":
                if request.transport is not None:
                    request.transport.abort()
            case "ratelimited":
                return self._limited(call, fault.figure)
            case "status":
                return web.Response(status=fault.figure, text="<html>upstream trouble</html>", content_type="text/html")
            case error:
                return web.json_response({"ok": False, "error": error})
        await asyncio.sleep(0)
        return web.Response(status=500)
