"""The outside heartbeat: a URL that is called after each good wake; whoever watches it calls when that stops (c80)."""

import logging

import httpx

log = logging.getLogger(__name__)

_PATIENCE = 10.0


class Heartbeat:
    """Calls the URL of `way` by its client; None: there is none to call.

    A failure is logged once, when it begins and when it ends, without the URL, which is a secret.
    """

    def __init__(self, way: tuple[httpx.AsyncClient, str] | None) -> None:
        self._way = way
        self.failing: str | None = None

    async def beat(self) -> None:
        """Call it; never raises."""
        if self._way is None:
            return
        why = await _call(*self._way)
        if why is not None and self.failing is None:
            log.warning("the heartbeat does not arrive: %s; check RUNSITTER_HEARTBEAT_URL", why)
        if why is None and self.failing is not None:
            log.info("the heartbeat arrives again")
        self.failing = why


async def _call(client: httpx.AsyncClient, url: str) -> str | None:
    try:
        response = await client.get(url, timeout=_PATIENCE)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        return type(error).__name__
    return None if response.is_success else str(response.status_code)
