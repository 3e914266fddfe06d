"""How the watch goes: for `/gpu status`, the metrics and the health check."""

from collections.abc import Iterator
from datetime import timedelta

from bot.app.watch import Watching
from bot.config import RunSettings
from bot.services.status import Polling, WatchStatus
from bot.slack.metrics import Metric

LATE = timedelta(minutes=5)
"""Without a good wake for so long, the health check fails."""


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
        given_up=health.backlog.dead,
        trouble=health.last_error,
        clock_ahead=health.ahead,
        heartbeat=None if settings.heartbeat_url is None else watch.heartbeat.failing or "",
    )


def watch_metrics(watch: Watching) -> Iterator[Metric]:
    """Give the numbers of the watch."""
    yield Metric("runsitter_watching", int(watch.station.has_turn), "1 in the process that watches the runs.")
    yield Metric("runsitter_wake_age_seconds", watch.station.age(), "Seconds since the last good wake.")


def unwell(watch: Watching) -> str | None:
    """Say what of the watch is wrong; None: nothing."""
    age = watch.station.age()
    if watch.station.has_turn and age > LATE.total_seconds():
        return f"late: no look at the runs has gone well for {age:.0f} s"
    return None
