"""Logs of Vast.ai: the host is asked to upload its log, and the marketplace names the address where it will stand."""

import httpx
import msgspec

from bot.domain.outside import Known, Why
from bot.markets.line import Answer, Line
from bot.markets.provider import MarketError
from bot.markets.public import Text, read_public
from bot.markets.tail import last_lines
from bot.markets.vast.envelope import Envelope, read_vast
from bot.markets.vast.refusals import VAST
from bot.markets.vast.rented import NO_SUCH, require_id

MOST_LINES = 1000

_UPLOAD = 10.0
_BETWEEN_TRIES = 0.5
"""Seconds of the clock: the marketplace's own client gives the upload nine."""

_NOT_THERE_YET = frozenset({httpx.codes.FORBIDDEN, httpx.codes.NOT_FOUND})


class _Requested(Envelope, kw_only=True):
    result_url: str


_requested = msgspec.json.Decoder(_Requested)


class VastLogs:
    """Reads logs, with a key to ask for one and none to fetch it."""

    def __init__(self, line: Line) -> None:
        self._line = line

    async def logs(self, instance_id: str, lines: int) -> Known[tuple[str, ...]]:
        """Read the last lines, 1 to 1,000 of them. The address stays here: anybody who has it can read the log."""
        self._line.require_key()
        require_id(instance_id)
        wanted = min(max(lines, 1), MOST_LINES)
        answer = await self._request(instance_id, wanted)
        text = await self._uploaded(read_vast(answer, _requested, has_key=True).result_url)
        said = last_lines(text.body.decode(errors="replace"), wanted, cut=text.cut)
        return Known(said, self._line.clock.now(), VAST.source)

    async def _request(self, instance_id: str, lines: int) -> Answer:
        try:
            return await self._line.put(f"/api/v0/instances/request_logs/{instance_id}/", {"tail": str(lines)})
        except MarketError as error:
            if error.code != NO_SUCH:
                raise
            raise MarketError(Why.REFUSED, "Vast.ai has no such instance any more, so it has no log of it.") from None

    async def _uploaded(self, url: str) -> Text:
        """Wait for the upload: until then the address answers 403 or 404."""
        clock = self._line.clock
        until = clock.monotonic() + _UPLOAD
        while (text := await read_public(self._line, url)).status in _NOT_THERE_YET:
            if clock.monotonic() >= until:
                raise MarketError(
                    Why.SLOW,
                    f"The host did not upload its log within {_UPLOAD:.0f} s: it can't while it is offline. Try again.",
                )
            await clock.sleep(_BETWEEN_TRIES)
        if text.status != httpx.codes.OK:
            raise VAST.server_error(text.status)
        return text
