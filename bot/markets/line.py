"""The line to one marketplace: a request out, a whole JSON answer in, or a MarketError."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

import httpx
import msgspec

from bot.domain.outside import Why
from bot.markets.pacing import Backoff, Pacer
from bot.markets.provider import MarketError, Provider
from bot.ports import Clock

PATIENCE = 30.0
"""Seconds for one question to a marketplace; of an account's long lists, for each page."""

_MOST_BYTES = 512 * 2**20
_MOST_ERROR_BYTES = 64 * 2**10
_WORTH_REPEATING = frozenset({429, 502, 503, 504})
_POLITE_WAIT = 1.0
_LONGEST_WAIT = 2.0


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, read to the end; `at` is when it began to arrive. Header names are lower-case."""

    status: int
    headers: Mapping[str, str]
    body: bytes | bytearray = field(repr=False)
    at: datetime

    @property
    def media_type(self) -> str:
        """The content type without its parameters; "" when there was none."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()


class Line:
    """Asks one marketplace over HTTP. `refuse` reads an answer that is not 200; it never gets one that is.

    Only questions go this way, so a refusal that may be over in two seconds is asked once more. One that comes too
    often, and names no time, is told a longer wait each time in a row (case c72).
    """

    def __init__(
        self,
        provider: Provider,
        client: httpx.AsyncClient,
        url: str,
        key: str | None,
        clock: Clock,
        refuse: Callable[[Answer], MarketError],
        *,
        patience: float = PATIENCE,
    ) -> None:
        self.provider = provider
        self.clock = clock
        self.patience = patience
        self.client = client
        self._url = url.rstrip("/")
        self._key = key
        self._refuse = refuse
        self._backoff = Backoff()

    def require_key(self) -> None:
        """Refuse here what the marketplace would refuse for want of a key."""
        if not self._key:
            raise self.provider.no_key()

    async def get(self, path: str, params: Mapping[str, str] | None = None, pacer: Pacer | None = None) -> Answer:
        """Ask by GET for a JSON answer, no oftener than a pacer allows."""
        return await self._ask(lambda: self._build("GET", path, params=params), pacer)

    async def put(self, path: str, body: object) -> Answer:
        """Ask by PUT, with a JSON body. For requests that a repetition does no harm."""
        content = msgspec.json.encode(body)
        return await self._ask(lambda: self._build("PUT", path, content=content), None)

    async def post(self, path: str, body: object, pacer: Pacer) -> Answer:
        """Ask by POST, with a JSON body, no oftener than the pacer allows. For searches, which change nothing."""
        content = msgspec.json.encode(body)
        return await self._ask(lambda: self._build("POST", path, content=content), pacer)

    def _build(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, str] | None = None,
        content: bytes | None = None,
    ) -> httpx.Request:
        headers = {"Accept": "application/json"}
        if content is not None:
            headers["Content-Type"] = "application/json"
        if self._key:
            if not (self._key.isascii() and self._key.isprintable()):
                raise self.provider.impossible_key()
            headers["Authorization"] = f"Bearer {self._key}"
        try:
            return self.client.build_request(
                method,
                self._url + path,
                params=params,
                content=content,
                headers=headers,
                timeout=self.patience,
            )
        except (httpx.InvalidURL, ValueError):
            raise self.provider.bad_url() from None

    async def _ask(self, build: Callable[[], httpx.Request], pacer: Pacer | None) -> Answer:
        repeated = False
        while True:
            if pacer is not None:
                await pacer.wait()
            answer = await self._once(build())
            if answer.status == httpx.codes.OK:
                self._backoff.answered()
                return self._checked(answer)
            error = self._refuse(answer)
            wait = _POLITE_WAIT if error.again_in is None else error.again_in
            hopeless = answer.status not in _WORTH_REPEATING or error.why is Why.QUOTA
            if repeated or hopeless or wait > _LONGEST_WAIT:
                raise self._with_wait(error)
            repeated = True
            await self.clock.sleep(wait)

    def _with_wait(self, error: MarketError) -> MarketError:
        if error.why is not Why.RATE_LIMITED or error.again_in is not None:
            return error
        told = self.provider.rate_limited(self._backoff.refused())
        told.code, told.status = error.code, error.status
        return told

    async def _once(self, request: httpx.Request) -> Answer:
        try:
            response = await self.client.send(request, stream=True, follow_redirects=False)
        except httpx.TimeoutException:
            raise self.provider.slow(self.patience) from None
        except httpx.UnsupportedProtocol:
            raise self.provider.bad_url() from None
        except httpx.TransportError:
            raise self.provider.unreachable() from None
        at = self.clock.now()
        try:
            body = await self._read(response)
        finally:
            await response.aclose()
        return Answer(response.status_code, dict(response.headers), body, at)

    async def _read(self, response: httpx.Response) -> bytearray:
        good = response.status_code == httpx.codes.OK
        body = bytearray()
        try:
            async for chunk in response.aiter_bytes():
                body += chunk
                if len(body) > _MOST_ERROR_BYTES and not good:
                    return body
                if len(body) > _MOST_BYTES:
                    raise self.provider.unreadable("more than 512 MiB")
        except httpx.TimeoutException:
            raise self.provider.slow(self.patience) from None
        except (httpx.TransportError, httpx.DecodingError):
            raise self.provider.half_read() from None
        if good and _is_cut(response, len(body)):
            raise self.provider.half_read()
        return body

    def _checked(self, answer: Answer) -> Answer:
        kind = answer.media_type
        if kind not in ("", "application/json") and not kind.endswith("+json"):
            raise self.provider.unreadable("a page instead of JSON")
        return answer


def _is_cut(response: httpx.Response, size: int) -> bool:
    promised = response.headers.get("content-length", "")
    plain = "content-encoding" not in response.headers
    return plain and promised.isdecimal() and promised.lstrip("0") != str(size).lstrip("0")
