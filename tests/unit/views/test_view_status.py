from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from bot.domain.listing import Listings
from bot.domain.outside import Fact, Known, Unknown
from bot.services.status import Status
from bot.slack.message import Message
from bot.slack.views.status import status_answer

Judge = Callable[[Message], str]


@dataclass(frozen=True)
class Heard:
    """How well Slack is heard, as the socket tells it."""

    mode: str = "socket"
    fresh: bool = True
    connected_since: datetime | None = None
    heard_age: float | None = 4.0
    reconnects: int = 2
    connections: int | None = 2
    expected: int = 1
    last_error: str | None = "<!here> broke"

    @property
    def crowded(self) -> bool:
        """Whether Slack counts too many connections."""
        return True


def _status(zone: ZoneInfo, now: datetime, markets: dict[str, Fact[Listings] | None]) -> Status:
    return Status(
        version="0.1.0",
        started_at=now - timedelta(days=3, hours=4),
        now=now,
        zone=zone,
        slack=Heard(),
        markets=markets,
        keep_answer=timedelta(seconds=60),
        keep_sweep=timedelta(minutes=5),
    )


def test_the_status_tells_of_slack_and_each_marketplace(zone: ZoneInfo, now: datetime, failed: Unknown, shown: Judge):
    """Ages, not flags; a failing marketplace in the very first line."""
    markets = {"vast": failed, "cloudj": Known(Listings(rows=()), now - timedelta(seconds=30), "cloudj"), "other": None}
    message = status_answer(_status(zone, now, markets))
    text = shown(message)
    assert message.text == "Runsitter 0.1.0, up 3 d 4 h; Slack is heard; 1 of 3 marketplaces failing"
    for told in (
        "answers are reused for 1 min, a look at every card for 5 min",
        "team zone Europe/Berlin",
        "last heard 4 s ago",
        "2 reconnects",
        "2 connections of this app, 1 expected",
        "*Vast.ai* could not be read",
        "*Cloudj*, last answer: 0 listings, 30 s ago",
        "*other*: nothing asked yet",
    ):
        assert told in text


def test_marketplaces_that_were_not_asked_yet_are_not_called_fine(zone: ZoneInfo, now: datetime, shown: Judge):
    """Nothing is known of them."""
    message = status_answer(_status(zone, now, {"vast": None, "cloudj": None}))
    assert "*Vast.ai*: nothing asked yet" in shown(message)
    assert message.text.endswith("; nothing asked yet")
