"""The stand-in itself: one workspace behind a loopback port, or mounted into another application."""

import asyncio
import json
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Self

from aiohttp import web

from .delivery import RETRY_DELAYS, Courier, Delivery
from .faults import Faults
from .files import Files
from .http import HttpMode
from .ids import real_now
from .model import Json, Message, Refused
from .people import Person
from .refusal import Refusal
from .replies import Replies
from .rooms import Rooms
from .socket import SocketMode
from .views import Views
from .web.server import WebApi, is_a_mistake
from .workspace import BOT_USER_ID, TEAM_ID, Workspace

SCOPES = frozenset(
    {
        *("chat:write", "commands", "users:read", "team:read", "im:write", "files:read", "files:write"),
        *("channels:read", "channels:history", "groups:read", "groups:history", "im:read", "im:history"),
    }
)


class SlackStandIn:
    """A workspace with one app in it. Use it as an async context manager, or mount `routes()` and set `base_url`.

    `commands` maps each slash command to its should_escape. `patience` is how long an ack may take and
    `ping_interval` how often a websocket is pinged, in real seconds; triggers, response_urls, rate limits and
    timestamps follow `now`.
    """

    def __init__(
        self,
        *,
        port: int = 0,
        now: Callable[[], datetime] = real_now,
        commands: Mapping[str, bool] | None = None,
        scopes: Iterable[str] = SCOPES,
        patience: float = 3.0,
        ping_interval: float = 10.0,
        retry_delays: tuple[float, ...] = RETRY_DELAYS,
    ) -> None:
        self.bot_token = "xoxb-sandbox-not-a-secret"  # noqa: S105 - made up, for loopback
        self.app_token = "xapp-sandbox-not-a-secret"  # noqa: S105 - made up, for loopback
        self.signing_secret = "sandbox-signing-not-a-secret"  # noqa: S105 - made up, for loopback
        self.team_id, self.bot_user_id, self.channel_id = TEAM_ID, BOT_USER_ID, "C0TRAINING"
        self.commands = dict(commands) if commands is not None else {"/gpu": True}
        self.scopes, self.revoked = set(scopes), set[str]()
        self.patience, self.ping_interval, self.retry_delays = patience, ping_interval, retry_delays
        self.workspace = Workspace(now)
        self.faults = Faults()
        self.files, self.rooms = Files(self.workspace), Rooms(self.workspace)
        self.accepts_data_visualization = True
        self.views, self.replies, self.api = Views(self.workspace), Replies(self.workspace), WebApi(self)
        self.socket, self.http, self.courier = SocketMode(self), HttpMode(self), Courier(self)
        self.base_url = ""
        self.closing = asyncio.Event()
        self._port = port
        self._runner: web.AppRunner | None = None
        self._persons = {one.id: Person(self, one) for one in self.workspace.users.values() if not one.is_bot}

    @property
    def api_url(self) -> str:
        """The base of the Web API, with trailing slash."""
        return f"{self.base_url}/api/"

    @property
    def refused(self) -> list[Refused]:
        """What the bot sent that Slack would not take, oldest first."""
        return self.workspace.refused

    @property
    def messages(self) -> list[Message]:
        """Every message there is, ephemeral ones too, oldest first; deleted ones are left out."""
        every = (one for channel in self.workspace.channels.values() for one in channel.messages)
        return sorted((one for one in every if not one.deleted), key=lambda one: float(one.ts))

    def person(self, who: str) -> Person:
        """Return a seeded person by name (`ada`, `ben`, `cat`, the guest `gil`, `fay` of elsewhere) or user id."""
        return self._persons[self.workspace.user(who).id]

    def calls(self, method: str) -> list[Json]:
        """List the arguments of every call of a Web API method, also of those that failed."""
        return [call.args for call in self.api.calls if call.method == method]

    def response_url(self, user_id: str, channel_id: str, original: Message | None = None) -> str:
        """Make a response_url for something that a person did."""
        return f"{self.base_url}/response/{self.replies.new(user_id, channel_id, original)}"

    async def event(self, event: Json) -> list[Delivery]:
        """Send the bot an event and return every attempt that it took."""
        return await self.courier.event(event)

    async def connected(self, connections: int = 1, within: float = 5.0) -> None:
        """Wait until so many websockets are open; raises NotSeenError."""
        await self.workspace.happenings.until(
            lambda: True if len(self.socket.connections) >= connections else None,
            within,
            lambda: f"{len(self.socket.connections)} of {connections} connections are open",
        )

    def routes(self) -> list[web.RouteDef]:
        """Build the routes, for this server or for an application that mounts them at its root."""
        return [
            web.post("/api/{method}", self.api.handle),
            web.get("/api/{method}", self.api.handle),
            web.post("/response/{token:.+}", self._respond),
            web.post("/upload/v1/{token}", self._take_upload),
            web.get("/files/{id}", self._show_file),
            web.get("/link/", self.socket.handle),
        ]

    async def __aenter__(self) -> Self:
        application = web.Application()
        application.add_routes(self.routes())
        self._runner = web.AppRunner(application, shutdown_timeout=1.0, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self._port)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.base_url = f"http://{host}:{port}"
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def close(self) -> None:
        """End what is under way and let go of every socket; also for a mounted stand-in."""
        self.closing.set()
        await self.courier.close()
        await self.socket.close()
        await self.http.close()
        if self._runner is not None:
            await self._runner.cleanup()

    async def _take_upload(self, request: web.Request) -> web.Response:
        """Take a file's bytes."""
        fault = self.faults.next_for("upload")
        if fault is not None and fault.name == "status":
            return web.Response(status=fault.figure)
        try:
            self.files.receive(request.match_info["token"], await request.read())
        except Refusal as refusal:
            return web.Response(status=400, text=refusal.error)
        return web.Response(text="OK")

    async def _show_file(self, request: web.Request) -> web.Response:
        """Show a picture to the sandbox's own page; Slack itself asks for a session here."""
        file = self.files.by_id.get(request.match_info["id"])
        if file is None or file.content is None:
            raise web.HTTPNotFound
        headers = {"Content-Type": "image/png", "X-Content-Type-Options": "nosniff"}
        return web.Response(body=file.content, headers=headers)

    async def _respond(self, request: web.Request) -> web.Response:
        """Take what is posted to a response_url; refusals are bare words, as there."""
        fault = self.faults.next_for("response_url")
        if fault is not None and fault.name == "status":
            return web.Response(status=fault.figure)
        payload = json.loads(await request.text())
        try:
            self.replies.take(request.match_info["token"], payload)
        except Refusal as refusal:
            if is_a_mistake(refusal.error):
                self.workspace.refuse("response_url", refusal.error, refusal.reasons, payload)
            return web.Response(status=404 if refusal.error.endswith("_url") else 400, text=refusal.error)
        return web.Response(text="ok")
