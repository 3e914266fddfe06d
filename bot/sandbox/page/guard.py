"""Lets in only what this machine's own page asks.

A name that was made to point to 127.0.0.1 (DNS rebinding) shows in Host, another site's script in Origin.
"""

from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from aiohttp import web

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

_NOTHING_FROM_ELSEWHERE = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' http://127.0.0.1:* http://localhost:*; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": _NOTHING_FROM_ELSEWHERE,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


def guarded(handler: Handler) -> Handler:
    """Answer 403 to a foreign Host or Origin, and send the headers that keep the page to itself."""

    async def handle(request: web.Request) -> web.StreamResponse:
        if (why := stranger(request.headers.get("Host", ""), request.headers.get("Origin"))) is not None:
            return web.json_response({"error": why}, status=403, headers=HEADERS)
        response = await handler(request)
        if not response.prepared:
            response.headers.update(HEADERS)
        return response

    return handle


def stranger(host: str, origin: str | None) -> str | None:
    """Say why a request is refused; None for one that is let in."""
    if _hostname(host) not in LOOPBACK:
        return f"this page is for localhost alone, not for {host!r}"
    if origin is not None and origin != f"http://{host}":
        return f"another site's page may not use this one: {origin!r}"
    return None


def _hostname(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname if "@" not in host else None
    except ValueError:
        return None
