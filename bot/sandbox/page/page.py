"""What the page keeps, and its routes."""

from secrets import token_hex
from typing import TYPE_CHECKING

from aiohttp import web

from bot.sandbox.slack import SlackStandIn

from . import api, files, stream
from .asked import AskedWronglyError
from .guard import guarded
from .typed import TypedLog

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

_API = "/sandbox/api"


class Page:
    """The page of one stand-in workspace; `close` lets its event streams end."""

    def __init__(self, slack: SlackStandIn) -> None:
        self.slack = slack
        self.typed = TypedLog(slack.workspace)
        self.run = token_hex(4)
        """Tells one life of the sandbox from the next, so that a page that stayed open starts afresh."""
        self.closed = False

    def close(self) -> None:
        """End every event stream, now that the sandbox stops."""
        self.closed = True
        self.slack.workspace.happenings.tell()

    def routes(self) -> list[web.RouteDef]:
        """Build the routes; each refuses what does not come from this machine's own page."""
        return [
            web.get("/", guarded(files.index)),
            web.get("/static/{name}", guarded(files.static)),
            web.get(f"{_API}/workspace", self._handler(api.workspace)),
            web.get(f"{_API}/state", self._handler(api.state)),
            web.get(f"{_API}/events", self._handler(stream.events)),
            web.post(f"{_API}/type", self._handler(api.types)),
            web.post(f"{_API}/use", self._handler(api.uses)),
            web.post(f"{_API}/submit", self._handler(api.submits)),
            web.post(f"{_API}/close", self._handler(api.closes)),
        ]

    def _handler(
        self, answer: "Callable[[Page, web.Request], Awaitable[web.StreamResponse]]"
    ) -> "Callable[[web.Request], Awaitable[web.StreamResponse]]":
        async def handle(request: web.Request) -> web.StreamResponse:
            try:
                return await answer(self, request)
            except AskedWronglyError as wrong:
                return web.json_response({"error": str(wrong)}, status=wrong.status)

        return guarded(handle)


def page_routes(slack: SlackStandIn) -> list[web.RouteDef]:
    """Build the routes of a page, to mount at an application's root."""
    return Page(slack).routes()
