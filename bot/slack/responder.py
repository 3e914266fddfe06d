"""Answering through a response_url: 5 uses within 30 minutes, and a status that somebody must look at."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any

import aiohttp

from bot.errors import BadNetwork
from bot.ports import Clock
from bot.slack.client import SLACK
from bot.slack.message import Message
from bot.slack.proxies import proxy_for
from bot.slack.response_urls import is_slacks
from bot.slack.retries import SERVER_ERROR, TOO_MANY_REQUESTS, seconds_of

USES = 5
LIFETIME = 30 * 60.0
_LONGEST_PAUSE = 60.0
_OK, _REDIRECTS = 200, range(300, 400)


class Outcome(StrEnum):
    """What became of an answer."""

    SENT = "sent"
    SENT_PLAIN = "sent without its blocks, which Slack refused"
    EXPIRED = "the response_url has expired"
    USED_UP = "the response_url is used up"
    REFUSED = "Slack refused it"
    FOREIGN = "refused, for the response_url is none of Slack's"
    UNCLEAR = "nobody knows whether it arrived"
    FAILED = "it could not be delivered"

    @property
    def arrived(self) -> bool:
        """Whether the person certainly sees it."""
        return self in {Outcome.SENT, Outcome.SENT_PLAIN}


class Responder:
    """Answers one command or click. Made when it arrives, for its 30 minutes run from then. Never raises for Slack.

    What Slack did not take is sent again, with longer and longer pauses, as long as the URL lives. What it may have
    taken is sent again only where that replaces the earlier one: nobody sees the same answer twice.

    Only a URL of Slack's is used, for it may come out of a form that somebody else made: `api_url` says where Slack is.
    """

    def __init__(self, url: str, session: aiohttp.ClientSession, clock: Clock, *, api_url: str = SLACK) -> None:
        self._url = url
        self._session = session
        self._clock = clock
        self._until = clock.monotonic() + LIFETIME
        self._uses = 0
        self._shown = False
        self._ours = is_slacks(url, api_url)

    @property
    def uses_left(self) -> int:
        """How many more answers Slack takes here."""
        return max(USES - self._uses, 0)

    async def post(
        self, message: Message, *, replace: bool | None = None, public: bool = False, patience: float = LIFETIME
    ) -> Outcome:
        """Answer, visible to the person alone. `replace` None: an earlier answer of this responder is replaced.

        `patience` is for how many seconds at most it is tried.
        """
        again = self._shown if replace is None else replace
        until = min(self._until, self._clock.monotonic() + patience)
        outcome = await self._send(_body(message, replace=again, public=public), until, repeatable=again)
        if outcome is Outcome.REFUSED and message.blocks:
            plain = _body(Message(message.text), replace=again, public=public)
            outcome = await self._send(plain, until, repeatable=again)
            outcome = Outcome.SENT_PLAIN if outcome is Outcome.SENT else outcome
        self._shown = self._shown or outcome.arrived or outcome is Outcome.UNCLEAR
        return outcome

    async def _send(self, body: dict[str, Any], until: float, *, repeatable: bool) -> Outcome:
        """Send, and again after a 429 or no connection; after the rest only what replaces."""
        if not self._ours:
            return Outcome.FOREIGN
        pauses = _pauses()
        while True:
            if self._clock.monotonic() >= self._until:
                return Outcome.EXPIRED
            if not self.uses_left:
                return Outcome.USED_UP
            outcome, wait = await self._once(body)
            if wait is None or (outcome is Outcome.UNCLEAR and not repeatable):
                return outcome
            pause = max(wait, next(pauses))
            if self._clock.monotonic() + pause >= until:
                return outcome
            await self._clock.sleep(pause)

    async def _once(self, body: dict[str, Any]) -> tuple[Outcome, float | None]:
        """Send once. The second part is after how many seconds a repeat may help; None: never."""
        self._uses += 1
        try:
            async with self._session.post(
                self._url, json=body, proxy=proxy_for(self._url), allow_redirects=False
            ) as response:
                text = await response.text(errors="replace")
                status, retry_after = response.status, response.headers.get("Retry-After", "")
        except aiohttp.ClientConnectorError:
            self._uses -= 1
            return Outcome.FAILED, 1.0
        except BadNetwork:
            return Outcome.FAILED, None
        except (aiohttp.ClientError, OSError, TimeoutError):
            return Outcome.UNCLEAR, 1.0
        if status == TOO_MANY_REQUESTS:
            self._uses -= 1
            return Outcome.FAILED, seconds_of(retry_after)
        return _judge(status, text)


def _pauses() -> Iterator[float]:
    """Give the seconds before each repeat: doubling from one to a minute."""
    pause = 1.0
    while True:
        yield pause
        pause = min(2 * pause, _LONGEST_PAUSE)


def _judge(status: int, text: str) -> tuple[Outcome, float | None]:
    if "expired_url" in text:
        return Outcome.EXPIRED, None
    if "used_url" in text:
        return Outcome.USED_UP, None
    if status >= SERVER_ERROR:
        return Outcome.UNCLEAR, 1.0
    if status in _REDIRECTS:
        return Outcome.FAILED, None
    said = "".join(text.split()).lower()
    if status != _OK or '"ok":false' in said:
        return Outcome.REFUSED, None
    return (Outcome.SENT if said == "ok" or '"ok":true' in said else Outcome.UNCLEAR), None


def _body(message: Message, *, replace: bool, public: bool) -> dict[str, Any]:
    """Give the payload. One that replaces always names its blocks: those left out would stay as they were."""
    body: dict[str, Any] = {
        "text": message.text,
        "response_type": "in_channel" if public else "ephemeral",
        "replace_original": replace,
        "unfurl_links": False,
        "unfurl_media": False,
    }
    if message.blocks or replace:
        body["blocks"] = list(message.blocks)
    return body
