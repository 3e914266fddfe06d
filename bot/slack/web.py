"""The bot's own HTTP: health and metrics, and in HTTP mode Slack's route."""

import errno
import logging
import sys
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from bot.ports import Clock
from bot.slack.errors import CannotListen, PortTaken
from bot.slack.inbound import InboundHealth
from bot.slack.metrics import CONTENT_TYPE, Metric, inbound_metrics, render

log = logging.getLogger(__name__)

UNREADABLE = (web.RequestPayloadError, ConnectionError)
"""What reading a body raises that doesn't come whole, or not as it says."""

_STOP_WITHIN = 1.0
"""Seconds that open requests have at the end; they are acknowledged at once."""
_LARGEST = 1024 * 1024
"""Bytes of a body, unpacked; what is larger is answered 413 and not read."""


class _OwnFaults(logging.LoggerAdapter[logging.Logger]):
    """The server's log without what strangers' bytes bring about, which is answered: else they could fill the log."""

    def log(self, level: int, msg: object, *args: object, **kwargs: Any) -> None:
        told = kwargs.get("exc_info")
        error = told if isinstance(told, BaseException) else sys.exc_info()[1]
        if not isinstance(error, (*UNREADABLE, HttpProcessingError)):
            super().log(level, msg, *args, **kwargs)


def build_web(
    health: Callable[[], InboundHealth],
    clock: Clock,
    *,
    routes: Iterable[web.RouteDef] = (),
    more: Callable[[], Iterable[Metric]] = tuple,
    unwell: Callable[[], str | None] = lambda: None,
) -> web.Application:
    """Give the app: `/healthz`, `/metrics` and the routes passed in.

    `more` gives further metrics at each call, `unwell` what else than Slack is wrong, in words.
    """
    started = clock.monotonic()

    async def healthz(_: web.Request) -> web.Response:
        now = health()
        wrong = [*(() if now.fresh else (_sentence(now),)), *filter(None, (unwell(),))]
        return web.Response(text="\n".join(wrong or ("ok",)) + "\n", status=503 if wrong else 200)

    async def metrics(_: web.Request) -> web.Response:
        uptime = Metric("runsitter_uptime_seconds", clock.monotonic() - started, "Seconds since the start.")
        text = render([uptime, *inbound_metrics(health()), *more()])
        return web.Response(body=text.encode(), headers={"Content-Type": CONTENT_TYPE})

    app = web.Application(client_max_size=_LARGEST)
    app.add_routes([web.get("/healthz", healthz), web.get("/metrics", metrics), *routes])
    return app


@asynccontextmanager
async def serving(app: web.Application, host: str, port: int) -> AsyncIterator[int]:
    """Serve while the block runs, and give the port (that of the system's choice for port 0).

    Raises PortTaken or CannotListen.
    """
    runner = web.AppRunner(app, access_log=None, logger=_OwnFaults(log), shutdown_timeout=_STOP_WITHIN)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            taken = error.errno == errno.EADDRINUSE
            raise (PortTaken if taken else CannotListen)(f"{host}:{port}") from error
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


def _sentence(health: InboundHealth) -> str:
    if health.heard_age is None:
        return "deaf: Slack has not been heard yet"
    return f"deaf: no sign of Slack for {health.heard_age:.0f} s"
