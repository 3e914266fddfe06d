"""What every handler is given: the marketplaces, the time, the team's zone, and the ways back to the person."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol
from zoneinfo import ZoneInfo

from bot.config import RunSettings
from bot.ports import Clock
from bot.redact import redact
from bot.services.offers import Offers
from bot.services.status import Status
from bot.services.tracking.runs import Runs
from bot.slack.message import Message
from bot.slack.reach import Reached
from bot.slack.responder import Responder
from bot.slack.tasks import TaskSet


class Home(Protocol):
    """The workspace that the bot serves."""

    @property
    def team_id(self) -> str:
        """The id of the workspace."""
        ...

    @property
    def enterprise_id(self) -> str | None:
        """The id of its organization, if it has one."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """The bot's means, put together once by the app.

    `respond` answers through a response_url; `whisper` posts to one person in a channel, `write_to` to their direct
    messages; `open_view` opens a modal for a trigger_id and tells whether Slack took it. `hide` gives a text from
    outside without secrets, the bot's own by their value.
    """

    home: Home
    offers: Offers
    runs: Runs
    settings: RunSettings
    clock: Clock
    zone: ZoneInfo
    tasks: TaskSet
    respond: Callable[[str], Responder]
    whisper: Callable[[str, str, Message], Awaitable[Reached]]
    write_to: Callable[[str, Message], Awaitable[Reached]]
    open_view: Callable[[str, Mapping[str, Any]], Awaitable[bool]]
    status: Callable[[], Awaitable[Status]]
    hide: Callable[[str], str] = redact
    asker: str = ""

    def before(self, user_id: str) -> "Desk":
        """Give the desk as one person stands before it, whose Slack id `asker` is then."""
        return replace(self, asker=user_id)
