"""The page itself: its files stand beside this module, as readable source."""

from pathlib import Path

from aiohttp import web

STATIC = Path(__file__).parent / "static"

# Told here, since what a machine's own table says of `.js` varies.
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


async def index(_: web.Request) -> web.StreamResponse:
    """Serve the page."""
    return _file(STATIC / "index.html")


async def static(request: web.Request) -> web.StreamResponse:
    """Serve one file; 404 for a name that is not in the folder."""
    name = request.match_info["name"]
    if name not in {path.name for path in STATIC.iterdir()}:
        raise web.HTTPNotFound
    return _file(STATIC / name)


def _file(path: Path) -> web.FileResponse:
    return web.FileResponse(path, headers={"Content-Type": _TYPES[path.suffix]})
