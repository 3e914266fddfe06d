"""Working the faults on requests and on good answers."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import msgspec
from aiohttp import web

from bot.sandbox.market.faults import Fault, Faults, Switched
from bot.sandbox.market.wire import answer, encoded

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Strays = Callable[[], Iterable[dict[str, Any]]]

_LISTS = ("offers", "listings", "instances", "results", "pending_price_increases")
_SEARCHED = ("offers", "listings")
_PRICES = ("dph_base", "dph_total", "price_per_minute", "locked_price_per_minute")


async def work(faults: Faults, strays: Strays, request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer a request with the faults that are due; without any, as the handler does.

    `strays` yields search rows of the whole market, from which STRAY takes one that the answer lacks.
    """
    due = faults.due(request.path)
    for each in due:
        if each.fault in faults.canned:
            return faults.canned[each.fault].response()
        if each.fault is Fault.SLOW:
            await asyncio.sleep(each.seconds)
        if each.fault is Fault.DROPPED:
            return await _drop(request)
    response = await handler(request)
    for each in due:
        if isinstance(response, web.Response) and response.status == web.HTTPOk.status_code:
            response = await _spoil(each, strays, request, response)
    return response


async def _spoil(due: Switched, strays: Strays, request: web.Request, response: web.Response) -> web.StreamResponse:
    body = bytes(response.body) if isinstance(response.body, (bytes, bytearray)) else b""
    if due.fault is Fault.CUT:
        return await _cut(request, body)
    if due.fault is Fault.TRUNCATED:
        return encoded(body[: len(body) // 2])
    payload = msgspec.json.decode(body)
    name = next((each for each in _LISTS if isinstance(payload.get(each), list)), None)
    if name is None:
        return response
    rows = _changed(due.fault, name, payload[name], strays)
    return answer(rows) if due.fault is Fault.LIST else answer({**payload, name: rows})


def _changed(fault: Fault, name: str, rows: list[Any], strays: Strays) -> list[Any]:
    match fault:
        case Fault.EMPTY:
            return []
        case Fault.HALF:
            return rows[: len(rows) // 2]
        case Fault.STRAY if name in _SEARCHED:
            seen = {row["id"] for row in rows}
            return [*rows, *(row for row in (_first(strays(), seen),) if row is not None)]
        case Fault.ODD:
            return [_odd(number, row) for number, row in enumerate(rows)]
    return rows


def _first(rows: Iterable[dict[str, Any]], seen: set[Any]) -> dict[str, Any] | None:
    return next((row for row in rows if row["id"] not in seen), None)


def _odd(number: int, row: dict[str, Any]) -> object:
    """Spoil three rows in four: no price, numbers as strings, null; the fourth stays good."""
    match number % 4:
        case 0:
            return {field: value for field, value in row.items() if field not in _PRICES}
        case 1:
            return {field: str(value) if _is_number(value) else value for field, value in row.items()}
        case 2:
            return None
    return row


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


async def _drop(request: web.Request) -> web.StreamResponse:
    if request.transport is not None:
        request.transport.close()
    return web.Response()


async def _cut(request: web.Request, body: bytes) -> web.StreamResponse:
    """Promise the whole body, send half of it and hang up."""
    response = web.StreamResponse(headers={"Content-Type": "application/json"})
    response.content_length = len(body)
    await response.prepare(request)
    await response.write(body[: len(body) // 2])
    if request.transport is not None:
        request.transport.close()
    return response
