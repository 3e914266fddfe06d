"""Server-sent events: a person's state as it changes, the moment it does."""

import contextlib
import json
from typing import TYPE_CHECKING

from aiohttp import web

from bot.sandbox.slack import NotSeenError, Person

from .asked import person_of
from .guard import HEADERS
from .state import state

if TYPE_CHECKING:
    from bot.sandbox.slack.model import Json

    from .page import Page

_QUIET = 15.0
"""Real seconds of silence after which a comment shows that the line still holds."""

_COMES_AND_GOES = ("run", "change", "whole", "now", "messages", "typed")


async def events(page: "Page", request: web.Request) -> web.StreamResponse:
    """Stream `?user=`'s state: all of it, or, to one that reconnects to the same sandbox, what it missed."""
    person = person_of(page, request.query.get("user", ""))
    response = web.StreamResponse(headers={**HEADERS, "Content-Type": "text/event-stream"})
    await response.prepare(request)
    with contextlib.suppress(ConnectionError):
        await _tell(page, person, response, _since(page, request.headers.get("Last-Event-ID", "")))
    return response


async def _tell(page: "Page", person: Person, response: web.StreamResponse, since: int) -> None:
    shown: Json = {}
    while not page.closed:
        told = state(page, person, since)
        since = told["change"]
        stays = {key: value for key, value in told.items() if key not in _COMES_AND_GOES}
        if told["messages"] or told["typed"] or stays != shown:
            shown = stays
            await response.write(f"id: {page.run}.{since}\ndata: {json.dumps(told)}\n\n".encode())
        if not await _changed(page, since):
            await response.write(b": still here\n\n")


async def _changed(page: "Page", since: int) -> bool:
    happenings = page.slack.workspace.happenings
    try:
        await happenings.until(lambda: True if happenings.count > since else None, _QUIET, str)
    except NotSeenError:
        return False
    return True


def _since(page: "Page", last_event_id: str) -> int:
    run, _, change = last_event_id.partition(".")
    return int(change) if run == page.run and change.isdecimal() else 0
