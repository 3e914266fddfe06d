"""How long it takes from a host's change at the marketplace to the message at Slack: the real process, ten hosts."""

import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from figures import Spread, markdown
from processes import RUNSITTER, bare_environment, started

from bot.sandbox.clock import SandboxClock
from bot.sandbox.market import MarketStandIn
from bot.sandbox.slack import SlackStandIn

POLL = 2.0
"""Seconds; the rule is two polls and a second."""

HOSTS = 10
PATIENCE = 60.0


class Bench:
    """Hosts that go away and come back, each at any moment between two polls."""

    def __init__(self, slack: SlackStandIn, market: MarketStandIn) -> None:
        self.slack, self.world = slack, market.world
        self.world.account.deposited = 1e9  # nothing else is to be told
        self.hosts: dict[str, int] = {}

    async def track(self) -> None:
        """Rent and track them, each when the card of the last is there: Vast.ai is asked at its own pace."""
        free = (one for one in self.world.listings.values() if one.ends_at > self.world.now + 30 * 86_400)
        for number in range(HOSTS):
            listing = next(one for one in free if self.world.is_free(one))
            name = f"run-{number}"
            self.hosts[name] = self.world.rent(listing.id, disk_gb=100).id
            await self.slack.person("ada").types(f"/gpu track vast:{self.hosts[name]} as {name} for 72h out 10GB")
            await self.said("card", name)

    async def measure(self) -> list[float]:
        """Give the seconds that each change took."""
        chance, took = random.Random(1), []  # noqa: S311 - guards nothing
        for change, kind in ((self.world.go_offline, "offline"), (self.world.come_back, "back")):
            for name, host in self.hosts.items():
                await asyncio.sleep(chance.uniform(0, POLL))
                start = time.perf_counter()
                change(host)
                await self.said(kind, name)
                took.append(time.perf_counter() - start)
        return took

    async def said(self, kind: str, name: str) -> None:
        """Wait until a message of this kind about this run stands in Slack."""

        def look() -> bool | None:
            about = ((one.metadata or {}).get("event_payload", {}) for one in self.slack.messages)
            return any((one.get("kind"), one.get("run")) == (kind, name) for one in about) or None

        await self.slack.workspace.happenings.until(look, PATIENCE, lambda: f"no {kind} of {name}")


async def measure() -> list[float]:
    """Run the bot between its stand-ins."""
    clock = SandboxClock()
    with tempfile.TemporaryDirectory() as home:
        async with MarketStandIn.make(clock=clock) as market, SlackStandIn(now=clock.now) as slack:
            env = bare_environment(Path(home)) | {
                "SLACK_BOT_TOKEN": slack.bot_token,
                "SLACK_APP_TOKEN": slack.app_token,
                "SLACK_API_URL": slack.api_url,
                "VAST_URL": market.vast_url,
                "VAST_API_KEY": market.vast_key,
                "RUNSITTER_CHANNEL": slack.channel_id,
                "RUNSITTER_TIMEZONE": "Europe/Berlin",
                "RUNSITTER_DATA_DIR": home,
                "RUNSITTER_HTTP": "off",
                "RUNSITTER_POLL_SECONDS": f"{POLL:.0f}",
            }
            with started([RUNSITTER, "run"], env, errors=subprocess.DEVNULL):
                await slack.connected(within=PATIENCE)
                bench = Bench(slack, market)
                await bench.track()
                return await bench.measure()


def main() -> str:
    """Measure, and give the table; the JSON line goes to standard output."""
    took = asyncio.run(measure())
    spread = Spread.of(took)
    sys.stdout.write(json.dumps({"bench": "alert", "seconds": took, **spread._asdict()}) + "\n")
    head = ("from a host's change to the message, s", "p50", "p95", "worst", "two polls and 1 s")
    figures = (spread.p50, spread.p95, spread.worst, 2 * POLL + 1)
    table = markdown(head, [(f"asked every {POLL:.0f} s", *(f"{one:.1f}" for one in figures))])
    return f"{table}\n{len(took)} changes of {HOSTS} hosts at any moment between two polls; the real process.\n"


if __name__ == "__main__":
    sys.stdout.write(main())
