"""Reading an address that a marketplace named, without its key: whoever knows such an address can read it."""

import asyncio
from dataclasses import dataclass, field

import httpx

from bot.domain.outside import Why
from bot.markets.line import Line
from bot.markets.provider import MarketError

MOST_BYTES = 2**20
"""So much of the end of a text is kept."""

_MOST_READ = 64 * MOST_BYTES
_MOST_PORT = 65535
_SCHEMES = frozenset({"http", "https"})
_WHAT = "the address of a text"


@dataclass(frozen=True, slots=True)
class Text:
    """What stands at an address: the HTTP status and the last MiB of the body; `cut` where more stood before it."""

    status: int
    body: bytearray = field(repr=False)
    cut: bool


async def read_public(line: Line, url: str) -> Text:
    """Read by GET what stands at an http(s) address. Neither key nor cookie goes along, no redirect is followed.

    The address is in no log and no error: it opens the text to everybody. Raises MarketError.
    """
    request = _request(line, url)
    try:
        async with asyncio.timeout(line.patience):
            response = await line.client.send(request, stream=True, follow_redirects=False)
            try:
                return await _read(line, response)
            finally:
                await response.aclose()
    except (httpx.TimeoutException, TimeoutError):
        raise line.provider.slow(line.patience) from None
    except (httpx.TransportError, httpx.DecodingError):
        raise MarketError(
            Why.UNREACHABLE,
            f"The place where {line.provider.name} puts such texts can't be reached: check this machine's network.",
        ) from None


def _request(line: Line, url: str) -> httpx.Request:
    """Build the request past the client's own headers and cookies."""
    try:
        address = httpx.URL(url)
    except (httpx.InvalidURL, ValueError):
        raise line.provider.unreadable(_WHAT) from None
    if address.scheme not in _SCHEMES or not address.host or address.userinfo or (address.port or 0) > _MOST_PORT:
        raise line.provider.unreadable(_WHAT)
    timeout = httpx.Timeout(line.patience).as_dict()
    return httpx.Request("GET", address, headers={"Accept": "text/plain, */*"}, extensions={"timeout": timeout})


async def _read(line: Line, response: httpx.Response) -> Text:
    body, size = bytearray(), 0
    async for chunk in response.aiter_bytes():
        size += len(chunk)
        if size > _MOST_READ:
            raise line.provider.unreadable("a text of more than 64 MiB")
        body += chunk
        del body[:-MOST_BYTES]
    return Text(response.status_code, body, cut=size > MOST_BYTES)
