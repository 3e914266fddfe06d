"""Answers as the marketplaces send them, and the log of what was asked."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

import msgspec
from aiohttp import web

JSON = "application/json"

_Shape = TypeVar("_Shape")
_REMEMBERED = 1_000


@dataclass(frozen=True, slots=True)
class Seen:
    """One request as it arrived; `body` is decoded JSON, text where it is none, None where it was empty."""

    at: datetime
    method: str
    path: str
    query: Mapping[str, str]
    body: Any
    headers: Mapping[str, str]


class RequestLog(deque[Seen]):
    """The last 1,000 requests, oldest first."""

    def __init__(self) -> None:
        super().__init__(maxlen=_REMEMBERED)

    def of(self, method: str, path: str) -> list[Seen]:
        """Return the requests of this method whose path contains `path`."""
        return [seen for seen in self if seen.method == method and path in seen.path]


@dataclass(frozen=True, slots=True)
class Canned:
    """An answer that needs no world: a text body stays text, anything else is sent as JSON."""

    status: int
    body: object
    headers: Mapping[str, str] | None = None
    content_type: str = JSON

    def response(self) -> web.Response:
        """Make a fresh response of it."""
        body = self.body.encode() if isinstance(self.body, str) else msgspec.json.encode(self.body)
        return web.Response(body=body, status=self.status, content_type=self.content_type, headers=self.headers)


def answer(payload: object, status: int = 200) -> web.Response:
    """Answer with JSON; the content type is exactly `application/json`, as clients insist on."""
    return encoded(msgspec.json.encode(payload), status)


def encoded(body: bytes, status: int = 200) -> web.Response:
    """Answer with JSON that is already encoded."""
    return web.Response(body=body, status=status, content_type=JSON)


async def json_body(request: web.Request) -> Any:
    """Return the request's JSON, its text where it is none, None where it is empty."""
    raw = await request.read()
    if not raw:
        return None
    try:
        return msgspec.json.decode(raw)
    except msgspec.DecodeError:
        return raw.decode(errors="replace")


async def object_body(request: web.Request) -> dict[str, Any]:
    """Return the request's JSON object, {} where it is empty. Raises web.HTTPBadRequest for anything else."""
    body = await json_body(request)
    if body is None:
        return {}
    if not isinstance(body, dict):
        raise _bad_request("body: Input should be a valid dictionary")
    return body


def json_query(request: web.Request, name: str, shape: type[_Shape], default: _Shape) -> _Shape:
    """Return a query parameter that holds JSON of this shape. Raises web.HTTPBadRequest where it does not."""
    text = request.query.get(name)
    try:
        return default if text is None else msgspec.json.decode(text, type=shape)
    except msgspec.DecodeError as error:
        raise _bad_request(f"{name}: {error}") from error


def int_query(request: web.Request, name: str, default: int) -> int:
    """Return a query parameter that is a whole number. Raises web.HTTPBadRequest where it is none."""
    try:
        return int(request.query.get(name, default))
    except ValueError as error:
        raise _bad_request(f"{name}: Input should be a valid integer") from error


def _bad_request(msg: str) -> web.HTTPBadRequest:
    body = msgspec.json.encode({"success": False, "error": "bad_request", "msg": msg})
    return web.HTTPBadRequest(text=body.decode(), content_type=JSON)
