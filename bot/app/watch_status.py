"""How the watch goes: for `/gpu status`, the metrics and the health check."""

from collections.abc import Iterator
from datetime import timedelta

from bot.app.watch import Watching
from bot.config import RunSettings
from bot.services.status import Polling, WatchStatus
from bot.slack.metrics import Metric

LATE = timedelta(minutes=5)
"""Without a good wake, or a look through the messages, for so long, the health check fails."""


async def watch_status(watch: Watching, settings: RunSettings) -> WatchStatus:
    """Gather what `/gpu status` tells of the watch."""
    health = await watch.delivery.health()
    rows = {row.market: row for row in await watch.runs.accounts()}
    every = watch.watch.every()
    return WatchStatus(
        has_turn=watch.station.has_turn,
        every=timedelta(seconds=settings.poll_seconds),
        wake_age=timedelta(seconds=watch.station.age()),
        polling={name: Polling(pace, rows[name].last_good) for name, pace in every.items()},
        waiting=health.backlog.posts,
        oldest=health.oldest,
        looked_age=health.looked_age,
        given_up=health.backlog.dead,
        trouble=health.last_error,
        clock_ahead=health.ahead,
        heartbeat=None if settings.heartbeat_url is None else watch.heartbeat.failing or "",
    )


def watch_metrics(watch: Watching) -> Iterator[Metric]:
    """Give the numbers of the watch."""
    yield Metric("runsitter_watching", int(watch.station.has_turn), "1 in the process that watches the runs.")
    yield Metric("runsitter_wake_age_seconds", watch.station.age(), "Seconds since the last good wake.")
    looked = watch.delivery.looked_age()
    if looked is not None:
        yield Metric(
            "runsitter_delivery_age_seconds", looked.total_seconds(), "Seconds since messages were looked through."
        )


def unwell(watch: Watching) -> str | None:
    """Say what of the watch is wrong; None: nothing."""
    if not watch.station.has_turn:
        return None
    age, looked = watch.station.age(), watch.delivery.looked_age()
    if age > LATE.total_seconds():
        return f"late: no look at the runs has gone well for {age:.0f} s"
    if looked is not None and looked > LATE:
        return f"late: what is to be said was not looked through for {looked.total_seconds():.0f} s"
    return None
