from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from bot.domain.listing import Listings
from bot.domain.outside import Fact, Known, Unknown
from bot.services.status import Status, WatchStatus
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
        "*other*: nothing searched yet",
    ):
        assert told in text


def test_marketplaces_that_were_not_asked_yet_are_not_called_fine(zone: ZoneInfo, now: datetime, shown: Judge):
    """Nothing is known of them."""
    message = status_answer(_status(zone, now, {"vast": None, "cloudj": None}))
    assert "*Vast.ai*: nothing searched yet" in shown(message)
    assert message.text.endswith("; nothing searched yet")


def test_a_wrong_clock_is_named_and_one_that_is_a_little_off_is_not(now: datetime, told: Judge):
    """By how much, and in which direction."""
    lines = {hours: told(status_answer(_watched(now, timedelta(hours=hours)))) for hours in (2, -5, 0.05)}
    assert "This machine's clock is 2 h ahead of Slack's" in lines[2]
    assert "This machine's clock is 5 h behind Slack's" in lines[-5]
    assert "clock" not in lines[0.05]


def test_it_says_when_messages_were_last_looked_through(now: datetime, told: Judge):
    """Rule 16. Where another process does that, nothing is said of it."""
    status = _watched(now, timedelta(0))
    assert status.watch is not None
    looked = replace(status, watch=replace(status.watch, looked_age=timedelta(seconds=12)))
    assert "Messages waiting: 0 messages, looked through 12 s ago" in told(status_answer(looked))
    assert "looked through" not in told(status_answer(status))


def _watched(now: datetime, ahead: timedelta) -> Status:
    watch = WatchStatus(
        has_turn=True,
        every=timedelta(minutes=1),
        wake_age=timedelta(0),
        polling={},
        waiting=0,
        oldest=None,
        given_up=0,
        trouble=None,
        heartbeat=None,
        clock_ahead=ahead,
    )
    return replace(_status(ZoneInfo("UTC"), now, {}), watch=watch)
